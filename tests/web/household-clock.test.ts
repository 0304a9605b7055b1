import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { householdTimezone, SETTING } from '../../src/household/settings'
import { appConfig } from '../../src/platform/db/schema'
import { ask, type Member } from '../support/cast'
import { accessibilityProblems } from './support/axe'
import { NOW } from './support/calendars'
import { openForm } from './support/event-card'
import { makeCalendar, plan, timed } from './support/events'
import { holdRequests } from './support/late'
import { chip } from './support/new-event'
import { setStage } from './support/stage'

const stage = setStage({ at: NOW, env: { TZ: 'UTC' } })

beforeAll(async () => {
  const { home } = stage
  for (const member of [home.cast.ada, home.cast.ben]) {
    await plan(home, await makeCalendar(home, member, member.name), timed('Physio', '2026-11-20T16:30Z', 45))
  }
})

beforeEach(async () => {
  await stage.home.ctx.db.delete(appConfig).where(eq(appConfig.key, SETTING.timezone))
})

async function newEvent(as: Member, zone: string) {
  const { page } = await stage.open({ as, zone, size: 'phone' })
  await page.clock.setFixedTime(NOW)
  await page.goto(`${stage.home.url}/?view=month`)
  await page.locator('.event-row', { hasText: 'Physio' }).waitFor()
  await page.getByRole('link', { name: 'New event' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Handball')
  return page
}

const notice = (page: Page) => page.getByRole('dialog').getByText(/clock is set to UTC/)

describe('in a household whose clock is on UTC, on a device elsewhere', () => {
  test('the form says so before anything is saved, and who runs the household can set it right there', async () => {
    const page = await newEvent(stage.home.cast.ada, 'Europe/Berlin')
    await page.getByText('15:30 there is 16:30 here.').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await chip(page, /^When: /).click()
    await page.getByLabel('Start time').fill('09:30')
    await page.getByText('9:30 there is 10:30 here.').waitFor()
    // The service says late who is signed in, and in which zone.
    const letGo = await holdRequests(page, '**/api/me')
    await page.getByRole('button', { name: 'Use Europe/Berlin' }).click()
    await notice(page).waitFor({ state: 'detached' })
    expect(await householdTimezone(stage.home.ctx)).toEqual({ timezone: 'Europe/Berlin', isExplicitlySet: true })
    const sent = page.waitForRequest('**/api/events/create')
    await page.getByRole('button', { name: 'Save' }).click()
    // What was typed stays as it was typed: half past nine on the clock that the household has now.
    expect((await sent).postDataJSON()).toMatchObject({ title: 'Handball', start: '2026-11-20T08:30:00.000Z' })
    letGo()
  })

  test('others are told who can', async () => {
    const page = await newEvent(stage.home.cast.ben, 'Europe/Berlin')
    await notice(page).waitFor()
    await page.getByText(/Whoever runs the household can set it/).waitFor()
    expect(await page.getByRole('button', { name: /^Use / }).count()).toBe(0)
  })

  test('a change of an event says it, too', async () => {
    const { page } = await stage.open({ as: stage.home.cast.ben, zone: 'Europe/Berlin', size: 'phone' })
    await page.clock.setFixedTime(NOW)
    await page.goto(`${stage.home.url}/?view=month`)
    await openForm(page, page.locator('.event-row', { hasText: 'Physio' }))
    await notice(page).waitFor()
  })
})

describe('nothing is said', () => {
  test('on a device that is on UTC itself', async () => {
    const page = await newEvent(stage.home.cast.ada, 'UTC')
    await page.waitForLoadState('networkidle')
    expect(await notice(page).count()).toBe(0)
  })

  test('where somebody has chosen UTC, to those who can know it', async () => {
    await ask(stage.home, stage.home.cast.ada, 'PUT /api/admin/config/timezone', { timezone: 'UTC' })
    const page = await newEvent(stage.home.cast.ada, 'Europe/Berlin')
    await page.waitForLoadState('networkidle')
    expect(await notice(page).count()).toBe(0)
  })
})
