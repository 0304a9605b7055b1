import { describe, expect, test } from 'bun:test'
import { ask } from '../support/cast'
import { picture } from './support/browser'
import { check, itemsOf, makeList, openTextsOf, textsOf } from './support/lists'
import { setStage } from './support/stage'
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
    await dialog.getByRole('button', { name: 'Create list' }).click()
    await page.getByRole('heading', { name: 'Birthday', level: 1 }).waitFor()
    const { body } = await ask<{ lists: { name: string; isShared: boolean }[] }>(
      stage.home,
      stage.home.cast.ben,
      'GET /api/lists',
    )
    expect(body.lists.find(({ name }) => name === 'Birthday')?.isShared).toBe(true)
  })

  test('a list without a name is not made, and the reason stands beside the field', async () => {
    const { page } = await stage.open({ path: '/lists?new' })
    await page.getByRole('button', { name: 'Create list' }).click()
    await page.getByRole('alert').getByText('Give the list a name.').waitFor()
  })

  test('every list says how much is left', async () => {
    const id = await list('Packing', 'Tent', 'Stove', 'Maps')
    const [tent] = await items(id)
    await check(stage.home, tent!)
    const { page } = await stage.open({ path: '/lists' })
    const card = page.getByRole('link', { name: /Packing/ })
    await card.getByText('2 open').waitFor()
    await card.getByRole('img', { name: '1 of 3 done' }).waitFor()
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

  test('one tap checks, and within five seconds it comes back to where it was', async () => {
    const id = await list('Undo', 'First', 'Second', 'Third')
    const { page } = await stage.open({ path: `/lists/${id}` })
    await page.getByRole('checkbox', { name: 'Second' }).check()
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

  test('what is deleted can be taken back, and is gone after that', async () => {
    const id = await list('Delete', 'Keep', 'Drop')
    const { page } = await stage.open({ path: `/lists/${id}` })
    await page.getByRole('button', { name: 'Edit Drop' }).click()
    await page.getByRole('button', { name: 'Delete Drop' }).click()
    await page.getByRole('checkbox', { name: 'Drop' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('checkbox', { name: 'Drop' }).waitFor()
    await page.getByRole('button', { name: 'Edit Drop' }).click()
    await page.getByRole('button', { name: 'Delete Drop' }).click()
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
  test('what Ben does, Ada sees within a second', async () => {
    const id = await list('Together', 'Milk')
    const ada = await stage.open({ path: `/lists/${id}`, size: 'tablet' })
    await ada.page.getByRole('checkbox', { name: 'Milk' }).waitFor()
    await until(
      'her stream',
      () => stage.home.ctx.hub.size,
      (size) => size > 0,
    )
    const ben = await stage.open({ as: stage.home.cast.ben, path: `/lists/${id}`, size: 'phone' })
    await ben.page.getByRole('textbox', { name: 'Add an item' }).fill('Eggs')
    const started = performance.now()
    await ben.page.keyboard.press('Enter')
    await ada.page.getByRole('checkbox', { name: 'Eggs' }).waitFor()
    expect(performance.now() - started).toBeLessThan(1_000)
    await ada.page.getByRole('checkbox', { name: 'Milk' }).check()
    await ben.page.getByRole('list', { name: 'Done' }).getByText('Milk').waitFor()
    await picture(ada.page, 'lists-two-screens-tablet')
  })

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
