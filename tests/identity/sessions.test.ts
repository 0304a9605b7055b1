import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createApp } from '../../src/app'
import { addLocalMember } from '../../src/identity/local/accounts'
import { openDatabase } from '../../src/platform/db/client'
import { connect } from '../../src/platform/db/connect'
import { endedSessions, members } from '../../src/platform/db/schema'
import type { Announcement } from '../../src/platform/hub'
import { createMetrics } from '../../src/platform/metrics'
import { listenTo } from '../support/announcements'
import { ask, cookieFor } from '../support/cast'
import { openHousehold } from '../support/household'
import { untilWaiting } from '../support/lock-waits'
import { Browser, startOidcServer } from '../support/oidc'
import { opened } from '../support/opened'
import { secret } from '../support/secrets'
import { listenToStatements } from '../support/statements'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const NOON = '2026-11-20T12:00:00.000Z'
const PASSWORD = secret('a password for two devices')

const provider = opened(startOidcServer)
const household = opened(() => openHousehold({ env: provider.env, at: NOON }))
let admin: { cookie: string }
beforeAll(async () => {
  const account = { displayName: 'Ada', username: 'ada', password: PASSWORD, isAdmin: true }
  admin = { cookie: await cookieFor(household.ctx, await addLocalMember(household.ctx, account)) }
})
beforeEach(() => household.clock.set(NOON))

type Session = { cookie: string }
const LOGOUT = 'POST /api/auth/local/logout'

const statusOf = async (session: Session) => (await ask(household, session, 'GET /api/me')).status
const setCookies = (headers: Headers, name: string) =>
  headers.getSetCookie().filter((line) => line.startsWith(`${name}=`))
const pairOf = (line = '') => line.split(';')[0]!

let count = 0
/** A way to sign one person in again and again: each time is another device. */
async function localPerson() {
  const username = `local-${++count}`
  const id = await addLocalMember(household.ctx, { displayName: 'Ben', username, password: PASSWORD })
  const signIn = async (): Promise<Session> => {
    const body = { username, password: PASSWORD }
    const { headers } = await ask(household, null, 'POST /api/auth/local/login', body)
    return { cookie: pairOf(setCookies(headers, 'local-session')[0]) }
  }
  return { id, signIn }
}

async function oidcPerson() {
  const subject = `oidc-${++count}`
  const signIn = async (): Promise<Session> => {
    const browser = new Browser(household)
    await browser.open('/api/login', { as: subject })
    return { cookie: `oidc-auth=${browser.cookieNamed('oidc-auth')}` }
  }
  await signIn()
  const [row] = await household.ctx.db.select({ id: members.id }).from(members).where(eq(members.oidcSub, subject))
  return { id: row!.id, signIn }
}

/** The session as its next use leaves it in the browser. */
async function renewed(session: Session): Promise<Session> {
  const { headers } = await ask(household, session, 'GET /api/me')
  return { cookie: pairOf(setCookies(headers, 'oidc-auth')[0]) }
}

