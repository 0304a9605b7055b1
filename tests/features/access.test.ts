import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { ensureDevMember } from '../../src/household/dev-member'
import { calendars, members as memberRows } from '../../src/platform/db/schema'
import { MAX_ID } from '../../src/platform/http-schema'
import { type Belongings, furnish, knock } from '../support/access'
import { type Cast, cookieFor, seatCast } from '../support/cast'
import { type Household, openHousehold } from '../support/household'
import { servers } from '../support/servers'
import { Description } from './openapi/described'

/**
 * Ben owns what the paths name; Cleo is another member, Ada the admin; the bypass is a member without the role. The display
 * shows Ben's shared list and may tick and add.
 */
const ROLES = ['nobody', 'owner', 'other', 'admin', 'bypass', 'display'] as const
type Role = (typeof ROLES)[number]
type Expected = Record<Role, number>

interface Row {
  route: string
  /** What is sent: the path, perhaps with the owner's things in it, and a body. */
  path?: string | ((of: Belongings) => string)
  body?: object
  expected: Expected
}

const everyone = (status: number): Expected => of(status, status, status, status, status)
/** The wizard, once an administrator can sign in. */
const closed = (status: number): Expected => of(423, 423, 423, status, 423)
const members = (status: number): Expected => of(401, status, status, status, status)
const admins = (status: number): Expected => of(401, 403, 403, status, 403)
const owner = (status: number, otherwise: number): Expected => of(401, status, otherwise, otherwise, otherwise)

/** A display alone; with its cookie it is nobody anywhere else. */
const displays = (status: number): Expected => of(401, 401, 401, 401, 401, status)

function of(
  nobody: number,
  owner: number,
  other: number,
  admin: number,
  bypass: number,
  display: number = nobody,
): Expected {
  return { nobody, owner, other, admin, bypass, display }
}

const EVENT = { title: 'Tea', allDay: true, start: '2026-12-01', end: '2026-12-01' }
const SUBSCRIPTION = { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }
const TIMEZONE = { timezone: 'Europe/Berlin' }
const PASSWORDS = { currentPassword: 'not known', newPassword: 'long enough' }

