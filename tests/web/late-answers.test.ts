import { beforeAll, expect, test } from 'bun:test'
import type { Page, Route } from 'playwright-core'
import { settled } from './support/device'
import { makeCalendar } from './support/events'
import { setStage } from './support/stage'
import { until } from './support/until'

const stage = setStage()

beforeAll(async () => {
  const { home } = stage
  await makeCalendar(home, home.cast.ada, 'Ada')
}, 60_000)

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

test.each(['/account', '/elsewhere', '/admin', '/people'])(
  'no answer moves what can be pressed on %s, whichever comes first',
  async (path) => {
    const { page } = await stage.open()
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
      // Those of what stands below come first.
      const route = late.pop()
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
  },
)