describe.each([
  ['a local session', localPerson],
  ['a session from the provider', oidcPerson],
])('%s', (_, person) => {
  test('that is signed out is dead on all its copies, and the member’s other devices stay', async () => {
    const { signIn } = await person()
    const [stolen, tablet] = [await signIn(), await signIn()]
    const phone = { cookie: stolen.cookie }
    const { status, body } = await ask(household, phone, LOGOUT)
    expect({ status, body }).toEqual({ status: 200, body: { ok: true } })
    const after = await ask(household, stolen, 'GET /api/me')
    expect({ status: after.status, cookies: after.headers.getSetCookie() }).toEqual({ status: 401, cookies: [] })
    expect(await statusOf(tablet)).toBe(200)
  })

  test('that is signed out twice, or after its end, is no accident', async () => {
    const { signIn } = await person()
    const session = await signIn()
    for (let time = 0; time < 2; time++) expect((await ask(household, session, LOGOUT)).status).toBe(200)
    household.clock.advance(100 * DAY_MS)
    expect((await ask(household, session, LOGOUT)).status).toBe(200)
  })

  test('ends when somebody signs in with the same browser', async () => {
    const before = await (await person()).signIn()
    await localPerson()
    const body = { username: `local-${count}`, password: PASSWORD }
    expect((await ask(household, before, 'POST /api/auth/local/login', body)).status).toBe(200)
    expect(await statusOf(before)).toBe(401)
  })

  test('ends with all the others when an admin signs the member out', async () => {
    const [{ id, signIn }, bystander] = [await person(), await person()]
    const sessions = [await signIn(), await signIn()]
    const other = await bystander.signIn()
    const heard: Announcement[] = []
    const unsubscribe = await listenTo(household.ctx, (announcement) => heard.push(announcement))
    const { status, body } = await ask(household, admin, `POST /api/admin/members/${id}/sign-out`)
    unsubscribe()
    expect({ status, body }).toEqual({ status: 200, body: { ok: true } })
    expect(heard).toEqual([{ topic: 'sessions-ended', memberId: id }])
    expect(await Promise.all(sessions.map(statusOf))).toEqual([401, 401])
    expect(await statusOf(other)).toBe(200)
    expect(await statusOf(await signIn())).toBe(200)
  })

  test('of an admin who signs out everywhere ends, too, with its cookie', async () => {
    const { id, signIn } = await person()
    await household.ctx.db.update(members).set({ isAdmin: true }).where(eq(members.id, id))
    const session = await signIn()
    const { status, headers } = await ask(household, session, `POST /api/admin/members/${id}/sign-out`)
    expect(status).toBe(200)
    const name = session.cookie.split('=')[0]!
    expect(setCookies(headers, name)).toEqual([expect.stringContaining(`${name}=; Max-Age=0`)])
    expect(await statusOf(session)).toBe(401)
  })

  test('is none of whoever has the id later, as after a restore', async () => {
    // Sessions begin in whole seconds, members in thousandths.
    household.clock.advance(500)
    const { id, signIn } = await person()
    const session = await signIn()
    expect(await statusOf(session)).toBe(200)
    household.clock.advance(HOUR_MS)
    const { db, now } = household.ctx
    await db.delete(members).where(eq(members.id, id))
    await db.insert(members).values({ id, displayName: 'Cleo', color: '#000000', createdAt: now() })
    expect(await statusOf(session)).toBe(401)
    expect(await statusOf({ cookie: await cookieFor(household.ctx, id) })).toBe(200)
  })

  test('counts also where its member was made while the clock was ahead', async () => {
    household.clock.advance(2 * HOUR_MS)
    const { signIn } = await person()
    household.clock.set(NOON)
    expect(await statusOf(await signIn())).toBe(200)
  })

  test('cannot be signed out while the database is away: the browser forgets it all the same', async () => {
    const { signIn } = await person()
    const session = await signIn()
    const gone = openDatabase({ ...household.config.database, port: 1 })
    const app = createApp({ ...household.ctx, db: gone.db, metrics: createMetrics() })
    const { status, headers } = await ask({ app }, session, LOGOUT)
    expect(status).toBe(503)
    const name = session.cookie.split('=')[0]!
    expect(setCookies(headers, name)).toEqual([expect.stringContaining(`${name}=; Max-Age=0`)])
    await gone.close()
  })

  test('is looked up with one query', async () => {
    const { signIn } = await person()
    const session = await signIn()
    await statusOf(session)
    const heard = listenToStatements(household.ctx)
    await ask(household, session, 'GET /api/push/vapid-public-key')
    expect(heard).toHaveLength(1)
  })
})

test('nobody but a member can be signed out everywhere', async () => {
  for (const [id, status] of [
    ['99999999', 404],
    ['x', 400],
  ] as const) {
    expect((await ask(household, admin, `POST /api/admin/members/${id}/sign-out`)).status).toBe(status)
  }
})

