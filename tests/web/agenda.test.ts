import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { accessibilityProblems } from './support/axe'
import type { VisitOptions } from './support/browser'
import { NOW } from './support/calendars'
import { drawn } from './support/drawn'
import { days, makeCalendar, plan, timed } from './support/events'
import { setStage } from './support/stage'
import { withoutStreams } from './support/streams'
import { until } from './support/until'

const EVENTS = /\/api\/events\?/

const stage = setStage({ at: NOW })

beforeAll(async () => {
  const { home } = stage
  await plan(
    home,
    await makeCalendar(home, home.cast.ada, 'Ada'),
    timed('Physio', '2026-11-20T16:30Z', 45),
    days('Conference', '2026-11-24', '2026-11-26'),
    timed('Night train', '2026-11-27T21:00Z', 9 * 60),
    ...[
      '2026-10',
      '2026-11',
      '2026-12',
      '2027-01',
      '2027-02',
      '2027-03',
      '2027-04',
      '2027-05',
      '2027-06',
      '2027-07',
    ].flatMap((month) =>
      ['02', '03', '04', '05', '06', '07', '08', '09', '10', '11'].flatMap((day) => [
        timed(`Early shift ${month}-${day}`, `${month}-${day}T05:00Z`),
        timed(`Late shift ${month}-${day}`, `${month}-${day}T14:00Z`),
      ]),
    ),
  )
})

