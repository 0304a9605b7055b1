import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { loadAccount, notePoll, storeCredential } from '../../../src/household/credentials'
import { getSetting, SETTING } from '../../../src/household/settings'
import { addLocalMember } from '../../../src/identity/local/accounts'
import { appConfig, calendars, localCredentials, loginAttempts, members, outbox } from '../../../src/platform/db/schema'
import type { Announcement } from '../../../src/platform/hub'
import { ask, type Cast, cookieFor, seatCast } from '../../support/cast'
import { type Household, openHousehold } from '../../support/household'
import { secret } from '../../support/secrets'
import { CALDAV_USERS, servers } from '../../support/servers'

const PASSWORD = secret('an initial password')
const NEW = secret('a password by the admin')
const EMAIL = 'ada@example.org'
const ACCOUNT = { providerType: 'caldav', fastmailEmail: EMAIL, appPassword: CALDAV_USERS[EMAIL]! }
const INVALID = { status: 400, body: { error: 'Invalid request' } }
const OK = { status: 200, body: { ok: true } }

let household: Household
let cast: Cast
const synced: number[] = []
const heard: Announcement[] = []
beforeAll(async () => {
  household = await openHousehold({ env: { CALDAV_URL: (await servers.radicale()).url } })
  household.ctx.signals.sync = (memberId) => synced.push(memberId)
  household.ctx.hub.subscribe((announcement) => heard.push(announcement))
})
afterAll(() => household.close())
beforeEach(async () => {
  const { db } = household.ctx
  for (const table of [members, appConfig, loginAttempts]) await db.delete(table)
  cast = await seatCast(household.ctx)
  synced.length = 0
  heard.length = 0
})

async function asAda<T = Record<string, unknown>>(request: string, body?: unknown) {
  const answer = await ask<T>(household, cast.ada, request, body)
  return { status: answer.status, body: answer.body }
}
const login = async (username: string, password: string) =>
  (await ask(household, null, 'POST /api/auth/local/login', { username, password })).status

