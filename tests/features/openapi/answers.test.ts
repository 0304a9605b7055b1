import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createApp } from '../../../src/app'
import { fetchDue } from '../../../src/calendar/feeds/fetch-due'
import { digestOf, storeEntry } from '../../../src/calendar/reminders/ledger'
import { SETTING, setSetting } from '../../../src/household/settings'
import { DEVICE_SESSION_COOKIE } from '../../../src/identity/devices/device-session'
import { rememberDevice } from '../../../src/identity/devices/devices'
import { addLocalMember } from '../../../src/identity/local/accounts'
import { openDatabase } from '../../../src/platform/db/client'
import { importRefusals, pushSubscriptions } from '../../../src/platform/db/schema'
import { createMetrics } from '../../../src/platform/metrics'
import { systemDns } from '../../../src/platform/net/dns'
import { furnish } from '../../support/access'
import { cookieFor, seatCast } from '../../support/cast'
import { type Diary, FORM, openDiary } from '../../support/diary'
import { openServedHousehold } from '../../support/home-server'
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
      '/health/ready',
      '/api/auth/mode',
      '/api/me',
      '/api/me/calendar-account',
      '/api/me/reminders',
      '/api/me/preferences',
      '/api/people',
      '/api/holidays',
      '/api/birthdays',
      '/api/openapi',
      '/api/openapi/json',
    ]) {
      await done(ada, `GET ${path}`)
    }
    const mia = await done(ada, 'POST /api/people', { name: 'Mia', birthday: '2019-02-28', managerIds: [ada.id] })
    await done(ada, `PATCH /api/people/${mia.id}`, { name: 'Maria', birthday: null, position: 0 })
    expect(await say(ada, 'POST /api/people', { name: 'maria' })).toMatchObject({ status: 409 })
    await done(ada, `DELETE /api/people/${mia.id}`)
    const hilde = await done(ada, 'POST /api/birthdays', { name: 'Hilde', date: '1950-12-24', reminder: 'evening' })
    await done(ada, `PATCH /api/birthdays/${hilde.id}`, { date: '--12-25' })
    for (const query of ['', '&household=true']) {
      await done(ada, `GET /api/events?start=2026-12-01&end=2026-12-31${query}`)
    }
    await done(ada, 'GET /api/birthdays')
    await done(ada, `DELETE /api/birthdays/${hilde.id}`)
    await done(ada, 'PATCH /api/me', { displayName: 'Ada L.', color: '#8B56E7' })
    await done(ada, 'PATCH /api/me/reminders', { language: 'de', quietHours: { start: '22:00', end: '07:00' } })
    await done(ada, 'PATCH /api/me/preferences', { language: 'de', firstWeekday: 0 })
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

  test('about subscriptions', async () => {
    const { ada } = diary.cast
    const holidays = { country: 'DE', region: 'BY' }
    await done(ada, 'POST /api/subscriptions/preview', { holidays })
    const of = await done<{ id: number }>(ada, 'POST /api/subscriptions', { holidays, visibility: 'busy' })
    const feed = await done<{ id: number }>(ada, 'POST /api/subscriptions', { url: 'https://feeds.invalid/a.ics' })
    const path = `/api/subscriptions/${of.id}`
    await done(ada, `POST ${path}/refresh`)
    await fetchDue(diary.ctx, { dns: { ...systemDns, addresses: async () => ['127.0.0.1'] } })
    await done(ada, `PATCH ${path}`, { displayName: 'Holidays', color: '#123abc' })
    expect(await done(ada, 'GET /api/subscriptions')).toMatchObject({
      subscriptions: [{ state: 'ok' }, { state: 'failing', reason: 'address' }],
    })
    await done(ada, 'GET /api/events?start=2026-12-20&end=2026-12-31')
    expect(await say(ada, 'POST /api/subscriptions', { url: 'http://127.0.0.1/' })).toMatchObject({ status: 422 })
    for (const { id } of [of, feed]) await done(ada, `DELETE /api/subscriptions/${id}`)
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
    await done(ada, 'POST /api/events/parse', { text: 'Yoga every 2nd Tuesday 19-20 with Cleo, remind 1h' })
    const { nextCursor } = await done<{ nextCursor: string }>(ada, 'GET /api/events/search?q=e&limit=1')
    await done(ada, `GET /api/events/search?q=e&household=true&from=2026-01-01&cursor=${nextCursor}`)
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

  test('about what is brought in', async () => {
    const { ada } = diary.cast
    const [old, own] = [await diary.calendar('ada'), await diary.calendar('ada')]
    await diary.put(old, 'weekly', { RRULE: 'FREQ=WEEKLY' })
    const into = `calendarUrl=${encodeURIComponent(own.url)}`
    await done(ada, `POST /api/import/preview?${into}`, { fromCalendar: old.id })
    const { id } = await done(ada, `POST /api/import?${into}`, { fromCalendar: old.id })
    await done(ada, `GET /api/import/${id}`)
    await diary.ctx.db.insert(importRefusals).values({ importId: id as number, title: 'Choir', day: '2026-11-17' })
    await done(ada, `GET /api/import/${id}/refused`)
    await done(ada, `DELETE /api/import/${id}`)
  })

  test('about lists', async () => {
    const { ben } = diary.cast
    const { id } = await done(ben, 'POST /api/lists', { name: 'Groceries' })
    const clientId = crypto.randomUUID()
    const item = await done(ben, `POST /api/lists/${id}/items`, { text: 'Milk', clientId })
    const other = await done(ben, `POST /api/lists/${id}/items`, { text: 'Bread' })
    await done(ben, `PATCH /api/list-items/${item.id}`, { checked: true })
    await done(ben, `POST /api/lists/${id}/items/batch`, { items: [{ text: 'Tea', clientId }, { text: 'Salt' }] })
    await done(ben, `PATCH /api/lists/${id}`, { icon: 'shopping-basket', color: '#22872F', kind: 'shopping' })
    for (const text of ['2 l milk', 'Milk 1 l']) await done(ben, `POST /api/lists/${id}/items`, { text, parse: true })
    await done(ben, `POST /api/lists/${id}/items/batch`, { items: [{ text: 'milk' }, { text: 'jam' }], parse: true })
    for (const query of ['', '?q=mil&limit=5']) await done(ben, `GET /api/lists/${id}/suggestions${query}`)
    for (const query of ['?text=milk', '']) await done(ben, `DELETE /api/lists/${id}/suggestions${query}`)
    await done(ben, 'GET /api/lists')
    await done(ben, `GET /api/lists/${id}/items`)
    await done(ben, `PATCH /api/lists/${id}`, { name: 'Market' })
    await done(ben, `PATCH /api/lists/${id}`, { kind: 'chores', grouped: true, sectionOrder: ['hall'], position: 'a0' })
    await done(ben, 'GET /api/lists')
    const details = { section: 'hall', amount: '2', due: '2026-12-05', dueTime: '18:00', rotates: true }
    const turns = { assigneeIds: [ben.id], repeat: { every: 'week', interval: 2, weekdays: ['SA'] } }
    const chore = await done(ben, `POST /api/lists/${id}/items`, { text: 'Vacuum', ...details, ...turns })
    await done(ben, `PATCH /api/list-items/${chore.id}`, { checked: true })
    await done(ben, `POST /api/lists/${id}/items`, { text: 'Windows', due: '2026-12-06', repeat: { afterDays: 30 } })
    await done(ben, 'GET /api/chores?start=2026-12-01&end=2026-12-31')
    await done(ben, `GET /api/lists/${id}/history?start=2026-01-01&end=2028-01-01`)
    await done(ben, `PUT /api/lists/${id}/notices`, { on: true })
    await done(ben, `GET /api/lists/${id}/notices`)
    const copy = await done(ben, `POST /api/lists/${id}/duplicate`, { name: 'Next week' })
    await done(ben, `POST /api/lists/${id}/move-checked`, { toListId: copy.id })
    await done(ben, `POST /api/lists/${copy.id}/untick`)
    await done(ben, `DELETE /api/lists/${copy.id}`)
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
    const known = await remindedOf(ben.id)
    await done(ben, 'POST /api/push/snooze', { tag: known, endpoint: SUBSCRIPTION.endpoint })
    await done(ben, 'POST /api/push/done', { tag: known })
    await done(ben, 'DELETE /api/push/subscription')
  })

  test('about where they stay signed in', async () => {
    const { ada } = diary.cast
    const { id: memberId } = await dora()
    const path = `/api/admin/members/${memberId}/devices`
    const remember = async () => {
      const claims = { memberId, sessionVersion: 0 }
      const { id, token } = await rememberDevice(diary.ctx, claims, { kind: 'local', name: 'A phone' })
      return { id, cookie: `${DEVICE_SESSION_COOKIE}=${token}` }
    }
    const [phone, tablet, laptop] = [await remember(), await remember(), await remember()]
    await done(phone, 'GET /api/me/devices')
    await done(ada, `GET ${path}`)
    await done(phone, `DELETE /api/me/devices/${tablet.id}`)
    await done(ada, `DELETE ${path}/${laptop.id}`)
    const { id } = await done(phone, 'POST /api/me/tokens', { name: 'Hub', scope: 'read', expires: null })
    await done(phone, 'GET /api/me/tokens')
    await done(phone, `DELETE /api/me/tokens/${id}`)
    await done(phone, 'DELETE /api/me/devices')
    await done(ada, `DELETE ${path}`)
  })

  test('about their feeds', async () => {
    const { ben } = diary.cast
    const list = await done(ben, 'POST /api/lists', { name: 'Errands', isShared: false })
    const { id, token } = await done<{ id: number; token: string }>(ben, 'POST /api/feeds', {
      calendars: [],
      lists: [list.id],
    })
    await done(ben, 'GET /api/feeds')
    for (const format of ['ics', 'json']) await done(null, `GET /api/feeds/${token}.${format}`)
    await done(ben, `DELETE /api/feeds/${id}`)
    expect(await say(null, `GET /api/feeds/${token}.ics`)).toMatchObject({ status: 404 })
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
    await done(ada, 'GET /api/admin/backups')
    const timezone = { timezone: 'Europe/Berlin' }
    await done(ada, 'PUT /api/admin/config/timezone', timezone)
    await done(ada, 'POST /api/admin/config/timezone/seed', timezone)
    await done(ada, 'PUT /api/admin/config/country', { country: 'DE' })
    await done(ada, 'GET /api/admin/config/country')
    await done(ada, `DELETE /api/admin/members/${id}`)
  })

  test('about whom they invite', async () => {
    const { ada } = diary.cast
    const { token } = await done<{ token: string }>(ada, 'POST /api/admin/invitations', { displayName: 'Finn' })
    await done(null, 'POST /api/invitations/open', { token })
    const account = { displayName: 'Finn', color: '#078383', username: 'finn', password: PASSWORD }
    await done(null, 'POST /api/invitations/accept', { token, ...account })
    expect((await say(null, 'POST /api/invitations/open', { token })).status).toBe(404)
    const { invitations } = await done<{ invitations: { id: number }[] }>(ada, 'GET /api/admin/invitations')
    await done(ada, `DELETE /api/admin/invitations/${invitations[0]!.id}`)
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

  test('where their calendars are kept here', async () => {
    const served = await openServedHousehold()
    const step = async (who: Who, request: string, body?: unknown) =>
      (await description.ask(served, who, request, body)).status
    const first = { displayName: 'Ada', username: 'ada', initialPassword: PASSWORD }
    expect(await step(null, 'GET /api/setup/home')).toBe(200)
    expect(await step(null, 'POST /api/setup/home', first)).toBe(201)
    const { cleo } = await seatCast(served.ctx)
    expect(await step(cleo, 'POST /api/me/home-account', { calendarName: 'Mine' })).toBe(201)
    expect(await step(cleo, 'POST /api/me/home-account')).toBe(409)
    expect(await step(cleo, 'POST /api/me/home-account/calendars', { displayName: 'Club' })).toBe(201)
    expect(await step(cleo, 'POST /api/me/home-account/password')).toBe(200)
    for (const path of ['', '/mobileconfig']) expect(await step(cleo, `GET /api/me/home-account${path}`)).toBe(200)
    await served.close()
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

/** A reminder that all devices of the member have got; returns its tag. */
async function remindedOf(memberId: number) {
  const tag = 'dentist:1795185000000'
  const [device] = await diary.ctx.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, memberId))
  const occurrenceAt = new Date(1_795_185_000_000)
  const entry = { deviceId: device!.id, digest: digestOf(memberId, tag), eventId: null, which: '', occurrenceAt }
  await storeEntry(diary.ctx, entry)
  return tag
}

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
