import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { NOW, setClock } from './support/calendars'
import { planForAda, timed } from './support/events'
import { setStage } from './support/stage'
import { until } from './support/until'

const stage = setStage({ at: NOW })

beforeAll(async () => {
  await planForAda(stage.home, timed('Physio', '2026-11-20T16:30Z', 45))
})

async function week(): Promise<Page> {
  const { page } = await stage.open()
  await setClock(page)
  await page.goto(`${stage.home.url}/?view=week`)
  return page
}

const heard = (page: Page) => page.locator('[aria-live=assertive]')

/** Waits until a screen reader is told just that. */
async function hears(page: Page, text: string) {
  await until(
    'what is told',
    () => heard(page).textContent(),
    (told) => told === text,
  )
}

test('whoever turns to other days is told which', async () => {
  const page = await week()
  await page.getByRole('button', { name: 'Next week' }).press('Enter')
  await hears(page, '23 – 29 Nov 2026')
  await page.getByRole('button', { name: 'Day', exact: true }).press('Enter')
  await hears(page, 'Friday 27 November')
  await page.getByRole('button', { name: 'Today', exact: true }).press('Enter')
  await hears(page, 'Friday 20 November')
})

test('what was told is not told again when a dialog over it has closed', async () => {
  const page = await week()
  await page.getByRole('button', { name: 'Next week' }).press('Enter')
  await hears(page, '23 – 29 Nov 2026')
  await page.clock.fastForward(11_000)
  // What stays in a live region is told each time that it comes back from below a dialog.
  await hears(page, '')
})

test('the small month tells where it is turned to, and not where the calendar around it is', async () => {
  const page = await week()
  const small = page.getByRole('group', { name: 'Jump to a date' })
  const live = small.locator('[aria-live=polite]')
  await small.getByRole('button', { name: 'Next month' }).press('Enter')
  await until(
    'what is told',
    () => live.textContent(),
    (told) => told === 'December 2026',
  )
  await page.getByRole('button', { name: 'Next week' }).focus()
  expect(await live.count()).toBe(0)
})
