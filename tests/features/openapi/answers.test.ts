import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createApp } from '../../../src/app'
import { SETTING, setSetting } from '../../../src/household/settings'
import { addLocalMember } from '../../../src/identity/local/accounts'
import { openDatabase } from '../../../src/platform/db/client'
import { createMetrics } from '../../../src/platform/metrics'
import { furnish } from '../../support/access'
import { cookieFor } from '../../support/cast'
import { type Diary, FORM, openDiary } from '../../support/diary'
import { type Household, openHousehold } from '../../support/household'
import { startOidcServer } from '../../support/oidc'
import { secret } from '../../support/secrets'
import { CALDAV_USERS } from '../../support/servers'
import { pair } from '../displays/kitchen'
import { Description } from './described'

const PASSWORD = secret('a password for this test')
const OTHER_PASSWORD = secret('another one for this test')
const ACCOUNT = {
  providerType: 'caldav',
  fastmailEmail: 'ada@example.org',
  appPassword: CALDAV_USERS['ada@example.org']!,
}
const SUBSCRIPTION = { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }

let diary: Diary
let empty: Household
let description: Description
beforeAll(async () => {
  diary = await openDiary()
  empty = await openHousehold({ env: { CALDAV_URL: diary.proxy.url, VAPID_PUBLIC_KEY: 'the-key' } })
  description = await Description.of(diary)
})
afterAll(async () => {
  await empty.close()
  await diary.close()
})

