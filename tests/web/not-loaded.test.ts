import { beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { Check, type IconNode, TriangleAlert } from 'lucide'
import type { Page } from 'playwright-core'
import { calendars } from '../../src/platform/db/schema'
import { ask } from '../support/cast'
import { accessibilityProblems } from './support/axe'
import { NOW } from './support/calendars'
import { drawn } from './support/drawn'
import { makeCalendar, plan, timed } from './support/events'
import { holdRequests } from './support/late'
import { lazyCode } from './support/lazy-code'
import { makeChores, makeList } from './support/lists'
import { refuseUntilTriedAgain } from './support/refused'
import { keptOnDevice, workerReady } from './support/service-worker'
import { setStage } from './support/stage'
import { withoutStreams } from './support/streams'
import { until } from './support/until'

const stage = setStage({ at: NOW })

beforeAll(async () => {
  const { home } = stage
  const own = await makeCalendar(home, home.cast.ada, 'Ada')
  await plan(
    home,
    own,
    timed('Physio', '2026-11-20T16:30Z', 45),
    timed('Yoga', '2026-11-21T09:00Z'),
    timed('Skating', '2027-02-09T14:00Z'),
  )
  await makeList(home, 'Groceries', 'Milk')
})

/** Words that only an answer may lead to. */
const EMPTY_WORDS =
  /Nothing (planned|shared)|Everything is saved|Nothing more|No more events|no events|None yet|No lists|All clear|All done/

/** Nothing but what is known to be: `known`. */
async function expectNothingIsCalledEmpty(page: Page, ...known: string[]) {
  const words = await page.evaluate(() =>
    [...document.querySelectorAll('#app *')]
      .filter((element) => element.checkVisibility({ opacityProperty: true }))
      .flatMap((element) => [
        element.getAttribute('aria-label') ?? '',
        ...[...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ textContent }) => textContent ?? ''),
      ]),
  )
  expect(words.filter((word) => EMPTY_WORDS.test(word))).toEqual(known)
}

const EVENTS = /\/api\/events\?/
const ITEMS = /\/api\/lists\/\d+\/items/
const FRAMES_TO_DRAW = 12

/** The service answers nothing about events of 2027. */
const withoutNextYear = (page: Page) =>
  page.route(EVENTS, (route) =>
    (new URL(route.request().url()).searchParams.get('end') ?? '') > '2027-02-08'
      ? route.fulfill({ status: 403, json: { error: 'No' } })
      : route.continue(),
  )