const TABLE: Row[] = [
  // For everyone.
  { route: 'GET /health', expected: everyone(200) },
  { route: 'GET /health/live', expected: everyone(200) },
  { route: 'GET /health/ready', expected: everyone(200) },
  { route: 'GET /callback', expected: everyone(302) },
  { route: 'GET /api/auth/mode', expected: everyone(200) },
  { route: 'POST /api/auth/local/login', body: {}, expected: everyone(400) },
  { route: 'POST /api/auth/local/logout', expected: everyone(200) },
  { route: 'GET /api/auth/local/logout', expected: everyone(200) },
  { route: 'GET /api/login', expected: of(401, 302, 302, 302, 302) },
  { route: 'GET /api/setup/status', expected: everyone(200) },
  { route: 'POST /api/setup/config', body: {}, expected: closed(400) },
  { route: 'POST /api/setup/credential', body: {}, expected: closed(400) },
  { route: 'GET /api/setup/home', expected: closed(200) },
  { route: 'POST /api/setup/home', body: {}, expected: closed(400) },
  { route: 'POST /api/setup/validate/db', expected: closed(200) },
  { route: 'POST /api/setup/validate/oidc', expected: closed(400) },
  { route: 'POST /api/setup/validate/vapid', expected: closed(400) },
  { route: 'POST /api/setup/complete', expected: closed(422) },
  { route: 'GET /api/openapi', expected: everyone(200) },
  { route: 'GET /api/openapi/json', expected: everyone(200) },
  { route: 'GET /api/openapi/start.js', expected: everyone(200) },
  { route: 'GET /api/openapi/swagger-ui-bundle.js', expected: everyone(200) },
  { route: 'GET /api/openapi/swagger-ui.css', expected: everyone(200) },
  { route: 'GET /*', path: '/lists/1', expected: everyone(200) },
  { route: 'ALL /*', path: '/lists/1', expected: everyone(404) },
  { route: 'GET /api', expected: everyone(404) },
  { route: 'ALL /api', expected: everyone(404) },
  { route: 'GET /api/*', path: '/api/nope', expected: everyone(404) },
  { route: 'ALL /api/*', path: '/api/nope', expected: everyone(404) },
  // For a reader on this machine, or with a token: a request without an address is neither.
  { route: 'GET /metrics', expected: everyone(403) },

  // For whoever was invited.
  { route: 'POST /api/invitations/open', body: { token: 'nope' }, expected: everyone(404) },
  { route: 'POST /api/invitations/accept', body: {}, expected: everyone(400) },

  // For members, about themselves.
  { route: 'GET /api/me', expected: members(200) },
  { route: 'GET /api/me/calendar-account', expected: members(200) },
  { route: 'GET /api/me/home-account', expected: members(200) },
  { route: 'POST /api/me/home-account', body: {}, expected: members(422) },
  { route: 'POST /api/me/home-account/calendars', body: { displayName: 'Club' }, expected: members(422) },
  { route: 'POST /api/me/home-account/password', expected: members(422) },
  { route: 'GET /api/me/home-account/mobileconfig', expected: members(404) },
  { route: 'PATCH /api/me', body: { color: '#123ABC' }, expected: members(200) },
  { route: 'GET /api/me/reminders', expected: members(200) },
  { route: 'PATCH /api/me/reminders', body: { language: 'de' }, expected: members(200) },
  { route: 'GET /api/me/preferences', expected: members(200) },
  { route: 'PATCH /api/me/preferences', body: { theme: 'dark' }, expected: members(200) },
  { route: 'POST /api/me/credential', body: {}, expected: members(400) },
  { route: 'POST /api/me/password', body: PASSWORDS, expected: members(404) },
  { route: 'POST /api/me/link-oidc', expected: members(200) },
  { route: 'GET /api/me/devices', expected: members(200) },
  { route: 'DELETE /api/me/devices/:id', path: ({ device }) => `/api/me/devices/${device}`, expected: owner(200, 404) },
  { route: 'DELETE /api/me/devices', expected: members(200) },
  { route: 'GET /api/me/export', expected: members(200) },
  { route: 'GET /api/me/tokens', expected: members(200) },
  { route: 'POST /api/me/tokens', body: { name: 'Hub', scope: 'read' }, expected: members(201) },
  { route: 'DELETE /api/me/tokens/:id', path: ({ token }) => `/api/me/tokens/${token}`, expected: owner(200, 404) },
  { route: 'GET /api/me/calendars', expected: members(200) },
  {
    route: 'PATCH /api/me/calendars/:id',
    path: ({ calendar }) => `/api/me/calendars/${calendar}`,
    body: { isHidden: true },
    expected: owner(200, 404),
  },
  { route: 'GET /api/holidays', expected: members(200) },
  { route: 'GET /api/subscriptions', expected: members(200) },
  { route: 'POST /api/subscriptions', body: {}, expected: members(400) },
  { route: 'POST /api/subscriptions/preview', body: {}, expected: members(400) },
  {
    route: 'PATCH /api/subscriptions/:id',
    path: toSubscription,
    body: { visibility: 'private' },
    expected: owner(200, 404),
  },
  { route: 'DELETE /api/subscriptions/:id', path: toSubscription, expected: owner(200, 404) },
  {
    route: 'POST /api/subscriptions/:id/refresh',
    path: (own) => `${toSubscription(own)}/refresh`,
    expected: owner(202, 404),
  },
  { route: 'GET /api/birthdays', expected: members(200) },
  { route: 'POST /api/birthdays', body: { name: 'Hilde', date: '--12-24' }, expected: members(201) },
  // One list for the household.
  { route: 'PATCH /api/birthdays/:id', path: toBirthday, body: { name: 'Else' }, expected: members(200) },
  { route: 'DELETE /api/birthdays/:id', path: toBirthday, expected: members(200) },
  { route: 'GET /api/people', expected: members(200) },
  { route: 'POST /api/people', body: {}, expected: admins(400) },
  { route: 'PATCH /api/people/:id', path: toPerson, body: { birthday: null }, expected: of(401, 200, 403, 200, 403) },
  { route: 'DELETE /api/people/:id', path: toPerson, expected: admins(200) },
  { route: 'GET /api/me/writes', expected: members(200) },
  {
    route: 'POST /api/me/writes/:id/retry',
    path: ({ write }) => `/api/me/writes/${write}/retry`,
    expected: owner(202, 404),
  },
  { route: 'DELETE /api/me/writes/:id', path: ({ write }) => `/api/me/writes/${write}`, expected: owner(200, 404) },
  { route: 'GET /api/push/vapid-public-key', expected: members(200) },
  { route: 'POST /api/push/subscription', body: SUBSCRIPTION, expected: members(201) },
  { route: 'DELETE /api/push/subscription', expected: members(200) },
  { route: 'POST /api/push/snooze', body: { tag: 'x:1', endpoint: SUBSCRIPTION.endpoint }, expected: members(404) },
  { route: 'POST /api/push/done', body: { tag: 'x:1' }, expected: members(404) },
  { route: 'POST /api/push/test', expected: members(200) },
  { route: 'GET /api/sse/heartbeat', expected: members(200) },
  { route: 'GET /api/sse/lists', expected: members(200) },
  { route: 'GET /api/sse/events', expected: members(200) },
  { route: 'GET /api/sse/all', expected: members(200) },

  // Calendars: a personal one is its owner's alone.
  { route: 'GET /api/events', path: '/api/events?start=2026-12-01&end=2026-12-02', expected: members(200) },
  { route: 'GET /api/events/search', path: '/api/events/search?q=tea', expected: members(200) },
  { route: 'GET /api/events/writable-calendars', expected: members(200) },
  { route: 'GET /api/events/freshness', expected: members(200) },
  { route: 'GET /api/events/sync-status', path: '/api/events/sync-status?uid=x', expected: members(200) },
  { route: 'POST /api/events/refresh', expected: members(202) },
  { route: 'POST /api/events/create', body: EVENT, expected: owner(202, 422) },
  { route: 'POST /api/events/parse', body: { text: 'Tea tomorrow' }, expected: members(200) },
  { route: 'GET /api/events/:uid/edit', path: ({ event }) => `/api/events/${event}/edit`, expected: owner(200, 404) },
  {
    route: 'GET /api/events/:uid/meeting',
    path: ({ event }) => `/api/events/${event}/meeting`,
    expected: owner(200, 404),
  },
  {
    route: 'PATCH /api/events/:uid/edit',
    path: ({ event }) => `/api/events/${event}/edit`,
    body: EVENT,
    expected: owner(202, 404),
  },
  { route: 'DELETE /api/events/:uid', path: ({ event }) => `/api/events/${event}`, expected: owner(202, 404) },
  { route: 'POST /api/import/preview', path: intoCalendar('/preview'), body: {}, expected: owner(400, 403) },
  { route: 'POST /api/import', path: intoCalendar(''), body: {}, expected: owner(400, 403) },
  { route: 'GET /api/import/:id', path: toImport, expected: owner(200, 404) },
  { route: 'GET /api/import/:id/refused', path: (own) => `${toImport(own)}/refused`, expected: owner(200, 404) },
  { route: 'DELETE /api/import/:id', path: toImport, expected: owner(200, 404) },

  // Feeds: whoever has the address reads what its member may.
  { route: 'GET /api/feeds', expected: members(200) },
  {
    route: 'POST /api/feeds',
    body: { calendars: [MAX_ID] },
    expected: members(404),
  },
  { route: 'DELETE /api/feeds/:id', path: ({ feed }) => `/api/feeds/${feed}`, expected: owner(200, 404) },
  { route: 'GET /api/feeds/:file', path: ({ feedFile }) => `/api/feeds/${feedFile}`, expected: everyone(200) },

  // Lists: a private one is its owner's alone.
  { route: 'GET /api/lists', expected: members(200) },
  { route: 'POST /api/lists', body: { name: 'Groceries' }, expected: members(201) },
  { route: 'PATCH /api/lists/:id', path: toList, body: { name: 'Secrets' }, expected: owner(200, 403) },
  { route: 'DELETE /api/lists/:id', path: toList, expected: owner(200, 403) },
  { route: 'GET /api/lists/:id/items', path: toItems, expected: owner(200, 403) },
  { route: 'POST /api/lists/:id/items', path: toItems, body: { text: 'A kite' }, expected: owner(201, 403) },
  {
    route: 'POST /api/lists/:id/items/batch',
    path: (own) => `${toItems(own)}/batch`,
    body: { items: [{ text: 'A kite' }] },
    expected: owner(201, 403),
  },
  {
    route: 'DELETE /api/lists/:id/items',
    path: (own) => `${toItems(own)}?checked=true`,
    expected: owner(200, 403),
  },
  {
    route: 'POST /api/lists/:id/duplicate',
    path: (own) => `${toList(own)}/duplicate`,
    body: {},
    expected: owner(201, 403),
  },
  { route: 'POST /api/lists/:id/untick', path: (own) => `${toList(own)}/untick`, expected: owner(200, 403) },
  {
    route: 'POST /api/lists/:id/move-checked',
    path: (own) => `${toList(own)}/move-checked`,
    body: { toListId: MAX_ID },
    expected: owner(404, 403),
  },
  { route: 'PATCH /api/list-items/:itemId', path: toItem, body: { checked: true }, expected: owner(200, 403) },
  { route: 'DELETE /api/list-items/:itemId', path: toItem, expected: owner(200, 403) },
  { route: 'GET /api/chores', path: '/api/chores?start=2026-12-01&end=2026-12-02', expected: members(200) },
  { route: 'GET /api/lists/:id/notices', path: (own) => `${toList(own)}/notices`, expected: owner(200, 403) },
  {
    route: 'PUT /api/lists/:id/notices',
    path: (own) => `${toList(own)}/notices`,
    body: { on: true },
    expected: owner(200, 403),
  },
  {
    route: 'GET /api/lists/:id/history',
    path: (own) => `${toList(own)}/history?start=2026-12-01&end=2026-12-02`,
    expected: owner(200, 403),
  },
  {
    route: 'GET /api/lists/:id/suggestions',
    path: (own) => `${toList(own)}/suggestions`,
    expected: owner(200, 403),
  },
  {
    route: 'DELETE /api/lists/:id/suggestions',
    path: (own) => `${toList(own)}/suggestions?text=Milk`,
    expected: owner(200, 403),
  },

  // For displays.
  { route: 'POST /api/display/pair', body: {}, expected: everyone(400) },
  { route: 'GET /api/display', expected: displays(200) },
  { route: 'GET /api/display/sse', expected: displays(200) },
  {
    route: 'GET /api/display/events',
    path: '/api/display/events?start=2026-12-01&end=2026-12-02',
    expected: displays(200),
  },
  { route: 'POST /api/display/events', body: EVENT, expected: displays(422) },
  {
    route: 'GET /api/display/lists/:id/items',
    path: ({ sharedList }) => `/api/display/lists/${sharedList}/items`,
    expected: displays(200),
  },
  {
    route: 'POST /api/display/lists/:id/items',
    path: ({ sharedList }) => `/api/display/lists/${sharedList}/items`,
    body: { text: 'A kite' },
    expected: displays(201),
  },
  {
    route: 'PATCH /api/display/list-items/:id',
    path: ({ sharedItem }) => `/api/display/list-items/${sharedItem}`,
    body: { checked: true },
    expected: displays(200),
  },

  // For administrators.
  { route: 'GET /api/admin/displays', expected: admins(200) },
  { route: 'GET /api/admin/displays/calendars', expected: admins(200) },
  {
    route: 'POST /api/admin/displays',
    body: { name: 'Kitchen', calendarIds: [], listIds: [] },
    expected: admins(201),
  },
  { route: 'PATCH /api/admin/displays/:id', path: toDisplay, body: { name: 'Hall' }, expected: admins(200) },
  { route: 'DELETE /api/admin/displays/:id', path: toDisplay, expected: admins(200) },
  { route: 'POST /api/admin/displays/:id/code', path: (own) => `${toDisplay(own)}/code`, expected: admins(201) },
  { route: 'GET /api/admin/backups', expected: admins(200) },
  { route: 'GET /api/admin/members', expected: admins(200) },
  {
    route: 'POST /api/admin/members',
    body: { displayName: 'Dora', username: 'dora', initialPassword: 'long enough' },
    expected: admins(201),
  },
  { route: 'PATCH /api/admin/members/:id', path: toSpare, body: { isAdmin: true }, expected: admins(200) },
  { route: 'DELETE /api/admin/members/:id', path: toSpare, expected: admins(200) },
  {
    route: 'POST /api/admin/members/:id/password',
    path: (own) => `${toSpare(own)}/password`,
    body: { newPassword: 'long enough' },
    expected: admins(404),
  },
  {
    route: 'POST /api/admin/members/:id/sign-out',
    path: (own) => `${toSpare(own)}/sign-out`,
    expected: admins(200),
  },
  { route: 'GET /api/admin/members/:id/devices', path: toDevices, expected: admins(200) },
  { route: 'DELETE /api/admin/members/:id/devices', path: toDevices, expected: admins(200) },
  {
    route: 'DELETE /api/admin/members/:id/devices/:deviceId',
    path: (own) => `${toDevices(own)}/${own.spareDevice}`,
    expected: admins(200),
  },
  { route: 'GET /api/admin/admissions', expected: admins(200) },
  {
    route: 'POST /api/admin/admissions/:id/admit',
    path: ({ applicant }) => `/api/admin/admissions/${applicant}/admit`,
    expected: admins(201),
  },
  {
    route: 'DELETE /api/admin/admissions/:id',
    path: ({ applicant }) => `/api/admin/admissions/${applicant}`,
    expected: admins(200),
  },
  { route: 'GET /api/admin/invitations', expected: admins(200) },
  { route: 'POST /api/admin/invitations', body: {}, expected: admins(201) },
  {
    route: 'DELETE /api/admin/invitations/:id',
    path: ({ invitation }) => `/api/admin/invitations/${invitation}`,
    expected: admins(200),
  },
  { route: 'POST /api/admin/credentials', body: {}, expected: admins(400) },
  { route: 'GET /api/admin/calendars', expected: admins(200) },
  {
    route: 'PUT /api/admin/calendars/:id/shared',
    path: ({ calendar }) => `/api/admin/calendars/${calendar}/shared`,
    expected: admins(200),
  },
  { route: 'GET /api/admin/config/timezone', expected: admins(200) },
  { route: 'PUT /api/admin/config/timezone', body: TIMEZONE, expected: admins(200) },
  { route: 'POST /api/admin/config/timezone/seed', body: TIMEZONE, expected: admins(200) },
  { route: 'GET /api/admin/config/country', expected: admins(200) },
  { route: 'PUT /api/admin/config/country', body: { country: 'DE' }, expected: admins(200) },
  { route: 'GET /api/admin/export', expected: admins(200) },
  { route: 'GET /api/admin/sync', expected: admins(200) },
  { route: 'GET /api/admin/writes', expected: admins(200) },
]

