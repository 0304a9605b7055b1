import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { type LocalRadicale, startRadicale } from '../../scripts/local/radicale'
import { createDrain, type Drain } from '../../src/calendar/outbox/drain'
import { syncMember } from '../../src/calendar/sync'
import { calendarCredentials, outbox } from '../../src/platform/db/schema'
import { davAt, giveAccount, mkcalendarBody } from '../support/caldav'
import { insertCalendar } from '../support/diary'
import { secret } from '../support/secrets'
import { CALDAV_USERS, servers } from '../support/servers'
import { accessibilityProblems } from './support/axe'
import { picture, type VisitOptions } from './support/browser'
import { NOW, setClock } from './support/calendars'
import { setStage } from './support/stage'
import { until } from './support/until'

const OLD_PASSWORD = CALDAV_USERS.ben!
const NEW_PASSWORD = secret('ben-newer-app-password')
const PATH = '/ben/diary/'

let radicale: LocalRadicale
let drain: Drain

const stage = setStage(async () => {
  radicale = await startRadicale({ folder: await servers.memoryFolder('radicale'), users: { ben: OLD_PASSWORD } })
  return { at: NOW, env: { CALDAV_URL: radicale.url } }
})

beforeAll(async () => {
  const { ctx, cast } = stage.home
  await davAt(radicale.url, 'ben', 'MKCALENDAR', PATH, { body: mkcalendarBody({ displayName: 'Diary' }) })
  await giveAccount(ctx, cast.ben.id, 'ben', radicale.url)
  await insertCalendar(ctx, cast.ben.id, new URL(PATH, radicale.url).href, { displayName: 'Diary' })
  drain = createDrain(ctx)
  ctx.signals.drain = () => void drain.wake()
  ctx.signals.sync = (memberId) => void syncMember(ctx, memberId)
  await syncMember(ctx, cast.ben.id)
})

afterAll(async () => {
  await drain?.stop()
  await radicale?.stop()
})