describe('days that were never loaded are not empty', () => {
  test('on a phone in airplane mode, three months on; and with a connection they fill by themselves', async () => {
    const { page, context } = await stage.open({ size: 'phone' })
    await page.clock.setFixedTime(NOW)
    const notes = lazyCode(page, 'area-notes')
    await page.goto(`${stage.home.url}/?view=month`)
    await page.locator('.event-row', { hasText: 'Physio' }).waitFor()
    await notes
    await context.setOffline(true)
    for (let months = 1; months <= 3; months++) await page.getByRole('button', { name: 'Next month' }).click()
    await page.getByRole('grid', { name: 'February 2027' }).waitFor()
    await page.getByRole('gridcell').getByRole('button', { name: 'Tuesday 9 February, not loaded' }).waitFor()
    await page.getByText('This day could not be loaded.').waitFor()
    await page.getByText('The striped days have not been loaded on this device yet.').waitFor()
    await expectNothingIsCalledEmpty(page)
    expect(await accessibilityProblems(page)).toEqual([])
    await context.setOffline(false)
    await page.getByRole('gridcell').getByRole('button', { name: 'Tuesday 9 February, 1 event' }).click()
    await page.locator('.event-row', { hasText: 'Skating' }).waitFor()
    expect(await page.getByText('could not be loaded').count()).toBe(0)
  })

  test('and a notice whose code does not come takes none of them with it', async () => {
    const { page, context } = await stage.open({ size: 'phone' })
    await page.clock.setFixedTime(NOW)
    const asked = Promise.withResolvers<void>()
    const isOffline = Promise.withResolvers<void>()
    await page.route('**/assets/account-watch-*.js', async (route) => {
      asked.resolve()
      await isOffline.promise
      await route.abort()
    })
    await page.goto(`${stage.home.url}/?view=month`)
    await asked.promise
    await context.setOffline(true)
    for (let months = 1; months <= 3; months++) await page.getByRole('button', { name: 'Next month' }).click()
    await page.getByText('This day could not be loaded.').waitFor()
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/account-watch-'))
    isOffline.resolve()
    await failed
    await page.getByRole('button', { name: 'Next month' }).click()
    await page.getByRole('grid', { name: 'March 2027' }).waitFor()
  })

  test.each(['month', 'week', 'day', 'agenda'])('in the %s on a laptop', async (view) => {
    const { page } = await stage.open()
    await page.clock.setFixedTime(NOW)
    await withoutStreams(page)
    await withoutNextYear(page)
    await page.goto(`${stage.home.url}/?view=${view}&date=2026-11-20`)
    await page.getByText('Physio').filter({ visible: true }).first().waitFor()
    await page.goto(`${stage.home.url}/?view=${view}&date=2027-02-09`)
    const notice = page.getByText(/(events|days) could (not )?be loaded/)
    await notice.waitFor()
    // Today is another day than those on screen.
    await page.getByText('Nothing shared: Ben, Cleo').waitFor()
    await expectNothingIsCalledEmpty(page, 'Nothing shared: Ben, Cleo')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unroute(EVENTS)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Skating').filter({ visible: true }).first().waitFor()
    expect(await notice.count()).toBe(0)
  })

  test('in the small month beside the calendar, which knows what the months around hold', async () => {
    const { page } = await stage.open()
    await page.clock.setFixedTime(NOW)
    await withoutNextYear(page)
    await page.goto(`${stage.home.url}/?view=month`)
    const small = page.getByRole('group', { name: 'Jump to a date' })
    await small.getByRole('button', { name: 'Friday, 20 November 2026, busy' }).waitFor()
    for (let months = 1; months <= 3; months++) await small.getByRole('button', { name: 'Next month' }).click()
    await small.getByRole('button', { name: 'Tuesday, 9 February 2027, not loaded' }).waitFor()
    await page.unroute(EVENTS)
    await small.getByRole('button', { name: 'Next month' }).click()
    await small.getByRole('button', { name: 'Previous month' }).click()
    await small.getByRole('button', { name: 'Tuesday, 9 February 2027, busy' }).waitFor()
  })

  test('and of what is next nothing is said as long as today is not known', async () => {
    const { page } = await stage.open({ size: 'phone' })
    await page.clock.setFixedTime(NOW)
    await page.route(EVENTS, (route) => route.fulfill({ status: 403, json: { error: 'No' } }))
    await page.goto(`${stage.home.url}/?view=month`)
    await page.getByText('This day could not be loaded.').waitFor()
    await expectNothingIsCalledEmpty(page)
    expect(await page.getByText(/As of/).count()).toBe(0)
  })

  test('while they are being loaded they are not called empty either', async () => {
    const { page } = await stage.open({ size: 'phone' })
    await page.clock.setFixedTime(NOW)
    const gate = Promise.withResolvers<void>()
    await page.route(/\/api\/events\?start=2027-0[2-9]/, async (route) => {
      await gate.promise
      await route.continue()
    })
    await page.goto(`${stage.home.url}/?view=month&date=2026-11-20`)
    await page.locator('.event-row', { hasText: 'Physio' }).waitFor()
    for (let months = 1; months <= 4; months++) await page.getByRole('button', { name: 'Next month' }).click()
    await page.getByRole('gridcell').getByRole('button', { name: 'Saturday 20 March, loading' }).waitFor()
    await expectNothingIsCalledEmpty(page)
    gate.resolve()
    await page.getByRole('gridcell').getByRole('button', { name: 'Saturday 20 March, no events' }).waitFor()
  })
})

