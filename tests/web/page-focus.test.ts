import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { NOW } from './support/calendars'
import { makeCalendar, plan, timed } from './support/events'
import { lazyCode } from './support/lazy-code'
import { makeList } from './support/lists'
import { setStage } from './support/stage'
import { until } from './support/until'

const stage = setStage({ at: NOW })

beforeAll(async () => {
  const { home } = stage
  await plan(home, await makeCalendar(home, home.cast.ada, 'Ada'), timed('Physio', '2026-11-20T16:30Z'))
})

const ways: { way: string; from: string; link: string | RegExp; heading: string }[] = [
  { way: 'into a list', from: '/lists', link: 'Camp', heading: 'Camp' },
  { way: 'to what is elsewhere', from: '/account', link: /elsewhere/, heading: 'elsewhere' },
  { way: 'to the people', from: '/account', link: 'Show the people', heading: 'People' },
]

const title = (page: Page) =>
  page.evaluate(() => (document.activeElement?.matches('h1') ? document.activeElement.textContent : null))

const isAtTitle = (page: Page, name: string | null) =>
  until(
    `the focus is at the title ${name}`,
    () => title(page),
    (at) => name !== null && at?.includes(name) === true,
  )

test.each(ways)(
  'the keyboard goes along $way and back: both are told by their headings',
  async ({ from, link, heading }) => {
    await makeList(stage.home, 'Camp', 'Tent')
    const { page } = await stage.open({ path: from })
    const before = await page.getByRole('heading', { level: 1 }).textContent()
    await page.getByRole('main').getByRole('link', { name: link }).first().press('Enter')
    await isAtTitle(page, heading)
    // A key that comes before there is anything to go to leaves the page.
    await page.waitForFunction(() => document.querySelector('.coming') === null)
    await page.keyboard.press('Tab')
    await page.goBack()
    await isAtTitle(page, before)
  },
)

test('arrows move through the calendar also for whoever has come from another page', async () => {
  const { page } = await stage.open({ path: '/people' })
  await page.getByRole('main').getByRole('link', { name: 'Account' }).focus()
  await page.keyboard.press('c')
  const heading = page.getByRole('heading', { level: 1 })
  await until(
    'the calendar has the focus',
    () => title(page),
    (at) => at !== null && at !== 'People',
  )
  const month = await heading.textContent()
  await page.keyboard.press('ArrowRight')
  await until(
    'another month',
    () => heading.textContent(),
    (now) => now !== month,
  )
  expect(await title(page)).not.toBeNull()
})

const elsewhen: { way: string; from: string; to: RegExp; go: (page: Page) => Promise<void> }[] = [
  { way: 'the next week', from: 'week', to: /23 – 29/, go: (page) => page.keyboard.press('j') },
  { way: 'a day', from: 'week', to: /Friday 20/, go: (page) => page.keyboard.press('d') },
  { way: 'the events', from: 'month', to: /November/, go: (page) => page.keyboard.press('a') },
]

test.each(elsewhen)('from an event to $way the keyboard begins at the title', async ({ from, to, go }) => {
  const { home } = stage
  const { page } = await stage.open()
  // Frames are the browser's own: what is hidden loses the focus with one of them.
  await page.clock.setFixedTime(NOW)
  const code = lazyCode(page, 'keep-focus')
  await page.goto(`${home.url}/?view=${from}`)
  await code
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Physio/ })
    .first()
    .focus()
  await go(page)
  await until(
    'the focus is at the title',
    () => title(page),
    (at) => at !== null && to.test(at),
  )
})
