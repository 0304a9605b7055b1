import { beforeAll, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { calendars } from '../../src/platform/db/schema'
import { ask } from '../support/cast'
import { NOW, setClock } from './support/calendars'
import { makeCalendar, plan, timed } from './support/events'
import { setStage } from './support/stage'

const stage = setStage({ at: NOW })

beforeAll(async () => {
  const { home } = stage
  const { ada } = home.cast
  await plan(home, await makeCalendar(home, ada, 'Health'), timed('Physio', '2026-11-20T16:30Z'))
  await plan(home, await makeCalendar(home, ada, 'Family', true), timed('Dinner', '2026-11-20T18:00Z'))
})

test('what a member opens to the household comes to the others’ screens at once, and goes again', async () => {
  const { home } = stage
  const { ada, ben } = home.cast
  const isHealth = and(eq(calendars.userId, ada.id), eq(calendars.displayName, 'Health'))
  const [health] = await home.ctx.db.select({ id: calendars.id }).from(calendars).where(isHealth)
  const show = (visibility: string) => ask(home, ada, `PATCH /api/me/calendars/${health!.id}`, { visibility })

  const { page } = await stage.open({ as: ben, size: 'phone' })
  await setClock(page)
  await page.goto(`${home.url}/?view=agenda`)
  const row = (title: string) => page.locator('.event-row', { hasText: title })
  await row('Dinner').waitFor()
  expect(await row('Physio').count()).toBe(0)

  await show('household')
  await row('Physio').waitFor()
  await show('busy')
  await row('Busy').waitFor()
  expect(await page.content()).not.toContain('Physio')
  await show('private')
  await row('Busy').waitFor({ state: 'detached' })
  await row('Dinner').waitFor()
})
