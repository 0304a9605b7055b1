import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import type { Size } from './support/browser'
import { NOW } from './support/calendars'
import { makeCalendar, plan, timed } from './support/events'
import { holdRequests } from './support/late'
import { setStage } from './support/stage'

const stage = setStage({ at: NOW })

beforeAll(async () => {
  const { home } = stage
  const own = await makeCalendar(home, home.cast.ada, 'Ada')
  await plan(
    home,
    own,
    timed('Physio', '2026-11-20T16:30Z', 45, { location: 'Mill Street 4' }),
    timed('Flea market', '2026-11-29T07:00Z'),
    timed('Night bus', '2027-03-28T01:10Z'),
    timed('Morning bus', '2027-10-31T02:10Z'),
  )
})

async function calendar(path: string, size: Size, now = NOW): Promise<Page> {
  const { page } = await stage.open({ size })
  await page.clock.setFixedTime(now)
  await page.goto(stage.home.url + path)
  return page
}

describe('what is next is seen at a glance', () => {
  const VIEWS = ['month', 'week', 'day', 'agenda'] as const
  test.each(VIEWS.flatMap((view) => (['phone', 'portrait', 'laptop'] as const).map((size) => ({ view, size }))))(
    'in the $view on a $size, with the calendar still on the first screen',
    async ({ view, size }) => {
      const page = await calendar(`/?view=${view}`, size)
      const next = page.locator('.next-up')
      await next.getByText('in 67 min').waitFor()
      expect(await next.textContent()).toContain('Physio')
      const { y, height } = (await next.boundingBox())!
      const { height: screen } = page.viewportSize()!
      if (size === 'laptop') expect(y + height).toBeLessThan(screen)
      else expect(y + height).toBeLessThan(screen / 4)
      await next.click()
      await page.getByRole('dialog', { name: 'Physio' }).getByText('17:30 – 18:15').waitFor()
    },
  )

  test.each(['phone', 'laptop'] as const)('also while another month is on a %s', async (size) => {
    const page = await calendar('/?view=month&date=2027-03-10', size)
    await page.getByRole('grid', { name: 'March 2027' }).waitFor()
    await page.locator('.next-up').getByText('in 67 min').waitFor()
  })

  test.each([
    // From two to three, and from three back to two.
    ['leaves an hour out', '2027-03-28T00:50:00Z', 'in 20 min'],
    ['shows an hour for the first time', '2027-10-31T00:50:00Z', 'in 80 min'],
    ['shows it again', '2027-10-31T01:50:00Z', 'in 20 min'],
  ])('and how long it is until then where the clock %s', async (_, now, words) => {
    const page = await calendar('/?view=month', 'phone', now)
    await page.locator('.next-up').getByText(words).waitFor()
  })

  test('and so is that there is nothing', async () => {
    const page = await calendar('/?view=month', 'phone', '2026-11-25T15:23:00Z')
    await page.getByText('No more events.').waitFor()
  })

  test('on Friday night what Sunday begins with is not said to be tomorrow, on Saturday it is', async () => {
    const friday = await calendar('/?view=month', 'phone', '2026-11-27T21:30:00Z')
    await friday.getByText('No more events.').waitFor()
    const saturday = await calendar('/?view=month', 'phone', '2026-11-28T06:30:00Z')
    await saturday.getByRole('button', { name: /tomorrow 8:00 Flea market/ }).waitFor()
  })

  test('but not that there is nothing when nobody has answered', async () => {
    const { page } = await stage.open({ size: 'phone' })
    await page.clock.setFixedTime(NOW)
    await page.route(/\/api\/events\?/, (route) => route.fulfill({ status: 403, json: { error: 'Forbidden' } }))
    await page.goto(`${stage.home.url}/?view=month`)
    await page.getByText('The events could not be loaded.').waitFor()
    expect(await page.getByText('No more events.').count()).toBe(0)
    // What is written meanwhile is seen even so.
    await page.keyboard.press('n')
    await page.getByRole('textbox', { name: 'Title' }).fill('Handball')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('.event-row', { hasText: 'Handball' }).waitFor()
  })
})

test('the way to a first event stays in its place when it is known that nothing is to be done', async () => {
  const { page } = await stage.open({ size: 'phone' })
  await page.clock.setFixedTime('2026-11-25T15:23:00Z')
  const letGo = await holdRequests(page, /\/api\/lists$/)
  await page.goto(`${stage.home.url}/?view=month`)
  const add = page.getByRole('button', { name: 'Add an event' })
  const { y } = (await add.boundingBox())!
  expect(await page.getByText('Nothing planned').count()).toBe(0)
  letGo()
  await page.getByText('Nothing planned').waitFor()
  expect((await add.boundingBox())!.y).toBe(y)
})

describe('an event that was not saved', () => {
  /** Four events on the evening of the 24th; the fourth is refused. */
  async function refused(page: Page) {
    await page.route('**/api/events/create', (route) =>
      route.request().postDataJSON().title === 'Quartet'
        ? route.fulfill({ status: 403, json: { error: 'Forbidden' } })
        : route.fulfill({ status: 202, json: { uid: `${crypto.randomUUID()}@corkboard.test` } }),
    )
    // None of the others has arrived at the calendar yet.
    await page.route('**/api/events/sync-status*', (route) =>
      route.fulfill({ json: { uid: new URL(route.request().url()).searchParams.get('uid'), status: 'pending' } }),
    )
    for (const title of ['Solo', 'Duo', 'Trio', 'Quartet']) {
      await page.keyboard.press('n')
      const dialog = page.getByRole('dialog', { name: 'New event' })
      await dialog.getByRole('textbox', { name: 'Title' }).fill(`${title} 17:00`)
      await page.keyboard.press('Control+Enter')
      await dialog.waitFor({ state: 'detached' })
    }
    await page.getByRole('link', { name: 'Not saved: 1' }).waitFor()
  }

  test('is not hidden behind the “+n” of a month’s day', async () => {
    const page = await calendar('/?view=month&date=2026-11-24', 'tablet')
    await page.setViewportSize({ width: 1280, height: 620 })
    await page.getByRole('gridcell').first().waitFor()
    await refused(page)
    const more = page.getByRole('button', { name: /^\d more on Tuesday 24 November, Not saved$/ })
    await more.locator('svg').waitFor()
    expect(await page.getByRole('button', { name: /^Quartet/ }).count()).toBe(0)
  })

  test('is not hidden behind the “+n” of an hour', async () => {
    const page = await calendar('/?view=week&date=2026-11-24', 'phone')
    await page.locator('.time-column').first().waitFor()
    await refused(page)
    const more = page.getByRole('button', { name: /^\d more: .*Quartet.*, Not saved$/ })
    await more.locator('svg').waitFor()
  })
})
