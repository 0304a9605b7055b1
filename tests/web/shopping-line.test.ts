import { beforeEach, describe, expect, test } from 'bun:test'
import { lists } from '../../src/platform/db/schema'
import { accessibilityProblems } from './support/axe'
import { settled } from './support/device'
import { holdAnswers, holdRequests } from './support/late'
import { check, itemsOf, makeShoppingList, openTextsOf, suggestedOn } from './support/lists'
import { paste } from './support/paste'
import { setStage } from './support/stage'
import { smallTargets } from './support/targets'
import { holdUndo, leave } from './support/undo'
import { until } from './support/until'

const stage = setStage()

/** What was bought from other lists is suggested, too. */
beforeEach(async () => {
  await stage.home.ctx.db.delete(lists)
})

test('what is entered before the list came is read all the same', async () => {
  const id = await makeShoppingList(stage.home, 'Groceries')
  const { page } = await stage.open({ size: 'phone' })
  const letGo = await holdRequests(page, '**/api/lists')
  await page.goto(`${stage.home.url}/lists/${id}`)
  const line = page.getByLabel('Add an item')
  await line.fill('2 l milk')
  await line.press('Enter')
  await paste(page, 'Eggs\n3 kg flour')
  letGo()
  const stored = await until(
    'all',
    () => itemsOf(stage.home, id),
    (all) => all.length === 3,
  )
  expect(stored.map(({ text, amount }) => [text, amount])).toEqual([
    ['milk', '2 l'],
    ['Eggs', undefined],
    ['flour', '3 kg'],
  ])
})

test('what was bought before is one tap away, chosen by arrow keys, and forgotten, also without a connection', async () => {
  const id = await makeShoppingList(
    stage.home,
    'Groceries',
    'Milk',
    ...[{ text: 'Eggs', amount: '6' }, { text: 'Tomatoes' }, { text: 'Butter' }, { text: 'Brussels sprouts' }].map(
      (item) => ({ ...item, isDone: true }),
    ),
  )
  const { page, context } = await stage.open({ size: 'phone' })
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('suggestions') && asked.push(request.url()))
  await page.goto(`${stage.home.url}/lists/${id}`)
  const recent = page.getByRole('listbox', { name: 'Bought lately' })
  await recent.getByRole('option', { name: 'Eggs 6' }).waitFor()
  expect(await recent.getByRole('option').count()).toBe(4)
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await smallTargets(page)).toEqual([])

  await recent.getByRole('option', { name: 'Eggs' }).tap()
  await page.getByRole('list', { name: 'To do' }).getByRole('checkbox', { name: 'Eggs' }).waitFor()
  await recent.getByRole('option', { name: 'Eggs' }).waitFor({ state: 'detached' })
  const line = page.getByRole('combobox', { name: 'Add an item' })
  await until(
    'as it was bought the last time',
    async () => (await itemsOf(stage.home, id)).find(({ text, checked }) => text === 'Eggs' && !checked),
    (eggs) => eggs?.amount === '6',
  )

  await context.setOffline(true)
  await line.fill('br')
  const found = page.getByRole('listbox', { name: 'What was on the list before' })
  await found.getByRole('option', { name: 'Brussels sprouts' }).waitFor()
  expect(await found.getByRole('option').count()).toBe(1)
  await page.getByRole('status').getByText('1 suggestion').waitFor({ state: 'attached' })
  await line.press('ArrowDown')
  const active = await line.getAttribute('aria-activedescendant')
  expect(await page.locator(`#${active}[aria-selected=true]`).textContent()).toBe('Brussels sprouts')
  await line.press('Enter')
  await page.getByRole('list', { name: 'To do' }).getByRole('checkbox', { name: 'Brussels sprouts' }).waitFor()
  expect(await line.inputValue()).toBe('')

  await holdUndo(page)
  await line.press('ArrowDown')
  await line.press('Delete')
  await page.getByRole('status').getByText('is not suggested any more').first().waitFor({ state: 'attached' })
  expect(await recent.getByRole('option').count()).toBe(1)
  await page.getByRole('button', { name: 'Undo' }).tap()
  await until(
    'it is back',
    () => recent.getByRole('option').count(),
    (count) => count === 2,
  )
  await line.fill('tom')
  await line.press('ArrowDown')
  await line.press('Delete')
  await found.getByRole('option').waitFor({ state: 'detached' })
  await line.fill('')
  await context.setOffline(false)
  await until(
    'what was added there has arrived, once',
    () => openTextsOf(stage.home, id),
    (texts) => texts.join() === 'Milk,Eggs,Brussels sprouts',
  )
  await leave(page)
  await until(
    'what was forgotten is forgotten by the household',
    () => suggestedOn(stage.home, id),
    (texts) => texts.includes('Butter') && !texts.includes('Tomatoes'),
  )
  expect(await recent.getByText('Tomatoes').count()).toBe(0)
  // The device knows all of it.
  expect(asked.filter((url) => url.includes('q='))).toEqual([])
})

