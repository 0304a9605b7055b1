import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { accessibilityProblems } from './support/axe'
import { NOW } from './support/calendars'
import { makeCalendar, plan, timed } from './support/events'
import { setStage } from './support/stage'

const stage = setStage({ at: NOW })

// Ben and Cleo have no calendar, and nothing is shared with them.
beforeAll(async () => {
  const { home } = stage
  const own = await makeCalendar(home, home.cast.ada, 'Ada')
  await plan(home, own, timed('Physio', '2026-11-20T16:30Z', 45))
})

async function calendarOfBen(path: string, size: 'phone' | 'laptop' = 'phone') {
  const visit = await stage.open({ size, as: stage.home.cast.ben })
  await visit.page.clock.setFixedTime(NOW)
  await visit.page.goto(stage.home.url + path)
  return visit
}

const banner = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Connect a calendar' })

describe('without a calendar to write in', () => {
  test.each([
    ['phone', 'the big +', (page: Page) => page.getByRole('link', { name: 'New event' }).click()],
    ['phone', 'the day’s button', (page: Page) => page.getByRole('button', { name: 'Add an event' }).click()],
    ['laptop', 'the key', (page: Page) => page.keyboard.press('n')],
  ] as const)('on a %s %s leads to what is missing, not to a form that must fail', async (size, _, press) => {
    const { page } = await calendarOfBen('/?view=month', size)
    await banner(page).waitFor()
    await press(page)
    const dialog = page.getByRole('dialog', { name: 'No calendar is connected yet' })
    await dialog.waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await page.getByRole('textbox', { name: 'Title' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    await dialog.getByRole('link', { name: 'Connect a calendar' }).click()
    await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('an event that was written before anybody knew keeps its mark, and the way out stays in sight', async () => {
    const { page } = await stage.open({ size: 'phone', as: stage.home.cast.ben })
    await page.clock.setFixedTime(NOW)
    // From the beginning: an answer would be kept on the device.
    await page.route('**/writable-calendars', (route) => route.fulfill({ status: 403, json: { error: 'No' } }))
    await page.goto(`${stage.home.url}/?view=agenda`)
    await page.getByRole('link', { name: 'New event' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Handball')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    const notSaved = (await page.getByRole('link', { name: 'Not saved: 1' }).boundingBox())!
    const views = (await page.locator('.calendar-bar .segmented').boundingBox())!
    // Apart from the views above it.
    expect(notSaved.y - views.y - views.height).toBeGreaterThanOrEqual(4)
    await page.unroute('**/writable-calendars')
    await page.reload()
    await page.locator('.event-row', { hasText: 'Handball' }).waitFor()
    await banner(page).waitFor()
    await page.goto(`${stage.home.url}/wall`)
    const card = page.getByRole('region', { name: 'Friday 20 November' }).getByRole('button', { name: /Handball/ })
    await card.getByText('Not saved', { exact: true }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
  })
})
