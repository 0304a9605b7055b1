import { beforeEach, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { lists } from '../../src/platform/db/schema'
import { ask } from '../support/cast'
import { accessibilityProblems } from './support/axe'
import { picture } from './support/browser'
import { answered, holdAnswers, holdRequests } from './support/late'
import { check, itemsOf, makeChores, makeList } from './support/lists'
import { untilKept } from './support/service-worker'
import { setStage } from './support/stage'
import { holdUndo, leave } from './support/undo'
import { until } from './support/until'

const stage = setStage()

beforeEach(async () => {
  await stage.home.ctx.db.delete(lists)
})

const list = (name: string, ...texts: string[]) => makeList(stage.home, name, ...texts)
const say = async <T>(request: string, body?: object, who = stage.home.cast.ada): Promise<T> =>
  (await ask<T>(stage.home, who, request, body)).body
const namesOf = async (who = stage.home.cast.ada) =>
  (await say<{ lists: { name: string }[] }>('GET /api/lists', undefined, who)).lists.map(({ name }) => name).join()
/** Its items in their order, those that are ticked in brackets. */
const look = async (listId: number) =>
  (await itemsOf(stage.home, listId)).map(({ text, checked }) => (checked ? `(${text})` : text)).join()

/** A list of which the first items are ticked. */
async function ticked(name: string, count: number, ...texts: string[]): Promise<number> {
  const id = await list(name, ...texts)
  for (const item of (await itemsOf(stage.home, id)).slice(0, count)) await check(stage.home, item)
  return id
}

async function choose(page: Page, action: string) {
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('lists are put in an order of their own, by key, by mouse, and without a connection', async () => {
  for (const name of ['Garden', 'Books', 'Films']) await list(name, 'One')
  const { page, context } = await stage.open({ path: '/lists', size: 'laptop' })
  const grip = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true })
  await grip('Films').focus()
  await context.setOffline(true)
  for (const key of ['Space', 'ArrowLeft', 'ArrowUp', 'Space']) await page.keyboard.press(key)
  const cards = page.locator('.list-cards strong')
  const shown = async () => (await cards.allTextContents()).join()
  expect(await shown()).toBe('Films,Garden,Books')
  await page.getByText('“Films” moved').waitFor()
  await context.setOffline(false)
  await until('at the top', namesOf, (names) => names === 'Films,Garden,Books')
  expect(await namesOf(stage.home.cast.ben)).toBe('Garden,Books,Films')
  await picture(page, 'lists-order-laptop')
  expect(await accessibilityProblems(page)).toEqual([])

  await holdUndo(page)
  const from = (await grip('Books').boundingBox())!
  const to = (await grip('Garden').boundingBox())!
  expect(to.x).toBeGreaterThan(from.x)
  await page.mouse.move(from.x + 20, from.y + 20)
  await page.mouse.down()
  await holdUndo(page)
  await page.mouse.move(to.x + 20, to.y + 24, { steps: 8 })
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await page.mouse.up()
  await until('between', namesOf, (names) => names === 'Films,Books,Garden')
  await page.getByText('“Books” moved').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await until('back', namesOf, (names) => names === 'Films,Garden,Books')
  expect(await shown()).toBe('Films,Garden,Books')
})

test('what others tick meanwhile is neither unticked nor moved', async () => {
  const { ben } = stage.home.cast
  const id = await ticked('Trip', 1, 'Tent', 'Map', 'Rope')
  const target = await list('Shed', 'Saw')
  const bens = async (text: string) => {
    const item = (await itemsOf(stage.home, id)).find((one) => one.text === text)!
    await say(`PATCH /api/list-items/${item.id}`, { checked: true }, ben)
  }
  const { page, context } = await stage.open({ path: `/lists/${id}` })
  await page.getByRole('list', { name: 'Done' }).getByText('Tent').waitFor()
  await page.getByRole('button', { name: 'More' }).waitFor()
  await context.setOffline(true)
  await choose(page, 'Untick everything')
  await bens('Map')
  await context.setOffline(false)
  await until(
    'the tent is unticked',
    () => look(id),
    (items) => items === 'Tent,(Map),Rope',
  )
  await page.getByRole('checkbox', { name: 'Map', checked: true }).waitFor()
  await context.setOffline(true)
  await choose(page, 'Move what is ticked…')
  await page.getByRole('dialog').getByRole('button', { name: 'Shed' }).click()
  await bens('Rope')
  await context.setOffline(false)
  await until(
    'the map is moved',
    () => look(target),
    (items) => items === 'Saw,(Map)',
  )
  expect(await look(id)).toBe('Tent,(Rope)')
})