describe('members', () => {
  const NEWCOMER = { displayName: 'Dora', username: 'dora', initialPassword: PASSWORD }

  test('are listed with what they have, and nothing of it', async () => {
    const dora = await addLocalMember(household.ctx, { ...NEWCOMER, password: PASSWORD })
    const account = { providerType: 'caldav', accountEmail: EMAIL, appPassword: ACCOUNT.appPassword }
    await storeCredential(household.ctx, household.ctx.db, cast.ben.id, account, 'https://dav.example/')
    const { body } = await asAda<{ members: Record<string, unknown>[] }>('GET /api/admin/members')
    const facts = { isAdmin: false, username: null, hasCredential: false, hasLocalCredential: false }
    const seen = (id: number, displayName: string, color: string, more = {}) => ({
      id,
      displayName,
      color,
      hasOidcIdentity: false,
      ...facts,
      ...more,
    })
    expect(body.members).toEqual([
      seen(cast.ada.id, 'Ada', '#2563EB', { isAdmin: true }),
      seen(cast.ben.id, 'Ben', '#0F766E', { hasCredential: true }),
      seen(cast.cleo.id, 'Cleo', '#7C3AED'),
      seen(dora, 'Dora', '#356DEF', { username: 'dora', hasLocalCredential: true }),
    ])
  })

  test('are added with an account, and can sign in', async () => {
    const { status, body } = await asAda<{ id: number }>('POST /api/admin/members', NEWCOMER)
    expect(status).toBe(201)
    expect(body).toEqual({ id: expect.any(Number) })
    expect(await login('Dora', PASSWORD)).toBe(200)
    const [row] = await household.ctx.db.select().from(members).where(eq(members.id, body.id))
    expect(row).toMatchObject({ displayName: 'Dora', isAdmin: false, claimed: false })
  })

  test('of two with one username at once, one is added; the other leaves no member behind', async () => {
    const rival = { ...NEWCOMER, username: ' DORA ' }
    const answers = await Promise.all([
      asAda('POST /api/admin/members', NEWCOMER),
      asAda('POST /api/admin/members', rival),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({ error: 'This username is in use' })
    expect(await household.ctx.db.$count(members)).toBe(4)
  })

  test.each([
    ['nothing', {}],
    ['a blank name', { ...NEWCOMER, displayName: '  ' }],
    ['a name of 257 characters', { ...NEWCOMER, displayName: 'x'.repeat(257) }],
    ['a blank username', { ...NEWCOMER, username: '\t' }],
    ['a username of 129 characters', { ...NEWCOMER, username: 'ü'.repeat(129) }],
    ['a username that is much longer when compared', { ...NEWCOMER, username: '\ufdfa'.repeat(128) }],
    ['a password of seven characters', { ...NEWCOMER, initialPassword: '1234567' }],
    ['a password of 1001 characters', { ...NEWCOMER, initialPassword: 'x'.repeat(1001) }],
    ['a list for a name', { ...NEWCOMER, displayName: ['Dora'] }],
    ['broken', '{"initialPassword":"'],
  ])('%s: is refused in the same words, and nobody is added', async (_, body) => {
    expect(await asAda('POST /api/admin/members', body)).toEqual(INVALID)
    expect(await household.ctx.db.$count(members)).toBe(3)
    expect(await household.ctx.db.$count(localCredentials)).toBe(0)
  })

  test('are taken at the limits', async () => {
    const longest = { displayName: '😀'.repeat(256), username: '😀'.repeat(128), initialPassword: '😀'.repeat(1000) }
    expect((await asAda('POST /api/admin/members', longest)).status).toBe(201)
    expect(await login(longest.username, longest.initialPassword)).toBe(200)
  })

  test('are renamed and given the role', async () => {
    const path = `PATCH /api/admin/members/${cast.ben.id}`
    expect(await asAda(path, { displayName: ' Benjamin ' })).toEqual(OK)
    expect(await asAda(path, { isAdmin: true })).toEqual(OK)
    const { body } = await ask<{ user: object }>(household, cast.ben, 'GET /api/me')
    expect(body.user).toMatchObject({ displayName: 'Benjamin', isAdmin: true })
    for (const bad of [{}, { displayName: '' }, { isAdmin: 'yes' }, { isAdmin: null }]) {
      expect((await asAda(path, bad)).status).toBe(400)
    }
    expect((await asAda('PATCH /api/admin/members/999999', { isAdmin: true })).status).toBe(404)
  })

  test('are removed, but not the last admin', async () => {
    expect(await asAda(`DELETE /api/admin/members/${cast.ben.id}`)).toEqual({ status: 200, body: { id: cast.ben.id } })
    expect((await ask(household, cast.ben, 'GET /api/me')).status).toBe(401)
    expect((await asAda(`DELETE /api/admin/members/${cast.ben.id}`)).status).toBe(404)
    const last = await asAda(`DELETE /api/admin/members/${cast.ada.id}`)
    expect(last).toEqual({ status: 409, body: { error: 'The last admin cannot be removed' } })
    const role = await asAda(`PATCH /api/admin/members/${cast.ada.id}`, { isAdmin: false })
    expect(role).toEqual({ status: 409, body: { error: 'The last admin keeps the role' } })
  })

  test.each(['0', '-1', '1.5', 'x', '01', '1e3', '%20', '1;2'])('the id %j is no id', async (id) => {
    expect((await asAda(`DELETE /api/admin/members/${id}`)).status).toBe(400)
    expect((await asAda(`PUT /api/admin/calendars/${id}/shared`)).status).toBe(400)
    expect(await asAda(`POST /api/admin/members/${id}/password`, { newPassword: NEW })).toEqual(INVALID)
  })
})

describe('a password reset', () => {
  let dora: number
  beforeEach(async () => {
    dora = await addLocalMember(household.ctx, { displayName: 'Dora', username: 'dora', password: PASSWORD })
  })
  const reset = (id: number, body: unknown = { newPassword: NEW }) =>
    asAda(`POST /api/admin/members/${id}/password`, body)

  test('opens a locked name and ends the sessions made before', async () => {
    const before = { cookie: await cookieFor(household.ctx, dora) }
    for (let failure = 0; failure < 10; failure++) await login('dora', 'wrong')
    expect(await login('dora', PASSWORD)).toBe(423)
    expect(await reset(dora)).toEqual(OK)
    expect(await login('dora', NEW)).toBe(200)
    expect((await ask(household, before, 'GET /api/me')).status).toBe(401)
  })

  test('of one’s own keeps the session that asked', async () => {
    await household.ctx.db.update(members).set({ isAdmin: true }).where(eq(members.id, dora))
    const own = { cookie: await cookieFor(household.ctx, dora) }
    const path = `POST /api/admin/members/${dora}/password`
    const { status, headers } = await ask(household, own, path, { newPassword: NEW })
    expect(status).toBe(200)
    const renewed = { cookie: headers.getSetCookie()[0]!.split(';')[0]! }
    expect((await ask(household, renewed, 'GET /api/me')).status).toBe(200)
    expect((await ask(household, own, 'GET /api/me')).status).toBe(401)
  })

  test('needs a member with an account', async () => {
    expect((await reset(cast.ben.id)).status).toBe(404)
    expect((await reset(999_999)).status).toBe(404)
  })

  test.each([{}, { newPassword: '1234567' }, { newPassword: 'x'.repeat(1001) }, { newPassword: null }, '{'])(
    'with %# is refused in the same words',
    async (body) => {
      expect(await reset(dora, body)).toEqual(INVALID)
      expect(await login('dora', PASSWORD)).toBe(200)
    },
  )
})

describe('a calendar account for somebody else', () => {
  test('is checked, stored and synchronised', async () => {
    expect(await asAda('POST /api/admin/credentials', { ...ACCOUNT, userId: cast.ben.id })).toEqual(OK)
    expect(await loadAccount(household.ctx, cast.ben.id)).toMatchObject({ username: EMAIL })
    expect(synced).toEqual([cast.ben.id])
  })

  test.each([
    ['for nobody', () => ({ ...ACCOUNT, userId: 999_999 })],
    ['for an id in quotes', () => ({ ...ACCOUNT, userId: String(cast.ben.id) })],
    ['for half a member', () => ({ ...ACCOUNT, userId: cast.ben.id + 0.5 })],
    ['for member 0', () => ({ ...ACCOUNT, userId: 0 })],
    ['without an id', () => ACCOUNT],
    ['without a provider', () => ({ ...ACCOUNT, providerType: undefined, userId: cast.ben.id })],
    ['that the server refuses', () => ({ ...ACCOUNT, appPassword: 'wrong', userId: cast.ben.id })],
  ])('%s is refused in the same words', async (_, body) => {
    expect(await asAda('POST /api/admin/credentials', body())).toEqual(INVALID)
    expect(synced).toEqual([])
  })
})

async function addCalendar(userId: number, name: string, more: Partial<typeof calendars.$inferInsert> = {}) {
  const [row] = await household.ctx.db
    .insert(calendars)
    .values({ userId, url: `https://dav.example/${name}/`, displayName: name, color: '#000000', ...more })
    .$returningId()
  return row!.id
}

describe('the shared calendar', () => {
  const shared = async () => {
    const rows = await household.ctx.db.select({ id: calendars.id }).from(calendars).where(eq(calendars.isShared, true))
    return rows.map(({ id }) => id)
  }

  test('is one at a time, and everyone hears of a change', async () => {
    const [family, work] = [await addCalendar(cast.ada.id, 'Family'), await addCalendar(cast.ben.id, 'Work')]
    expect(await asAda(`PUT /api/admin/calendars/${family}/shared`)).toEqual(OK)
    expect(await asAda(`PUT /api/admin/calendars/${work}/shared`)).toEqual(OK)
    expect(await shared()).toEqual([work])
    const told = (calendarId: number) => ({ topic: 'calendar', calendarId, readers: 'everyone' })
    expect(heard).toEqual([told(family), told(family), told(work)] as Announcement[])
    expect((await asAda('GET /api/admin/calendars')).body).toEqual({
      calendars: [
        { id: family, displayName: 'Family', isShared: false, ownerId: cast.ada.id, ownerName: 'Ada' },
        { id: work, displayName: 'Work', isShared: true, ownerId: cast.ben.id, ownerName: 'Ben' },
      ],
    })
  })

  test('stays what it was when the new one is not there', async () => {
    const family = await addCalendar(cast.ada.id, 'Family', { isShared: true })
    expect(await asAda('PUT /api/admin/calendars/999999/shared')).toEqual({ status: 404, body: { error: 'Not found' } })
    expect(await shared()).toEqual([family])
  })

  test('of several choices at once one stands', async () => {
    const ids = []
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) ids.push(await addCalendar(cast.ada.id, name))
    for (let round = 0; round < 5; round++) {
      await household.ctx.db.update(calendars).set({ isShared: false })
      const answers = await Promise.all(ids.map((id) => asAda(`PUT /api/admin/calendars/${id}/shared`)))
      expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200))
      expect(await shared()).toHaveLength(1)
    }
  })
})

