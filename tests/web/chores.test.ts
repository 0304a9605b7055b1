import { expect, test } from 'bun:test'
import type { ChangedItem, Item } from '../../src/features/lists/model'
import { lists } from '../../src/platform/db/schema'
import { ask } from '../support/cast'
import { accessibilityProblems } from './support/axe'
import { picture, type Size } from './support/browser'
import { NOW, passUndo, setClock } from './support/calendars'
import { settled } from './support/device'
import { makeCalendar, plan, timed } from './support/events'
import { holdRequests } from './support/late'
import { pauseClock, slowly } from './support/slowly'
import { setStage } from './support/stage'
import { holdUndo } from './support/undo'
import { until } from './support/until'

const stage = setStage({ at: NOW, env: { TZ: 'Europe/Berlin' } })

/** Opens the client at that time of the browser, too. */
async function openAt(path: string, size: Size, zone?: string) {
  const opened = await stage.open({ path: '/lists', size, zone })
  await setClock(opened.page)
  await opened.page.goto(stage.home.url + path)
  return opened
}

const say = async <T>(request: string, body?: object): Promise<T> =>
  (await ask<T>(stage.home, stage.home.cast.ada, request, body)).body
const makeChores = async () => (await say<{ id: number }>('POST /api/lists', { name: 'House', kind: 'chores' })).id
const items = async (id: number) => (await say<{ items: Item[] }>(`GET /api/lists/${id}/items`)).items