describe('a calendar of which nothing was read yet', () => {
  const withWork = async (more: Partial<typeof calendars.$inferInsert>) => {
    const { home } = stage
    const id = await makeCalendar(home, home.cast.ada, 'Work', false, { lastSyncedAt: null, ...more })
    const work = eq(calendars.id, id)
    return {
      isRead: () =>
        home.ctx.db
          .update(calendars)
          .set({ lastSyncedAt: new Date(NOW), lastError: null })
          .where(work),
      remove: () => home.ctx.db.delete(calendars).where(work),
    }
  }
  const monthOf = async (page: Page) => {
    await page.clock.setFixedTime(NOW)
    await page.goto(`${stage.home.url}/?view=month&date=2026-11-18`)
  }

  test('makes no day empty, and is said to be on its way', async () => {
    const work = await withWork({})
    const { page } = await stage.open({ size: 'phone' })
    await monthOf(page)
    await page.getByText('Still being fetched for the first time: Work').waitFor()
    await page.getByRole('gridcell').getByRole('button', { name: 'Wednesday 18 November, loading' }).waitFor()
    await expectNothingIsCalledEmpty(page)
    expect(await accessibilityProblems(page)).toEqual([])
    const wall = (await stage.open({ size: 'tablet' })).page
    await wall.clock.setFixedTime(NOW)
    await wall.goto(`${stage.home.url}/wall`)
    await wall.getByText('Still being fetched for the first time: Work').waitFor()
    await expectNothingIsCalledEmpty(wall)
    await work.isRead()
    await page.getByRole('button', { name: 'Look for changes' }).click()
    await page.getByText('Nothing planned. Enjoy it.').waitFor()
    expect(await page.getByText('Still being fetched').count()).toBe(0)
    await work.remove()
  })

  test('and cannot be, is told from days that are free', async () => {
    const work = await withWork({ lastError: 'The server is away.' })
    const { page } = await stage.open()
    await monthOf(page)
    await page.getByText('Could not be fetched so far: Work').waitFor()
    await page.getByRole('gridcell').getByRole('button', { name: 'Wednesday 18 November, not loaded' }).waitFor()
    await expectNothingIsCalledEmpty(page)
    expect(await page.getByText(/As of/).count()).toBe(0)
    await work.isRead()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Could not be fetched so far: Work').waitFor({ state: 'detached' })
    await work.remove()
  })
})

test('a calendar that cannot be read since yesterday is as old as that; what is fresh has no age', async () => {
  const { home } = stage
  const choir = await makeCalendar(home, home.cast.ada, 'Choir', false, {
    lastSyncedAt: new Date('2026-11-19T13:00:00Z'),
    lastError: 'The server is away.',
  })
  const visit = async () => {
    const { page } = await stage.open({ size: 'phone' })
    await page.clock.setFixedTime(NOW)
    await page.goto(`${home.url}/?view=month`)
    await page.locator('.event-row', { hasText: 'Physio' }).waitFor()
    return page
  }
  await (await visit()).getByText('As of 19 Nov, 14:00').waitFor()
  const wall = (await stage.open({ size: 'tablet' })).page
  await wall.clock.setFixedTime(NOW)
  await wall.goto(`${home.url}/wall`)
  await wall.getByText('As of 19 Nov, 14:00').waitFor()
  await home.ctx.db.delete(calendars).where(eq(calendars.id, choir))
  const fresh = await visit()
  await fresh.getByRole('button', { name: 'Look for changes', exact: true }).waitFor()
  expect(await fresh.getByText(/As of/).count()).toBe(0)
})