function toList({ list }: Belongings) {
  return `/api/lists/${list}`
}
function toItems({ list }: Belongings) {
  return `/api/lists/${list}/items`
}
function toItem({ item }: Belongings) {
  return `/api/list-items/${item}`
}
function toSubscription({ subscription }: Belongings) {
  return `/api/subscriptions/${subscription}`
}
function toBirthday({ birthday }: Belongings) {
  return `/api/birthdays/${birthday}`
}
function toPerson({ person }: Belongings) {
  return `/api/people/${person}`
}
function toDisplay({ display }: Belongings) {
  return `/api/admin/displays/${display}`
}
function intoCalendar(what: string) {
  return ({ event }: Belongings) => `/api/import${what}?calendarUrl=https://dav.example/${event}/`
}
function toImport({ importId }: Belongings) {
  return `/api/import/${importId}`
}
function toSpare({ spare }: Belongings) {
  return `/api/admin/members/${spare}`
}
function toDevices(own: Belongings) {
  return `${toSpare(own)}/devices`
}

interface House {
  household: Household
  cast: Cast
  /** For requests that name nothing of the owner's. */
  belongings: Belongings
}

async function openHouse(env: Record<string, string>): Promise<House> {
  const publicFolder = await servers.folder('public')
  await Bun.write(`${publicFolder}/index.html`, '<!doctype html>')
  const household = await openHousehold({ env, publicFolder })
  await ensureDevMember(household.ctx)
  const cast = await seatCast(household.ctx)
  await household.ctx.db.update(memberRows).set({ claimed: true }).where(eq(memberRows.id, cast.ada.id))
  return { household, cast, belongings: await furnish(household, cast.ben.id) }
}

