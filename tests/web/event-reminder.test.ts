import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { changeReminderPreferences } from '../../src/household/reminder-preferences'
import { pushSubscriptions } from '../../src/platform/db/schema'
import { MESSAGE_LANGUAGE } from '../../web/src/data/message-language'
import { type PushReceiver, startPushReceiver } from '../support/push-receiver'
import { accessibilityProblems } from './support/axe'
import { NOW } from './support/calendars'
import { openForm } from './support/event-card'
import { makeCalendar, plan, timed } from './support/events'
import { wholeForm } from './support/new-event'
import { answerPermission, pretendPushService } from './support/push'
import { untilKept, workerReady } from './support/service-worker'
import { setStage } from './support/stage'

let receiver: PushReceiver

const stage = setStage(async () => {
  receiver = await startPushReceiver({ https: false })
  return { at: NOW, env: receiver.env }
})

beforeAll(async () => {
  const { home } = stage
  const own = await makeCalendar(home, home.cast.ada, 'Ada')
  await plan(home, own, timed('Physio', '2026-11-20T16:30Z', 45, { reminderLeadMinutes: 30 }))
})

beforeEach(async () => {
  await stage.home.ctx.db.delete(pushSubscriptions)
})

afterAll(() => receiver?.stop())

async function newEvent(answer: NotificationPermission) {
  const visit = await stage.open({ size: 'phone', serviceWorker: true })
  await pretendPushService(visit.context, receiver.device().subscription)
  await answerPermission(visit.context, answer)
  await visit.page.goto(`${stage.home.url}/account`)
  await workerReady(visit.page)
  await visit.page.goto(`${stage.home.url}/?new`)
  await wholeForm(visit.page)
  return visit
}

const choose = (page: Page, label = '30 minutes before') =>
  page.getByRole('combobox', { name: 'Reminder' }).selectOption({ label })
const note = (page: Page) => page.getByRole('dialog').getByText('Reminders do not come to this device.')

describe('choosing a reminder on a device that will not ring', () => {
  test('says so beside the field, and switches it on there', async () => {
    const { page } = await newEvent('granted')
    expect(await note(page).count()).toBe(0)
    await choose(page)
    await note(page).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Turn on reminders' }).click()
    await note(page).waitFor({ state: 'detached' })
    expect(await stage.home.ctx.db.select().from(pushSubscriptions)).toHaveLength(1)
    // It goes with the choice, and stays away where this device rings.
    await choose(page, 'None')
    await choose(page)
    await page.waitForLoadState('networkidle')
    expect(await note(page).count()).toBe(0)
  })

  test('that was told not to says what helps', async () => {
    const { page } = await newEvent('denied')
    await choose(page)
    await note(page).waitFor()
    await page.getByText('was told not to show reminders').waitFor()
    expect(await page.getByRole('button', { name: 'Turn on reminders' }).count()).toBe(0)
  })

  test('is said for an iPhone’s browser, too', async () => {
    const { page, context } = await stage.open({ size: 'phone' })
    await context.addInitScript(() => {
      Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X)' })
    })
    await page.goto(`${stage.home.url}/?new`)
    await wholeForm(page)
    await choose(page)
    await page.getByRole('dialog').getByText('reach Corkboard only from the Home Screen').waitFor()
  })

  test('is said where the household has no reminders at all', async () => {
    const { page } = await stage.open({ size: 'phone' })
    await page.route('**/vapid-public-key', (route) => route.fulfill({ json: { publicKey: '' } }))
    await page.goto(`${stage.home.url}/?new`)
    await wholeForm(page)
    await choose(page)
    await note(page).waitFor()
  })

  test('is said without a connection, and cannot be switched on before there is one', async () => {
    const { page } = await newEvent('granted')
    await page.route('**/api/push/**', (route) => route.abort())
    await choose(page)
    await note(page).waitFor()
    await page.getByRole('button', { name: 'Turn on reminders' }).click()
    await page.getByText('No answer came.').waitFor()
  })

  test('is said once of a reminder that was there before', async () => {
    const { page } = await newEvent('granted')
    await page.clock.setFixedTime(NOW)
    await page.goto(`${stage.home.url}/?view=agenda`)
    await openForm(page, page.locator('.event-row', { hasText: 'Physio' }))
    await note(page).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await openForm(page, page.locator('.event-row', { hasText: 'Physio' }))
    await page.getByRole('combobox', { name: 'Reminder' }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await note(page).count()).toBe(0)
    await choose(page, '1 hour before')
    await note(page).waitFor()
  })
})

describe('a new event', () => {
  const reminder = (page: Page) =>
    page.getByRole('combobox', { name: 'Reminder' }).locator('option:checked').textContent()
  /** Begins an event once the page knows what its author usually wants. */
  const begin = async (page: Page) => {
    await untilKept(page, MESSAGE_LANGUAGE, (kept) => kept !== '[]')
    await page.keyboard.press('n')
    await wholeForm(page)
  }

  test('begins with the reminder that its author usually wants, of its kind, until another is chosen', async () => {
    const { ctx, cast } = stage.home
    await changeReminderPreferences(ctx, cast.ada.id, { defaultTimed: 15, defaultAllDay: 1440 })
    const { page } = await stage.open({ savesData: false })
    await page.goto(stage.home.url)
    await begin(page)
    expect(await reminder(page)).toBe('15 minutes before')
    await page.getByRole('switch', { name: 'All day' }).click()
    expect(await reminder(page)).toBe('The day before at 9:00')
    await page.getByRole('switch', { name: 'All day' }).click()
    expect(await reminder(page)).toBe('15 minutes before')
    await choose(page, 'None')
    await page.getByRole('switch', { name: 'All day' }).click()
    expect(await reminder(page)).toBe('None')
    await changeReminderPreferences(ctx, cast.ada.id, { defaultTimed: null, defaultAllDay: null })
  })

  test('has none by itself, and is sent with what stands there', async () => {
    const { ctx, cast } = stage.home
    const open = async () => {
      const { page } = await stage.open({ savesData: false })
      await page.goto(stage.home.url)
      await begin(page)
      return page
    }
    expect(await reminder(await open())).toBe('None')
    await changeReminderPreferences(ctx, cast.ada.id, { defaultTimed: 0 })
    // Another device: this one has an answer that is good for a while.
    const page = await open()
    expect(await reminder(page)).toBe('At the start')
    await page.getByRole('textbox', { name: 'Title' }).fill('Tea')
    const sent = page.waitForRequest('**/api/events/create')
    await page.getByRole('button', { name: 'Save' }).click()
    expect((await sent).postDataJSON()).toMatchObject({ title: 'Tea', reminders: [0] })
    await changeReminderPreferences(ctx, cast.ada.id, { defaultTimed: null })
  })
})