test('a chore is written in a line, read aloud, edited, and done by the next in turn', async () => {
  const { ben, cleo } = stage.home.cast
  const id = await makeChores()
  const { page } = await openAt(`/lists/${id}`, 'phone')
  const line = page.getByRole('textbox', { name: 'Add an item' })
  await line.fill('Vacuum every Saturday, Ben and Cleo in turn')
  await page.getByText('every week · Ben, Cleo in turn').waitFor()
  await picture(page, 'chore-line-phone')
  await line.press('Enter')
  const row = page.getByRole('listitem').filter({ hasText: 'Vacuum' })
  await row.getByText('every week').waitFor()
  await row.getByText('In turn, now: Ben, Cleo').waitFor()
  await picture(page, 'chores-phone')
  expect(await accessibilityProblems(page)).toEqual([])

  await line.fill('Bins tomorrow')
  await page.getByRole('button', { name: 'Leave it as I typed it' }).click()
  await line.press('Enter')
  await page.getByRole('checkbox', { name: 'Bins tomorrow' }).waitFor()

  await row.getByRole('button', { name: 'Edit Vacuum' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit Vacuum' })
  await dialog.getByRole('combobox', { name: 'How often' }).selectOption('after')
  await dialog.getByRole('textbox', { name: 'How many days after' }).fill('x')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('A number from 1 to 999').waitFor()
  await dialog.getByRole('textbox', { name: 'How many days after' }).fill('3')
  await dialog.getByText('A number from 1 to 999').waitFor({ state: 'detached' })
  await picture(page, 'chore-dialog-phone')
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row.getByText('3 days after it was done').waitFor()

  // `check` would look at it once more, when the row may have gone to what is done.
  await row.getByRole('checkbox', { name: 'Vacuum' }).click()
  await page.getByText('Next: Cleo').waitFor()
  const stored = await until(
    'the next one',
    () => items(id),
    (all) => all.filter(({ text }) => text === 'Vacuum').length === 2,
  )
  const vacuums = stored.filter(({ text }) => text === 'Vacuum')
  expect(vacuums.find(({ checked }) => checked)).toMatchObject({ doneBy: stage.home.cast.ada.id })
  expect(vacuums.find(({ checked }) => !checked)).toMatchObject({
    assigneeIds: [cleo.id, ben.id],
    repeat: { afterDays: 3 },
  })
  await page.getByText('In turn, now: Cleo, Ben').waitFor()
})

test('what is typed while a line is still being read is the next one', async () => {
  const id = await makeChores()
  const { page } = await openAt(`/lists/${id}`, 'phone')
  const letGo = await holdRequests(page, '**/api/events/parse')
  const line = page.getByRole('textbox', { name: 'Add an item' })
  const asked = page.waitForRequest('**/api/events/parse')
  await line.fill('Water the plants every Monday')
  await line.press('Enter')
  await asked
  await page.keyboard.type('Bins')
  expect(await line.inputValue()).toBe('Bins')
  await page.keyboard.press('Enter')
  letGo()
  await until(
    'both, in their order, each once',
    async () => (await items(id)).map(({ text }) => text.slice(0, 5)),
    (texts) => texts.join() === 'Water,Bins',
  )
  expect(await line.inputValue()).toBe('')
})

test.each([
  ['the list', '**/api/lists'],
  ['the people', '**/api/people'],
  ['the answer', '**/api/events/parse'],
])('what is entered before %s came is read all the same', async (_what, path) => {
  const { ben } = stage.home.cast
  const id = await makeChores()
  const { page } = await stage.open({ size: 'phone' })
  await setClock(page)
  const letGo = await holdRequests(page, path)
  await page.goto(`${stage.home.url}/lists/${id}`)
  const line = page.getByRole('textbox', { name: 'Add an item' })
  await line.waitFor()
  await pauseClock(page)
  const answered = page.waitForResponse('**/api/events/parse')
  await line.fill('Vacuum every Saturday Ben')
  await line.press('Enter')
  await page.keyboard.type('Bins')
  await page.keyboard.press('Enter')
  await page.clock.runFor(3_000)
  letGo()
  await answered
  await slowly(page, 'both are stored', async () => (await items(id)).length === 2)
  const stored = await items(id)
  expect(stored.map(({ text }) => text)).toEqual(['Vacuum', 'Bins'])
  expect(stored[0]).toMatchObject({ assigneeIds: [ben.id], repeat: { every: 'week' } })
})

test('what is ticked and unticked without a network is merged into one chain', async () => {
  const id = await makeChores()
  const chore = { text: 'Plants', due: '2026-11-21', repeat: { every: 'week' } }
  const { id: itemId } = await say<Item>(`POST /api/lists/${id}/items`, chore)
  const { page, context } = await openAt(`/lists/${id}`, 'phone')
  const plants = page.getByRole('checkbox', { name: 'Plants' })
  await plants.waitFor()
  await context.setOffline(true)
  await plants.check()
  // Somebody else was first.
  const { next } = await say<ChangedItem>(`PATCH /api/list-items/${itemId}`, { checked: true })
  await context.setOffline(false)
  const due = await until(
    'it is known on the phone as well',
    () => page.getByRole('checkbox', { name: 'Plants' }).count(),
    (count) => count === 2,
  ).then(async () => (await items(id)).map((item) => item.due))
  expect(due.sort()).toEqual(['2026-11-21', next!.due!].sort())
})

test.each([
  ['on its list', (list: number) => `/lists/${list}`],
  ['among the events of its day', () => '/day/2026-11-20'],
] as const)(
  'what is ticked %s without a network counts from that evening, when the service hears of it in the morning',
  async (where, pathOf) => {
    const id = await makeChores()
    const text = `Cat, ${where}`
    await say(`POST /api/lists/${id}/items`, { text, due: '2026-11-20', repeat: { every: 'day' } })
    const { page, context } = await openAt(pathOf(id), 'phone')
    const cat = page.getByRole('checkbox', { name: text })
    await cat.waitFor()
    await context.setOffline(true)
    await cat.click()
    await cat.and(page.getByRole('checkbox', { checked: false })).waitFor({ state: 'detached' })
    await passUndo(page)
    stage.home.clock.set('2026-11-21T07:00:00Z')
    try {
      await context.setOffline(false)
      const [fed, next] = await until(
        'the service has heard of it',
        async () => (await items(id)).toSorted((a, b) => a.id - b.id),
        ({ length }) => length === 2,
      )
      expect(fed!.doneAt).toStartWith('2026-11-20')
      expect(next!.due).toBe('2026-11-21')
    } finally {
      stage.home.clock.set(NOW)
    }
  },
)

test('what is due stands among the events of its day, on the wall under whoever has the turn', async () => {
  const { ben, cleo } = stage.home.cast
  const id = await makeChores()
  const secret = await say<{ id: number }>('POST /api/lists', { name: 'Secret', kind: 'chores', isShared: false })
  const turns = { due: '2026-11-19', assigneeIds: [ben.id, cleo.id], rotates: true, repeat: { every: 'week' } }
  await say(`POST /api/lists/${id}/items`, { text: 'Hoover the hall', ...turns })
  await say(`POST /api/lists/${secret.id}/items`, { text: 'Wrap presents', due: '2026-11-20' })
  const wall = await openAt('/wall', 'tablet')
  const bens = wall.page.getByRole('region', { name: 'Ben', exact: true })
  await bens.getByText('Overdue · House').waitFor()
  expect(await wall.page.getByText('Wrap presents').count()).toBe(0)
  expect(await wall.page.getByRole('region', { name: 'Cleo', exact: true }).getByText('Hoover').count()).toBe(0)
  await picture(wall.page, 'chores-wall')
  expect(await accessibilityProblems(wall.page)).toEqual([])

  const { page } = await openAt('/day/2026-11-20', 'phone')
  await page.getByRole('region', { name: 'Ada' }).getByRole('checkbox', { name: 'Wrap presents' }).waitFor()
  await picture(page, 'chores-day-phone')
  expect(await accessibilityProblems(page)).toEqual([])
  await holdUndo(page)
  await page.getByRole('checkbox', { name: 'Hoover the hall' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('checkbox', { name: 'Hoover the hall' }).waitFor()
  expect((await items(id)).some(({ checked }) => checked)).toBe(false)
})

test('what is to be done is read first of the lists, and of some at once', async () => {
  await stage.home.ctx.db.delete(lists)
  await Promise.all([1, 2, 3, 4].map((n) => say('POST /api/lists', { name: `Ideas ${n}` })))
  const id = await makeChores()
  const { page } = await openAt('/lists', 'phone')
  // What that page still asks for is not counted.
  await page.goto('about:blank')
  const asked: string[] = []
  page.on('request', (request) => /\d+\/items$/.test(request.url()) && asked.push(request.url().split('/').at(-2)!))
  const letGo = await holdRequests(page, '**/api/lists/*/items')
  await page.goto(`${stage.home.url}/day/2026-11-20`)
  await until(
    'some are asked for',
    () => asked,
    (ids) => ids.length > 2,
  )
  expect(asked[0]).toBe(String(id))
  letGo()
})

test('what is due in a list that is new, or was private, joins the day that is on a screen', async () => {
  const { ben } = stage.home.cast
  const { page } = await stage.open({ as: ben, size: 'phone' })
  await setClock(page)
  await page.goto(`${stage.home.url}/day/2026-11-20`)
  await page.locator('.people-list').waitFor()
  await page.waitForLoadState('networkidle')
  const id = await makeChores()
  await say(`POST /api/lists/${id}/items`, { text: 'Descale the kettle', due: '2026-11-20' })
  await page.getByRole('checkbox', { name: 'Descale the kettle' }).waitFor({ timeout: 10_000 })
  const { id: attic } = await say<{ id: number }>('POST /api/lists', { name: 'Attic', kind: 'chores', isShared: false })
  await say(`POST /api/lists/${attic}/items`, { text: 'Sort the boxes', due: '2026-11-20' })
  await say(`PATCH /api/lists/${attic}`, { isShared: true })
  await page.getByRole('checkbox', { name: 'Sort the boxes' }).waitFor({ timeout: 10_000 })
})

test('the agenda names days on which something is only to be done, and whose turn it is', async () => {
  const { ben, cleo } = stage.home.cast
  const id = await makeChores()
  const turns = { assigneeIds: [ben.id, cleo.id], rotates: true, repeat: { every: 'week' } }
  await say(`POST /api/lists/${id}/items`, { text: 'Rake the leaves', due: '2026-12-09', ...turns })
  const { page } = await openAt('/?view=agenda&date=2026-12-01', 'phone')
  const day = page.getByRole('region', { name: 'Wednesday 9 December' })
  await day.getByText('Ben · House').waitFor()
  await day.getByRole('checkbox', { name: 'Rake the leaves' }).waitFor()
})

test.each([
  ['/day/2026-12-16', 'laptop'],
  ['/day/2026-12-16', 'tablet'],
  ['/?view=month&date=2026-12-16', 'phone'],
] as const)('what is due on a day stands there: %s on a %s', async (path, size) => {
  const { ben } = stage.home.cast
  const id = await makeChores()
  await say(`POST /api/lists/${id}/items`, { text: 'Defrost', due: '2026-12-16', assigneeIds: [ben.id] })
  const { page } = await openAt(path, size)
  await page.getByRole('list', { name: 'To do' }).getByText('Ben · House').first().waitFor()
  expect(await page.getByText('Enjoy it').count()).toBe(0)
  await picture(page, `chores-day-${size}`)
  expect(await accessibilityProblems(page)).toEqual([])
})

test('what is due covers nothing of the day’s first event, also when it comes later', async () => {
  const { home } = stage
  const calendar = await makeCalendar(home, home.cast.ada, 'School', true)
  await plan(home, calendar, timed('Recital', '2026-12-18T08:00Z'))
  const { page } = await openAt('/day/2026-12-18', 'laptop')
  const recital = page.getByRole('button', { name: /^Recital/ }).first()
  await recital.waitFor()
  const id = await makeChores()
  await say(`POST /api/lists/${id}/items`, { text: 'Iron the costumes', due: '2026-12-18' })
  const due = page.getByRole('list', { name: 'To do' })
  await due.getByText('Iron the costumes').waitFor()
  await settled(page)
  const [event, list] = [await recital.boundingBox(), await due.boundingBox()]
  expect(event!.y).toBeGreaterThanOrEqual(list!.y + list!.height)
})

test('a chore of every month says in its form when it leaves months out', async () => {
  const id = await makeChores()
  await say(`POST /api/lists/${id}/items`, { text: 'Rent', due: '2026-12-31', repeat: { every: 'month' } })
  const { page } = await stage.open({ path: `/lists/${id}` })
  await page.getByRole('button', { name: 'Edit Rent' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit Rent' })
  await dialog.getByText('Only in months that have a 31st.').waitFor()
  await dialog.getByRole('combobox', { name: 'How often' }).selectOption('week')
  await dialog.getByText('Only in months that have a 31st.').waitFor({ state: 'detached' })
})

test('who has only something to do is not said to have nothing planned', async () => {
  const { ada, ben } = stage.home.cast
  await makeCalendar(stage.home, ada, 'Family', true)
  const guests = await Promise.all(
    ['Dot', 'Eve', 'Fay', 'Gus', 'Hal', 'Ida'].map((name) => say<{ id: number }>('POST /api/people', { name })),
  )
  const id = await makeChores()
  await say(`POST /api/lists/${id}/items`, { text: 'Polish', due: '2026-12-17', assigneeIds: [ben.id] })
  const { page } = await openAt('/day/2026-12-17', 'portrait')
  await page.getByRole('list', { name: 'To do' }).getByText('Ben · House').waitFor()
  const quiet = page.getByText(/^Nothing shared: .*Cleo/)
  await quiet.waitFor()
  expect(await quiet.textContent()).not.toContain('Ben')
  for (const guest of guests) await say(`DELETE /api/people/${guest.id}`)
})

test('what was due today is late when midnight has passed over an open list', async () => {
  const id = await makeChores()
  await say(`POST /api/lists/${id}/items`, { text: 'Bins', due: '2026-11-20' })
  const { page } = await stage.open({ size: 'phone' })
  await page.clock.install({ time: '2026-11-20T22:50:00Z' })
  await page.goto(`${stage.home.url}/lists/${id}`)
  const row = page.getByRole('listitem').filter({ hasText: 'Bins' })
  await row.getByText('Today').waitFor()
  await page.clock.fastForward(30 * 60 * 1000)
  await row.getByText('Overdue: Yesterday').waitFor()
})

test('among the events of its day a chore has the time as its reader reads it', async () => {
  const id = await makeChores()
  await say(`POST /api/lists/${id}/items`, { text: 'Walk the dog', due: '2026-11-20', dueTime: '18:30' })
  const { page } = await stage.open({ size: 'phone', locale: 'en-US' })
  await setClock(page)
  await page.goto(`${stage.home.url}/day/2026-11-20`)
  await page.getByText('6:30 pm · House').waitFor()
})

test('a chore comes on several days of the week at its time, and its row says so in words', async () => {
  const id = await makeChores()
  await say(`POST /api/lists/${id}/items`, { text: 'Bins', due: '2026-11-24', repeat: { every: 'week' } })
  const { page } = await openAt(`/lists/${id}`, 'phone')
  const row = page.getByRole('listitem').filter({ hasText: 'Bins' })
  await row.getByRole('button', { name: 'Edit Bins' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit Bins' })
  const day = (name: string) => dialog.getByRole('button', { name, exact: true })
  expect(await day('Tue').getAttribute('aria-pressed')).toBe('true')
  await day('Fri').click()
  await dialog.getByRole('combobox', { name: 'Time' }).fill('7:30')
  await dialog.getByRole('combobox', { name: 'Time' }).press('Tab')
  await day('Fri').scrollIntoViewIfNeeded()
  await picture(page, 'chore-weekdays-phone')
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row.getByText('every week on Tue, Fri').waitFor()
  await until(
    'it is stored',
    () => items(id),
    ([bins]) => bins?.dueTime === '07:30',
  )
  expect(await items(id)).toMatchObject([{ repeat: { every: 'week', weekdays: ['TU', 'FR'] } }])
  await picture(page, 'chore-row-phone')
})

test('a day or a time that cannot be read is not saved as none', async () => {
  const id = await makeChores()
  await say(`POST /api/lists/${id}/items`, { text: 'Bins', due: '2026-11-24', dueTime: '07:30' })
  const { page } = await openAt(`/lists/${id}`, 'laptop')
  const row = page.getByRole('listitem').filter({ hasText: 'Bins' })
  await row.getByRole('button', { name: 'Edit Bins' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit Bins' })
  for (const [name, text, words] of [
    ['Time', '25:00', 'That is not a time.'],
    ['Day', '31.11.', 'That is not a date.'],
  ] as const) {
    await dialog.getByRole('combobox', { name, exact: true }).fill(text)
    await dialog.getByRole('combobox', { name, exact: true }).press('Enter')
    await dialog.getByText(words).waitFor()
  }
  await dialog.getByRole('combobox', { name: 'Day', exact: true }).fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await until(
    'it is due no more',
    () => items(id),
    ([bins]) => bins?.due === undefined,
  )
})

test('each box of the dialog says what it is for, above it and in both languages', async () => {
  const id = await makeChores()
  await say<Item>(`POST /api/lists/${id}/items`, { text: 'Plants', due: '2026-11-21' })
  for (const [locale, edit, day, time] of [
    ['en-GB', 'Edit Plants', 'Day', 'Time'],
    ['de-DE', 'Plants bearbeiten', 'Tag', 'Uhrzeit'],
  ] as const) {
    const { page } = await stage.open({ path: `/lists/${id}`, size: 'phone', locale })
    await page.getByRole('button', { name: edit }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    for (const name of [day, time]) {
      const [words, box] = [
        dialog.getByText(name, { exact: true }),
        dialog.getByRole('combobox', { name, exact: true }),
      ]
      await until(
        `${name} stands above its box, once the dialog stands still`,
        async () => ({ words: await words.boundingBox(), box: await box.boundingBox() }),
        ({ words, box }) =>
          words !== null && box !== null && words.y + words.height <= box.y && Math.abs(words.x - box.x) < 2,
      )
    }
    await picture(page, `chore-dialog-labels-${locale}`)
    expect(await accessibilityProblems(page)).toEqual([])
  }
})

test('who did what in a month is one tap away, by name and without a rank', async () => {
  const { ada, ben } = stage.home.cast
  const id = await makeChores()
  for (const [who, times] of [
    [ben, 2],
    [ada, 1],
  ] as const) {
    for (let time = 0; time < times; time++) {
      const { id: itemId } = await say<Item>(`POST /api/lists/${id}/items`, { text: `Dishes ${time}` })
      await ask(stage.home, who, `PATCH /api/list-items/${itemId}`, { checked: true })
    }
  }
  const { page, context } = await openAt(`/lists/${id}`, 'phone')
  await page.getByRole('button', { name: 'Who did what' }).click()
  const dialog = page.getByRole('dialog', { name: 'Who did what' })
  await dialog.getByText('Ben: 2 times').waitFor()
  expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual(['A\nAda: once', 'B\nBen: 2 times'])
  await dialog.getByText('3 things done, all together.').waitFor()
  await picture(page, 'chore-history-phone')
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'The month before' }).click()
  await dialog.getByText('Nothing was ticked off in October 2026.').waitFor()
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'The month before' }).click()
  await dialog.getByText('It can be seen when there is a connection.').waitFor()
  await context.setOffline(false)
  await dialog.getByText('Nothing was ticked off in September 2026.').waitFor()
})

test('who did what says that it could not be loaded, and is asked for again', async () => {
  const id = await makeChores()
  const { id: itemId } = await say<Item>(`POST /api/lists/${id}/items`, { text: 'Dishes' })
  await ask(stage.home, stage.home.cast.ben, `PATCH /api/list-items/${itemId}`, { checked: true })
  const { page } = await openAt(`/lists/${id}`, 'phone')
  const history = '**/api/lists/*/history*'
  await page.route(history, (route) => route.fulfill({ status: 500, json: { error: 'Something broke' } }))
  await page.getByRole('button', { name: 'Who did what' }).click()
  const dialog = page.getByRole('dialog', { name: 'Who did what' })
  await dialog.getByText('Who did what could not be loaded.').waitFor()
  // No answer is not taken for an empty one.
  expect(await dialog.getByText('Nothing was ticked off').count()).toBe(0)
  await page.unroute(history)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByText('Ben: once').waitFor()
})

test("a device elsewhere that has shown nothing but lists has the household's days and times", async () => {
  const id = await makeChores()
  await say(`POST /api/lists/${id}/items`, { text: 'Bins', due: '2026-11-20' })
  // There it is Saturday already.
  const { page } = await openAt(`/lists/${id}`, 'phone', 'Pacific/Auckland')
  const row = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  await row('Bins').getByText('Today').waitFor()
  const line = page.getByRole('textbox', { name: 'Add an item' })
  await line.fill('Windows tomorrow 18:00')
  await page.getByText('Tomorrow, 18:00').first().waitFor()
  await line.press('Enter')
  await row('Windows').waitFor()
  const stored = await until(
    'the chore',
    () => items(id),
    (all) => all.length === 2,
  )
  expect(stored.find(({ text }) => text === 'Windows')).toMatchObject({ due: '2026-11-21', dueTime: '18:00' })
})