describe('a session from the provider', () => {
  test('is issued again with its whole age at each use, and signed anew after a tenth of it', async () => {
    const { signIn } = await oidcPerson()
    const session = await signIn()
    household.clock.advance(2 * HOUR_MS)
    const { headers } = await ask(household, session, 'GET /api/me')
    const [line] = setCookies(headers, 'oidc-auth')
    expect(line).toContain('Max-Age=86400')
    expect(pairOf(line)).toBe(session.cookie)
    household.clock.advance(HOUR_MS)
    const next = await renewed(session)
    expect(next.cookie).not.toBe(session.cookie)
    household.clock.advance(22 * HOUR_MS)
    expect(await statusOf(next)).toBe(200)
    expect(await statusOf(session)).toBe(401)
  })

  test('is issued again with a refusal, too', async () => {
    const session = await (await oidcPerson()).signIn()
    const { status, headers } = await ask(household, session, 'GET /api/lists/99999999/items')
    expect(status).toBe(404)
    expect(setCookies(headers, 'oidc-auth')).toHaveLength(1)
  })

  test.each(['earlier', 'later'])('that is signed out by its %s copy is dead on the other', async (which) => {
    const { signIn } = await oidcPerson()
    const earlier = await signIn()
    household.clock.advance(3 * HOUR_MS)
    const later = await renewed(earlier)
    expect(later.cookie).not.toBe(earlier.cookie)
    await ask(household, which === 'earlier' ? earlier : later, LOGOUT)
    expect(await Promise.all([earlier, later].map(statusOf))).toEqual([401, 401])
    // Nobody revives it as long as a copy could last.
    household.clock.advance(20 * HOUR_MS)
    expect(await statusOf(later)).toBe(401)
  })

  test.each([
    ['however often it is used', 30],
    ['however long a session may last', 365],
  ])('ends ninety days after the sign-in, %s', async (_, days) => {
    const expires = String((days * DAY_MS) / 1000)
    const lasting = await openHousehold({ env: { ...provider.env, OIDC_AUTH_EXPIRES: expires }, at: NOON })
    const browser = new Browser(lasting)
    await browser.open('/api/login', { as: 'lasting' })
    const use = async () => (await browser.send('GET /api/me')).status
    for (let day = 15; day < 90; day += 15) {
      lasting.clock.advance(15 * DAY_MS)
      expect(await use()).toBe(200)
    }
    lasting.clock.advance(15 * DAY_MS - 1_000)
    expect(await use()).toBe(200)
    lasting.clock.advance(1_000)
    expect(await use()).toBe(401)
    await lasting.close()
  })

  test.each([
    ['young', 0],
    ['due to be signed anew', 3 * HOUR_MS],
  ])('that is %s is not put back by requests that were on their way when it was signed out', async (_, age) => {
    const session = await (await oidcPerson()).signIn()
    household.clock.advance(age)
    const lock = await connect(household.config.database)
    await lock.query('lock tables lists write')
    const waiting = Array.from({ length: 4 }, () => ask(household, session, 'GET /api/lists'))
    await untilWaiting(household.ctx, null, waiting.length)
    await ask(household, session, LOGOUT)
    await lock.query('unlock tables')
    await lock.end()
    for (const { status, headers } of await Promise.all(waiting)) {
      expect({ status, cookies: setCookies(headers, 'oidc-auth') }).toEqual({ status: 200, cookies: [] })
    }
    expect(await statusOf(session)).toBe(401)
  })
})

test('what is remembered of ended sessions is forgotten when none of their copies could be valid', async () => {
  const { db } = household.ctx
  await db.delete(endedSessions)
  const [local, oidc] = [await localPerson(), await oidcPerson()]
  for (const { signIn } of [local, oidc]) await ask(household, await signIn(), LOGOUT)
  expect(await db.$count(endedSessions)).toBe(2)
  const signOutAnother = async () => ask(household, await (await localPerson()).signIn(), LOGOUT)
  household.clock.advance(DAY_MS + 1_000)
  await signOutAnother()
  expect(await db.$count(endedSessions)).toBe(2)
  household.clock.advance(90 * DAY_MS)
  await signOutAnother()
  expect(await db.$count(endedSessions)).toBe(1)
})