describe('a household that lives with the interface gets what is described', () => {
  type Who = { cookie: string } | null
  const say = <T = { id: number; uid: string }>(who: Who, request: string, body?: unknown) =>
    description.ask<T>(diary, who, request, body)
  const done = async <T = { id: number; uid: string }>(who: Who, request: string, body?: unknown) => {
    const answer = await say<T>(who, request, body)
    if (answer.status >= 400) throw new Error(`${request}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  test('about the service and themselves', async () => {
    const { ada } = diary.cast
    for (const path of [
      '/health',
      '/health/live',
      '/api/auth/mode',
      '/api/me',
      '/api/me/calendar-account',
      '/api/me/reminders',
      '/api/people',
      '/api/openapi',
      '/api/openapi/json',
    ]) {
      await done(ada, `GET ${path}`)
    }
    const mia = await done(ada, 'POST /api/people', { name: 'Mia', birthday: '2019-02-28', managerIds: [ada.id] })
    await done(ada, `PATCH /api/people/${mia.id}`, { name: 'Maria', birthday: null, position: 0 })
    expect(await say(ada, 'POST /api/people', { name: 'maria' })).toMatchObject({ status: 409 })
    await done(ada, `DELETE /api/people/${mia.id}`)
    await done(ada, 'PATCH /api/me', { displayName: 'Ada L.', color: '#8B56E7' })
    await done(ada, 'PATCH /api/me/reminders', { language: 'de' })
    await done(ada, 'POST /api/me/link-oidc')
    const { username, cookie } = await dora()
    await done({ cookie }, 'POST /api/me/credential', ACCOUNT)
    expect(await say(null, 'POST /api/auth/local/login', { username, password: 'wrong' })).toMatchObject({
      status: 401,
    })
    await done(null, 'POST /api/auth/local/login', { username, password: PASSWORD })
    const passwords = { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD }
    await done({ cookie }, 'POST /api/me/password', passwords)
    for (const method of ['GET', 'POST']) await done(null, `${method} /api/auth/local/logout`)
    await done(ada, 'GET /api/login')
    await done(null, 'GET /callback')
  })

  test('about events', async () => {
    const { ada } = diary.cast
    const own = await diary.calendar('ada')
    await diary.calendar('ben', { isShared: true })
    await diary.put(own, 'weekly', { RRULE: 'FREQ=WEEKLY;COUNT=3', LOCATION: 'Hall', DESCRIPTION: 'Bring shoes' })
    await diary.putText(own, 'day', ALL_DAY)
    const { uid } = await done(ada, 'POST /api/events/create', {
      ...FORM,
      calendarUrl: own.url,
      reminderLeadMinutes: 15,
    })
    await done(ada, `GET /api/events/sync-status?uid=${encodeURIComponent(uid)}`)
    await diary.drain.drain()
    await done(ada, `GET /api/events/sync-status?uid=${encodeURIComponent(uid)}`)
    const { occurrences } = await done<{ occurrences: object[] }>(
      ada,
      'GET /api/events?start=2026-11-20&end=2027-01-20',
    )
    expect(occurrences).toHaveLength(5)
    await diary.put(own, 'meeting', { raw: 'ORGANIZER;CN=Ada:mailto:ada@example.org\r\nATTENDEE:urn:x' })
    for (const each of ['weekly', 'day', uid]) await done(ada, `GET /api/events/${encodeURIComponent(each)}/edit`)
    for (const each of ['weekly', 'meeting']) await done(ada, `GET /api/events/${each}/meeting`)
    await done(ada, 'GET /api/events/writable-calendars')
    await done(ada, 'GET /api/events/freshness')
    await done(ada, 'GET /api/me/calendars')
    await done(ada, `PATCH /api/me/calendars/${own.id}`, { isHidden: true })
    await done(ada, 'GET /api/events?start=2026-11-20&end=2027-01-20&household=true')
    await done(ada, `PATCH /api/me/calendars/${own.id}`, {
      isHidden: false,
      visibility: 'busy',
      displayName: 'My own',
      color: '#123abc',
      personId: (await done<{ people: { id: number }[] }>(ada, 'GET /api/people')).people[0]!.id,
    })
    await done(ada, `PATCH /api/me/calendars/${own.id}`, { visibility: 'household', personId: null })
    for (const visibility of ['busy', 'household']) {
      await done(ada, `PATCH /api/me/calendars/${own.id}`, { visibility })
      const seen = 'GET /api/events?start=2026-11-20&end=2027-01-20&household=true'
      const { occurrences } = await done<{ occurrences: { access: string }[] }>(diary.cast.cleo, seen)
      expect(new Set(occurrences.map(({ access }) => access))).toEqual(new Set([visibility]))
      await done(diary.cast.cleo, 'GET /api/events/freshness?household=true')
    }
    await done(ada, `PATCH /api/me/calendars/${own.id}`, { visibility: 'private' })
    const base = { ...FORM, title: 'As it never was' }
    const clash = await say(ada, `PATCH /api/events/${encodeURIComponent(uid)}/edit`, {
      ...FORM,
      title: 'Dentures',
      base,
    })
    expect(clash.status).toBe(409)
    await done(ada, `PATCH /api/events/${encodeURIComponent(uid)}/edit`, { ...FORM, title: 'Teeth' })
    diary.proxy.fault({ method: 'PUT' }, async () => ({ status: 403, headers: {}, body: '' }))
    await diary.drain.drain()
    const failed = await done(ada, `GET /api/events/sync-status?uid=${encodeURIComponent(uid)}`)
    expect(failed).toMatchObject({ status: 'failed', error: expect.any(String) })
    const { writes } = await done<{ writes: { id: number }[] }>(ada, 'GET /api/me/writes')
    const { id } = writes[0]!
    await done(ada, 'GET /api/admin/writes')
    await done(ada, `POST /api/me/writes/${id}/retry`)
    expect(await say(ada, `POST /api/me/writes/${id}/retry`)).toMatchObject({ status: 409 })
    await done(ada, `DELETE /api/me/writes/${id}`)
    diary.proxy.reset()
    await done(ada, 'DELETE /api/events/weekly')
    await done(ada, 'POST /api/events/refresh')
  })

  test('about lists', async () => {
    const { ben } = diary.cast
    const { id } = await done(ben, 'POST /api/lists', { name: 'Groceries' })
    const clientId = crypto.randomUUID()
    const item = await done(ben, `POST /api/lists/${id}/items`, { text: 'Milk', clientId })
    const other = await done(ben, `POST /api/lists/${id}/items`, { text: 'Bread' })
    await done(ben, `PATCH /api/list-items/${item.id}`, { checked: true })
    await done(ben, 'GET /api/lists')
    await done(ben, `GET /api/lists/${id}/items`)
    await done(ben, `PATCH /api/lists/${id}`, { name: 'Market' })
    await done(ben, `DELETE /api/lists/${id}/items?checked=true`)
    await done(ben, `DELETE /api/list-items/${other.id}`)
    await done(ben, `DELETE /api/lists/${id}`)
  })

  test('about their devices', async () => {
    const { ben } = diary.cast
    await done(ben, 'GET /api/push/vapid-public-key')
    await done(ben, 'POST /api/push/subscription', SUBSCRIPTION)
    expect(await done(ben, 'POST /api/push/test')).toMatchObject({
      devices: 1,
      problems: [{ service: 'push.example' }],
    })
    await done(ben, 'DELETE /api/push/subscription')
  })

  test('about their displays', async () => {
    const { ada } = diary.cast
    const shared = await diary.calendar('ben', { isShared: true })
    await diary.put(shared, 'dinner')
    const { id } = await done(ada, 'POST /api/lists', { name: 'Groceries' })
    await done(ada, 'GET /api/admin/displays/calendars')
    const form = { name: 'Kitchen', calendarIds: [shared.id], listIds: [id], canTick: true, canAdd: true }
    const { display } = await done<{ display: { id: number } }>(ada, 'POST /api/admin/displays', form)
    await done(ada, `PATCH /api/admin/displays/${display.id}`, { name: 'Hall' })
    const newCode = () => done<{ code: string }>(ada, `POST /api/admin/displays/${display.id}/code`)
    const { code } = await newCode()
    await done(null, 'POST /api/display/pair', { code })
    const kitchen = await pair(diary, (await newCode()).code)
    expect(await say(null, 'POST /api/display/pair', { code })).toMatchObject({ status: 401 })
    await done(kitchen, 'GET /api/display/events?start=2026-11-20&end=2027-01-20')
    const { uid } = await done(kitchen, 'POST /api/display/events', FORM)
    const item = await done(kitchen, `POST /api/display/lists/${id}/items`, { text: 'Milk' })
    await done(kitchen, `PATCH /api/display/list-items/${item.id}`, { checked: true })
    await done(kitchen, `GET /api/display/lists/${id}/items`)
    expect(await done(kitchen, 'GET /api/display')).toMatchObject({ writes: [{ uid, status: 'pending' }] })
    await done(ada, 'GET /api/admin/displays')
    await done(ada, `DELETE /api/admin/displays/${display.id}`)
  })

  test('about the administration', async () => {
    const { ada, cleo } = diary.cast
    const calendar = await diary.calendar('ada')
    await done(ada, 'POST /api/admin/credentials', { ...ACCOUNT, userId: cleo.id })
    const member = { displayName: 'Emil', username: 'emil', initialPassword: PASSWORD }
    const { id } = await done(ada, 'POST /api/admin/members', member)
    expect((await say(ada, 'POST /api/admin/members', member)).status).toBe(409)
    await done(ada, `POST /api/admin/members/${id}/password`, { newPassword: OTHER_PASSWORD })
    await done(ada, `PATCH /api/admin/members/${id}`, { displayName: 'E.' })
    await done(ada, `POST /api/admin/members/${id}/sign-out`)
    await done(ada, `PUT /api/admin/calendars/${calendar.id}/shared`)
    const [admitted, turnedAway] = [await furnish(diary, ada.id), await furnish(diary, ada.id)]
    await done(ada, 'GET /api/admin/admissions')
    await done(ada, `POST /api/admin/admissions/${admitted.applicant}/admit`)
    await done(ada, `DELETE /api/admin/admissions/${turnedAway.applicant}`)
    for (const path of ['members', 'calendars', 'config/timezone', 'sync']) await done(ada, `GET /api/admin/${path}`)
    const timezone = { timezone: 'Europe/Berlin' }
    await done(ada, 'PUT /api/admin/config/timezone', timezone)
    await done(ada, 'POST /api/admin/config/timezone/seed', timezone)
    await done(ada, `DELETE /api/admin/members/${id}`)
  })

  test('when they moved in', async () => {
    const step = async (request: string, body?: unknown) => (await description.ask(empty, null, request, body)).status
    const provider = await startOidcServer()
    expect(await step('GET /api/setup/status')).toBe(200)
    expect(await step('POST /api/setup/validate/oidc')).toBe(400)
    expect(await step('POST /api/setup/validate/vapid')).toBe(400)
    const config = {
      oidcIssuer: 'https://id.example',
      oidcClientId: 'corkboard',
      vapidPublicKey: 'the-key',
      appExternalUrl: 'https://home.example',
    }
    expect(await step('POST /api/setup/config', config)).toBe(200)
    await setSetting(empty.ctx, SETTING.oidcIssuer, provider.issuer)
    for (const check of ['db', 'oidc', 'vapid']) expect(await step(`POST /api/setup/validate/${check}`)).toBe(200)
    expect(await step('POST /api/setup/complete')).toBe(422)
    const { providerType, ...account } = ACCOUNT
    expect(await step('POST /api/setup/credential', account)).toBe(200)
    expect(await step('POST /api/setup/credential', account)).toBe(409)
    expect(await step('POST /api/setup/complete')).toBe(200)
    expect(await step('POST /api/setup/config', config)).toBe(423)
    await provider.stop()
  })

  test('and nothing that answers with JSON was left out', () => {
    const json = description
      .all()
      .filter(([, { responses }]) => Object.values(responses)[0]?.content?.['application/json'] !== undefined)
    expect(json.map(([route]) => route).filter((route) => !description.seen.has(route))).toEqual([])
  })
})

describe('every refusal is described, too', () => {
  const writes = (route: string) => !route.startsWith('GET ')
  const isStream = (route: string) => route.includes('/api/sse/')
  const pathOf = (route: string, own: Record<string, string | number>) =>
    route.replaceAll(/\{(\w+)\}/g, (_, name) => String(own[name] ?? 1))
  let routes: string[]
  beforeAll(() => {
    routes = description.all().map(([route]) => route)
  })

  test('to nobody, to everybody without the role, for things that are not there, and for a bad body', async () => {
    const { list, item, event } = await furnish(diary, diary.cast.ben.id)
    for (const route of routes.filter((each) => !isStream(each))) {
      // Signed in anew: some routes end sessions.
      const [ada, cleo] = [{ cookie: await cookieOf('ada') }, { cookie: await cookieOf('cleo') }]
      const body = writes(route) && !route.startsWith('DELETE') ? { nothing: true } : undefined
      await description.ask(diary, null, pathOf(route, {}), body)
      const own = { id: list, itemId: item, uid: event }
      await description.ask(diary, cleo, pathOf(route, own), body)
      await description.ask(diary, ada, pathOf(route, { id: 99_999_999, itemId: 99_999_999, uid: 'nope' }), body)
      await description.ask(diary, ada, pathOf(route, { id: 'x', itemId: 'x' }), body)
      if (writes(route)) await description.ask(diary, ada, pathOf(route, own), '{ broken')
    }
  })

  test('when the database is away', async () => {
    const { database } = diary.config
    const gone = openDatabase({ ...database, port: 1 })
    const app = createApp({ ...diary.ctx, db: gone.db, metrics: createMetrics() })
    const cookie = await cookieFor(diary.ctx, diary.cast.ada.id)
    for (const route of routes.filter((each) => each !== 'GET /metrics')) {
      const { status } = await description.ask({ app }, { cookie }, pathOf(route, {}), writes(route) ? {} : undefined)
      if (route.includes(' /api/lists')) expect(status).toBe(503)
    }
    await gone.close()
  })
})

const cookieOf = (name: 'ada' | 'cleo') => cookieFor(diary.ctx, diary.cast[name].id)

async function dora() {
  const username = `dora-${crypto.randomUUID()}`
  const id = await addLocalMember(diary.ctx, { displayName: 'Dora', username, password: PASSWORD })
  return { id, username, cookie: await cookieFor(diary.ctx, id) }
}

const ALL_DAY = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//test//EN',
  'BEGIN:VEVENT',
  'UID:day',
  'DTSTAMP:20260101T000000Z',
  'DTSTART;VALUE=DATE:20261224',
  'SUMMARY:Eve',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n')