test('what is on the list is not offered as bought lately before the list is known', async () => {
  const id = await makeShoppingList(stage.home, 'Drinks', 'Milk', { text: 'Tea', isDone: true })
  const { page } = await stage.open({ size: 'phone' })
  const letGo = await holdRequests(page, `**/api/lists/${id}/items`)
  await page.goto(`${stage.home.url}/lists/${id}`)
  await page.waitForResponse('**/suggestions*')
  await settled(page)
  expect(await page.getByRole('option').count()).toBe(0)
  letGo()
  await page.getByRole('option').first().waitFor()
  expect(await page.getByRole('option').allInnerTexts()).toEqual(['Tea'])
})

test('what was bought before is no stop of Tab, also where it is wider than the line: the arrows choose from it', async () => {
  const bought = ['Brussels sprouts', 'Sunflower seeds', 'Sweet potatoes', 'Vegetable stock', 'Wholemeal flour']
  const id = await makeShoppingList(stage.home, 'Groceries', 'Milk', ...bought.map((text) => ({ text, isDone: true })))
  const { page } = await stage.open({ size: 'phone', path: `/lists/${id}` })
  const recent = page.getByRole('listbox', { name: 'Bought lately' })
  await recent.getByRole('option').first().waitFor()
  expect(await recent.evaluate((list) => list.scrollWidth > list.clientWidth)).toBe(true)
  await page.getByRole('combobox', { name: 'Add an item' }).focus()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement!.closest('.suggestions') !== null)).toBe(false)
})

test('a line says how much, and raises what is there: both can be taken back', async () => {
  const id = await makeShoppingList(stage.home, 'Groceries', { text: 'Milk', amount: '1 l' })
  const { page } = await stage.open({ path: `/lists/${id}`, locale: 'de-DE', theme: 'dark' })
  const line = page.getByRole('combobox')
  const rows = page.getByRole('list', { name: 'Zu erledigen' }).getByRole('listitem')
  await line.fill('2 l milk')
  await page.getByRole('button', { name: '2 l. So lassen, wie ich es getippt habe' }).waitFor()
  await page.getByRole('status').getByText('milk: 2 l').waitFor({ state: 'attached' })
  expect(await accessibilityProblems(page)).toEqual([])
  await holdUndo(page)
  await line.press('Enter')
  await page.getByRole('status').getByText('Milk: jetzt 3 l').waitFor({ state: 'attached' })
  await until(
    'one, with the sum',
    () => said(id),
    (items) => items.join() === '3 l Milk',
  )
  expect(await rows.count()).toBe(1)
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await until(
    'as it was',
    () => said(id),
    (items) => items.join() === '1 l Milk',
  )

  await line.fill('7 up 2')
  await page.getByRole('button', { name: /^2\. So lassen/ }).click()
  await line.press('Enter')
  await line.fill('500g Mehl')
  await line.press('Enter')
  await until(
    'one as it was typed',
    () => said(id),
    (items) => items.join() === '1 l Milk,7 up 2,500 g Mehl',
  )

  await line.fill('Salz')
  await paste(page, RECIPE)
  await until(
    'what is to be bought',
    () => said(id),
    (items) => items.join() === AFTER_RECIPE,
  )
  expect(await line.inputValue()).toBe('Salz')
  await page.getByRole('status').getByText('Eines davon stand schon da').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await until(
    'as before',
    () => said(id),
    (items) => items.join() === '1 l Milk,7 up 2,500 g Mehl',
  )
})

