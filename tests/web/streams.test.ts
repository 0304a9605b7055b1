import { test } from 'bun:test'
import { setStage } from './support/stage'
import { until } from './support/until'

const stage = setStage()

test('a stream that has fallen silent is opened again, also after the clock was set back', async () => {
  const { page } = await stage.open()
  const opened: string[] = []
  // Nothing is ever heard of it, as on a network that swallows everything.
  await page.route('**/api/sse/**', (route) => void opened.push(new URL(route.request().url()).pathname))
  await page.clock.install({ time: new Date('2026-11-20T15:00:00Z') })
  await page.goto(stage.home.url)
  await page.getByRole('grid').waitFor()
  await page.clock.runFor(5_000)
  await until(
    'both are asked for',
    () => opened.length,
    (count) => count === 2,
  )
  await page.clock.setSystemTime(new Date('2026-11-20T13:00:00Z'))
  await page.clock.runFor(10_000)
  await page.clock.runFor(80_000)
  await until(
    'and once more',
    () => opened.length,
    (count) => count >= 4,
    10_000,
  )
})
