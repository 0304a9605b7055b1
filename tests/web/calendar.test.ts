import { beforeAll, describe, expect, test } from 'bun:test'
import { eq, isNull } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { calendars } from '../../src/platform/db/schema'
import { NOW, setClock } from './support/calendars'
import { openForm } from './support/event-card'
import { days, makeCalendar, plan, timed } from './support/events'
import { wholeForm } from './support/new-event'
import { setStage } from './support/stage'
import { until } from './support/until'

const stage = setStage({ at: NOW })

beforeAll(async () => {
  const { home } = stage
  const { ada, ben } = home.cast
  const own = await makeCalendar(home, ada, 'Ada')
  const choir = await makeCalendar(home, ada, 'Choir')
  const family = await makeCalendar(home, ada, 'Family', true)
  await plan(
    home,
    own,
    timed('Dentist', '2026-11-19T08:00Z', 45, { location: 'Mill Street 4' }),
    timed('Physio', '2026-11-20T16:30Z'),
    timed('Night train', '2026-11-21T21:00Z', 9 * 60),
    days('Conference', '2026-11-23', '2026-11-25'),
    ...['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'].map((name) => timed(`Errand ${name}`, '2026-11-26T09:00Z')),
    timed('Next month', '2026-12-16T09:00Z'),
  )
  await plan(home, choir, timed('Rehearsal', '2026-11-18T18:00Z', 90, { recurrence: 'weekly' }))
  await plan(home, family, timed('Family dinner', '2026-11-20T18:00Z', 120), days('Grandma visits', '2026-11-21'))
  await plan(home, await makeCalendar(home, ben, 'Ben'), timed('Ben’s secret', '2026-11-19T08:00Z'))
})

async function calendar(path: string, options: Parameters<typeof stage.open>[0] = {}, at = NOW): Promise<Page> {
  const { page } = await stage.open(options)
  await setClock(page, at)
  await page.goto(stage.home.url + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

const event = (page: Page, title: string) =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`^${title} `) })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

test('views that are drawn ahead cannot be reached, not even for a moment', async () => {
  const { page } = await stage.open({ savesData: false })
  await setClock(page)
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { drawnAhead: seen })
    new MutationObserver(() => {
      for (const view of document.querySelectorAll('.kept.ahead')) {
        const isReachable = [...view.querySelectorAll('button')].some((button) => button.closest('[inert]') === null)
        seen.push(isReachable ? 'reachable' : 'out of reach')
      }
    }).observe(document, { subtree: true, childList: true, attributes: true })
  })
  await page.goto(`${stage.home.url}/?view=month`)
  await until(
    'the others are drawn',
    () => page.locator('.kept.unseen').count(),
    (count) => count === 3,
  )
  const seen = await page.evaluate(() => (window as unknown as { drawnAhead: string[] }).drawnAhead)
  expect(new Set(seen)).toEqual(new Set(['out of reach']))
})

test('a view that was to be drawn ahead and cannot be loaded takes nothing with it', async () => {
  const { page } = await stage.open({ size: 'phone', savesData: false })
  await setClock(page)
  let asked = 0
  await page.route('**/assets/movable-time-grid-*', (route) => {
    asked++
    return route.abort()
  })
  await page.goto(`${stage.home.url}/?view=month`)
  await until(
    'it was asked for',
    () => asked,
    (times) => times > 0,
  )
  const idle = () => page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  for (let times = 0; times < 5; times++) await idle()
  await page.getByRole('button', { name: 'Next month' }).click()
  await page.getByRole('grid', { name: 'December 2026' }).waitFor()
  expect(asked).toBe(1)
})

test.each([
  ['en-GB', 'Tuesday 24 November', '1 event, Conference, day 2 of 3'],
  ['de-DE', 'Dienstag, 24. November', '1 Termin, Conference, Tag 2 von 3'],
] as const)('a month says on each day what goes on there from the day before, in %s: %s', async (locale, day, said) => {
  const page = await calendar('/?view=month', { locale })
  await page.getByRole('button', { name: `${day}, ${said}`, exact: true }).waitFor()
})

