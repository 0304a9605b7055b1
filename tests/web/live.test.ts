import { expect, test } from 'bun:test'
import { watchStalls } from '../support/event-loop'
import { picture } from './support/browser'
import { makeList } from './support/lists'
import { setStage } from './support/stage'
import { until } from './support/until'

const stage = setStage()

/** By the clock on the wall: nothing else runs beside it. */
test('what Ben does, Ada sees within a second', async () => {
  const id = await makeList(stage.home, 'Together', 'Milk')
  const ada = await stage.open({ path: `/lists/${id}`, size: 'tablet' })
  await ada.page.getByRole('checkbox', { name: 'Milk' }).waitFor()
  await until(
    'her stream',
    () => stage.home.ctx.hub.size,
    (size) => size > 0,
  )
  const ben = await stage.open({ as: stage.home.cast.ben, path: `/lists/${id}`, size: 'phone' })
  await ben.page.getByRole('textbox', { name: 'Add an item' }).fill('Eggs')
  const started = performance.now()
  const stalls = watchStalls()
  await ben.page.keyboard.press('Enter')
  await ada.page.getByRole('checkbox', { name: 'Eggs' }).waitFor()
  expect(performance.now() - started).toBeLessThan(1_000 + stalls.stop())
  await ada.page.getByRole('checkbox', { name: 'Milk' }).check()
  await ben.page.getByRole('list', { name: 'Done' }).getByText('Milk').waitFor()
  await picture(ada.page, 'lists-two-screens-tablet')
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
