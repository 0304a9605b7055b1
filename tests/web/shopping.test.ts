import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import type { Item } from '../../src/features/lists/model'
import type { List } from '../../web/src/data/types'
import { ask } from '../support/cast'
import { accessibilityProblems } from './support/axe'
import { picture } from './support/browser'
import { settled } from './support/device'
import { holdRequests } from './support/late'
import { setStage } from './support/stage'
import { holdUndo } from './support/undo'
import { until } from './support/until'

const stage = setStage()

const say = async <T>(request: string, body?: object): Promise<T> =>
  (await ask<T>(stage.home, stage.home.cast.ada, request, body)).body
const items = async (id: number) => (await say<{ items: Item[] }>(`GET /api/lists/${id}/items`)).items
const listOf = async (id: number) =>
  (await say<{ lists: List[] }>('GET /api/lists')).lists.find((list) => list.id === id)!

type Grocery = [text: string, section?: string, amount?: string]
const GROCERIES: Grocery[] = [
  ['Batteries'],
  ['Milk', 'dairy', '2 l'],
  ['Apples', 'produce'],
  ['Gouda', 'dairy'],
  ['Screws', 'Hardware', '12'],
]

async function makeShopping(groceries: readonly Grocery[] = GROCERIES, about: object = {}) {
  const { id } = await say<{ id: number }>('POST /api/lists', {
    name: 'Shop',
    kind: 'shopping',
    grouped: true,
    ...about,
  })
  const all = groceries.map(([text, section, amount]) => ({
    text,
    ...(section && { section }),
    ...(amount && { amount }),
  }))
  await say(`POST /api/lists/${id}/items/batch`, { items: all })
  return id
}

const headings = (page: Page) => page.locator('.section-head h2').allTextContents()
const sectionOf = (page: Page, name: string) => page.getByRole('list', { name })
const texts = (list: Locator) => list.locator('.item-text').allTextContents()

/** Moves by the grip with keys alone. */
async function moveByKeys(page: Page, name: string, ...keys: string[]) {
  await page.getByRole('button', { name: `Move ${name}`, exact: true }).focus()
  for (const key of ['Space', ...keys, 'Space']) await page.keyboard.press(key)
}

test('a shopping list stands by section, is read out with its amounts, and stands flat at one tap', async () => {
  const id = await makeShopping()
  const { page } = await stage.open({ path: `/lists/${id}`, size: 'phone' })
  await page.getByRole('heading', { name: 'Other things 1', level: 2 }).waitFor()
  expect(await headings(page)).toEqual([
    'Fruit & vegetables 1',
    'Milk, cheese & eggs 2',
    'Hardware 1',
    'Other things 1',
  ])
  expect(await texts(sectionOf(page, 'Milk, cheese & eggs'))).toEqual(['Milk', 'Gouda'])
  await page.getByRole('checkbox', { name: 'Milk, 2 l' }).waitFor()
  await picture(page, 'shopping-phone')
  expect(await accessibilityProblems(page)).toEqual([])

  // What is ticked stays for a moment, and then lies below.
  await page.getByText('Gouda').click()
  await page.getByRole('list', { name: 'Done' }).getByText('Gouda').waitFor()
  expect(await headings(page)).toContain('Milk, cheese & eggs 1')
  await page.getByRole('button', { name: 'By section' }).click()
  await page.getByRole('list', { name: 'To do' }).waitFor()
  expect(await texts(page.getByRole('list', { name: 'To do' }))).toEqual(['Batteries', 'Milk', 'Apples', 'Screws'])
  await until(
    'flat for everyone',
    () => listOf(id),
    ({ grouped }) => grouped === undefined,
  )
})

test('a list is drawn as it stands once that is known, and not another way before', async () => {
  const id = await makeShopping()
  const { page } = await stage.open()
  const letGo = await holdRequests(page, '**/api/lists')
  const answered = page.waitForResponse(/\/items$/)
  await page.goto(`${stage.home.url}/lists/${id}`)
  await (await answered).finished()
  await settled(page)
  expect(await page.getByRole('checkbox').count()).toBe(0)
  letGo()
  await page.getByRole('heading', { name: 'Other things 1', level: 2 }).waitFor()
  await page.getByRole('checkbox', { name: 'Batteries' }).waitFor()
})