describe('the household’s zone', () => {
  const read = async () => (await asAda('GET /api/admin/config/timezone')).body

  test('is chosen, and the cache follows it', async () => {
    expect(await read()).toEqual({ timezone: 'Europe/Berlin', isExplicitlySet: false })
    expect(await asAda('PUT /api/admin/config/timezone', { timezone: 'pacific/auckland' })).toEqual(OK)
    expect(await read()).toEqual({ timezone: 'Pacific/Auckland', isExplicitlySet: true })
    expect((await asAda('GET /api/me')).body).toMatchObject({ timezone: 'Pacific/Auckland' })
    expect(household.logLines.filter((line) => line.includes('does not follow'))).toEqual([])
  })

  test('is seeded once, by the first of several at once', async () => {
    const zones = ['UTC', 'Europe/Paris', 'Asia/Tokyo']
    const answers = await Promise.all(
      zones.map((timezone) => asAda('POST /api/admin/config/timezone/seed', { timezone })),
    )
    const winners = answers.filter(({ body }) => body.seeded === true)
    expect(winners).toHaveLength(1)
    expect(answers.every(({ status, body }) => status === 200 && body.ok === true)).toBe(true)
    expect(await getSetting(household.ctx, SETTING.timezone)).toBe(zones[answers.indexOf(winners[0]!)]!)
  })

  test.each([[{}], [''], [' '], ['Mars/Base'], ['+01:00'], ['x'.repeat(65)], [7], [null], [['UTC']]])(
    '%# that is none is refused and nothing is stored',
    async (timezone) => {
      for (const request of ['PUT /api/admin/config/timezone', 'POST /api/admin/config/timezone/seed']) {
        expect((await asAda(request, { timezone })).status).toBe(400)
      }
      expect(await getSetting(household.ctx, SETTING.timezone)).toBeNull()
    },
  )
})

