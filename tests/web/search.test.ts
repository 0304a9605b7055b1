import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { accessibilityProblems } from './support/axe'
import { picture } from './support/browser'
import { NOW } from './support/calendars'
import { makeCalendar, plan, timed } from './support/events'
import { setStage } from './support/stage'

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
    timed('Camp deposit', '2027-07-10T10:00Z', 60, { description: 'By transfer; bring sleeping bag and torch' }),
    timed('Camp shopping', '2026-04-01T10:00Z'),
    ...Array.from({ length: 40 }, (_, week) =>
      timed('Lesson', new Date(Date.parse('2028-01-03T15:00Z') + week * 7 * 86_400_000).toISOString()),
    ),
  )
})

/** The calendar with the months around today at hand. */
async function calendar(path = '/?view=month', options: Parameters<typeof stage.open>[0] = {}) {
  const { page, context } = await stage.open({ savesData: false, ...options })
  await page.clock.setFixedTime(NOW)
  await page.goto(stage.home.url + path)
  await page.getByRole('grid').first().waitFor()
  await page.waitForLoadState('networkidle')
  return { page, context }
}

async function search(page: Page, words: string) {
  await page.getByRole('button', { name: /^(Search|Suchen?)$/ }).waitFor()
  await page.keyboard.press('/')
  await page.getByRole('searchbox').fill(words)
  return page.getByRole('dialog', { name: /^(Search|Suchen?)$/ })
}

describe('the search', () => {
  test.each(['phone', 'laptop'] as const)(
    'finds in all notes what was never loaded, marks it, and opens it on its day: %s',
    async (size) => {
      const { page } = await calendar('/?view=month', { size })
      const dialog = await search(page, 'sleeping')
      const deposit = dialog.getByRole('button', { name: /Camp deposit/ })
      await deposit.waitFor()
      await dialog.getByText('1 event', { exact: true }).waitFor()
      expect(await dialog.locator('.search-day').textContent()).toMatch(/^Saturday,? 10 July 2027$/)
      expect(await dialog.locator('mark').allTextContents()).toEqual(['sleeping'])
      expect(await accessibilityProblems(page)).toEqual([])
      await picture(page, `search-notes-${size}`)
      await deposit.click()
      await page.getByRole('dialog', { name: 'Camp deposit' }).waitFor()
      await page.getByRole('dialog', { name: 'Search' }).waitFor({ state: 'detached' })
      expect(new URL(page.url()).searchParams.get('date')).toBe('2027-07-10')
    },
  )

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
    const headings = dialog.getByRole('heading', { level: 3 })
    expect(await headings.allTextContents()).toEqual(['Coming up', 'Earlier'])
  })

  test('shows once what stands in two calendars', async () => {
    const { home } = stage
    const other = await makeCalendar(home, home.cast.ada, 'Club')
    for (const calendar of [own, other]) {
      await plan(home, calendar, { ...timed('Regatta', '2026-12-05T10:00Z'), uid: 'regatta' })
    }
    const { page } = await calendar()
    const panel = await search(page, 'regatta')
    await panel
      .getByRole('button', { name: /Regatta/ })
      .first()
      .waitFor()
    expect(await panel.getByRole('button', { name: /Regatta/ }).count()).toBe(1)
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
    await page.getByRole('dialog', { name: 'Choir' }).getByRole('link', { name: 'Town hall' }).waitFor()
  })

  test('finds what somebody else has added since those days were loaded', async () => {
    const { page } = await calendar()
    await plan(stage.home, own, timed('Lantern walk', '2026-12-29T16:00Z'))
    stage.home.ctx.hub.publish({ topic: 'calendar', calendarId: own, readers: 'everyone' })
    const dialog = await search(page, 'lantern')
    await dialog.getByRole('button', { name: /Lantern walk/ }).waitFor()
  })

  test('shows the answer to what was typed last, whichever comes last', async () => {
    const { page } = await calendar()
    const late = Promise.withResolvers<void>()
    await page.route(/\/api\/events\/search\?q=c&/, async (route) => {
      await late.promise
      await route.continue().catch(() => {})
    })
    const asked = page.waitForRequest(/\/api\/events\/search\?q=c&/)
    const dialog = await search(page, 'c')
    await asked
    await page.getByRole('searchbox').fill('camp')
    await dialog.getByText('2 events').waitFor()
    late.resolve()
    await page.getByRole('searchbox').fill('camp dep')
    await dialog.getByText('1 event', { exact: true }).waitFor()
    expect(await dialog.locator('.event-row b').allTextContents()).toEqual(['Camp deposit'])
  })

  test('brings more as one scrolls', async () => {
    const { page } = await calendar()
    const dialog = await search(page, 'lesson')
    await dialog.getByText('The first 30 events').waitFor()
    await dialog.locator('.event-row').nth(29).scrollIntoViewIfNeeded()
    await dialog.getByText('40 events').waitFor()
    expect(await dialog.locator('.event-row').count()).toBe(40)
  })

  test('says so where more cannot be had, and brings it once asked again', async () => {
    const { page } = await calendar()
    const following = /\/api\/events\/search\?.*cursor=/
    await page.route(following, (route) => route.fulfill({ status: 503, json: { error: 'No' } }))
    const dialog = await search(page, 'lesson')
    await dialog.locator('.event-row').nth(29).scrollIntoViewIfNeeded()
    await dialog.getByText('More could not be loaded.').waitFor()
    await page.unroute(following)
    await dialog.getByRole('button', { name: 'Show more' }).click()
    await dialog.getByText('40 events').waitFor()
    expect(await dialog.getByText('More could not be loaded.').count()).toBe(0)
  })

  test('without a connection looks through the device and says so, until there is one again', async () => {
    const { page, context } = await calendar('/?view=month', { size: 'phone', locale: 'de-DE' })
    const dialog = await search(page, '')
    await context.setOffline(true)
    await page.getByRole('searchbox').fill('choir')
    const words = await dialog.getByText(/^Corkboard ist nicht erreichbar/).textContent()
    expect(words).toMatch(/nur auf diesem Gerät, ohne Notizen: \d+\. .* 202\d$/)
    // How many months have been loaded until then nobody knows.
    await dialog.getByText(/^[34] Termine$/).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await picture(page, 'search-offline-phone-de')
    await page.getByRole('searchbox').fill('sleeping')
    await dialog.getByText('In diesen Tagen nichts gefunden').waitFor()
    await context.setOffline(false)
    await dialog.getByRole('button', { name: /Camp deposit/ }).waitFor({ timeout: 60_000 })
    expect(await dialog.getByText(/^Corkboard ist nicht/).count()).toBe(0)
  })

  test('that the service refuses can be asked for again', async () => {
    const { page } = await calendar()
    const refused = '**/api/events/search*'
    await page.route(refused, (route) => route.fulfill({ status: 403, json: { error: 'No' } }))
    const dialog = await search(page, 'sleeping')
    await dialog.getByText('Nothing found in these days').waitFor()
    await dialog.getByText(/^Only this device was searched, without notes: \d/).waitFor()
    await page.unroute(refused)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByRole('button', { name: /Camp deposit/ }).waitFor()
    expect(await dialog.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  })
})
