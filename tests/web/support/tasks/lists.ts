import { listItems } from '../../../../src/platform/db/schema'
import { itemsOf, openTextsOf, textsOf } from '../lists'
import { until } from '../until'
import type { Hands } from './hands'
import type { Setting, Task } from './task'

const groceries = async ({ tap, page }: Hands) => {
  await tap(page.getByRole('navigation').getByRole('link', { name: 'Lists', exact: true }))
  await tap(page.getByRole('link', { name: /Groceries/ }))
}
/** Whoever shops stands in the list. */
const inGroceries = ({ groceries: id }: Setting) => `/lists/${id}`
const field = ({ page }: Hands) => page.getByRole('textbox', { name: 'Add an item' })
const FIVE = ['Butter', 'Eggs', 'Carrots', 'Rice', 'Honey']
const EIGHT = ['Flour', 'Sugar', 'Yeast', 'Salt', 'Olive oil', 'Basil', 'Tomatoes', 'Mozzarella']

const stored = ({ home, groceries: id }: Setting, holds: (texts: string[]) => boolean) =>
  until('they are on the list', () => textsOf(home, id), holds)

export const LIST_TASKS: readonly Task[] = [
  {
    number: 2,
    name: 'Five groceries',
    on: 'phone',
    most: { taps: 3, texts: 5 },
    async work(hands) {
      await groceries(hands)
      await hands.tap(field(hands))
      for (const text of FIVE) await hands.type(text, 'Enter')
      await hands.page.getByRole('checkbox', { name: FIVE.at(-1)! }).waitFor()
    },
    after: (setting) => stored(setting, (texts) => FIVE.every((text) => texts.includes(text))),
  },
  {
    number: 3,
    name: 'Tick one, standing in the shop',
    on: 'phone',
    from: inGroceries,
    most: { taps: 1 },
    async work(hands) {
      await hands.tap(hands.page.getByText('Apples', { exact: true }))
      await hands.page.getByRole('checkbox', { name: 'Apples', checked: true }).waitFor()
    },
    after: ({ home, groceries: id }) =>
      until(
        'it is ticked',
        () => openTextsOf(home, id),
        (texts) => !texts.includes('Apples'),
      ),
  },
  {
    number: 23,
    name: 'Eight ingredients from a recipe onto the list',
    on: 'phone',
    most: { taps: 3, texts: 1 },
    async work(hands) {
      await groceries(hands)
      await hands.tap(field(hands))
      await hands.paste(EIGHT.map((text) => `- ${text}`).join('\n'))
      await hands.page.getByRole('checkbox', { name: EIGHT.at(-1)! }).waitFor()
    },
    after: (setting) => stored(setting, (texts) => texts.slice(-8).join() === EIGHT.join()),
  },
  {
    number: 24,
    name: 'Milk to the top of the list',
    on: 'phone',
    from: inGroceries,
    most: { drags: 1 },
    async work(hands) {
      const { page } = hands
      await hands.drag(page.getByRole('button', { name: 'Move Milk' }), page.getByRole('checkbox').first())
      await until(
        'milk is first',
        () => page.getByRole('checkbox').first().getAttribute('aria-label'),
        (first) => first === 'Milk',
      )
    },
    after: (setting) => stored(setting, (texts) => texts[0] === 'Milk'),
  },
  {
    number: 25,
    name: 'Vacuum every Saturday, Ben and Cleo in turn',
    on: 'phone',
    // With a list of chores, the first there is.
    most: { taps: 5, texts: 1 },
    async work(hands) {
      const { page, tap, type } = hands
      await tap(page.getByRole('navigation').getByRole('link', { name: 'Lists', exact: true }))
      await tap(page.getByRole('link', { name: 'New list' }))
      await tap(page.getByRole('radio', { name: 'Chores' }))
      await tap(page.getByRole('button', { name: 'Create list' }))
      await page.getByRole('heading', { name: 'Chores' }).waitFor()
      await type('Vacuum every Saturday, Ben and Cleo in turn')
      // Whoever ends the line at once is waited for by a second, which a busy machine needs for the answer.
      await page.locator('.chore-understood').waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('checkbox', { name: 'Vacuum', exact: true }).waitFor()
    },
    after: ({ home }) =>
      until(
        'it is stored with its turns',
        async () => (await home.ctx.db.select().from(listItems)).find(({ text }) => text === 'Vacuum'),
        (item) =>
          item?.recurrence !== null &&
          item?.rotates === true &&
          item.assigneeIds?.join() === [home.cast.ben.id, home.cast.cleo.id].join(),
      ),
  },
  {
    number: 30,
    name: 'Tick five and add one in the cellar, without a network',
    on: 'phone',
    from: inGroceries,
    most: { taps: 5 + 1, texts: 1 },
    async before({ home, groceries: id }) {
      const open = (await itemsOf(home, id)).filter(({ checked }) => !checked)
      if (open.length < 5) throw new Error('there are not five to tick')
    },
    async work(hands, { home, groceries: id }) {
      const { page } = hands
      await page.getByRole('checkbox', { name: 'Milk' }).waitFor()
      await page.context().setOffline(true)
      const texts = await openTextsOf(home, id)
      for (const text of texts.slice(0, 5)) await hands.tap(page.getByText(text, { exact: true }))
      await hands.tap(field(hands))
      await hands.type('Candles', 'Enter')
      await page.getByRole('checkbox', { name: 'Candles' }).waitFor()
      await page.context().setOffline(false)
    },
    async after(setting) {
      await stored(setting, (texts) => texts.includes('Candles'))
      await until(
        'five are ticked',
        async () => (await itemsOf(setting.home, setting.groceries)).filter(({ checked }) => checked).length,
        (count) => count >= 5,
      )
    },
  },
]
