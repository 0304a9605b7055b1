import { beforeEach, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { readPeople } from '../../src/household/people'
import { calendars, displays, listItems, lists, outbox, pairingFailures } from '../../src/platform/db/schema'
import { ask } from '../support/cast'
import { accessibilityProblems } from './support/axe'
import { cutIn, overlapping } from './support/boxes'
import { picture } from './support/browser'
import { codeOn } from './support/code'
import { days, makeCalendar, plan, timed } from './support/events'
import { holdRequests } from './support/late'
import { makeList, openTextsOf } from './support/lists'
import { loseNextAnswer } from './support/lost'
import { refuseUntilTriedAgain } from './support/refused'
import { keptOnDevice, workerReady } from './support/service-worker'
import { setStage } from './support/stage'
import { holdUndo } from './support/undo'
import { until } from './support/until'

/** A Friday afternoon; Berlin is an hour ahead of UTC. */
const NOW = '2026-11-20T15:23:00Z'
const stage = setStage({ at: NOW })
let groceries: number
let shared: number
let work: number

beforeEach(async () => {
  const { home } = stage
  for (const table of [outbox, displays, calendars, listItems, lists, pairingFailures]) await home.ctx.db.delete(table)
  const { ada, ben, cleo } = home.cast
  shared = await makeCalendar(home, ada, 'Family', true)
  work = await makeCalendar(home, ben, 'Work', false, { visibility: 'household' })
  const clinic = await makeCalendar(home, cleo, 'Clinic', false, { visibility: 'busy' })
  await makeCalendar(home, ada, 'Diary')
  await plan(home, work, timed('Late shift', '2026-11-20T16:00Z', 300), timed('Early shift', '2026-11-22T05:00Z', 420))
  await plan(home, clinic, timed('Dentist', '2026-11-20T16:30Z'))
  await plan(
    home,
    shared,
    timed('Family dinner', '2026-11-20T18:00Z', 120),
    timed('Violin', '2026-11-20T17:00Z', 45, { who: ['Cleo'] }),
    days('Grandma visits', '2026-11-21', '2026-11-22'),
  )
  groceries = await makeList(home, 'Groceries', 'Milk', 'Rye bread')
})

const asAda = <T>(request: string, body?: unknown) => ask<T>(stage.home, stage.home.cast.ada, request, body)

/** A display as an admin has added it, and its code. */
async function addKitchen(more: object = {}) {
  const { body } = await asAda<{ calendars: { id: number }[] }>('GET /api/admin/displays/calendars')
  const calendarIds = body.calendars.map(({ id }) => id)
  const form = { name: 'Kitchen', calendarIds, listIds: [groceries], canTick: true, canAdd: true, ...more }
  return (await asAda<{ display: { id: number }; code: string }>('POST /api/admin/displays', form)).body
}

/** A tablet on which nobody is signed in. */
async function tablet(options: Parameters<typeof stage.open>[0] = {}) {
  const opened = await stage.open({ as: null, size: 'tablet', ...options })
  await opened.page.clock.install({ time: new Date(NOW) })
  await opened.page.goto(`${stage.home.url}/display`)
  return opened
}

/** What stands beside the dates of a month and is not apart from its neighbours. */
const marksOnDates = (page: Page) =>
  page.locator('.month-day:has(.month-due)').evaluateAll((days) =>
    days.flatMap((day) => {
      const marks = ['.month-number', '.month-due', '.month-more'].flatMap((mark) => [...day.querySelectorAll(mark)])
      const boxes = marks.map((mark) => mark.getBoundingClientRect()).toSorted((a, b) => a.left - b.left)
      const isApart = boxes.every((box, index) => index === 0 || boxes[index - 1]!.right <= box.left + 0.5)
      return isApart ? [] : [day.textContent]
    }),
  )

async function type(page: Page, code: string) {
  await page.getByRole('textbox', { name: 'Code' }).fill(code)
  await page.getByRole('button', { name: 'Connect' }).click()
}

const today = (page: Page) => page.getByRole('region', { name: 'Friday 20 November' })

async function pairedTablet(options: Parameters<typeof stage.open>[0] = {}, more: object = {}) {
  const { display, code } = await addKitchen(more)
  const opened = await tablet(options)
  await type(opened.page, code)
  await today(opened.page).getByText('Family dinner').waitFor()
  return { ...opened, display }
}

test('an admin adds a display, the tablet pairs by its code and shows today by person, both ways up', async () => {
  const { page: adas } = await stage.open({ path: '/admin' })
  await adas.getByRole('button', { name: 'Add a display' }).click()
  const dialog = adas.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Where it hangs' }).fill('Kitchen')
  for (const choice of ['Family', 'Work · Ben', 'When Cleo is busy', 'Groceries', 'Add items and events']) {
    await dialog.getByRole('switch', { name: choice }).check()
  }
  expect(await dialog.getByRole('switch', { name: /Diary/ }).count()).toBe(0)
  await picture(adas, 'display-add-laptop-light')
  expect(await accessibilityProblems(adas)).toEqual([])
  await dialog.getByRole('button', { name: 'Add a display' }).click()
  const code = (await adas.locator('.display-code').textContent())!
  await adas.getByRole('img', { name: 'The same code for a camera' }).waitFor()
  expect(await codeOn(adas)).toBe(`${stage.home.url}/display#code=${code}`)
  await picture(adas, 'display-code-laptop-light')
  expect(await accessibilityProblems(adas)).toEqual([])

  const { page } = await tablet()
  await page.getByRole('heading', { name: 'Show the household here' }).waitFor()
  await picture(page, 'display-pairing-tablet-light')
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await page.locator('input[type=password]').count()).toBe(0)
  await type(page, code.toLowerCase())
  await today(page).getByRole('region', { name: 'Ben' }).getByText('Late shift').waitFor()
  await today(page).getByRole('region', { name: 'Cleo' }).getByText('Violin').waitFor()
  await today(page).getByRole('region', { name: 'Cleo' }).getByText('Busy').waitFor()
  await today(page).getByRole('region', { name: 'Everyone' }).getByText('Family dinner').waitFor()
  await page.getByRole('region', { name: 'Sunday 22 November' }).getByText('Early shift').waitFor()
  await adas.getByText('“Kitchen” is connected.').waitFor()
  for (const [width, height] of [
    [1280, 800],
    [820, 1180],
  ] as const) {
    await page.setViewportSize({ width, height })
    await today(page).getByText('Late shift').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0)
    await picture(page, `display-${width}x${height}-light`)
    expect(await accessibilityProblems(page)).toEqual([])
  }
})