describe('as long as nobody knows what is to be done, nobody has nothing', () => {
  const places = [
    ['a free day on a phone', 'phone', '/?view=month&date=2026-11-18', 'Nothing planned. Enjoy it.'],
    ['a day by person on a phone', 'phone', '/day/2026-11-20', 'Nothing shared: Ben, Cleo'],
    ['today beside the month', 'laptop', '/?view=month', 'Nothing shared: Ben, Cleo'],
    ['weeks without an event', 'phone', '/?view=agenda&date=2027-04-01', 'Nothing planned in these weeks. Enjoy it.'],
    ['the wall', 'tablet', '/wall', 'Nothing planned'],
  ] as const

  test.each(places)('%s', async (_, size, path, words) => {
    const { page } = await stage.open({ size })
    await page.clock.setFixedTime(NOW)
    const letGo = await holdRequests(page, ITEMS)
    const asked = page.waitForRequest(ITEMS)
    const events = page.waitForResponse(EVENTS)
    await page.goto(stage.home.url + path)
    await (await events).finished()
    await asked
    await drawn(page, FRAMES_TO_DRAW)
    expect(
      await page
        .getByText(/Nothing (planned|shared)/)
        .filter({ visible: true })
        .count(),
    ).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])
    letGo()
    await page.getByText(words).filter({ visible: true }).first().waitFor()
  })
})

describe('the wall', () => {
  test('restarted the next morning without a network shows what it knew, and how old that is', async () => {
    const { page, context } = await stage.open({ size: 'tablet', serviceWorker: true })
    await page.clock.install({ time: new Date(NOW) })
    await page.goto(`${stage.home.url}/wall`)
    await page.getByRole('region', { name: 'Friday 20 November' }).getByText('Physio').waitFor()
    await workerReady(page)
    await page.clock.runFor(2_000)
    await until(
      'the days are put away',
      () => keptOnDevice(page, 'answers'),
      (kept) => kept.includes('Yoga'),
    )
    await context.setOffline(true)
    await page.close()
    const restarted = await context.newPage()
    await restarted.clock.install({ time: new Date('2026-11-21T06:30:00Z') })
    await restarted.goto(`${stage.home.url}/wall`)
    await restarted.getByRole('region', { name: 'Saturday 21 November' }).getByText('Yoga').waitFor()
    await restarted.getByText('As of 20 Nov, 16:23').waitFor()
    await restarted.getByRole('region', { name: 'Now' }).getByText('Next · 10:00').waitFor()
    // Two weeks on nothing is known any more.
    for (let steps = 1; steps <= 3; steps++) await restarted.getByRole('button', { name: 'Later days' }).click()
    const later = restarted.getByRole('region', { name: 'Sunday 6 December' })
    await later.getByText('Not loaded').waitFor()
    expect(await later.getByText('Nothing planned').count()).toBe(0)
    expect(await restarted.getByText(/As of 1/).count()).toBe(0)
    expect(await accessibilityProblems(restarted)).toEqual([])
  })

  test('that gets no answer calls neither days nor lists empty', async () => {
    const { page } = await stage.open({ size: 'tablet' })
    await page.clock.setFixedTime(NOW)
    await page.route(/\/api\/(events|lists)/, (route) => route.fulfill({ status: 503, json: { error: 'No' } }))
    await page.goto(`${stage.home.url}/wall`)
    const today = page.getByRole('region', { name: 'Friday 20 November' })
    for (const person of ['Ada', 'Ben', 'Cleo']) {
      await today.getByRole('region', { name: person }).getByText('Not loaded').waitFor()
    }
    await page.getByRole('region', { name: 'Now' }).getByText('What is next is not known yet.').waitFor()
    await page.getByText('The lists could not be loaded.').waitFor()
    await expectNothingIsCalledEmpty(page)
    expect(await page.getByText(/As of/).count()).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])
  })
})

test('the lists that could not be loaded are not none', async () => {
  const { page } = await stage.open({ size: 'phone' })
  await withoutStreams(page)
  await page.route('**/api/lists', (route) => route.fulfill({ status: 403, json: { error: 'No' } }))
  await page.goto(`${stage.home.url}/lists`)
  await page.getByText('The lists could not be loaded.').waitFor()
  await expectNothingIsCalledEmpty(page)
  await page.unroute('**/api/lists')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('link', { name: /Groceries/ }).waitFor()
})