const RECIPE = 'Pfannkuchen:\n- 250 g Mehl\n- 3 Eier\n- Salz, Pfeffer\n\nZubereitung\nAlles verrühren.'
const AFTER_RECIPE = '1 l Milk,7 up 2,750 g Mehl,3 Eier,Salz,Pfeffer'

test('what was to raise an item that somebody else had just ticked is taken back as well', async () => {
  const { home } = stage
  const id = await makeShoppingList(home, 'Unheard', { text: 'Milk', amount: '1 l' })
  const [milk] = await itemsOf(home, id)
  const { page } = await stage.open({ path: `/lists/${id}` })
  await page.getByRole('checkbox', { name: 'Milk, 1 l' }).waitFor()
  await holdUndo(page)
  const news = await holdAnswers(page, `/api/lists/${id}/items`)
  await check(home, milk!)
  await page.getByRole('combobox', { name: 'Add an item' }).fill('2 l milk')
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('Milk: now 3 l').waitFor({ state: 'attached' })
  await until(
    'it is sent',
    () => said(id),
    (items) => items.join() === '2 l milk',
  )
  await news.arrive()
  await page.getByRole('button', { name: 'Undo' }).click()
  await until(
    'nothing is left to buy',
    () => said(id),
    (items) => items.length === 0,
  )
})