test.each([
  [844, 390],
  [1024, 600],
])(
  'one that is too low, of %d by %d, shows everything in each view, and nothing over anything',
  async (width, height) => {
    const { page } = await pairedTablet()
    await page.setViewportSize({ width, height })
    const apart = '.wall-clock, .wall-header, .wall-day, .display-month, .wall-list'
    expect(await cutIn(today(page))).toEqual([])
    expect(await overlapping(page, apart)).toEqual([])
    await page.getByRole('button', { name: 'Week' }).tap()
    await page.getByRole('region', { name: 'Wednesday 18 November' }).waitFor()
    await picture(page, `display-low-week-${width}x${height}`)
    expect(await cutIn(today(page))).toEqual([])
    expect(await overlapping(page, apart)).toEqual([])
    await page.getByRole('button', { name: 'Month' }).tap()
    await page.getByRole('grid').waitFor()
    await picture(page, `display-low-month-${width}x${height}`)
    expect(await overlapping(page, apart)).toEqual([])
    expect((await page.locator('.month-week').first().boundingBox())!.height).toBeGreaterThan(60)
    expect(await page.locator('.display-month').evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThan(2)
  },
)

test.each([
  ['with a list', 1],
  ['without one', 0],
])('upright it fills the screen to its foot: %s', async (_, count) => {
  const { page } = await pairedTablet({}, { listIds: [groceries].slice(0, count) })
  await page.setViewportSize({ width: 820, height: 1180 })
  if (count > 0) await page.getByRole('region', { name: 'Groceries' }).waitFor()
  const feet = await page
    .locator('.wall-main, .wall-list')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().bottom))
  expect(feet).toHaveLength(1 + count)
  expect(Math.max(...feet)).toBeWithin(1150, 1181)
})