describe('the household', () => {
  const withoutAnswers = (page: Page) =>
    page.route('**/api/admin/**', (route) => route.fulfill({ status: 500, json: { error: 'No' } }))

  test('that could not be read has members and calendars all the same: it says so, and can be asked again', async () => {
    const { page } = await stage.open()
    await withoutAnswers(page)
    await page.goto(`${stage.home.url}/admin`)
    for (const title of [
      'Members',
      'The calendar for everyone',
      'Are the calendars up to date?',
      'Backups',
      'Where the household lives',
    ]) {
      const region = page.getByRole('region', { name: title })
      await region.getByRole('alert').getByText('could not be loaded').first().waitFor()
    }
    await expectNothingIsCalledEmpty(page)
    expect(await page.getByRole('combobox').count()).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unroute('**/api/admin/**')
    await page.getByRole('region', { name: 'Members' }).getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('region', { name: 'Members' }).getByText('Ben').waitFor()
  })

  test('marks a change that could not be saved with no tick', async () => {
    const { page } = await stage.open()
    const calendar = { id: 1, displayName: 'Family', isShared: true, ownerId: 1, ownerName: 'Ada', lastError: null }
    const read = { lastSyncedAt: NOW, nextTryAt: NOW, skippedObjects: 0 }
    const calendars = [{ ...calendar, ...read, outbox: { pending: 0, failed: 1, dead: 0 } }]
    await page.route('**/api/admin/sync', (route) => route.fulfill({ json: { accounts: [], calendars } }))
    await page.goto(`${stage.home.url}/admin`)
    const row = page.getByRole('listitem').filter({ hasText: '1 change could not be saved' })
    await row.waitFor()
    const drawn = (icon: IconNode) => row.locator(`svg:has(path[d="${icon[0]![1].d}"])`)
    expect(await drawn(Check).count()).toBe(0)
    expect(await drawn(TriangleAlert).count()).toBe(1)
  })
})

test('whether reminders come to this device is not left out when it is not known', async () => {
  const { page } = await stage.open()
  await page.route('**/api/push/vapid-public-key', (route) => route.fulfill({ status: 403, json: { error: 'No' } }))
  await page.goto(`${stage.home.url}/account`)
  const reminders = page.getByRole('region', { name: 'Reminders on this device' })
  await reminders.getByText('This could not be loaded.').waitFor()
})

test('what failed on other devices is not nothing while it is not known', async () => {
  const { page } = await stage.open({ size: 'phone' })
  await page.route('**/api/me/writes', (route) => route.fulfill({ status: 503, json: { error: 'Unavailable' } }))
  await page.goto(`${stage.home.url}/unsaved`)
  await page.getByText('Whether everything is saved cannot be seen just now.').waitFor()
  await expectNothingIsCalledEmpty(page)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.unroute('**/api/me/writes')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Everything is saved.').waitFor()
})