let guarded: House
let bypassed: House
beforeAll(async () => {
  guarded = await openHouse({})
  bypassed = await openHouse({ DEV_AUTH_BYPASS: 'true' })
})
afterAll(async () => {
  await guarded.household.close()
  await bypassed.household.close()
})

/** Somebody who asks, signed in anew: some routes end sessions. */
async function visitorOf(role: Role): Promise<{ house: House; cookie: string }> {
  if (role === 'bypass') return { house: bypassed, cookie: '' }
  if (role === 'display') return { house: guarded, cookie: '' }
  const { ada, ben, cleo } = guarded.cast
  const member = { nobody: null, owner: ben, other: cleo, admin: ada }[role]
  return { house: guarded, cookie: member === null ? '' : await cookieFor(guarded.household.ctx, member.id) }
}

/** What is asked for, and what else whoever asks sends along. Of what is named there may be nothing left afterwards. */
async function requestOf({ route, path }: Row, { household, cast, belongings: lasting }: House, role: Role) {
  const [method, template = ''] = route.split(' ')
  await household.ctx.db.update(calendars).set({ isShared: false })
  const belongings = typeof path === 'function' ? await furnish(household, cast.ben.id) : lasting
  const request = `${method === 'ALL' ? 'POST' : method} ${typeof path === 'function' ? path(belongings) : (path ?? template)}`
  return { request, displayCookie: role === 'display' ? belongings.displayCookie : '' }
}