test('a week has two rows where seven columns would break every word', async () => {
  const { page } = await pairedTablet()
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.getByRole('button', { name: 'Week' }).tap()
  const [monday, sunday] = ['Monday 16 November', 'Sunday 22 November'].map((name) =>
    page.getByRole('region', { name }),
  )
  await sunday!.waitFor()
  expect((await sunday!.boundingBox())!.y).toBeGreaterThan((await monday!.boundingBox())!.y)
  expect((await monday!.boundingBox())!.width).toBeGreaterThan(140)
})

test('a display says that nothing is planned when it knows what is to be done', async () => {
  const { code } = await addKitchen({ listIds: [groceries] })
  const { page } = await tablet()
  const letGo = await holdRequests(page, '**/api/display/lists/*/items')
  await type(page, code)
  await today(page).getByText('Family dinner').waitFor()
  expect(await page.getByText('Nothing planned').count()).toBe(0)
  letGo()
  await page.getByText('Nothing planned').first().waitFor()
})

test('a display does not say that somebody is free whose calendars it does not show', async () => {
  const { body } = await asAda<{ calendars: { id: number; access: string }[] }>('GET /api/admin/displays/calendars')
  const calendarIds = body.calendars.filter(({ access }) => access === 'shared').map(({ id }) => id)
  const { page } = await pairedTablet({}, { calendarIds, listIds: [] })
  await today(page).getByRole('region', { name: 'Ben' }).getByText('Nothing shared').waitFor()
  expect(await today(page).getByRole('region', { name: 'Ben' }).getByText('Nothing planned').count()).toBe(0)
})

test('a display says that what is to be done could not be read, until it was', async () => {
  const { code } = await addKitchen({ listIds: [groceries] })
  const { page } = await tablet()
  // It asks again by itself after half a minute.
  await refuseUntilTriedAgain(page, '**/api/display/lists/*/items', 400)
  await page.reload()
  await type(page, code)
  const note = page.getByText('What is to be done could not be loaded.')
  await note.waitFor()
  expect(await page.getByText('Nothing planned').count()).toBe(0)
  await picture(page, 'display-due-missing')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Try again' }).tap()
  await page.getByText('Nothing planned').first().waitFor()
  await note.waitFor({ state: 'detached' })
})

test('a display whose days were refused asks again after half a minute: nobody stands there to press', async () => {
  const { code } = await addKitchen()
  const { page } = await tablet()
  // A stream that begins asks for everything.
  await page.route('**/api/display/sse', (route) => route.abort())
  const refused = '**/api/display/events*'
  await page.route(refused, (route) => route.fulfill({ status: 400, json: { error: 'No' } }))
  await type(page, code)
  await page.getByText('Not loaded').first().waitFor()
  await page.unroute(refused)
  await page.clock.runFor(31_000)
  await today(page).getByText('Family dinner').waitFor()
})

test('a display that is paired and cannot read anything yet says so, and goes on with the same code', async () => {
  const { code } = await addKitchen()
  const { page } = await tablet()
  await page.getByRole('textbox', { name: 'Code' }).waitFor()
  await page.route('**/api/display', (route) => route.fulfill({ status: 403, json: { error: 'No' } }))
  await type(page, code)
  await page.getByRole('alert').getByText('That did not work just now.').waitFor()
  await page.unroute('**/api/display')
  await page.getByRole('button', { name: 'Connect' }).click()
  await today(page).getByText('Family dinner').waitFor()
})

test('a display whose pairing is lost on its way is paired when the same code is sent again', async () => {
  const { code } = await addKitchen()
  const { page } = await tablet()
  const lost = loseNextAnswer(page, '/api/display/pair')
  await type(page, code)
  await lost
  await page.getByRole('alert').getByText('no connection').waitFor()
  await page.getByRole('button', { name: 'Connect' }).click()
  await today(page).getByText('Family dinner').waitFor()
})