describe('what an answer leads to is not said before it came', () => {
  const refuse = async (page: Page, path: string) => {
    await withoutStreams(page)
    await page.route(path, (route) => route.fulfill({ status: 403, json: { error: 'No' } }))
  }

  test.each([
    ['/account', '**/api/me/calendars', 'Calendars'],
    ['/admin', '**/api/admin/invitations', 'Open invitations'],
    ['/admin', '**/api/admin/admissions', 'Wants to join'],
  ])('%s: a section of which %s says nothing is not left out', async (path, answer, title) => {
    const { page } = await stage.open()
    await refuse(page, answer)
    await page.goto(stage.home.url + path)
    const section = page.getByRole('region', { name: title })
    await section.getByRole('button', { name: 'Try again' }).waitFor()
    await page.unroute(answer)
    await section.getByRole('button', { name: 'Try again' }).click()
    await section.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' })
  })

  test.each([
    ['/?view=month', 'laptop'],
    ['/?view=month', 'phone'],
    ['/?view=week', 'laptop'],
    ['/?view=agenda', 'laptop'],
    ['/wall', 'tablet'],
  ] as const)('%s on a %s: what is to be done, which is asked for again by itself', async (path, size) => {
    const { home } = stage
    const chores = await makeChores(home, { name: 'House' })
    await ask(home, home.cast.ada, `POST /api/lists/${chores}/items`, { text: 'Vacuum', due: '2026-11-20' })
    const { page } = await stage.open({ size })
    await page.clock.install({ time: NOW })
    const items = `**/api/lists/${chores}/items`
    if (path === '/wall') await refuse(page, items)
    else await refuseUntilTriedAgain(page, items, 403)
    await page.goto(stage.home.url + path)
    const note = page.getByText('What is to be done could not be loaded.')
    await note.waitFor()
    expect(await page.getByText(/Nothing/).count()).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])
    if (path === '/wall') {
      await page.unroute(items)
      await page.clock.runFor(60_000)
    } else await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Vacuum').filter({ visible: true }).first().waitFor()
    await note.waitFor({ state: 'detached' })
    await ask(home, home.cast.ada, `DELETE /api/lists/${chores}`)
  })

  test('who is to do something: it is missing until that is known', async () => {
    const { home } = stage
    const chores = await makeChores(home, { name: 'House' })
    const vacuum = { text: 'Vacuum', due: '2026-11-20', assigneeIds: [home.cast.ben.id] }
    await ask(home, home.cast.ada, `POST /api/lists/${chores}/items`, vacuum)
    const { page } = await stage.open({ size: 'phone' })
    await page.clock.setFixedTime(NOW)
    await refuseUntilTriedAgain(page, '**/api/people', 403)
    await page.goto(`${home.url}/?view=month`)
    await page.getByText('What is to be done could not be loaded.').waitFor()
    expect(await page.getByText('Vacuum').count()).toBe(0)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Ben · House').waitFor()
    await ask(home, home.cast.ada, `DELETE /api/lists/${chores}`)
  })

  test('and what was to be done in a list that is gone is not missing', async () => {
    const { home } = stage
    const chores = await makeChores(home, { name: 'House' })
    const { page } = await stage.open()
    await refuse(page, `**/api/lists/${chores}/items`)
    await page.goto(`${home.url}/?view=week`)
    const note = page.getByText('What is to be done could not be loaded.')
    await note.waitFor()
    await ask(home, home.cast.ada, `DELETE /api/lists/${chores}`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await note.waitFor({ state: 'detached' })
  })

  test.each([
    ['/lists', '**/api/lists'],
    ['/share?text=Milk', '**/api/lists'],
    ['/wall', '**/api/lists'],
    ['/wall', '**/api/lists/*/items'],
  ])('%s is not blank while %s is coming', async (path, answer) => {
    const { page } = await stage.open({ size: 'tablet' })
    const letGo = await holdRequests(page, answer)
    await page.goto(stage.home.url + path)
    const coming = page.getByText('Loading…')
    await coming.waitFor()
    letGo()
    await coming.waitFor({ state: 'detached' })
  })

  test('what a display may show', async () => {
    const { page } = await stage.open()
    await refuse(page, '**/api/admin/displays/calendars')
    const letGo = await holdRequests(page, '**/api/lists')
    await page.goto(`${stage.home.url}/admin`)
    await page.getByRole('button', { name: 'Add a display' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Try again' }).waitFor()
    await dialog.getByText('Loading…').waitFor()
    expect(await dialog.getByText(/Nothing can be shown|no shared lists/).count()).toBe(0)
    letGo()
    await dialog.getByText('Groceries').waitFor()
    await page.unroute('**/api/admin/displays/calendars')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByText('Nothing can be shown').waitFor()
  })
})