test('every route of the service is in the table, and nothing else', () => {
  const routes = guarded.household.app.routes.map(({ method, path }) => `${method} ${path}`)
  expect(TABLE.map(({ route }) => route).toSorted()).toEqual(routes.toSorted())
})

test('the description asks for a session where nobody is kept out, and nowhere else', async () => {
  const description = await Description.of(guarded.household)
  const guardedRoutes = TABLE.filter(({ route, expected }) => expected.nobody === 401 && route !== 'GET /api/login')
  const described = description.all().filter(([, { security }]) => security !== undefined)
  expect(described.map(([route]) => route.replaceAll(/\{(\w+)\}/g, ':$1')).toSorted()).toEqual(
    guardedRoutes.map(({ route }) => route).toSorted(),
  )
})

describe('who may', () => {
  for (const row of TABLE) {
    test(row.route, async () => {
      const found: Partial<Expected> = {}
      for (const role of ROLES) {
        const { house, cookie } = await visitorOf(role)
        const { request, displayCookie } = await requestOf(row, house, role)
        const { status, text } = await knock(
          house.household,
          cookie || displayCookie,
          request,
          row.body && JSON.stringify(row.body),
        )
        found[role] = status
        if (status === 401) expect(JSON.parse(text)).toEqual({ error: 'Unauthorized' })
        if (status === 403 && row.route.includes('/api/')) expect(JSON.parse(text)).toEqual({ error: 'Forbidden' })
      }
      expect(found).toEqual(row.expected)
    })
  }
})

describe('who may not learns nothing from a body that is wrong', () => {
  const writing = TABLE.filter(({ route, expected }) => !route.startsWith('GET ') && expected.nobody === 401)
  for (const row of writing) {
    test(row.route, async () => {
      for (const role of ROLES.filter((candidate) => row.expected[candidate] === 401 || isKeptOut(row, candidate))) {
        const { house, cookie } = await visitorOf(role)
        const { request, displayCookie } = await requestOf(row, house, role)
        for (const [body, type] of [
          ['{ broken', 'application/json'],
          ['[]', 'application/json'],
          ['a=b', 'application/x-www-form-urlencoded'],
        ]) {
          const { status } = await knock(house.household, cookie || displayCookie, request, body, type)
          expect({ role, body, status }).toEqual({ role, body, status: row.expected[role] })
        }
      }
    })
  }

  /** Kept out by the role alone; a list or an event must be looked up first, which the body may forestall. */
  function isKeptOut({ route, expected }: Row, role: Role): boolean {
    return route.includes('/api/admin/') && expected[role] === 403
  }
})