describe('the household’s clock', () => {
  const ZONES = ['Europe/Berlin', 'Pacific/Auckland', 'America/Los_Angeles', 'Asia/Kolkata']

  test.each([
    ['month', 'Physio'],
    ['week', 'Physio'],
    ['day', 'Physio'],
    ['agenda', 'Next month'],
  ])('draws the %s alike in browsers all over the world', async (view, last) => {
    const texts: string[] = []
    for (const zone of ZONES) {
      const { page } = await stage.open({ zone })
      await page.clock.setFixedTime(NOW)
      await page.goto(`${stage.home.url}/?view=${view}`)
      const main = page.getByRole('main')
      await main.getByText(last).first().waitFor()
      // Other views may lie unseen below the one that is shown.
      const text = (await main.locator('.kept:not([aria-hidden])').textContent()) ?? ''
      // How far a list is drawn that goes on for ever depends on when one looks.
      texts.push(view === 'agenda' ? text.slice(0, text.indexOf(last)) : text)
    }
    expect(texts).toEqual(ZONES.map(() => texts[0] ?? ''))
  })

  test('says which day it is: in Auckland Saturday has begun, in the house it has not', async () => {
    const page = await calendar('/?view=month', { zone: 'Pacific/Auckland' })
    const today = page.getByRole('grid').locator('[aria-current=date]')
    await until(
      'today is known',
      () => today.getAttribute('aria-label'),
      (label) => label?.startsWith('Friday 20 ') ?? false,
    )
    await page.getByText('Berlin time').waitFor()
  })

  test('leads to the next day whoever has come back to today, from a day or with the keys', async () => {
    for (const back of [
      (page: Page) => page.getByRole('button', { name: /^Friday 20 November, / }).click(),
      (page: Page) => page.keyboard.press('ArrowLeft'),
    ]) {
      const page = await calendar('/?view=month', { size: 'phone' }, '2026-11-20T22:50:00Z')
      await page.getByRole('button', { name: /^Saturday 21 November, / }).click()
      await page.getByRole('heading', { name: 'Tomorrow 21 Nov' }).waitFor()
      await back(page)
      await page.getByRole('heading', { name: 'Today 20 Nov' }).waitFor()
      await page.clock.fastForward(30 * 60 * 1000)
      await page.getByRole('heading', { name: 'Today 21 Nov' }).waitFor()
    }
  })

  test('is what a typed time means: 19:30 in New York’s browser is 19:30 in Berlin', async () => {
    const page = await calendar('/?view=day', { zone: 'America/New_York' })
    await openForm(page, event(page, 'Physio'))
    const start = page.getByRole('dialog').getByRole('combobox', { name: 'Start time' })
    await start.waitFor()
    expect(await start.inputValue()).toBe('17:30')
  })
})

describe('the month', () => {
  test('is walked with arrows, Home and End, into the next month', async () => {
    const page = await calendar('/?view=month')
    await event(page, 'Physio').waitFor()
    await page.getByRole('button', { name: /^Friday 20 November, 2 events/ }).focus()
    for (const [key, day] of [
      ['ArrowDown', '27'],
      ['End', '29'],
      ['Home', '23'],
      ['ArrowDown', '30'],
      ['ArrowDown', '7'],
    ] as const) {
      await page.keyboard.press(key)
      await until(
        `${key} leads to the ${day}th`,
        () => focused(page),
        (text) => text === day,
      )
    }
    await page.getByRole('heading', { level: 1, name: 'December 2026' }).waitFor()
  })

  test.each(['main', 'complementary'] as const)('is paged by keys, and the focus goes along: %s', async (part) => {
    const page = await calendar('/?view=month')
    await event(page, 'Physio').waitFor()
    const day = (name: RegExp) => page.getByRole(part).getByRole('button', { name })
    await day(/^Friday,? 20 November/).focus()
    for (const [key, name] of [
      ['PageDown', /^Sunday,? 20 December/],
      ['ArrowDown', /^Sunday,? 27 December/],
      ['PageUp', /^Friday,? 27 November/],
    ] as const) {
      await page.keyboard.press(key)
      await until(
        `${key} leads to ${name}`,
        () => day(name).evaluate((button) => button === document.activeElement),
        (isThere) => isThere,
      )
    }
  })

  test('keys that come quicker than the screen go on from where the one before leads', async () => {
    const page = await calendar('/?view=month')
    await event(page, 'Physio').waitFor()
    const day = page.getByRole('button', { name: /^Friday 20 November, 2 events/ })
    await day.focus()
    // In one task, so that nothing is drawn between them.
    await day.evaluate((button) => {
      for (const key of ['Home', 'ArrowDown', 'ArrowDown']) {
        button.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      }
    })
    await until(
      'two weeks after Monday',
      () => focused(page),
      (text) => text === '30',
    )
  })

  test('says how many events a full day hides, and opens the day', async () => {
    const page = await calendar('/?view=month')
    await page.getByRole('button', { name: /more on Thursday 26 November/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Thursday 26 November' }).waitFor()
    for (const name of ['Errand A', 'Errand E']) await event(page, name).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'November 2026' }).waitFor()
  })

  test('shows an event of several days as one bar', async () => {
    const page = await calendar('/?view=month')
    await page.getByRole('button', { name: /^Conference 23 – 25 Nov 2026, Ada/ }).waitFor()
    expect(await event(page, 'Conference').count()).toBe(1)
  })

  test('on a phone has the day’s events in words, and folds away what is over', async () => {
    const page = await calendar('/?view=month', { size: 'phone' }, '2026-11-20T18:10:00Z')
    await page
      .getByRole('region', { name: 'Friday 20 November' })
      .getByRole('button', { name: /Family dinner/ })
      .waitFor()
    expect(await page.getByRole('button', { name: /Physio/ }).count()).toBe(0)
    await page.getByRole('button', { name: '1 earlier today' }).click()
    await page.getByRole('button', { name: /Physio/ }).waitFor()
    await page.getByRole('button', { name: /^Friday 27 November/ }).click()
    await page.getByText('Nothing planned. Enjoy it.').waitFor()
  })

  test('on a phone folds away what is over for each person, too', async () => {
    const page = await calendar('/?view=day', { size: 'phone' }, '2026-11-20T18:10:00Z')
    await page.getByRole('button', { name: /Family dinner/ }).waitFor()
    expect(await page.getByRole('button', { name: /Physio/ }).count()).toBe(0)
    await page.getByRole('button', { name: '1 earlier today' }).click()
    await page.getByRole('button', { name: /Physio/ }).waitFor()
  })
})