test('the health of the synchronisation, in plain words', async () => {
  const { ctx } = household
  household.clock.set('2026-11-20T12:03:30Z')
  const account = { providerType: 'caldav', accountEmail: EMAIL, appPassword: ACCOUNT.appPassword }
  await storeCredential(ctx, ctx.db, cast.ben.id, account, 'https://dav.example/')
  await notePoll(ctx, cast.ben.id, 'The server refused the app password.')
  const lastSyncedAt = new Date('2026-11-20T11:00:00Z')
  const home = await addCalendar(cast.ben.id, 'Home', { lastSyncedAt, lastError: 'The server did not answer.' })
  const fresh = await addCalendar(cast.ada.id, 'Fresh')
  for (const status of ['pending', 'failed', 'failed', 'dead', 'done'] as const) {
    await ctx.db.insert(outbox).values({
      authorId: cast.ben.id,
      calendarId: home,
      uid: crypto.randomUUID(),
      operation: 'delete',
      status,
      href: '/x.ics',
      operationId: crypto.randomUUID(),
      nextAttemptAt: ctx.now(),
      createdAt: ctx.now(),
      updatedAt: ctx.now(),
    })
  }
  const nextTryAt = '2026-11-20T12:05:00.000Z'
  expect((await asAda('GET /api/admin/sync')).body).toEqual({
    accounts: [
      {
        memberId: cast.ben.id,
        displayName: 'Ben',
        lastPolledAt: '2026-11-20T12:03:30.000Z',
        lastError: 'The server refused the app password.',
        nextTryAt,
      },
    ],
    calendars: [
      {
        id: home,
        displayName: 'Home',
        isShared: false,
        ownerId: cast.ben.id,
        ownerName: 'Ben',
        lastSyncedAt: lastSyncedAt.toISOString(),
        lastError: 'The server did not answer.',
        skippedObjects: 0,
        nextTryAt,
        outbox: { pending: 1, failed: 2, dead: 1 },
      },
      {
        id: fresh,
        displayName: 'Fresh',
        isShared: false,
        ownerId: cast.ada.id,
        ownerName: 'Ada',
        lastSyncedAt: null,
        lastError: null,
        skippedObjects: 0,
        nextTryAt,
        outbox: { pending: 0, failed: 0, dead: 0 },
      },
    ],
    outbox: { pending: 1, failed: 2, dead: 1 },
  })
})