describe('what is written again as long as what was done to it can be taken back', () => {
  test('stays, though it was deleted before', async () => {
    const id = await makeShoppingList(stage.home, 'Again', { text: 'Milk', amount: '3 l' }, 'Bread')
    const { page } = await stage.open({ path: `/lists/${id}` })
    await holdUndo(page)
    await page.getByRole('button', { name: 'Edit Milk' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await page.getByRole('combobox', { name: 'Add an item' }).fill('2 l milk')
    await page.keyboard.press('Enter')
    await page.getByRole('checkbox', { name: 'milk, 2 l' }).waitFor()
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
    await leave(page)
    await until(
      'it is there once',
      () => said(id),
      (items) => items.join() === 'Bread,2 l milk',
    )
  })

  test('is there once, though it was ticked before', async () => {
    const id = await makeShoppingList(stage.home, 'Anew', { text: 'Milk', isDone: true }, 'Bread')
    const { page } = await stage.open({ path: `/lists/${id}` })
    await holdUndo(page)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Untick everything' }).click()
    await page.getByRole('combobox', { name: 'Add an item' }).fill('2 milk')
    await page.keyboard.press('Enter')
    await page.getByRole('checkbox', { name: 'Milk, 3' }).waitFor()
    await leave(page)
    await until(
      'both are sent',
      () => said(id),
      (items) => items.join() === 'Bread,3 Milk' || items.length > 2,
    )
    expect(await itemsOf(stage.home, id)).toHaveLength(2)
  })
})

test('what is typed before the first line can be read is the next one', async () => {
  const id = await makeShoppingList(stage.home, 'At once', 'Bread')
  const { page } = await stage.open({ size: 'phone' })
  const letGo = await holdRequests(page, '**/assets/household-*.js')
  await page.goto(`${stage.home.url}/lists/${id}`)
  const line = page.getByRole('combobox', { name: 'Add an item' })
  await line.fill('Eggs')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Flour')
  expect(await line.inputValue()).toBe('Flour')
  await page.keyboard.press('Enter')
  letGo()
  await until(
    'both, in their order, each once',
    () => said(id),
    (items) => items.join() === 'Bread,Eggs,Flour',
  )
  expect(await line.inputValue()).toBe('')
})

test('what two phones have added without a connection is one item with the sum', async () => {
  const { home } = stage
  const id = await makeShoppingList(home, 'Cellar', 'Bread')
  const phones = await Promise.all(
    [home.cast.ada, home.cast.ben].map((as) => stage.open({ as, path: `/lists/${id}`, size: 'phone' })),
  )
  for (const { page, context } of phones) {
    await page.getByRole('checkbox', { name: 'Bread' }).waitFor()
    // What reads lines is there.
    await page.getByRole('combobox').fill('1 l milk')
    await page.getByRole('button', { name: /^1 l\. Leave it as I typed it/ }).waitFor()
    await context.setOffline(true)
  }
  for (const [at, { page }] of phones.entries()) {
    const line = page.getByRole('combobox')
    await line.fill(`${at + 1} l milk`)
    await line.press('Enter')
    await line.fill('1 l Milk')
    await line.press('Enter')
    await page.getByRole('checkbox', { name: 'milk' }).waitFor()
    expect(await page.getByRole('list', { name: 'To do' }).getByRole('listitem').count()).toBe(2)
  }
  for (const { context } of phones) await context.setOffline(false)
  await until(
    'one of them',
    () => said(id),
    (items) => items.join() === 'Bread,5 l milk',
  )
  for (const { page } of phones) {
    await until(
      'each phone has heard of it',
      () => page.getByRole('list', { name: 'To do' }).getByRole('listitem').allTextContents(),
      (rows) => rows.length === 2 && rows[1]!.includes('milk'),
    )
    await page.getByLabel('Waiting to be sent').waitFor({ state: 'detached' })
  }
})

test('an answer that comes late draws nothing twice', async () => {
  const id = await makeShoppingList(stage.home, 'Late', { text: 'Milk', amount: '1 l' })
  const { page } = await stage.open()
  const gate = Promise.withResolvers<void>()
  await page.route(`**/api/lists/${id}/items`, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const response = await route.fetch()
    await gate.promise
    await route.fulfill({ response })
  })
  // Every state of the list that is drawn, from the first on.
  await page.addInitScript(() => {
    const drawn = new Set<string>()
    Object.assign(window, { drawn })
    const look = () => {
      const rows = [...document.querySelectorAll('.item .item-tap')].map((row) => row.textContent)
      if (rows.length > 0) drawn.add(rows.join(' | '))
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  })
  const drawn = () => page.evaluate(() => [...(window as unknown as { drawn: Set<string> }).drawn])
  await page.goto(`${stage.home.url}/lists/${id}`)
  await page.getByRole('checkbox', { name: 'Milk, 1 l' }).waitFor()
  const told = page.waitForResponse(
    (response) => response.url().endsWith(`/lists/${id}/items`) && response.request().method() === 'GET',
  )
  await page.getByRole('combobox').fill('2 l milk')
  await page.getByRole('combobox').press('Enter')
  // The stream tells of it before the answer is here, and the list is read.
  await (await told).finished()
  await page.getByRole('checkbox', { name: 'Milk, 3 l' }).waitFor()
  gate.resolve()
  await page.getByLabel('Waiting to be sent').waitFor({ state: 'detached' })
  await until(
    'it is sent',
    () => page.evaluate(() => navigator.locks.query().then(({ held }) => held?.length ?? 0)),
    (held) => held === 0,
  )
  expect(await drawn()).toEqual(['Milk1 l', 'Milk3 l'])
})

/** What is left, as it says it. */
async function said(listId: number): Promise<string[]> {
  const open = (await itemsOf(stage.home, listId)).filter(({ checked }) => !checked)
  return open.map(({ text, amount }) => (amount === undefined ? text : `${amount} ${text}`))
}