describe('finding one’s way', () => {
  test('keys change the view, go to today and open the search', async () => {
    const page = await calendar('/?view=month&date=2027-03-01')
    await page.keyboard.press('t')
    await page.getByRole('heading', { level: 1, name: 'November 2026' }).waitFor()
    for (const [key, heading] of [
      ['w', '16 – 22 Nov 2026'],
      ['d', 'Friday 20 November'],
      ['a', 'November 2026'],
    ] as const) {
      await page.keyboard.press(key)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    }
    await page.keyboard.press('/')
    const dialog = page.getByRole('dialog', { name: 'Search' })
    await dialog.getByRole('searchbox').fill('mill ada')
    await dialog.getByRole('button', { name: /Dentist/ }).waitFor()
    await dialog.getByText('1 event', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test('any date is two presses away', async () => {
    const page = await calendar('/?view=week', { size: 'phone' })
    await page.getByRole('button', { name: '20 – 22 Nov' }).click()
    const dialog = page.getByRole('dialog', { name: 'Jump to a date' })
    await dialog.getByRole('button', { name: 'Next month' }).click()
    await dialog.getByRole('button', { name: /^Wednesday,? 16 December 2026/ }).click()
    await event(page, 'Next month').waitFor()
  })

  test('the address says what is shown, and a reminder’s address opens its day', async () => {
    const page = await calendar('/day/2026-11-19')
    await page.getByRole('heading', { level: 1, name: 'Thursday 19 November' }).waitFor()
    await event(page, 'Dentist').waitFor()
    await page.getByRole('button', { name: 'Next day' }).click()
    await page.getByRole('heading', { level: 1, name: 'Friday 20 November' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Friday 20 November' }).waitFor()
  })

  test('people are hidden on this device until they are shown again', async () => {
    const page = await calendar('/?view=week')
    await event(page, 'Family dinner').waitFor()
    const people = page.getByRole('group', { name: 'People' })
    await people.getByRole('button', { name: 'Ben' }).click()
    await event(page, 'Physio').waitFor({ state: 'detached' })
    // What is for everybody is for Ben.
    await event(page, 'Family dinner').waitFor()
    await page.reload()
    await event(page, 'Family dinner').waitFor()
    expect(await event(page, 'Physio').count()).toBe(0)
    await people.getByRole('button', { name: 'Ben', pressed: true }).waitFor()
    await people.getByRole('button', { name: 'Only me' }).click()
    await event(page, 'Physio').waitFor()
    await people.getByRole('button', { name: 'Everyone' }).click()
    await people.getByRole('button', { name: 'Only me', pressed: false }).waitFor()
  })

  test('who is hidden is not seen either before the device knows who there is', async () => {
    const page = await calendar('/?view=week')
    await event(page, 'Physio').waitFor()
    await page.getByRole('group', { name: 'People' }).getByRole('button', { name: 'Ben' }).click()
    await event(page, 'Physio').waitFor({ state: 'detached' })
    const kept = await page.evaluate(() => JSON.stringify(localStorage))
    const { page: again } = await stage.open()
    await setClock(again)
    await again.addInitScript((kept) => Object.assign(localStorage, JSON.parse(kept)), kept)
    await again.route('**/api/people', () => {})
    await again.goto(`${stage.home.url}/?view=week`)
    await event(again, 'Family dinner').waitFor()
    expect(await event(again, 'Physio').count()).toBe(0)
  })

  test('what is next stands beside the calendar', async () => {
    const page = await calendar('/?view=month')
    await page.getByRole('button', { name: /Next · in 67 min.*Physio.*Ada/s }).waitFor()
  })

  test('another member’s own events are nowhere', async () => {
    const page = await calendar('/?view=agenda')
    await event(page, 'Dentist')
      .or(page.getByRole('button', { name: /Physio/ }))
      .first()
      .waitFor()
    expect(await page.getByText('Ben’s secret').count()).toBe(0)
  })
})

describe('refreshing', () => {
  test('asks the house to look at the calendars now, and says how fresh they are', async () => {
    const page = await calendar('/?view=month')
    await event(page, 'Physio').waitFor()
    const asked: number[] = []
    stage.home.ctx.signals.sync = (memberId) => asked.push(memberId)
    await page.getByRole('button', { name: 'Look for changes', exact: true }).click()
    await until(
      'the member’s calendars are looked at',
      () => asked,
      ([first]) => first === stage.home.cast.ada.id,
    )
  })

  test('tells which calendar is older than it looks, and tells again when it stays so', async () => {
    const { ctx } = stage.home
    const choir = eq(calendars.displayName, 'Choir')
    const synced = new Date(Date.parse(NOW) - 7 * 60_000)
    await ctx.db.update(calendars).set({ lastSyncedAt: synced })
    await ctx.db.update(calendars).set({ lastError: 'The server is away.' }).where(choir)
    ctx.signals.sync = async () => {
      await ctx.db
        .update(calendars)
        .set({ lastSyncedAt: new Date(NOW) })
        .where(isNull(calendars.lastError))
    }
    const page = await calendar('/?view=month')
    const unread = '“Choir” cannot be read at present; what you see of it is older.'
    await page.getByRole('button', { name: `Look for changes. As of 16:16. ${unread}` }).click()
    await page.getByRole('status').getByText(unread).waitFor()
    await page.getByRole('button', { name: `Look for changes. As of 16:16. ${unread}` }).waitFor()
    await ctx.db.update(calendars).set({ lastSyncedAt: new Date(NOW), lastError: null })
  })

  test('happens when a list is pulled down on a phone', async () => {
    const page = await calendar('/?view=agenda', { size: 'phone' })
    await page
      .getByRole('button', { name: /Physio/ })
      .first()
      .waitFor()
    const asked: number[] = []
    stage.home.ctx.signals.sync = (memberId) => asked.push(memberId)
    await atRest(page)
    // The code for it comes last: whoever is too early pulls again.
    await until(
      'the member’s calendars are looked at',
      async () => {
        await pull(page, { x: 195, from: 260, to: 460 })
        return asked.length
      },
      (count) => count > 0,
    )
  })

  test('another device’s change appears by itself', async () => {
    const page = await calendar('/?view=week')
    await event(page, 'Physio').waitFor()
    const { home } = stage
    const calendarId = await makeCalendar(home, home.cast.ada, 'Elsewhere')
    await plan(home, calendarId, timed('From the phone', '2026-11-20T11:00Z'))
    home.ctx.hub.publish({ topic: 'calendar', calendarId, readers: [home.cast.ada.id] })
    await event(page, 'From the phone').waitFor()
  })
})

describe('in German', () => {
  test('the calendar speaks and writes times as people there do', async () => {
    const page = await calendar('/?view=month', { locale: 'de-DE' })
    await page.getByRole('button', { name: /^Physio Freitag, 20\. November, 17:30/ }).waitFor()
    await page.keyboard.press('n')
    const dialog = await wholeForm(page)
    await dialog.getByRole('combobox', { name: 'Wiederholung', exact: true }).selectOption({ label: 'Jede Woche' })
    await dialog.getByRole('combobox', { name: 'Ende der Wiederholung' }).waitFor()
  })
})

/** Listeners are there a moment after what they listen to has been drawn. */
const atRest = (page: Page) => page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())))

/** A finger that goes down the screen. */
async function pull(page: Page, { x, from, to }: { x: number; from: number; to: number }): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x, y }] })
  await touch('touchStart', from)
  for (let y = from; y <= to; y += 20) await touch('touchMove', y)
  await touch('touchEnd')
}
