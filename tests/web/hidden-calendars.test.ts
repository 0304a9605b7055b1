import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import type { Member } from '../support/cast'
import { accessibilityProblems } from './support/axe'
import { NOW, setClock } from './support/calendars'
import { makeCalendar, plan, timed } from './support/events'
import { answered, holdAnswers } from './support/late'
import { setStage } from './support/stage'

const stage = setStage({ at: NOW })

beforeAll(async () => {
  const { home } = stage
  const { ada } = home.cast
  await plan(home, await makeCalendar(home, ada, 'Ada'), timed('Physio', '2026-11-20T16:30Z'))
  await plan(home, await makeCalendar(home, ada, 'Work'), timed('Stand-up', '2026-11-20T19:30Z'))
  await plan(home, await makeCalendar(home, ada, 'Family', true), timed('Dinner', '2026-11-20T18:00Z'))
})

async function day(as: Member): Promise<Page> {
  const { page } = await stage.open({ as, size: 'phone' })
  await setClock(page)
  await page.goto(`${stage.home.url}/?view=agenda`)
  await row(page, 'Dinner').waitFor()
  return page
}

const row = (page: Page, title: string) => page.locator('.event-row', { hasText: title })

/** The switch of a calendar; its card is opened. */
async function shown(page: Page, name: string) {
  const section = page.getByRole('region', { name: 'Calendars', exact: true })
  const card = section.locator('details', { has: page.locator('summary b', { hasText: new RegExp(`^${name}$`) }) })
  await card.waitFor()
  if (!(await card.evaluate((element: HTMLDetailsElement) => element.open))) await card.locator('summary').click()
  return card.getByRole('switch', { name: 'Show it to me' })
}

test('a member hides own calendars from themselves, on all of their devices, and nobody else notices', async () => {
  const { ada, ben } = stage.home.cast
  const [hers, his] = [await day(ada), await day(ben)]
  await row(hers, 'Stand-up').waitFor()
  const { page } = await stage.open({ as: ada, path: '/account' })
  await (await shown(page, 'Work')).uncheck()
  await (await shown(page, 'Family')).uncheck()
  // The live stream tells the phone.
  await row(hers, 'Stand-up').waitFor({ state: 'detached' })
  await row(hers, 'Dinner').waitFor({ state: 'detached' })
  await row(hers, 'Physio').waitFor()
  expect(await row(his, 'Dinner').count()).toBe(1)
  expect(await accessibilityProblems(page)).toEqual([])

  await page.reload()
  expect(await (await shown(page, 'Ada')).isChecked()).toBe(true)
  expect(await (await shown(page, 'Work')).isChecked()).toBe(false)
  for (const name of ['Work', 'Family']) await (await shown(page, name)).check()
  await row(hers, 'Stand-up').waitFor()
  await row(hers, 'Dinner').waitFor()
})

test('a switch that could not be saved goes back, and says so', async () => {
  const { page } = await stage.open({ as: stage.home.cast.ada })
  await page.route('**/api/me/calendars/*', (route) => route.fulfill({ status: 503, json: { error: 'Unavailable' } }))
  await page.goto(`${stage.home.url}/account`)
  const work = await shown(page, 'Work')
  await work.click()
  await page.locator('details').getByRole('alert').filter({ hasText: /./ }).waitFor()
  expect(await work.isChecked()).toBe(true)
})

test('an answer that was given before a change and comes after it does not set the change back', async () => {
  const { page } = await stage.open({ as: stage.home.cast.ada, path: '/account' })
  await shown(page, 'Work')
  const late = await holdAnswers(page, '/api/me/calendars')
  await page.getByRole('link', { name: 'Lists', exact: true }).click()
  await page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  const work = await shown(page, 'Work')
  await late.given
  await answered(page, /^\/api\/me\/calendars\/\d+$/, () => work.uncheck())
  await late.arrive()
  expect(await work.isChecked()).toBe(false)
  await answered(page, /^\/api\/me\/calendars\/\d+$/, () => work.check())
})

test('who has no calendar of their own has nothing to hide', async () => {
  const { page } = await stage.open({ as: stage.home.cast.ben, path: '/account' })
  await page.getByRole('region', { name: 'Your calendar' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await page.getByRole('region', { name: 'Calendars', exact: true }).count()).toBe(0)
})
