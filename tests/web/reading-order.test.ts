import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { NOW, setClock } from './support/calendars'
import { planForAda, timed } from './support/events'
import { setStage } from './support/stage'

const stage = setStage({ at: NOW })

beforeAll(async () => {
  const at = (title: string, from: string, to: string) => {
    const [start, end] = [`2026-11-18T${from}Z`, `2026-11-18T${to}Z`]
    return timed(title, start, (Date.parse(end) - Date.parse(start)) / 60_000)
  }
  await planForAda(
    stage.home,
    at('Open house', '08:00', '11:00'),
    at('Yoga', '08:00', '09:00'),
    at('Bakery', '08:00', '09:00'),
    at('Archery', '08:00', '10:00'),
    at('Choir', '08:30', '10:00'),
    at('Drawing', '08:45', '10:30'),
    at('Swimming', '09:15', '10:00'),
    at('Lunch', '10:15', '10:45'),
  )
})

const wednesday = (page: Page) => page.locator('.time-column', { hasText: 'Open house' })

/** What is read of the day, one after the other: a title, or those that share a place. */
const read = (page: Page) =>
  wednesday(page)
    .locator('.event-box')
    .evaluateAll((boxes) =>
      boxes.map((box) => box.getAttribute('title') ?? box.querySelector('b')!.firstChild!.nodeValue),
    )

test.each([
  { view: 'day', order: ['Bakery', 'Yoga', 'Archery', 'Open house', 'Choir', 'Drawing', 'Swimming', 'Lunch'] },
  { view: 'week', order: ['Bakery, Yoga, Choir, Drawing, Swimming', 'Archery', 'Open house', 'Lunch'] },
])('the events of a $view are read as they begin, wherever they are drawn', async ({ view, order }) => {
  const { page } = await stage.open()
  await setClock(page)
  await page.goto(`${stage.home.url}/?view=${view}&date=2026-11-18`)
  await wednesday(page)
    .getByRole('button', { name: /^Lunch/ })
    .waitFor()
  expect(await read(page)).toEqual([...order])
})