test('all ticks are taken away, and for a moment come back; a tick that follows is not meant', async () => {
  const id = await ticked('Packing', 2, 'Tent', 'Stove', 'Maps')
  const { page, context } = await stage.open({ path: `/lists/${id}`, size: 'phone' })
  await page.getByRole('list', { name: 'Done' }).getByText('Stove').waitFor()
  await holdUndo(page)
  await page.getByRole('button', { name: 'More' }).click()
  await picture(page, 'list-menu-phone')
  await holdUndo(page)
  await page.getByRole('menuitem', { name: 'Untick everything' }).click()
  await page.getByRole('list', { name: 'Done' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('list', { name: 'Done' }).getByText('Stove').waitFor()
  expect(await look(id)).toBe('(Tent),(Stove),Maps')
  await page.reload()
  await page.getByRole('list', { name: 'Done' }).getByText('Stove').waitFor()

  await context.setOffline(true)
  await choose(page, 'Untick everything')
  await page.getByRole('list', { name: 'Done' }).waitFor({ state: 'detached' })
  await page.getByRole('checkbox', { name: 'Maps' }).check()
  await page.getByRole('list', { name: 'Done' }).getByText('Maps').waitFor()
  await context.setOffline(false)
  await until(
    'unticked, then ticked',
    () => look(id),
    (found) => found === 'Tent,Stove,(Maps)',
  )
})

test('what is ticked goes to another list, where it is seen before there is a connection', async () => {
  const bought = await list('Pantry', 'Rice')
  const id = await ticked('Market', 2, 'Flour', 'Sugar', 'Eggs')
  const { page, context } = await stage.open({ path: `/lists/${bought}`, size: 'phone' })
  await page.getByRole('checkbox', { name: 'Rice' }).waitFor()
  await page.getByRole('link', { name: 'All lists' }).click()
  await page.getByRole('link', { name: /Market/ }).click()
  await page.getByRole('list', { name: 'Done' }).getByText('Flour').waitFor()
  await context.setOffline(true)
  await choose(page, 'Move what is ticked…')
  const dialog = page.getByRole('dialog', { name: 'Move 2 ticked items to' })
  expect(await dialog.getByRole('button', { name: 'Market' }).count()).toBe(0)
  await picture(page, 'list-move-phone')
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Pantry' }).click()
  await page.getByRole('list', { name: 'Done' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'All lists' }).click()
  await page
    .getByRole('link', { name: /Pantry/ })
    .getByRole('img', { name: '2 of 3 done' })
    .waitFor()
  await page.getByRole('link', { name: /Pantry/ }).click()
  await page.getByRole('list', { name: 'Done' }).getByText('Flour').waitFor()
  await context.setOffline(false)
  await until(
    'in the other list',
    () => look(bought),
    (found) => found === 'Rice,(Flour),(Sugar)',
  )
  expect(await look(id)).toBe('Eggs')
})

test('the line of a list speaks of groceries only where one shops', async () => {
  const make = (kind: string) => say<{ id: number }>('POST /api/lists', { name: kind, kind })
  const lines = { shopping: 'Add milk…', chores: 'Bins every Tuesday', plain: 'Add an item' }
  for (const [kind, words] of Object.entries(lines)) {
    const { id } = await make(kind)
    const { page } = await stage.open({ size: 'phone', path: `/lists/${id}` })
    await page.getByRole('heading', { name: kind }).waitFor()
    expect(await page.locator('#add-item').getAttribute('placeholder')).toBe(words)
    if (kind === 'plain') await picture(page, 'list-plain-phone')
  }
})

test('a list is used again, none of it ticked; without a connection it says that it needs one', async () => {
  const id = await ticked('Camping', 1, 'Tent', 'Rope')
  const { page, context } = await stage.open({ path: `/lists/${id}`, size: 'phone' })
  await page.getByRole('checkbox', { name: 'Rope' }).waitFor()
  await context.setOffline(true)
  await choose(page, 'Use it again as a new list')
  await page.getByText('A new list needs a connection.').waitFor()
  await context.setOffline(false)
  await holdUndo(page)
  let isLost = false
  await page.route('**/duplicate', async (route) => {
    if (!isLost) await route.fetch()
    if (isLost) return route.continue()
    isLost = true
    await route.abort()
  })
  await choose(page, 'Use it again as a new list')
  await until(
    'the answer was lost',
    () => isLost,
    (lost) => lost,
  )
  await holdUndo(page)
  await choose(page, 'Use it again as a new list')
  await page.getByRole('heading', { name: 'Camping (copy)' }).waitFor()
  expect((await namesOf()).split(',').filter((name) => name === 'Camping (copy)').length).toBe(1)
  const copy = Number(new URL(page.url()).pathname.split('/').at(-1))
  expect(await look(copy)).toBe('Tent,Rope')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('heading', { name: 'Camping', exact: true }).waitFor()
  await until('gone', namesOf, (names) => !names.includes('Camping (copy)'))
})

test('a new list begins with what others begin with', async () => {
  const { page } = await stage.open({ path: '/lists?new', size: 'phone', locale: 'de-DE' })
  const dialog = page.getByRole('dialog', { name: 'Neue Liste' })
  await dialog.getByRole('radio', { name: 'Wocheneinkauf' }).check({ force: true })
  expect(await dialog.getByRole('radio', { name: 'Einkauf', exact: true }).isChecked()).toBe(true)
  await dialog.getByText('Äpfel, Bananen, Karotten, Kartoffeln und 15 weitere.').waitFor()
  await picture(page, 'list-templates-phone')
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Liste anlegen' }).click()
  await page.getByRole('heading', { name: 'Wocheneinkauf', level: 1 }).waitFor()
  await page.getByRole('checkbox', { name: 'Joghurt' }).waitFor()
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  const stored = await until(
    'all of it',
    () => itemsOf(stage.home, id),
    (items) => items.length === 19,
  )
  expect(stored.find(({ text }) => text === 'Joghurt')).toMatchObject({ section: 'dairy' })
  await picture(page, 'list-from-template-phone')
})

test('who presses again while the service is slow gets what the list begins with once', async () => {
  const { page } = await stage.open({ path: '/lists?new' })
  const dialog = page.getByRole('dialog', { name: 'New list' })
  await dialog.getByRole('radio', { name: 'Weekly shop' }).check({ force: true })
  const letGo = await holdRequests(page, '**/api/lists', 'POST')
  const create = dialog.getByRole('button', { name: 'Create list' })
  await create.click()
  await dialog.locator('[aria-busy=true]').waitFor()
  await create.click()
  letGo()
  await page.getByRole('checkbox', { name: 'Yoghurt' }).first().waitFor()
  await untilKept(page, 'outbox-lists', (kept) => kept === '[[]]')
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  expect(await itemsOf(stage.home, id)).toHaveLength(19)
})

test('whoever asks for it hears what others add; the dialog says where that does not reach the device', async () => {
  const id = await list('Told', 'Milk')
  const { page, context } = await stage.open({ path: `/lists/${id}`, size: 'phone' })
  await page.getByRole('checkbox', { name: 'Milk' }).waitFor()
  await page.route('**/notices', (route) => route.fulfill({ status: 403, json: { error: 'No' } }))
  await choose(page, 'Messages about this list…')
  const dialog = page.getByRole('dialog', { name: 'Messages about Told' })
  await dialog.getByText('Whether you are told could not be loaded.').waitFor()
  await page.unroute('**/notices')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  const told = dialog.getByRole('switch', { name: 'Tell me when somebody adds something' })
  expect(await told.isChecked()).toBe(false)
  await told.click()
  await dialog.getByText('Messages do not come to this device yet.').waitFor()
  await picture(page, 'list-notices-phone')
  expect(await accessibilityProblems(page)).toEqual([])
  const stored = () => say<{ on: boolean }>(`GET /api/lists/${id}/notices`)
  await until('on', stored, ({ on }) => on)
  await context.setOffline(true)
  await dialog.getByText('This can be changed when there is a connection.').waitFor()
  expect(await told.isDisabled()).toBe(true)
})

test('that somebody wants to be told is not set back by an answer that was given before', async () => {
  const id = await list('Told late', 'Milk')
  const { page } = await stage.open({ path: `/lists/${id}`, size: 'phone' })
  const dialog = page.getByRole('dialog', { name: 'Messages about Told late' })
  const told = dialog.getByRole('switch', { name: 'Tell me when somebody adds something' })
  await choose(page, 'Messages about this list…')
  await told.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const notices = `/api/lists/${id}/notices`
  const late = await holdAnswers(page, notices)
  await choose(page, 'Messages about this list…')
  await late.given
  await told.focus()
  await answered(page, notices, () => page.keyboard.press('Space'))
  await late.arrive()
  expect(await told.isChecked()).toBe(true)
  expect(await told.evaluate((element) => element.matches(':focus'))).toBe(true)
})

test('a list that is made one’s own takes its chores from the others, is said to, and can be taken back', async () => {
  const { ada, ben } = stage.home.cast
  const bins = ['Bins', { due: '2026-11-20', assigneeIds: [ben.id, ada.id], rotates: true }] as const
  const id = await makeChores(stage.home, { name: 'House' }, [...bins])
  const assignees = async () => (await itemsOf(stage.home, id)).map(({ assigneeIds }) => assigneeIds)
  const { page } = await stage.open({ path: `/lists/${id}` })
  await page.getByRole('checkbox', { name: /Bins/ }).waitFor()
  await holdUndo(page)
  await choose(page, 'Make it mine alone')
  await page.getByText('“House” is yours alone. Nobody else has anything to do in it.').waitFor()
  await page.getByText('Only me').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Only me').waitFor({ state: 'detached' })
  expect(await assignees()).toEqual([[ben.id, ada.id]])
  expect(await namesOf(ben)).toBe('House')
  await choose(page, 'Make it mine alone')
  await leave(page)
  await until('it is Ada’s', assignees, ([of]) => JSON.stringify(of) === JSON.stringify([ada.id]))
  expect(await namesOf(ben)).toBe('')
})
