import { expect, test } from 'bun:test'
import { setStage } from './support/stage'
import { until } from './support/until'

const stage = setStage()

/** Over HTTP/1.1 a browser has six connections to one host, for all of its windows. */
const CONNECTIONS = 6

test('as many windows are answered as leave one connection, each with its stream', async () => {
  const { page, context } = await stage.open()
  const pages = [page]
  while (pages.length < CONNECTIONS - 1) pages.push(await context.newPage())
  for (const one of pages) {
    const stream = one.waitForResponse(/api\/sse/)
    await one.goto(stage.home.url)
    await one.getByRole('grid').waitFor()
    expect((await stream).status()).toBe(200)
  }
})

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
    'it is asked for',
    () => opened.length,
    (count) => count === 1,
  )
  await page.clock.setSystemTime(new Date('2026-11-20T13:00:00Z'))
  await page.clock.runFor(10_000)
  await page.clock.runFor(80_000)
  await until(
    'and once more',
    () => opened.length,
    (count) => count >= 2,
    10_000,
  )
})
