import { describe, expect, test } from 'bun:test'
import { colorChoices } from '../../web/src/forms/colors'
import { ask } from '../support/cast'
import { hold } from './support/hold'
import { answered, holdAnswers } from './support/late'
import { check, itemsOf, makeChores, makeList, makeShoppingList, openTextsOf, textsOf } from './support/lists'
import { paste } from './support/paste'
import { setStage } from './support/stage'
import { holdUndo, leave } from './support/undo'
import { until } from './support/until'

const stage = setStage()
const list = (name: string, ...texts: string[]) => makeList(stage.home, name, ...texts)
const items = (listId: number) => itemsOf(stage.home, listId)
const texts = (listId: number) => textsOf(stage.home, listId)
const openTexts = (listId: number) => openTextsOf(stage.home, listId)

describe('the overview', () => {
  test('a new list is made, opened and seen by everyone', async () => {
    const { page } = await stage.open({ path: '/lists', size: 'phone' })
    await page.getByRole('link', { name: 'New list' }).click()
    const dialog = page.getByRole('dialog', { name: 'New list' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Birthday')
    // What fits the name is chosen until somebody chooses.
    expect(await dialog.getByRole('radio', { name: 'Present' }).isChecked()).toBe(true)
    await dialog.getByRole('radio', { name: 'Party', exact: true }).check({ force: true })
    await dialog.getByRole('radio', { name: 'Green' }).check({ force: true })
    await dialog.getByRole('button', { name: 'Create list' }).click()
    await page.getByRole('heading', { name: 'Birthday', level: 1 }).waitFor()
    const line = page.getByRole('textbox', { name: 'Add an item' })
    await until(
      'the next thing to do',
      () => line.evaluate((element) => element.matches(':focus')),
      (isFocused) => isFocused,
    )
    const { body } = await ask<{ lists: { name: string; isShared: boolean; icon?: string; color?: string }[] }>(
      stage.home,
      stage.home.cast.ben,
      'GET /api/lists',
    )
    const green = colorChoices('').find(({ name }) => name === 'green')?.value
    const made = body.lists.find(({ name }) => name === 'Birthday')
    expect(made).toMatchObject({ isShared: true, icon: 'party', color: green })
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Edit list' }).click()
    const edited = page.getByRole('dialog', { name: 'Edit list' })
    expect(await edited.getByRole('radio', { name: 'Party', exact: true }).isChecked()).toBe(true)
    await edited.getByRole('textbox', { name: 'Or an emoji' }).fill('🎂')
    await edited.getByRole('button', { name: 'Save' }).click()
    await page.locator('.page-bar .list-mark').getByText('🎂').waitFor()
    await until(
      'the cake',
      () => ask<typeof body>(stage.home, stage.home.cast.ben, 'GET /api/lists'),
      (answer) =>
        answer.body.lists.some(({ name, icon, color }) => name === 'Birthday' && icon === '🎂' && color === green),
    )
  })

  test('a new list whose answer was lost is there once when it is tried again', async () => {
    const { page } = await stage.open({ path: '/lists?new' })
    let isLost = false
    await page.route('**/api/lists', async (route) => {
      if (isLost || route.request().method() !== 'POST') return route.fallback()
      isLost = true
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('textbox', { name: 'Name' }).fill('Attic')
    await page.getByRole('button', { name: 'Create list' }).click()
    await page.getByRole('alert').getByText('A new list needs a connection.').waitFor()
    await page.getByRole('button', { name: 'Create list' }).click()
    await page.getByRole('heading', { name: 'Attic', level: 1 }).waitFor()
    const { body } = await ask<{ lists: { name: string }[] }>(stage.home, stage.home.cast.ben, 'GET /api/lists')
    expect(body.lists.filter(({ name }) => name === 'Attic')).toHaveLength(1)
  })

  test('a list without a name is not made, and the reason stands beside the field', async () => {
    const { page } = await stage.open({ path: '/lists?new' })
    await page.getByRole('button', { name: 'Create list' }).click()
    await page.getByRole('alert').getByText('Give the list a name.').waitFor()
  })

  test('every list says how much is left, and what comes first', async () => {
    const id = await list('Packing', 'Tent', 'Stove', 'Maps', 'Rope', 'Cups')
    const [tent] = await items(id)
    await check(stage.home, tent!)
    const { page } = await stage.open({ path: '/lists' })
    const card = page.getByRole('link', { name: /Packing/ })
    await card.getByText('4 open').waitFor()
    await card.getByRole('img', { name: '1 of 5 done' }).waitFor()
    await card.getByText('Stove').waitFor()
    expect(await card.locator('.list-preview > span').allTextContents()).toEqual(['Stove', 'Maps', 'Rope'])
  })
})

describe('items', () => {
  test('are added one after the other without leaving the line', async () => {
    const id = await list('Groceries')
    const { page } = await stage.open({ path: `/lists/${id}`, size: 'phone' })
    const line = page.getByRole('textbox', { name: 'Add an item' })
    await line.fill('Milk')
    await line.press('Enter')
    await line.fill('  Rye bread ')
    await line.press('Enter')
    await page.getByRole('checkbox', { name: 'Rye bread' }).waitFor()
    await until(
      'both on the server',
      () => texts(id),
      (found) => found.join() === 'Milk,Rye bread',
    )
  })

  test('a tap on the row ticks; it stays a moment, sinks, and comes back to where it was', async () => {
    const id = await list('Undo', 'First', 'Second', 'Third')
    const { page } = await stage.open({ path: `/lists/${id}` })
    const open = page.getByRole('list', { name: 'To do' })
    await holdUndo(page)
    await open.getByText('Second').click()
    expect(await open.getByRole('checkbox', { name: 'Second' }).isChecked()).toBe(true)
    await until(
      'checked',
      () => openTexts(id),
      (found) => found.join() === 'First,Third',
    )
    await page.getByRole('list', { name: 'Done' }).getByText('Second').waitFor()
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await until(
      'back in its place',
      () => openTexts(id),
      (found) => found.join() === 'First,Second,Third',
    )
  })

  test('five that are ticked one after the other stay where they are, and come back together', async () => {
    const id = await list('Fast', 'A', 'B', 'C', 'D', 'E', 'F')
    const { page } = await stage.open({ path: `/lists/${id}`, size: 'phone' })
    const rows = page.getByRole('list', { name: 'To do' }).getByRole('listitem')
    await holdUndo(page)
    // The places of the first drawing: a row that moved would not be hit again.
    const { y, height } = (await rows.first().boundingBox())!
    for (let row = 0; row < 5; row++) await page.touchscreen.tap(180, y + (row + 0.5) * height)
    await page.getByRole('status').getByText('5 done').last().waitFor()
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(1)
    await until(
      'all of them',
      () => openTexts(id),
      (found) => found.join() === 'F',
    )
    await page.getByRole('button', { name: 'Undo all' }).tap()
    await until(
      'in their order',
      () => openTexts(id),
      (found) => found.join() === 'A,B,C,D,E,F',
    )
  })

  test('a long press edits on a phone, and e on the keyboard', async () => {
    const id = await list('Held', 'Appels', 'Pears')
    const phone = await stage.open({ path: `/lists/${id}`, size: 'phone' })
    await hold(phone.page.getByText('Appels', { exact: true }), phone.page.locator('.item.held'))
    const line = phone.page.getByRole('textbox', { name: 'Item', exact: true })
    await line.fill('Apples')
    await line.press('Enter')
    await until(
      'renamed',
      () => openTexts(id),
      (found) => found.join() === 'Apples,Pears',
    )
    const { page } = await stage.open({ path: `/lists/${id}` })
    await page.getByRole('checkbox', { name: 'Pears' }).focus()
    await page.keyboard.press('e')
    await page.getByRole('textbox', { name: 'Item', exact: true }).waitFor()
  })

  test.each(['shopping', 'chores'] as const)(
    'a long press on one opens its sheet and ticks nothing: %s',
    async (kind) => {
      const id =
        kind === 'shopping'
          ? await makeShoppingList(stage.home, 'Held to edit', 'Milk', 'Eggs')
          : await makeChores(stage.home, { name: 'Held to edit' }, ['Milk', {}], ['Eggs', {}])
      const { page } = await stage.open({ path: `/lists/${id}`, size: 'phone' })
      const milk = page.getByText('Milk', { exact: true })
      await hold(milk, page.locator('.item.held'))
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Save' }).waitFor()
      expect(await openTexts(id)).toEqual(['Milk', 'Eggs'])
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await dialog.waitFor({ state: 'detached' })
      expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
      await page.getByRole('checkbox', { name: /^Eggs/ }).tap()
      await until(
        'a tap after that ticks',
        () => openTexts(id),
        (found) => found.join() === 'Milk',
      )
    },
  )

  test('are edited in place: Enter saves, Escape does not', async () => {
    const id = await list('Edit', 'Appels')
    const { page } = await stage.open({ path: `/lists/${id}` })
    await page.getByRole('button', { name: 'Edit Appels' }).click()
    await page.getByRole('textbox', { name: 'Item', exact: true }).fill('Apples')
    await page.keyboard.press('Enter')
    await until(
      'renamed',
      () => texts(id),
      (found) => found.join() === 'Apples',
    )
    await page.getByRole('button', { name: 'Edit Apples' }).click()
    await page.getByRole('textbox', { name: 'Item', exact: true }).fill('Pears')
    await page.keyboard.press('Escape')
    await page.getByRole('checkbox', { name: 'Apples' }).waitFor()
    expect(await texts(id)).toEqual(['Apples'])
  })

  test('whoever has gone on before a renamed item is drawn is not called back to it', async () => {
    const id = await list('Going on', 'Milk', 'Eggs')
    const { page } = await stage.open({ path: `/lists/${id}` })
    await page.getByRole('button', { name: 'Edit Milk' }).click()
    await page.getByRole('textbox', { name: 'Item', exact: true }).fill('Oat milk')
    const focused = await page.evaluate(async () => {
      document.querySelector<HTMLFormElement>('.item-editor')!.requestSubmit()
      document.querySelector<HTMLElement>('[aria-label="Move Eggs"]')!.focus()
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      return document.activeElement?.getAttribute('aria-label')
    })
    expect(focused).toBe('Move Eggs')
    await page.getByRole('checkbox', { name: 'Oat milk' }).waitFor()
  })

  test('what is deleted can be taken back, and is gone after that', async () => {
    const id = await list('Delete', 'Keep', 'Drop')
    const { page } = await stage.open({ path: `/lists/${id}` })
    await holdUndo(page)
    await page.getByRole('button', { name: 'Edit Drop' }).click()
    await page.getByRole('button', { name: 'Delete Drop' }).click()
    await page.getByRole('checkbox', { name: 'Drop' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('checkbox', { name: 'Drop' }).waitFor()
    await page.getByRole('button', { name: 'Edit Drop' }).click()
    await page.getByRole('button', { name: 'Delete Drop' }).click()
    await leave(page)
    await until(
      'gone',
      () => texts(id),
      (found) => found.join() === 'Keep',
    )
  })

  test('what is done is cleared at once', async () => {
    const id = await list('Clear', 'One', 'Two', 'Three')
    for (const item of (await items(id)).slice(0, 2)) await check(stage.home, item)
    const { page } = await stage.open({ path: `/lists/${id}` })
    await page.getByRole('button', { name: 'Clear done' }).click()
    await page.getByRole('list', { name: 'Done' }).waitFor({ state: 'detached' })
    await until(
      'cleared',
      () => texts(id),
      (found) => found.join() === 'Three',
    )
  })
})

describe('several lines that are pasted', () => {
  const RECIPE = '- 250 g flour\n- 3 eggs\n- [ ] milk\n\n4. salt\n'
  const ITEMS = '250 g flour,3 eggs,milk,salt'

  test('are as many items, without their bullets, in three taps, and are taken back together', async () => {
    const id = await list('Recipe', 'Sugar')
    const { page } = await stage.open({ path: '/', size: 'phone' })
    await page.getByRole('link', { name: 'Lists' }).tap()
    await page.getByRole('link', { name: /Recipe/ }).tap()
    await page.getByRole('textbox', { name: 'Add an item' }).tap()
    await page.keyboard.type('Butter')
    await holdUndo(page)
    await paste(page, RECIPE)
    await until(
      'all of them',
      () => texts(id),
      (found) => found.join() === `Sugar,${ITEMS}`,
    )
    expect(await page.getByRole('textbox', { name: 'Add an item' }).inputValue()).toBe('Butter')
    await page.getByRole('button', { name: 'Undo' }).tap()
    await until(
      'none of them',
      () => texts(id),
      (found) => found.join() === 'Sugar',
    )
    expect(await page.getByRole('list', { name: 'To do' }).getByRole('listitem').allTextContents()).toEqual(['Sugar'])
  })

  test('are taken back also where the list itself has not been read yet', async () => {
    const id = await list('Unread', 'Sugar')
    const { page } = await stage.open({ size: 'phone' })
    const late = await holdAnswers(page, `/api/lists/${id}/items`)
    await page.goto(`${stage.home.url}/lists/${id}`)
    await late.given
    await page.getByRole('textbox', { name: 'Add an item' }).focus()
    await holdUndo(page)
    await answered(page, `/api/lists/${id}/items/batch`, () => paste(page, RECIPE))
    await page.getByRole('button', { name: 'Undo' }).tap()
    await until(
      'none of them',
      () => texts(id),
      (found) => found.join() === 'Sugar',
    )
    await late.arrive()
    await page.getByRole('checkbox', { name: 'Sugar' }).waitFor()
  })

  test('come once, in their order, with what was done to them, over a lost answer and without a connection', async () => {
    const id = await list('Lost')
    const { page } = await stage.open({ path: `/lists/${id}` })
    const line = page.getByRole('textbox', { name: 'Add an item' })
    let isLost = false
    await page.route('**/items/batch', async (route) => {
      if (!isLost) await route.fetch()
      isLost = true
      await route.abort()
    })
    await line.focus()
    await paste(page, RECIPE)
    await page.getByText('milk', { exact: true }).click()
    await until(
      'the answer was lost',
      () => isLost,
      (lost) => lost,
    )
    await page.getByLabel('Waiting to be sent').first().waitFor()
    // More than the service takes at once.
    await line.focus()
    await paste(page, Array.from({ length: 201 }, (_, index) => `${index}`).join('\n'))
    await page.getByText('201 items are on the list, sent in 2 parts').waitFor()
    await page.unroute('**/items/batch')
    const many = Array.from({ length: 201 }, (_, index) => `${index}`).join()
    await until(
      'each once',
      () => openTexts(id),
      (found) => found.join() === `250 g flour,3 eggs,salt,${many}`,
    )
    expect((await texts(id)).length).toBe(205)
  })
})

test('what is added to a long list is in view, and what others add moves nothing', async () => {
  const id = await list('Long', ...Array.from({ length: 24 }, (_, index) => `Item ${index}`))
  const { page } = await stage.open({ path: `/lists/${id}`, size: 'phone' })
  await page.getByRole('checkbox', { name: 'Item 23' }).waitFor()
  await page.getByRole('link', { name: 'New item' }).tap()
  await page.keyboard.type('Milk')
  await page.keyboard.press('Enter')
  const isInSight = (text: string) =>
    page.getByText(text, { exact: true }).evaluate((element) => {
      const { left, top, bottom } = element.getBoundingClientRect()
      const isOnTop = (y: number) => element.contains(document.elementFromPoint(left + 5, y))
      return isOnTop(top + 1) && isOnTop(bottom - 1)
    })
  await page.getByRole('checkbox', { name: 'Milk' }).waitFor()
  expect(await isInSight('Milk')).toBe(true)
  expect(await page.getByRole('textbox', { name: 'Add an item' }).evaluate((line) => line.matches(':focus'))).toBe(true)
  const top = () => page.evaluate(() => document.querySelector('.page')?.scrollTop)
  const before = await top()
  await ask(stage.home, stage.home.cast.ben, `POST /api/lists/${id}/items`, { text: 'Eggs' })
  await page.getByRole('checkbox', { name: 'Eggs' }).waitFor()
  expect(await top()).toBe(before)
})

describe('the order', () => {
  test('changes by keyboard alone', async () => {
    const id = await list('Keyboard', 'A', 'B', 'C')
    const { page } = await stage.open({ path: `/lists/${id}` })
    const grip = page.getByRole('button', { name: 'Move A', exact: true })
    await grip.focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await until(
      'at the end',
      () => texts(id),
      (found) => found.join() === 'B,C,A',
    )
    expect(await grip.evaluate((element) => element.matches(':focus'))).toBe(true)
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Escape')
    expect(await texts(id)).toEqual(['B', 'C', 'A'])
  })

  test('changes by dragging', async () => {
    const id = await list('Drag', 'A', 'B', 'C', 'D')
    const { page } = await stage.open({ path: `/lists/${id}` })
    const from = (await page.getByRole('button', { name: 'Move D', exact: true }).boundingBox())!
    const to = (await page.getByRole('button', { name: 'Move B', exact: true }).boundingBox())!
    await page.mouse.move(from.x + 20, from.y + 20)
    await page.mouse.down()
    await page.mouse.move(to.x + 20, to.y + 10, { steps: 8 })
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await page.mouse.up()
    await until(
      'between A and B',
      () => texts(id),
      (found) => found.join() === 'A,D,B,C',
    )
  })
})

describe('on two screens', () => {
  test('a list that its owner takes back is gone for the others', async () => {
    const id = await list('Secret', 'Present')
    const ben = await stage.open({ as: stage.home.cast.ben, path: `/lists/${id}` })
    await ben.page.getByRole('checkbox', { name: 'Present' }).waitFor()
    const ada = await stage.open({ path: `/lists/${id}` })
    await ada.page.getByRole('button', { name: 'More' }).click()
    await ada.page.getByRole('menuitem', { name: 'Make it mine alone' }).click()
    await ada.page.getByText('Only me').waitFor()
    await ben.page.getByRole('heading', { name: 'This list is no longer there.' }).waitFor()
  })
})