test('an item goes into another section and comes back; a section goes to another place', async () => {
  const id = await makeShopping()
  const { page } = await stage.open({ path: `/lists/${id}` })
  await page.getByRole('checkbox', { name: 'Batteries' }).waitFor()
  await holdUndo(page)
  // From the top of its section over the heading of the one above.
  await moveByKeys(page, 'Batteries', 'ArrowUp')
  const batteries = async () => (await items(id)).find(({ text }) => text === 'Batteries')
  await until('into the section above', batteries, (item) => item?.section === 'Hardware')
  expect(await texts(sectionOf(page, 'Hardware'))).toEqual(['Screws', 'Batteries'])
  expect(await page.getByRole('button', { name: 'Move Batteries' }).evaluate((grip) => grip.matches(':focus'))).toBe(
    true,
  )
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('heading', { name: 'Other things 1' }).waitFor()
  await until('and out again', batteries, (item) => item?.section === undefined)

  const grip = (await page.getByRole('button', { name: 'Move Screws' }).boundingBox())!
  const apples = (await page.getByRole('button', { name: 'Move Apples' }).boundingBox())!
  await page.mouse.move(grip.x + 20, grip.y + 20)
  await page.mouse.down()
  await page.mouse.move(apples.x + 20, apples.y + 10, { steps: 6 })
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await page.mouse.up()
  await until(
    'by hand',
    () => items(id),
    (found) => found.find(({ text }) => text === 'Screws')?.section === 'produce',
  )
  expect(await texts(sectionOf(page, 'Fruit & vegetables'))).toEqual(['Screws', 'Apples'])

  await moveByKeys(page, 'Milk, cheese & eggs', 'ArrowUp')
  await until(
    'the order by hand',
    () => listOf(id),
    ({ sectionOrder }) => sectionOrder?.join() === 'dairy,produce,other',
  )
  expect(await headings(page)).toEqual(['Milk, cheese & eggs 2', 'Fruit & vegetables 2', 'Other things 1'])
})

