/** What has not been loaded when the connection goes: without a service worker nothing is kept on the device. */
import { beforeAll, expect, test } from 'bun:test'
import type { Request } from 'playwright-core'
import { accessibilityProblems } from './support/axe'
import { NOW } from './support/calendars'
import { settled } from './support/device'
import { makeCalendar, plan, timed } from './support/events'
import { holdAnswers } from './support/late'
import { makeList } from './support/lists'
import { setStage } from './support/stage'
import { until } from './support/until'

const stage = setStage({ at: NOW })
const NO_CONNECTION = 'No connection to Corkboard'
/** What sends, listens and keeps, loaded after the first drawing. */
const BACKGROUND = '**/assets/background-*'
const isOfBackground = (request: Request) => request.url().includes('/assets/background-')

beforeAll(async () => {
  const { home } = stage
  await plan(home, await makeCalendar(home, home.cast.ada, 'Ada'), timed('Physio', '2026-11-20T16:30Z', 45))
  await makeList(home, 'Groceries', 'Milk')
})

/** @param isKnown the device has no network; else it has one on which our service is not, as the page has yet to learn */
async function loseConnection(isKnown: boolean) {
  const { page, context } = await stage.open({ size: 'phone' })
  await page.clock.setFixedTime(NOW)
  await page.goto(`${stage.home.url}/?view=month`)
  await page.locator('.event-row', { hasText: 'Physio' }).waitFor()
  if (isKnown) await context.setOffline(true)
  else await page.route('**/*', (route) => route.abort())
  /** The page is told by the browser, or finds out: what it asks may have gone out a moment too early. */
  const comeBack = async () => {
    await context.setOffline(false)
    await page.unrouteAll()
  }
  return { page, comeBack }
}

test.each([true, false])('a screen says so, and opens by itself with one (it is known: %p)', async (isKnown) => {
  const { page, comeBack } = await loseConnection(isKnown)
  await page.getByRole('link', { name: 'Lists' }).click()
  await page.getByRole('heading', { name: NO_CONNECTION }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await comeBack()
  await page.getByRole('link', { name: /Groceries/ }).waitFor()
})

test('a page that loses it in its first seconds says so', async () => {
  const { page, context } = await stage.open({ size: 'phone' })
  await page.clock.setFixedTime(NOW)
  // What says it otherwise is not there yet.
  await page.route('**/assets/status-chips-*', (route) => route.abort())
  await page.goto(`${stage.home.url}/?view=month`)
  await page.locator('.event-row', { hasText: 'Physio' }).waitFor()
  const chip = page.getByRole('status').getByText('No connection')
  expect(await chip.count()).toBe(0)
  await context.setOffline(true)
  await chip.waitFor()
  await page.unrouteAll()
  await context.setOffline(false)
  await chip.waitFor({ state: 'detached' })
})

test('a view says so in its place, and the month is a tap away', async () => {
  const { page, comeBack } = await loseConnection(true)
  await page.keyboard.press('a')
  await page.getByRole('heading', { name: NO_CONNECTION }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('m')
  await page.locator('.event-row', { hasText: 'Physio' }).waitFor()
  await page.keyboard.press('a')
  await comeBack()
  await page.locator('.agenda').getByText('Physio').waitFor()
})

test('a dialog says so and takes nothing of the screen with it', async () => {
  const { page } = await loseConnection(true)
  await page.keyboard.press('?')
  await page.locator('.toast').getByText(NO_CONNECTION).waitFor()
  expect(await page.getByRole('grid', { name: 'November 2026' }).isVisible()).toBe(true)
  await page.keyboard.press('ArrowRight')
  await page.getByRole('grid', { name: 'December 2026' }).waitFor()
})

test('an answer that comes late after the connection went does not take the page away', async () => {
  const { page, context } = await stage.open({ size: 'phone' })
  await page.clock.setFixedTime(NOW)
  const people = await holdAnswers(page, '/api/people')
  const isOff = Promise.withResolvers<void>()
  await page.route(BACKGROUND, async (route) => {
    await isOff.promise
    await route.abort()
  })
  const missing = page.waitForEvent('requestfailed', isOfBackground)
  await page.goto(stage.home.url)
  await page.locator('.event-row', { hasText: 'Physio' }).waitFor()
  await people.given
  await context.setOffline(true)
  isOff.resolve()
  await missing
  await people.arrive()
  expect(await page.locator('.event-row', { hasText: 'Physio' }).isVisible()).toBe(true)
  await page.unrouteAll()
  const loaded = page.waitForEvent('requestfinished', isOfBackground)
  await context.setOffline(false)
  await loaded
})

test('what fails once while there is a connection is loaded by loading the page again', async () => {
  const { page } = await stage.open({ size: 'phone' })
  await page.route(BACKGROUND, (route) => route.abort(), { times: 1 })
  const loaded = page.waitForEvent('requestfinished', isOfBackground)
  await page.goto(stage.home.url)
  await loaded
})

test('what never comes is asked for twice, whatever else comes in between, and the rest of the page is there', async () => {
  const { page } = await stage.open({ size: 'phone' })
  const isLate = Promise.withResolvers<void>()
  let asked = 0
  await page.route(BACKGROUND, async (route) => {
    if (++asked > 1) await isLate.promise
    await route.abort()
  })
  await page.goto(`${stage.home.url}/?view=month`, { waitUntil: 'commit' })
  await until(
    'the page is loaded again',
    () => asked,
    (times) => times === 2,
  )
  await page.locator('.month-compact').waitFor()
  await page.keyboard.press('a')
  await page.locator('.agenda').waitFor()
  const isLookedFor = page.waitForResponse('**/health')
  isLate.resolve()
  await isLookedFor
  await settled(page)
  expect(asked).toBe(2)
  expect(await page.locator('.agenda').isVisible()).toBe(true)
})

test('a display is drawn also where what starts it never comes', async () => {
  const { page } = await stage.open({ as: null, size: 'tablet' })
  await page.route('**/assets/start-*', (route) => route.abort())
  await page.goto(`${stage.home.url}/display`)
  await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 10_000 })
})
