import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import type { Item, List } from '../../web/src/data/types'
import { ask } from '../support/cast'
import { itemsOf, makeList, textsOf } from './support/lists'
import { setStage } from './support/stage'
import { until } from './support/until'

const stage = setStage()

/** A list of Ada's with one item, whose dialog she has open while Ben has it, too. */
async function opened(kind: 'shopping' | 'chores', content: Partial<Item> & { text: string }) {
  const { ada, ben } = stage.home.cast
  const list = await ask<{ id: number }>(stage.home, ada, 'POST /api/lists', { name: content.text, kind })
  const items = `/api/lists/${list.body.id}/items`
  const { body: item } = await ask<Item>(stage.home, ada, `POST ${items}`, content)
  const { page } = await stage.open({ path: `/lists/${list.body.id}` })
  await page.getByRole('button', { name: `Edit ${content.text}`, exact: true }).click()
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Item', exact: true })
  await name.waitFor()
  return {
    page,
    name,
    byBen: (change: object) => ask(stage.home, ben, `PATCH /api/list-items/${item.id}`, change),
    stored: async () => (await ask<{ items: Item[] }>(stage.home, ben, `GET ${items}`)).body.items[0]!,
  }
}

const save = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()

describe('two members change one item in different fields, and both changes stand', () => {
  test('of a shopping list', async () => {
    const { page, name, byBen, stored } = await opened('shopping', { text: 'Milk', amount: '2 l' })
    await byBen({ amount: '3 l' })
    await page.locator('.item-amount', { hasText: '3 l' }).waitFor()
    await name.fill('Oat milk')
    await save(page)
    const item = await until('the name is saved', stored, ({ text }) => text === 'Oat milk')
    expect(item.amount).toBe('3 l')
  })

  test('of a list of chores', async () => {
    const { page, name, byBen, stored } = await opened('chores', { text: 'Bins', due: '2026-11-25' })
    const row = page.locator('.item', { hasText: 'Bins' }).first()
    const before = await row.textContent()
    await byBen({ due: '2026-11-28' })
    await until(
      'the row says the other day',
      () => row.textContent(),
      (words) => words !== before,
    )
    await name.fill('Bins and paper')
    await save(page)
    const item = await until('the name is saved', stored, ({ text }) => text === 'Bins and paper')
    expect(item.due).toBe('2026-11-28')
  })

  test('and a list itself', async () => {
    const { ada, ben } = stage.home.cast
    const { body } = await ask<{ id: number }>(stage.home, ada, 'POST /api/lists', { name: 'Trip' })
    const { page } = await stage.open({ path: `/lists/${body.id}` })
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Edit list' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).waitFor()
    await ask(stage.home, ben, `PATCH /api/lists/${body.id}`, { name: 'Trip to Rome' })
    await page.getByRole('heading', { name: 'Trip to Rome', includeHidden: true }).waitFor()
    await page.getByRole('dialog').getByRole('radio', { name: 'Rust' }).check()
    await save(page)
    const stored = async () =>
      (await ask<{ lists: List[] }>(stage.home, ben, 'GET /api/lists')).body.lists.find(({ id }) => id === body.id)
    const list = await until('the colour is saved', stored, (one) => one?.color !== undefined)
    expect(list?.name).toBe('Trip to Rome')
  })
})

test('whoever opens the line of an item and types nothing keeps the name that somebody else has given it', async () => {
  const { home } = stage
  const id = await makeList(home, 'Fruit', 'Pears')
  const [pears] = await itemsOf(home, id)
  const { page } = await stage.open({ path: `/lists/${id}` })
  await page.getByRole('button', { name: 'Edit Pears' }).click()
  await page.getByRole('textbox', { name: 'Item', exact: true }).waitFor()
  await ask(home, home.cast.ben, `PATCH /api/list-items/${pears!.id}`, { text: 'Ripe pears' })
  await page.getByRole('button', { name: 'Delete Ripe pears' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: 'Ripe pears' }).waitFor()
  await page.getByRole('button', { name: 'Edit Ripe pears' }).click()
  await page.getByRole('textbox', { name: 'Item', exact: true }).fill('Sweet pears')
  await page.keyboard.press('Enter')
  await until(
    'what is typed is saved',
    () => textsOf(home, id),
    ([text]) => text === 'Sweet pears',
  )
})

test('an item that somebody else ticks meanwhile stays open, with what was typed', async () => {
  const { page, name, byBen, stored } = await opened('shopping', { text: 'Bread' })
  await name.fill('Rye bread')
  await byBen({ checked: true })
  await page.getByRole('region', { name: /Done/, includeHidden: true }).waitFor({ state: 'attached' })
  expect(await name.inputValue()).toBe('Rye bread')
  await save(page)
  const item = await until('the name is saved', stored, ({ text }) => text === 'Rye bread')
  expect(item.checked).toBe(true)
})

describe('a row that is being moved', () => {
  test('is let go of when somebody else deletes it, and the next one can be moved', async () => {
    const { home } = stage
    const id = await makeList(home, 'Drag', 'A', 'B', 'C', 'D')
    const [a] = await itemsOf(home, id)
    const { page } = await stage.open({ path: `/lists/${id}` })
    await pull(page, 'A', 'B')
    await ask(home, home.cast.ben, `DELETE /api/list-items/${a!.id}`)
    await page.locator('.items:not(.sorting)').waitFor()
    await page.mouse.up()
    await pull(page, 'D', 'B')
    await page.mouse.up()
    await until(
      'in front of all',
      () => textsOf(home, id),
      (texts) => texts.join() === 'D,B,C',
    )
  })

  test('goes where it was put, though somebody else has deleted one above', async () => {
    const { home } = stage
    const id = await makeList(home, 'Keys', 'A', 'B', 'C', 'D', 'E')
    const [a] = await itemsOf(home, id)
    const { page } = await stage.open({ path: `/lists/${id}` })
    await page.getByRole('button', { name: 'Move E', exact: true }).focus()
    for (const key of ['Space', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key)
    await ask(home, home.cast.ben, `DELETE /api/list-items/${a!.id}`)
    await page.getByRole('checkbox', { name: 'A', exact: true }).waitFor({ state: 'detached' })
    await page.keyboard.press('Space')
    const order = await until(
      'it is moved',
      () => textsOf(home, id),
      (texts) => texts.at(-1) !== 'E',
    )
    expect(order.join()).toBe('B,E,C,D')
  })
})

/** Pulls an item with the mouse over another one. */
async function pull(page: Page, text: string, over: string): Promise<void> {
  const boxOf = async (name: string) =>
    (await page.getByRole('button', { name: `Move ${name}`, exact: true }).boundingBox())!
  const [from, to] = [await boxOf(text), await boxOf(over)]
  await page.mouse.move(from.x + 20, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(to.x + 20, to.y + 10, { steps: 8 })
  await page.evaluate(() => new Promise(requestAnimationFrame))
}
