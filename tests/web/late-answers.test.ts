import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page, Route } from 'playwright-core'
import { settled } from './support/device'
import { makeCalendar } from './support/events'
import { holdRequests } from './support/late'
import { setStage } from './support/stage'
import { until } from './support/until'

const stage = setStage()

beforeAll(async () => {
  const { home } = stage
  await makeCalendar(home, home.cast.ada, 'Ada')
})

/** What a finger can meet. */
const CONTROLS = 'main :is(a, button, input, select, summary)'

/** Where everything stands that can be pressed; returns what tells what has moved since, or is gone. */
async function watchPlaces(page: Page): Promise<() => Promise<string[]>> {
  const before = await page.evaluateHandle((controls) => {
    const all = [...document.querySelectorAll(controls)].filter((one) =>
      one.checkVisibility({ visibilityProperty: true }),
    )
    return all.map((control) => ({ control, top: control.getBoundingClientRect().top + scrollY }))
  }, CONTROLS)
  return () =>
    before.evaluate((all) =>
      all
        .filter(({ control, top }) => control.getBoundingClientRect().top + scrollY !== top)
        .map(({ control }) => control.textContent || control.getAttribute('aria-label') || control.outerHTML),
    )
}

/** Answers without which there is no page yet, and those that go on. */
const NOT_HELD = /\/api\/(me|me\/preferences|me\/writes|sse\/.*)$/

/** Lets no time pass for what the style sheet does with time, however long a busy machine takes. */
async function stopAnimations(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Animation.enable')
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 })
}

const LAST_FIRST = (late: Route[]) => late.pop()
const FIRST_FIRST = (late: Route[]) => late.shift()

describe.each(['/account', '/elsewhere', '/admin', '/people'])('no answer moves what can be pressed on %s', (path) => {
  test.each([
    ['what is asked for last', LAST_FIRST],
    ['what is asked for first', FIRST_FIRST],
  ])('%s comes first', async (_order, next) => {
    const { page } = await stage.open()
    await stopAnimations(page)
    const late: Route[] = []
    await page.route(/\/api\//, (route) => {
      if (route.request().method() !== 'GET' || NOT_HELD.test(new URL(route.request().url()).pathname))
        return route.fallback()
      late.push(route)
    })
    await page.goto(stage.home.url + path)
    const isThere = async () => late.length === 0 && (await page.locator('.coming').count()) === 0
    await page.locator('.coming').first().waitFor()
    let answers = 0
    while (await until('an answer to wait for', async () => late.length > 0 || (await isThere()), Boolean)) {
      const route = next(late)
      if (route === undefined) break
      answers++
      const moved = await watchPlaces(page)
      await route.continue()
      // None: on a busy machine the page has given it up, and asks again.
      await (await route.request().response())?.finished()
      await settled(page)
      expect({ answer: route.request().url(), moved: await moved() }).toMatchObject({ moved: [] })
    }
    expect(answers).toBeGreaterThan(1)
  })
})

test('what stands below an answer that does not come is drawn after ten seconds', async () => {
  const { page } = await stage.open()
  await stopAnimations(page)
  await holdRequests(page, '**/api/subscriptions')
  await page.goto(`${stage.home.url}/elsewhere`)
  await page.getByText('Loading').first().waitFor()
  const below = page.getByRole('button', { name: 'Choose a file' })
  const after = async (ms: number) => {
    await page.evaluate((time) => {
      for (const animation of document.getAnimations()) animation.currentTime = time
    }, ms)
    return below.isVisible()
  }
  expect([await after(9_990), await after(10_010)]).toEqual([false, true])
})

test('a dialog opens also while the list that it adds to is coming', async () => {
  const { page } = await stage.open()
  await stopAnimations(page)
  await holdRequests(page, '**/api/birthdays')
  await page.goto(`${stage.home.url}/people`)
  await page.getByRole('region', { name: 'More birthdays' }).getByText('Loading').waitFor()
  await page.getByRole('button', { name: 'Add a birthday' }).click()
  const dialog = page.locator('dialog[open]')
  await dialog.waitFor({ state: 'attached' })
  expect(await dialog.isVisible()).toBe(true)
})

test.each([
  ['/admin', 'Add a display', '/api/admin/displays/calendars', 'Add a display'],
  ['/elsewhere', 'Make an address', '/api/me/calendars', 'Make it'],
])('a dialog that grows while its choices come has its buttons afterwards: %s', async (path, open, choices, action) => {
  const { page } = await stage.open()
  await stopAnimations(page)
  const letGo = await holdRequests(page, `**${choices}`)
  await page.goto(stage.home.url + path)
  await page.getByRole('button', { name: open, exact: true }).click()
  const dialog = page.locator('dialog[open]')
  await dialog.getByText('Loading').first().waitFor()
  const button = dialog.locator('.dialog-foot', { hasText: action })
  const switches = dialog.getByRole('switch')
  expect([await button.isVisible(), await switches.count()]).toEqual([false, 0])
  letGo()
  await dialog.getByRole('button', { name: action }).waitFor()
  expect(await switches.count()).toBeGreaterThan(0)
  expect(await dialog.getByText('Loading').count()).toBe(0)
})