async function device(path: string, options: VisitOptions = {}): Promise<Page> {
  const { page } = await stage.open({ as: stage.home.cast.ben, ...options })
  await setClock(page)
  await page.goto(stage.home.url + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

async function add(page: Page, title: string) {
  await page.getByRole('link', { name: 'New event' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** What Ben's calendar holds at its server; read with whichever password is the right one there. */
async function onServer(password: string): Promise<string> {
  const authorization = `Basic ${btoa(`ben:${password}`)}`
  const response = await fetch(new URL(PATH, radicale.url), { headers: { authorization } })
  return response.text()
}

/** How the writes stand at the service. */
const statuses = async () => (await stage.home.ctx.db.select().from(outbox)).map(({ status }) => status)

describe('an app password that is revoked', () => {
  const story = async () => {
    const phone = await device('/?view=agenda', { size: 'phone' })
    await add(phone, 'Rowing')
    await until('it is saved', statuses, (all) => all.join() === 'done')

    await radicale.setUsers({ ben: NEW_PASSWORD })
    await add(phone, 'Dentist')
    await phone.getByRole('link', { name: 'Not saved: 1' }).waitFor()
    await add(phone, 'Parents evening')
    await phone.getByRole('link', { name: 'Not saved: 2' }).waitFor()
    const told = (page: Page) => page.getByText('Your calendar no longer accepts the app password').first().waitFor()
    await told(phone)
    await phone.getByText('2 changes are waiting').waitFor()
    expect(await accessibilityProblems(phone)).toEqual([])
    await picture(phone, 'password-refused-phone')

    await phone.locator('.event-row', { hasText: 'Dentist' }).click()
    await phone.getByRole('dialog').getByRole('link', { name: 'Connect again' }).waitFor()
    await phone.keyboard.press('Escape')

    const elsewhere = await device('/lists', { size: 'tablet' })
    for (const path of ['/lists', '/wall', '/unsaved']) {
      await elsewhere.goto(stage.home.url + path)
      await told(elsewhere)
      await elsewhere.getByRole('link', { name: 'Connect again' }).waitFor()
      expect(await accessibilityProblems(elsewhere)).toEqual([])
      await picture(elsewhere, `password-refused-${path.slice(1)}`)
    }

    const laptop = await device('/?view=week')
    await told(laptop)
    await picture(laptop, 'password-refused-laptop')
    await laptop.getByRole('link', { name: 'Connect again' }).click()
    const dialog = laptop.getByRole('dialog', { name: 'Connect your calendar' })
    await dialog.getByText('ben', { exact: true }).waitFor()
    expect(await dialog.getByRole('textbox').count()).toBe(1)
    expect(await accessibilityProblems(laptop)).toEqual([])
    await picture(laptop, 'password-refused-dialog')
    await dialog.getByLabel('App password').fill(OLD_PASSWORD)
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await dialog.getByRole('alert').getByText('does not accept this').waitFor()
    await dialog.getByLabel('App password').fill(NEW_PASSWORD)
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()

    await laptop.getByText('2 changes were not saved').waitFor()
    await picture(laptop, 'password-entered-anew')
    // One that may not be made any more does not hold the other up.
    let refused = 0
    await laptop.route('**/api/me/writes/*/retry', (route) =>
      refused++ === 0 ? route.fulfill({ status: 403, json: { error: 'No' } }) : route.fallback(),
    )
    await laptop.getByRole('button', { name: 'Try all again' }).click()
    await laptop.getByRole('alert').getByText('This was not allowed.').waitFor()
    await laptop.getByText('1 change was not saved').waitFor()
    await laptop.getByRole('button', { name: 'Try all again' }).click()
    await until(
      'everything is sent',
      () => onServer(NEW_PASSWORD),
      (text) => ['Rowing', 'Dentist', 'Parents evening'].every((title) => text.includes(`SUMMARY:${title}`)),
    )
    await laptop.getByText('not saved').waitFor({ state: 'detached' })
    await laptop.getByText('Your calendar is connected.').waitFor()

    await phone.locator('.event-row', { hasText: 'Dentist' }).waitFor()
    for (const words of [/Not saved/, /no longer accepts/]) {
      await until(
        `nothing says ${words}`,
        () => phone.getByText(words).filter({ visible: true }).count(),
        (count) => count === 0,
      )
    }
    expect((await onServer(NEW_PASSWORD)).split('SUMMARY:Dentist')).toHaveLength(2)
  }
  test('is told to its owner on every device; entered anew, everything that waited is sent at one press', story)
})

describe('a calendar that cannot be read', () => {
  test('is not called connected, nor up to date', async () => {
    const { ctx, cast } = stage.home
    const lastError = 'The calendar server could not be reached.'
    const failingSince = new Date('2026-11-20T14:00:00Z')
    await ctx.db
      .update(calendarCredentials)
      .set({ lastError, failingSince, refusals: 0, refusedUntil: null, unreadable: true })
      .where(eq(calendarCredentials.userId, cast.ben.id))
    const page = await device('/account')
    await page.getByText('Your calendar cannot be read at present').waitFor()
    await page.getByText('since 15:00').waitFor()
    expect(await page.getByText('Your calendar is connected').count()).toBe(0)
    await page.getByRole('link', { name: 'Calendar', exact: true }).click()
    await page.getByText('Your calendar cannot be read at present').waitFor()

    const admin = await device('/admin', { as: cast.ada })
    await admin.getByText('Ben’s account').waitFor()
    expect(await admin.getByText(/Up to date/).count()).toBe(0)
    await admin
      .getByRole('listitem')
      .filter({ hasText: 'Calendar cannot be read' })
      .getByText('Ben', { exact: true })
      .waitFor()
    expect(await admin.getByText('Calendar connected').count()).toBe(0)
  })
})
