import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { drawn } from './support/drawn'
import { makeCalendar, plan, timed } from './support/events'
import { untilKept, workerReady } from './support/service-worker'
import { setStage } from './support/stage'
import { withoutStreams } from './support/streams'

const NOW = '2026-11-20T09:00:00Z'
const DAY = 24 * 60 * 60 * 1000
const stage = setStage({ at: NOW })
/** Each key is another view, or the month after. */
const KEYS = ['a', 'j', 'm', 'j']

beforeAll(async () => {
  const { home } = stage
  const calendar = await makeCalendar(home, home.cast.ada, 'Family', true)
  const days = Array.from({ length: 20 }, (_, day) => `${String(day + 1).padStart(2, '0')}T10:00Z`)
  await plan(home, calendar, ...days.map((day) => timed(`Visit ${day}`, `2026-11-${day}`)))
})

/** Nodes that the browser holds, on the page or not. */
async function nodesOf(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'Nodes')!.value
}

test('what views have drawn before is forgotten, however often they are switched', async () => {
  const { page } = await stage.open()
  await withoutStreams(page)
  await page.goto(`${stage.home.url}/?view=month`)
  await page.getByRole('grid').waitFor()
  const switchViews = async (rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      for (const key of KEYS) {
        await page.keyboard.press(key)
        await drawn(page, 2)
      }
    }
    await page.keyboard.press('t')
    await page.keyboard.press('m')
    await page.locator('.kept:not(.unseen, .ahead)').getByRole('grid').waitFor()
    return nodesOf(page)
  }
  const before = await switchViews(2)
  expect(await switchViews(12)).toBeLessThan(1.5 * before)
})

/** When the November that a device keeps was answered, in epoch milliseconds; null: it keeps none. */
function answeredIn(kept: string): number | null {
  const [entry] = JSON.parse(kept) as [
    { state: { queries: { queryKey: string[]; state: { dataUpdatedAt: number } }[] } },
  ]
  const november = entry.state.queries.find(
    ({ queryKey: [kind, start] }) => kind === 'events' && start === '2026-10-26',
  )
  return november?.state.dataUpdatedAt ?? null
}

/** When the newest that a device keeps was answered, in epoch milliseconds. */
const newestIn = (kept: string) =>
  Math.max(...Array.from(kept.matchAll(/"dataUpdatedAt":(\d+)/g), ([, at]) => Number(at)))

test('what was asked last a month before everything else leaves the device', async () => {
  const { page } = await stage.open({ serviceWorker: true })
  await page.clock.install({ time: NOW })
  for (const [days, holds] of [
    [0, (answered, today) => answered !== null && answered > today],
    // December is on screen, and the month before it is fetched ahead.
    [20, (answered, today) => answered !== null && answered > today],
    // January, before which December is: until the next page opens nothing is older than the newest by a month.
    [45, (answered, today) => answered !== null && answered < today],
    [60, (answered, today) => answered !== null && answered < today],
    [70, (answered) => answered === null],
  ] as [number, (answered: number | null, today: number) => boolean][]) {
    const today = Date.parse(NOW) + days * DAY
    // A page that is left keeps what it knows, by the clock of its time.
    await page.goto('about:blank')
    await page.clock.setSystemTime(today)
    await page.goto(`${stage.home.url}/?view=month`)
    await page.getByRole('grid').waitFor()
    await page.clock.runFor(2_000)
    await workerReady(page)
    // What is kept first may be from before the answers of that day.
    await untilKept(page, 'answers', (kept) => {
      const isOfThatDay = Number(/"savedAt":(\d+)/.exec(kept)?.[1]) > today
      return isOfThatDay && holds(answeredIn(kept), today)
    })
  }
})

test('a month that was left is forgotten a day later, on a page that stays open', async () => {
  const { page } = await stage.open()
  await page.clock.install({ time: NOW })
  await page.goto(`${stage.home.url}/?view=month&date=2027-03-10`)
  await page.getByRole('grid').waitFor()
  await page.keyboard.press('t')
  await page.getByText('Visit 20').first().waitFor()
  await page.clock.runFor(2_000)
  const isMarchKept = (kept: string) => kept.includes('"events","2027-03-01"')
  await untilKept(page, 'answers', isMarchKept)
  // Something newer is answered, and taken in; then the next look finds March.
  await page.clock.fastForward('25:00:00')
  await page.clock.fastForward('00:02')
  await untilKept(page, 'answers', (kept) => newestIn(kept) > Date.parse(NOW) + DAY)
  await page.clock.fastForward('01:01:00')
  await untilKept(page, 'answers', (kept) => !isMarchKept(kept))
})