test('"+" adds in its section, and the editor says how much and where', async () => {
  const id = await makeShopping()
  const { page } = await stage.open({ path: `/lists/${id}`, size: 'phone', locale: 'de-DE', theme: 'dark' })
  await page.getByRole('button', { name: 'Dazu: Milch, Käse & Eier' }).click()
  const line = page.getByRole('textbox', { name: 'Dazu: Milch, Käse & Eier' })
  await line.fill('2 Butter')
  await line.press('Enter')
  await page.getByRole('checkbox', { name: 'Butter, 2' }).waitFor()
  expect(await texts(sectionOf(page, 'Milch, Käse & Eier'))).toEqual(['Milk', 'Gouda', 'Butter'])
  expect(await line.evaluate((input) => input.matches(':focus'))).toBe(true)
  await line.fill('Kefir')
  await line.press('Escape')
  await line.waitFor({ state: 'detached' })
  await settled(page)
  expect(await texts(sectionOf(page, 'Milch, Käse & Eier'))).toEqual(['Milk', 'Gouda', 'Butter'])
  const plus = page.getByRole('button', { name: 'Dazu: Milch, Käse & Eier' })
  expect(await plus.evaluate((button) => button.matches(':focus'))).toBe(true)

  await page.getByRole('button', { name: 'Batteries bearbeiten' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Batteries bearbeiten' })
  await dialog.getByRole('textbox', { name: 'Wie viel' }).fill('4')
  const choice = dialog.getByRole('combobox', { name: 'Abteilung' })
  const offered = await choice.locator('option').allTextContents()
  expect(offered.slice(0, 3)).toEqual(['Keine', 'Hardware', 'Obst & Gemüse'])
  await choice.selectOption({ label: 'Eine andere…' })
  await dialog.getByRole('textbox', { name: 'Wie sie heißt' }).fill('Kasse')
  expect(await accessibilityProblems(page)).toEqual([])
  await picture(page, 'shopping-editor-phone-dark')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await page.getByRole('checkbox', { name: 'Batteries, 4' }).waitFor()
  await page.getByRole('heading', { name: 'Kasse 1' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  const stored = await until(
    'all of it',
    () => items(id),
    (found) => found.some(({ text, section }) => text === 'Batteries' && section === 'Kasse') && found.length === 6,
  )
  expect(stored.map(({ text, section, amount }) => [text, section, amount])).toContainEqual(['Batteries', 'Kasse', '4'])
  expect(stored.find(({ text }) => text === 'Butter')).toMatchObject({ section: 'dairy', amount: '2' })
})

test('the way through the shop is learned for the next time, and stands behind what a hand has placed', async () => {
  const id = await makeShopping([
    ['Soap', 'care'],
    ['Juice', 'drinks'],
    ['Apples', 'produce'],
    ['Pears', 'produce'],
    ['Tea', 'drinks'],
    ['Brush', 'care'],
  ])
  const { page } = await stage.open({ path: `/lists/${id}?shopping`, size: 'phone' })
  for (const text of ['Soap', 'Juice', 'Apples']) await page.getByRole('checkbox', { name: text }).check()
  await page.getByRole('list', { name: 'Done' }).getByText('Apples').waitFor()
  const usual = ['Fruit & vegetables 1', 'Drinks 1', 'Body & health 1']
  const walked = usual.toReversed()
  expect(await headings(page)).toEqual(usual)
  await page.reload()
  await page.getByRole('checkbox', { name: 'Pears' }).waitFor()
  expect(await headings(page)).toEqual(usual)
  await page.clock.setFixedTime(Date.now() + 45 * 60_000)
  await page.reload()
  await page.getByRole('checkbox', { name: 'Pears' }).waitFor()
  await until(
    'as it was walked',
    () => headings(page),
    (found) => found.join() === walked.join(),
  )
  await say(`PATCH /api/lists/${id}`, { sectionOrder: ['drinks', 'care'] })
  await page.reload()
  await page.getByRole('checkbox', { name: 'Pears' }).waitFor()
  await until(
    'the hand',
    () => headings(page),
    (found) => found.join() === ['Drinks 1', 'Fruit & vegetables 1', 'Body & health 1'].join(),
  )
})

test('a tick in a list of 500 in 25 sections draws its own row again and no other', async () => {
  const groceries = Array.from({ length: 500 }, (_, index): Grocery => [`Thing ${index}`, `Shelf ${index % 25}`, '2'])
  const { id } = await say<{ id: number }>('POST /api/lists', { name: 'Long', kind: 'shopping', grouped: true })
  for (let at = 0; at < groceries.length; at += 100) {
    const some = groceries.slice(at, at + 100).map(([text, section, amount]) => ({ text, section, amount }))
    await say(`POST /api/lists/${id}/items/batch`, { items: some })
  }
  const { page } = await stage.open({ path: `/lists/${id}`, size: 'phone' })
  await page.getByRole('checkbox', { name: 'Thing 499' }).waitFor()
  // The answer may be quicker than a busy browser draws, and is drawn, too.
  const letGo = await holdRequests(page, '**/api/list-items/*')
  // A row that is drawn goes through the states that it can be in.
  const drawn = await page.evaluate(async () => {
    const { entries } = Object
    const drawn: boolean[] = []
    Object.entries = (states: object) => {
      if ('held' in states && 'checked' in states) drawn.push(states.checked === true)
      return entries(states)
    }
    const tick = document.querySelector<HTMLElement>('[aria-label="Thing 250, 2"]')!
    tick.click()
    while (tick.closest('.item.checked') === null) await new Promise((resolve) => requestAnimationFrame(resolve))
    Object.entries = entries
    return drawn
  })
  letGo()
  expect(drawn).toEqual([true])
})
