import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { accessibilityProblems } from './support/axe'
import { NOW } from './support/calendars'
import { makeCalendar, plan, timed } from './support/events'
import { setStage } from './support/stage'
import { until } from './support/until'

const stage = setStage({ at: NOW })
let own: number

beforeAll(async () => {
  const { home } = stage
  own = await makeCalendar(home, home.cast.ada, 'Ada')
  await plan(
    home,
    own,
    timed('Choir', '2026-10-07T17:00Z', 90),
    timed('Choir', '2026-11-18T18:00Z', 90),
    timed('Choir', '2026-11-25T18:00Z', 90, { location: 'Town hall' }),
    timed('Choir', '2026-12-02T18:00Z', 90),
    timed('Camp deposit', '2027-07-10T10:00Z'),
    timed('Camp shopping', '2026-04-01T10:00Z'),
  )
}, 60_000)

/** The calendar with the months around today at hand. */
async function calendar(path = '/?view=month') {
  const { page, context } = await stage.open()
  await page.clock.setFixedTime(NOW)
  await page.goto(stage.home.url + path)
  await page.getByRole('grid').first().waitFor()
  await page.waitForLoadState('networkidle')
  return { page, context }
}

async function search(page: Page, words: string) {
  await page.getByRole('button', { name: 'Search' }).waitFor()
  await page.keyboard.press('/')
  await page.getByRole('searchbox').fill(words)
  return page.getByRole('dialog', { name: 'Search' })
}

const searched = (page: Page) => page.getByText(/^Searched on this device:/).textContent()

describe('the search', () => {
  test('says which days it has looked through, and finds what lies beyond once it is asked to', async () => {
    const { page } = await calendar()
    const dialog = await search(page, 'camp')
    await dialog.getByText('Nothing found in these days').waitFor()
    await until(
      'the days',
      () => searched(page),
      (words) => /28 Sept? 2026 – 10 Jan 2027/.test(words ?? ''),
    )
    await dialog.getByText('Notes are not searched.').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Search until July 2027' }).click()
    await dialog.getByRole('button', { name: /Camp deposit/ }).waitFor()
    await until(
      'all of it is loaded',
      () => searched(page),
      (days) => /28 Sept? 2026 – 31 Jul 2027$/.test(days ?? ''),
    )
    await dialog.getByRole('button', { name: 'Search until February 2028' }).waitFor()
    await dialog.getByRole('button', { name: 'Search back to March 2026' }).click()
    await dialog.getByRole('button', { name: /Camp shopping/ }).waitFor()
    await until(
      'all of it is loaded',
      () => searched(page),
      (days) => /: 1 Mar 2026 – 31 Jul 2027$/.test(days ?? ''),
    )
  })

  test('begins with what comes, the next one first; what is over follows, the latest first', async () => {
    const { page } = await calendar()
    const dialog = await search(page, 'choir')
    await dialog.getByText('4 events').waitFor()
    expect(await dialog.locator('.search-day').allTextContents()).toEqual([
      'Wednesday 25 November',
      'Wednesday 2 December',
      'Wednesday 18 November',
      'Wednesday 7 October',
    ])
    await dialog.getByRole('heading', { name: 'Earlier' }).waitFor()
  })

  test('is walked through by arrow keys, and Enter opens', async () => {
    const { page } = await calendar()
    const dialog = await search(page, 'choir')
    await dialog.getByText('4 events').waitFor()
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest('li')?.parentElement?.parentElement?.textContent ?? '')
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toContain('25 November')
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toContain('2 December')
    for (let times = 1; times <= 2; times++) await page.keyboard.press('ArrowUp')
    expect(await page.getByRole('searchbox').evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    const place = page.getByRole('dialog', { name: 'Edit event' }).getByRole('textbox', { name: 'Place' })
    await place.waitFor()
    expect(await place.inputValue()).toBe('Town hall')
  })

  test('does not call days searched that lie between those on this device', async () => {
    const { page } = await calendar()
    await page.goto(`${stage.home.url}/?view=month&date=2027-10-15`)
    await page.waitForLoadState('networkidle')
    await search(page, 'camp')
    const words = await until(
      'both stretches',
      () => searched(page),
      (days) => days?.includes(', ') ?? false,
    )
    expect(words).toMatch(/^Searched on this device: .* (2026|Jan 2027), \d+ (Aug|Sept?)( 2027)? – .* 2027$/)
  })

  test('finds what somebody else has added since those days were loaded', async () => {
    const { page } = await calendar()
    await plan(stage.home, own, timed('Lantern walk', '2026-12-29T16:00Z'))
    stage.home.ctx.hub.publish({ topic: 'calendar', calendarId: own, readers: 'everyone' })
    const dialog = await search(page, 'lantern')
    await dialog.getByRole('button', { name: /Lantern walk/ }).waitFor()
  })

  test('that cannot be taken further says so, and has searched no more than before', async () => {
    const { page } = await calendar()
    const dialog = await search(page, 'camp')
    const further = dialog.getByRole('button', { name: 'Search until July 2027' })
    await further.waitFor()
    await page.route(/\/api\/events\?/, (route) => route.abort())
    await further.click()
    await dialog.getByText('These days could not be loaded.').waitFor()
    expect(await searched(page)).toMatch(/10 Jan 2027$/)
  })
})