test('a display that is added before its calendars could be chosen shows what everybody sees', async () => {
  const { page } = await stage.open({ path: '/admin' })
  const letGo = await holdRequests(page, '**/api/admin/displays/calendars')
  await page.getByRole('button', { name: 'Add a display' }).click()
  const dialog = page.getByRole('dialog')
  const name = dialog.getByRole('textbox', { name: 'Where it hangs' })
  await name.fill('Kitchen')
  await name.press('Enter')
  await dialog.locator('[aria-busy=true]').waitFor({ state: 'attached' })
  letGo()
  await page.locator('.display-code').waitFor()
  const { body } = await asAda<{ displays: object[] }>('GET /api/admin/displays')
  expect(body.displays).toMatchObject([{ name: 'Kitchen', calendarIds: [shared] }])
})

const isGone = (adas: Page) => adas.getByText('This display is no longer there.').waitFor()

test('a display that somebody else removes is said to be gone to whoever changes it', async () => {
  const { display } = await addKitchen()
  const { page: adas } = await stage.open({ path: '/admin' })
  await adas.getByRole('button', { name: 'Change Kitchen' }).click()
  const dialog = adas.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Where it hangs' }).fill('Hall')
  await asAda(`DELETE /api/admin/displays/${display.id}`)
  await adas.getByRole('button', { name: 'Change Kitchen', includeHidden: true }).waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await isGone(adas)
  expect(await dialog.getByRole('textbox', { name: 'Where it hangs' }).inputValue()).toBe('Hall')
})

test('the code of a display that somebody else removes leaves the screen', async () => {
  const { display } = await addKitchen()
  const { page: adas } = await stage.open({ path: '/admin' })
  await adas.getByRole('button', { name: 'New code Kitchen' }).click()
  await adas.locator('.display-code').waitFor()
  await asAda(`DELETE /api/admin/displays/${display.id}`)
  await isGone(adas)
  await adas.getByRole('dialog').waitFor({ state: 'detached' })
})