async function agenda(path = '/?view=agenda', options: VisitOptions = {}, seen = '.agenda-day'): Promise<Page> {
  const { page } = await stage.open(options)
  await page.clock.setFixedTime(NOW)
  await page.goto(stage.home.url + path)
  await page.locator(seen).first().waitFor()
  return page
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const list = (page: Page) => page.locator('.agenda')
const rows = (page: Page) => page.locator('.agenda .event-row').count()
const topOf = async (page: Page, title: string) =>
  (await page.locator('.event-row', { hasText: title }).boundingBox())!.y

/** Where something comes to rest. */
async function restOf(page: Page, title: string): Promise<number> {
  for (let before = Number.NaN; ; ) {
    await drawn(page, 3)
    const now = Math.round(await topOf(page, title))
    if (now === before) return now
    before = now
  }
}

/** Scrolls until something is on the screen: it is drawn as far as two screens before. */
async function scrollTo(page: Page, title: string, by: number) {
  await until(
    `${title} is reached`,
    () =>
      list(page).evaluate(
        (element, { step, text }) => {
          const row = [...element.querySelectorAll('.event-row')].find(({ textContent }) => textContent.includes(text))
          if (row === undefined) element.scrollBy(0, step)
          else row.scrollIntoView({ block: 'nearest' })
          return row !== undefined
        },
        { step: by, text: title },
      ),
    (isThere) => isThere,
  )
}

describe('the agenda', () => {
  test('says which day of several it is, and until when there is nothing', async () => {
    const page = await agenda()
    const day = (name: string) => page.getByRole('region', { name })
    await day('Wednesday 25 November').getByText('day 2 of 3').waitFor()
    await day('Thursday 26 November').getByText('day 3 of 3').waitFor()
    await day('Saturday 28 November').getByText('until 7:00').waitFor()
    await page.getByText('Nothing until Tuesday 24 November').waitFor()
    await page.getByText('Nothing more in November').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
  })

  test('goes on as far as one scrolls, keeps the page small, and the heading follows', async () => {
    const page = await agenda()
    await scrollTo(page, 'Early shift 2027-06-05', 900)
    await until(
      'the heading follows',
      () => heading(page).textContent(),
      (text) => /^(May|June) 2027/.test(text ?? ''),
    )
    expect(await rows(page)).toBeLessThan(100)
    // The other views open where it was left.
    expect(page.url()).toMatch(/date=2027-0[56]/)
    await until(
      'the end is reached',
      async () => {
        await list(page).evaluate((element) => element.scrollBy(0, 5_000))
        return page.getByText('Nothing more is planned up to 30 Sept 2027.').count()
      },
      (count) => count > 0,
    )
    await page.getByRole('button', { name: 'Later', exact: true }).click()
    await page.getByText('Nothing more is planned up to 31 Oct 2027.').waitFor()
    await page.getByRole('button', { name: 'Today', exact: true }).click()
    await page.getByRole('region', { name: 'Friday 20 November' }).getByText('Physio').waitFor()
    await heading(page).getByText('November 2026').waitFor()
  })

  test('begins with the day that was asked for, also where what was seen before is further down', async () => {
    const page = await agenda('/?view=agenda&date=2026-12-08', { locale: 'en-GB' })
    await page.locator('.event-row', { hasText: 'Early shift 2026-12-08' }).waitFor()
    await page.keyboard.press('g')
    await page.getByRole('dialog', { name: 'Jump to a date' }).getByRole('textbox', { name: 'Date' }).waitFor()
    await page.keyboard.type('3 Dec 2026')
    await page.keyboard.press('Enter')
    await page.locator('.event-row', { hasText: 'Early shift 2026-12-03' }).waitFor({ state: 'attached' })
    const scrolled = await list(page).evaluate(async (element) => {
      const frame = () => new Promise(requestAnimationFrame)
      await frame()
      await frame()
      return element.scrollTop
    })
    expect(scrolled).toBe(0)
  })

  test('shows what was before without moving what is seen', async () => {
    const page = await agenda('/?view=agenda&date=2026-12-01', { size: 'phone' })
    const shift = 'Early shift 2026-12-02'
    await page.locator('.event-row', { hasText: shift }).waitFor()
    const before = await topOf(page, shift)
    await page.getByRole('button', { name: 'Earlier', exact: true }).click()
    const night = page.locator('.event-row', { hasText: 'Night train' })
    await night.first().waitFor()
    await heading(page).getByText('November').waitFor()
    expect(await topOf(page, shift)).toBeGreaterThan(before)
    // Further up everything is drawn anew, and a day stays where it is.
    await scrollTo(page, 'Late shift 2026-11-11', -200)
    const from = await restOf(page, 'Late shift 2026-11-11')
    await list(page).evaluate((box) => {
      box.querySelector<HTMLElement>('.earlier')!.style.paddingBlock = '40px'
      box.scrollBy(0, -60)
    })
    expect((await restOf(page, 'Late shift 2026-11-11')) - from).toBe(60)
  })

  test('does not go beyond what cannot be loaded, unless it is asked to', async () => {
    const page = await agenda()
    await withoutStreams(page)
    await page.route(EVENTS, (route) => route.fulfill({ status: 403, json: { error: 'No' } }))
    await page.goto(`${stage.home.url}/?view=agenda&date=2028-03-01`)
    await page.getByRole('heading', { name: /^1\s?–\s?31 Mar/ }).waitFor()
    await page.locator('.agenda-day.unknown').getByText('not loaded').waitFor()
    await page.getByRole('button', { name: 'Later', exact: true }).click()
    await page.getByRole('heading', { name: /^1\s?–\s?30 Apr/ }).waitFor()
    expect(
      await list(page)
        .getByText(/^Nothing/)
        .count(),
    ).toBe(0)
    expect(await page.locator('.agenda-day.unknown').count()).toBe(2)
  })

  test('stays as it is while what could not be loaded is asked for again', async () => {
    const { page } = await stage.open()
    await page.clock.setFixedTime(NOW)
    await withoutStreams(page)
    await page.route(EVENTS, (route) => route.fulfill({ status: 403, json: { error: 'No' } }))
    await page.goto(`${stage.home.url}/?view=agenda&date=2028-03-01`)
    await page.getByRole('button', { name: 'Later', exact: true }).click()
    const april = page.getByRole('heading', { name: /^1\s?–\s?30 Apr/ })
    await april.waitFor()
    const notice = page.getByText('The events could not be loaded.')
    await notice.waitFor()
    await page.unroute(EVENTS)
    await page.route(EVENTS, () => {})
    await page.getByRole('button', { name: 'Try again' }).click()
    await notice.waitFor({ state: 'detached' })
    expect(await april.isVisible()).toBe(true)
  })
})

test('any date is typed: two taps and a text, and what was understood is said', async () => {
  const page = await agenda('/?view=month', { locale: 'en-GB' }, '.month')
  await page.getByRole('button', { name: /^November 2026/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Jump to a date' })
  await dialog.getByRole('textbox', { name: 'Date' }).waitFor()
  await page.keyboard.type('june of next')
  await dialog.getByText('Which date is meant?').waitFor()
  await page.keyboard.type(' year')
  await dialog.getByRole('button', { name: 'June 2027' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('grid', { name: 'June 2027' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.type('week 1')
  await dialog.getByRole('button', { name: /^Week 1 · 4.*10 Jan 2027/ }).click()
  await page.getByRole('grid', { name: 'January 2027' }).waitFor()
})

test('weeks are numbered where somebody wants that: in month, week and small month', async () => {
  const page = await agenda('/?view=month', {}, '.month')
  const numbers = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('[data-week]')].map((one) => Number((one as HTMLElement).dataset.week)),
    )
  expect(await numbers()).toEqual([])
  await page.goto(`${stage.home.url}/account`)
  await page.getByRole('switch', { name: 'Week numbers on this device' }).click()
  await page.goto(`${stage.home.url}/?view=month&date=2027-01-10`)
  await page.getByRole('button', { name: /^Monday 4 January, .*Week 1$/ }).waitFor()
  // Beside the calendar, and in it, whichever is drawn first; the small month has always six.
  await until('both have numbers', numbers, (all) => all.join() === '53,1,2,3,4,5,53,1,2,3,4')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('w')
  await page.getByRole('heading', { level: 1 }).getByText('Week 1').waitFor()
})
