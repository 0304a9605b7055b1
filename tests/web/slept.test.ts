import { beforeAll, test } from 'bun:test'
import { ask } from '../support/cast'
import type { SIZES } from './support/browser'
import { makeCalendar, plan, timed } from './support/events'
import { setStage } from './support/stage'
import { until } from './support/until'

const EVENING = '2026-11-20T20:00:00Z'
const MORNING = '2026-11-21T06:10:00Z'
/** Within it every word on the screen is true again. */
const WAKES_WITHIN_MS = 2_000

const stage = setStage({ at: EVENING })
let calendarId: number
let listId: number

beforeAll(async () => {
  const { home } = stage
  calendarId = await makeCalendar(home, home.cast.ada, 'Family', true)
  await plan(home, calendarId, timed('Film', '2026-11-20T20:30Z'), timed('Breakfast', '2026-11-21T07:00Z'))
  const { body } = await ask<{ id: number }>(home, home.cast.ada, 'POST /api/lists', { name: 'House', kind: 'chores' })
  listId = body.id
  await ask(home, home.cast.ada, `POST /api/lists/${listId}/items`, { text: 'Bins', due: '2026-11-21' })
})

const screens: [string, keyof typeof SIZES, () => string, RegExp, RegExp][] = [
  ['the agenda', 'phone', () => '/?view=agenda', /Today\s*20 Nov.*Film/, /Today\s*21 Nov.*Brunch/],
  ['the wall', 'tablet', () => '/wall', /21:00.*Film/, /7:10.*Brunch/],
  ['a list of chores', 'phone', () => `/lists/${listId}`, /Tomorrow/, /Today/],
]

test.each(screens)(
  '%s tells the morning at once on a computer that slept with it on screen',
  async (name, size, path, evening, morning) => {
    const { home } = stage
    home.clock.set(EVENING)
    const { page } = await stage.open({ size })
    const says = (words: RegExp) => page.locator('body', { hasText: words }).waitFor()
    await page.clock.install({ time: EVENING })
    await page.goto(home.url + path())
    await says(evening)
    await until(
      'its stream',
      () => home.ctx.hub.size,
      (streams) => streams > 0,
    )
    await page.clock.pauseAt(Date.parse(EVENING) + 60_000)
    home.clock.set(MORNING)
    // Nobody is told: what the service says meanwhile is lost with the connection.
    await plan(home, calendarId, timed(`Brunch after ${name}`, '2026-11-21T09:30Z'))
    await page.clock.setSystemTime(MORNING)
    await page.clock.runFor(WAKES_WITHIN_MS)
    await says(morning)
  },
)