describe('a display', () => {
  test('takes the code out of the picture that was scanned, and out of the address', async () => {
    const { code } = await addKitchen()
    const { page } = await stage.open({ as: null, size: 'tablet', path: `/display#code=${code}` })
    expect(await page.getByRole('textbox', { name: 'Code' }).inputValue()).toBe(code)
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByRole('heading', { name: 'Kitchen' }).waitFor({ state: 'attached' })
    expect(page.url()).toBe(`${stage.home.url}/display`)
  })

  test('says that a code is wrong, and asks nobody for a password', async () => {
    const { page } = await tablet()
    await type(page, 'AAAA-AAAA')
    await page.getByText('This code is wrong, was used or is too old.').waitFor()
    await page.getByRole('textbox', { name: 'Code' }).and(page.locator(':focus')).waitFor()
    for (let count = 0; count < 10; count++) {
      await ask(stage.home, null, 'POST /api/display/pair', { code: 'AAAA-AAAA' })
    }
    expect(await page.locator('input[type=password]').count()).toBe(0)
  })

  test('without a code leads to its field', async () => {
    const { page } = await tablet()
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByRole('textbox', { name: 'Code' }).and(page.locator(':focus')).waitFor()
  })

  test('leaves alone who types a code while it is asked again what the device is', async () => {
    const { page } = await tablet()
    const code = page.getByRole('textbox', { name: 'Code' })
    await code.fill('ABCD')
    const again = page.waitForResponse('**/api/display')
    await page.clock.runFor(6_000)
    await (await again).finished()
    expect(await code.inputValue()).toBe('ABCD')
    expect(await code.evaluate((field) => field === document.activeElement)).toBe(true)
  })

  test('asks for nothing that belongs to members', async () => {
    const asked: string[] = []
    const { page, context } = await stage.open({ as: null, size: 'tablet' })
    context.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const { code } = await addKitchen()
    await page.goto(`${stage.home.url}/display`)
    await type(page, code)
    await page.getByRole('heading', { name: 'Kitchen' }).waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Month' }).click()
    await page.getByRole('grid').waitFor()
    expect(asked.filter((path) => path.startsWith('/api/') && !path.startsWith('/api/display'))).toEqual([])
  })

  test('has a list beside the days that is ticked and added to by touch', async () => {
    const { page } = await pairedTablet()
    const list = page.getByRole('region', { name: 'Groceries' })
    await holdUndo(page)
    await list.getByRole('checkbox', { name: 'Milk' }).tap()
    await until(
      'bought',
      () => openTextsOf(stage.home, groceries),
      (texts) => !texts.includes('Milk'),
    )
    await page.getByRole('button', { name: 'Undo' }).tap()
    await list.getByRole('checkbox', { name: 'Milk' }).waitFor()
    await list.getByRole('textbox').fill('Eggs')
    await list.getByRole('button', { name: 'Add' }).tap()
    await list.getByRole('checkbox', { name: 'Eggs' }).waitFor()
    await until(
      'taken back, and added',
      () => openTextsOf(stage.home, groceries),
      (texts) => texts.join() === 'Rye bread,Milk,Eggs',
    )
  })

  test('takes back a tick of which the service hears late', async () => {
    const { page } = await pairedTablet()
    const list = page.getByRole('region', { name: 'Groceries' })
    const isTold = Promise.withResolvers<void>()
    let asked = 0
    let answered = 0
    await page.route('**/api/display/list-items/*', async (route) => {
      if (asked++ === 0) await isTold.promise
      await route.continue()
    })
    page.on('requestfinished', (request) => request.method() === 'PATCH' && answered++)
    await holdUndo(page)
    await list.getByRole('checkbox', { name: 'Milk' }).tap()
    await page.getByRole('button', { name: 'Undo' }).tap()
    await list.getByRole('checkbox', { name: 'Milk' }).waitFor()
    isTold.resolve()
    await until(
      'both are answered',
      () => answered,
      (count) => count === 2,
    )
    expect(await openTextsOf(stage.home, groceries)).toContain('Milk')
  })

  test('reads the lines of a list for shopping as the phones do', async () => {
    await asAda(`PATCH /api/lists/${groceries}`, { kind: 'shopping' })
    const { page } = await pairedTablet()
    const list = page.getByRole('region', { name: 'Groceries' })
    const line = list.getByRole('textbox')
    await line.fill('2 l milk')
    await list.getByRole('button', { name: '2 l. Leave it as I typed it' }).waitFor()
    await list.getByRole('button', { name: 'Add', exact: true }).tap()
    await list.getByRole('checkbox', { name: /^Milk, / }).waitFor()
    await page
      .getByText(/^Milk: now /)
      .first()
      .waitFor()
    expect(await openTextsOf(stage.home, groceries)).toEqual(['Milk', 'Rye bread'])

    await line.fill('3 candles')
    await list.getByRole('button', { name: '3. Leave it as I typed it' }).tap()
    await list.getByRole('button', { name: 'Add', exact: true }).tap()
    await list.getByRole('checkbox', { name: '3 candles' }).waitFor()
    expect(await openTextsOf(stage.home, groceries)).toEqual(['Milk', 'Rye bread', '3 candles'])
  })

  test('what is typed while a line is being added is the next one, and what was refused comes back', async () => {
    const { page } = await pairedTablet()
    const list = page.getByRole('region', { name: 'Groceries' })
    const line = list.getByRole('textbox')
    const gates = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()]
    const waiting = gates.values()
    await page.route('**/items', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      const isRefused = await waiting.next().value!.promise
      await (isRefused ? route.fulfill({ status: 503, json: { error: 'No' } }) : route.continue())
    })
    const asked = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/items'))
    await line.fill('Napkins')
    await line.press('Enter')
    await asked
    await page.keyboard.type('Straws')
    expect(await line.inputValue()).toBe('Straws')
    await page.keyboard.press('Enter')
    gates[0]!.resolve(false)
    await list.getByRole('checkbox', { name: 'Napkins' }).waitFor()
    await page.keyboard.type('Cake')
    gates[1]!.resolve(true)
    await until(
      'neither is lost',
      () => line.inputValue(),
      (value) => value === 'Straws Cake',
    )
    expect(await openTextsOf(stage.home, groceries)).not.toContain('Straws')
  })

  test('says that a tick was not saved, and no longer that it was done', async () => {
    const { page, context } = await pairedTablet()
    const milk = page.getByRole('region', { name: 'Groceries' }).getByRole('checkbox', { name: 'Milk' })
    await milk.waitFor()
    await holdUndo(page)
    await context.setOffline(true)
    await milk.tap()
    await page.getByText('That was not saved').waitFor()
    await milk.waitFor()
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  })

  test('adds once what is tried again because its answer was lost', async () => {
    const { home } = stage
    const { page } = await pairedTablet()
    let lost = 0
    await page.route(/\/api\/display\/(events|lists\/\d+\/items)$/, async (route) => {
      if (route.request().method() !== 'POST' || lost % 2 === 1) {
        if (route.request().method() === 'POST') lost++
        return route.fallback()
      }
      lost++
      await route.fetch()
      await route.abort()
    })
    const list = page.getByRole('region', { name: 'Groceries' })
    const add = list.getByRole('button', { name: 'Add' })
    await list.getByRole('textbox').fill('Eggs')
    await add.tap()
    await page.getByText('That was not saved').first().waitFor()
    await add.tap()
    await until(
      'the line is empty',
      () => list.getByRole('textbox').inputValue(),
      (text) => text === '',
    )
    expect(await openTextsOf(home, groceries)).toEqual(['Milk', 'Rye bread', 'Eggs'])

    await page.getByRole('button', { name: 'New event' }).tap()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'What?' }).fill('Swimming')
    await dialog.getByRole('button', { name: 'Add', exact: true }).tap()
    // Not the toast of before, which is in the dialog now.
    await dialog.getByRole('alert').getByText('That was not saved').waitFor()
    await dialog.getByRole('button', { name: 'Add', exact: true }).tap()
    await dialog.waitFor({ state: 'detached' })
    expect(await home.ctx.db.select().from(outbox)).toHaveLength(1)
  })

  test('offers only what is allowed', async () => {
    const { page } = await pairedTablet({}, { canTick: false, canAdd: false })
    const list = page.getByRole('region', { name: 'Groceries' })
    await list.getByText('Milk').waitFor()
    expect(await list.getByRole('checkbox').count()).toBe(0)
    expect(await list.getByRole('listitem').first().textContent()).toMatch(/^•Milk/)
    expect(await list.getByRole('textbox').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'New event' }).count()).toBe(0)
  })

  test('takes an event for somebody, and says when it could not be put into the calendar', async () => {
    const { page } = await pairedTablet()
    await page.getByRole('button', { name: 'New event' }).tap()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'What?' }).fill('Swimming')
    await dialog.getByRole('checkbox', { name: 'Cleo' }).check()
    await picture(page, 'display-new-event-tablet-light')
    expect(await accessibilityProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add', exact: true }).tap()
    await page.getByText('Saving').waitFor()
    const [row] = await stage.home.ctx.db.select().from(outbox)
    const [cleo] = (await readPeople(stage.home.ctx)).filter(({ name }) => name === 'Cleo')
    expect(JSON.parse(row!.payload!)).toMatchObject({
      title: 'Swimming',
      start: '2026-11-20T16:00:00.000Z',
      end: '2026-11-20T17:00:00.000Z',
      personIds: [cleo!.id],
    })
    await stage.home.ctx.db.update(outbox).set({ status: 'failed' })
    await page.clock.fastForward(6_000)
    await page.getByText('Not in the calendar: Swimming').waitFor()
  })

  test('moves the end of a new event with its start, picked or typed key by key', async () => {
    const { page } = await pairedTablet()
    await page.getByRole('button', { name: 'New event' }).tap()
    const dialog = page.getByRole('dialog')
    const [from, until] = ['From', 'Until'].map((name) => dialog.getByRole('combobox', { name }))
    await until!.tap()
    await dialog.getByRole('option', { name: '18:30' }).tap()
    await from!.tap()
    await dialog.getByRole('option', { name: '19:00' }).tap()
    expect(await until!.inputValue()).toBe('20:30')
    await from!.selectText()
    await from!.pressSequentially('16:15')
    expect(await until!.inputValue()).toBe('17:45')
  })

  test('shows the week and the month, an event in large words, and goes back to today by itself', async () => {
    const { page } = await pairedTablet()
    await page.getByRole('button', { name: 'Week' }).tap()
    await page.getByRole('region', { name: 'Monday 16 November' }).waitFor()
    await page.getByRole('button', { name: 'Later days' }).tap()
    await page.getByRole('region', { name: 'Monday 23 November' }).waitFor()
    await picture(page, 'display-week-tablet-light')
    await page.getByRole('button', { name: 'Month' }).tap()
    await page.getByRole('grid').getByText('Grandma visits').first().waitFor()
    await picture(page, 'display-month-tablet-light')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('grid').getByText('Grandma visits').first().tap()
    await page.getByRole('dialog', { name: 'Grandma visits' }).getByText('Everyone').waitFor()
    await page.clock.fastForward(2 * 60 * 1000 + 500)
    await today(page).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test.each(['tablet', 'portrait'] as const)(
    'says in its week and month what is due in the lists that it shows, and by whom: on a %s',
    async (size) => {
      const bens = { text: 'Bins', due: '2026-11-22', assigneeIds: [stage.home.cast.ben.id] }
      const { body: house } = await asAda<{ id: number }>('POST /api/lists', { name: 'House', kind: 'chores' })
      const { body: attic } = await asAda<{ id: number }>('POST /api/lists', { name: 'Attic', kind: 'chores' })
      await asAda(`POST /api/lists/${house.id}/items`, bens)
      await asAda(`POST /api/lists/${house.id}/items`, { text: 'Descale the kettle', due: '2026-11-18' })
      await asAda(`POST /api/lists/${attic.id}/items`, { text: 'Boxes', due: '2026-11-22' })
      const { page } = await pairedTablet({ size }, { listIds: [groceries, house.id], canTick: false })
      await page.getByRole('region', { name: 'Sunday 22 November' }).getByText('Ben', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Week' }).tap()
      const sunday = page.getByRole('region', { name: 'Sunday 22 November' })
      const wednesday = page.getByRole('region', { name: 'Wednesday 18 November' })
      await wednesday.getByText('Descale the kettle').waitFor()
      expect(await wednesday.getByText('Nothing planned').count()).toBe(0)
      await sunday.getByText('Bins').waitFor()
      await sunday.getByText('Ben', { exact: true }).waitFor()
      await today(page).getByText('Descale the kettle').waitFor()
      await today(page).getByText('Overdue', { exact: true }).waitFor()
      expect(await page.getByText('Boxes').count()).toBe(0)
      expect(await page.locator('.wall-days').getByRole('checkbox').count()).toBe(0)
      await picture(page, `display-week-due-${size}`)
      expect(await accessibilityProblems(page)).toEqual([])
      await page.getByRole('button', { name: 'Month' }).tap()
      await page.getByRole('button', { name: '1 due: Bins, Ben, Sunday 22 November', exact: true }).waitFor()
      expect(await page.getByText('Boxes').count()).toBe(0)
      await picture(page, `display-month-due-${size}`)
      expect(await accessibilityProblems(page)).toEqual([])
      await page.setViewportSize({ width: 1024, height: 768 })
      await page.locator('.today .month-more').waitFor()
      await picture(page, `display-month-due-small-${size}`)
      expect(await marksOnDates(page)).toEqual([])
    },
  )

  test('shows what changes elsewhere, and no more of what its owner closes', async () => {
    const { page } = await pairedTablet()
    await until(
      'the stream is open',
      () => stage.home.ctx.hub.size,
      (size) => size >= 1,
    )
    await plan(stage.home, shared, timed('Fireworks', '2026-11-20T19:30Z'))
    stage.home.ctx.hub.publish({ topic: 'calendar', calendarId: shared, readers: 'everyone' })
    await today(page).getByText('Fireworks').waitFor()
    await ask(stage.home, stage.home.cast.ben, `PATCH /api/me/calendars/${work}`, { visibility: 'private' })
    await today(page).getByText('Late shift').waitFor({ state: 'detached' })
  })

  test('loses the network, says how old it is, survives a restart, and comes back', async () => {
    const { page, context } = await pairedTablet({ serviceWorker: true })
    await workerReady(page)
    await until(
      'it is kept on the device',
      () => keptOnDevice(page, 'display-answers'),
      (kept) => kept.includes('Family dinner') && kept.includes('Rye bread'),
    )
    await page.close()
    await stage.home.goDark()
    const again = await context.newPage()
    await again.clock.install({ time: new Date('2026-11-20T15:40:00Z') })
    await again.goto(`${stage.home.url}/display`)
    await today(again).getByText('Family dinner').waitFor()
    await again.getByText('As of 16:23').waitFor()
    await again.getByRole('region', { name: 'Groceries' }).getByText('Milk').waitFor()
    await picture(again, 'display-stale-tablet-light')
    await again.goto(stage.home.url)
    await today(again).getByText('Family dinner').waitFor()
    await stage.home.comeBack()
    await again.clock.fastForward(5 * 60 * 1000)
    await again.getByText('As of 16:23').waitFor({ state: 'detached' })
    await today(again).getByText('Family dinner').waitFor()
  })

  test('that was removed while it was off says what to do, and forgets what it showed', async () => {
    const { page, display } = await pairedTablet()
    await until(
      'it is kept on the device',
      () => keptOnDevice(page, 'display-answers'),
      (kept) => kept.includes('Family dinner'),
    )
    await page.goto('about:blank')
    await asAda(`DELETE /api/admin/displays/${display.id}`)
    await page.clock.setSystemTime(new Date('2027-11-20T15:23:00Z'))
    await page.goto(`${stage.home.url}/display`)
    await page.getByRole('heading', { name: '“Kitchen” is no longer connected' }).waitFor()
    await page.getByText('Ask somebody who runs the household for a new code').waitFor()
    await picture(page, 'display-gone-tablet-light')
    expect(await page.locator('input[type=password]').count()).toBe(0)
    await until(
      'it is forgotten',
      () => keptOnDevice(page, 'display-answers'),
      (kept) => kept === '[]',
    )
    await page.getByRole('link', { name: 'This is no longer a display' }).click()
    await page.getByRole('textbox', { name: 'Password' }).waitFor()
  })

  test('that is removed while it is on stops showing anything at once', async () => {
    const { page, display } = await pairedTablet()
    await asAda(`DELETE /api/admin/displays/${display.id}`)
    await page.clock.fastForward(6_000)
    await page.getByRole('heading', { name: '“Kitchen” is no longer connected' }).waitFor()
    expect(await page.getByText('Family dinner').count()).toBe(0)
  })

  test('takes nothing from a member who is signed in in the same browser, and leaves them nothing', async () => {
    const { page, context } = await stage.open({ size: 'tablet' })
    await page.clock.install({ time: new Date(NOW) })
    await page.goto(stage.home.url)
    await page.getByRole('grid').waitFor()
    await until(
      'Ada’s answers are kept',
      () => keptOnDevice(page, 'answers'),
      (kept) => kept.includes('Family dinner'),
    )
    const second = await context.newPage()
    await second.goto(`${stage.home.url}/display`)
    await second.getByRole('heading', { name: 'Show the household here' }).waitFor()
    await page.reload()
    await page.getByRole('grid').waitFor()
    expect(await keptOnDevice(page, 'answers')).toContain('Family dinner')
  })
})
