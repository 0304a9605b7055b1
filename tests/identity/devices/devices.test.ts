import { beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { createApp } from '../../../src/app'
import { rememberDevice } from '../../../src/identity/devices/devices'
import { createContext } from '../../../src/platform/context'
import { connect } from '../../../src/platform/db/connect'
import { deviceSessions, members, pushSubscriptions } from '../../../src/platform/db/schema'
import { ask, cookieFor } from '../../support/cast'
import { openHousehold } from '../../support/household'
import { untilWaiting } from '../../support/lock-waits'
import { Browser, startOidcServer } from '../../support/oidc'
import { opened } from '../../support/opened'
import { localPerson, oidcPerson, PASSWORD, type Phone } from '../../support/phone'
import { secret } from '../../support/secrets'
import { listenToStatements } from '../../support/statements'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const NOON = '2026-11-20T12:00:00.000Z'
const DEVICE = 'device-session'
const LOGOUT = 'POST /api/auth/local/logout'
const OTHER_PASSWORD = secret('a password that is typed later')

const provider = opened(startOidcServer)
const household = opened(() => openHousehold({ env: provider.env, at: NOON }))
beforeEach(() => household.clock.set(NOON))

const deviceCookies = ({ headers }: { headers: Headers }) =>
  headers.getSetCookie().filter((line) => line.startsWith(`${DEVICE}=`))
const statusWith = async (cookie: string) => (await ask(household, { cookie }, 'GET /api/me')).status
const memberWith = async (cookie: string) => {
  const { body } = await ask<{ user?: { id: number } }>(household, { cookie }, 'GET /api/me')
  return body.user?.id ?? null
}
const rowsOf = (memberId: number) =>
  household.ctx.db.select().from(deviceSessions).where(eq(deviceSessions.memberId, memberId))
const subscription = () => ({
  endpoint: `https://push.example/${crypto.randomUUID()}`,
  keys: { p256dh: 'p', auth: 'a' },
})
const subscribersOf = (memberId: number) =>
  household.ctx.db.$count(pushSubscriptions, eq(pushSubscriptions.userId, memberId))
const admin = async () => {
  const { id, signIn } = await localPerson(household)
  await household.ctx.db.update(members).set({ isAdmin: true }).where(eq(members.id, id))
  return signIn()
}

describe.each([
  ['with a password', localPerson, 'local-session'],
  ['through the identity provider', oidcPerson, 'oidc-auth'],
] as const)('a device that stays signed in %s', (_, person, sessionName) => {
  const one = () => person(household)

  test('gets a cookie of its own beside that of the session', async () => {
    const { signIn } = await one()
    const phone = await signIn()
    expect([...phone.values.keys()].toSorted()).toEqual([DEVICE, sessionName].toSorted())
    expect(phone.values.get(DEVICE)).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })

  test('is not made where nobody asks for it', async () => {
    const { id, signIn } = await one()
    const before = await rowsOf(id)
    const phone = await signIn(undefined, { remember: false })
    expect([...phone.values.keys()]).toEqual([sessionName])
    expect(await rowsOf(id)).toEqual(before)
  })

  test('is a session by its cookie alone, found with one query', async () => {
    const { id, signIn } = await one()
    const cookie = (await signIn()).cookieOf(DEVICE)
    expect(await memberWith(cookie)).toBe(id)
    const heard = listenToStatements(household.ctx)
    await ask(household, { cookie }, 'GET /api/push/vapid-public-key')
    expect(heard).toHaveLength(1)
  })

  test('keeps no token at the service', async () => {
    const { id, signIn } = await one()
    const token = (await signIn()).values.get(DEVICE)!
    expect(JSON.stringify(await rowsOf(id))).not.toContain(token)
  })

  test('is good for ninety days of daily use, and through restarts, without a password', async () => {
    const { id, signIn } = await one()
    const phone = await signIn()
    const token = phone.values.get(DEVICE)
    let app = household.app
    for (let day = 1; day <= 90; day++) {
      household.clock.advance(DAY_MS + HOUR_MS)
      if (day % 10 === 0) app = createApp(createContext(household.ctx))
      const { status, body } = await phone.ask<{ user: { id: number } }>('GET /api/me', undefined, { app })
      expect({ day, status, id: body.user?.id }).toEqual({ day, status: 200, id })
    }
    expect(phone.has(sessionName)).toBe(false)
    expect(phone.values.get(DEVICE)).toBe(token)
  })

  test('is issued again at the first use after more than a day, the same token with its whole age', async () => {
    const { id, signIn } = await one()
    const phone = await signIn()
    household.clock.advance(DAY_MS)
    expect(deviceCookies(await phone.ask('GET /api/me'))).toEqual([])
    household.clock.advance(1_000)
    const token = phone.values.get(DEVICE)
    const [line] = deviceCookies(await phone.ask('GET /api/me'))
    expect(line).toStartWith(`${DEVICE}=${token}; `)
    expect(line).toContain('Max-Age=5184000')
    expect(deviceCookies(await phone.ask('GET /api/me'))).toEqual([])
    expect((await rowsOf(id)).at(-1)!.lastUsedAt).toEqual(household.ctx.now())
  })

  test('is issued again as ever after a clock that was ahead is right', async () => {
    household.clock.advance(365 * DAY_MS)
    const { id, signIn } = await one()
    const phone = await signIn()
    household.clock.set(NOON)
    expect(deviceCookies(await phone.ask('GET /api/me'))).toHaveLength(1)
    expect((await rowsOf(id)).at(-1)!.lastUsedAt).toEqual(household.ctx.now())
    expect(deviceCookies(await phone.ask('GET /api/me'))).toEqual([])
  })

  test('is issued again once for many requests at the same time, also with a refusal', async () => {
    const { signIn } = await one()
    const phone = await signIn()
    household.clock.advance(2 * DAY_MS)
    const cookie = phone.cookieOf(DEVICE)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ask(household, { cookie }, 'GET /api/lists/99999999/items')),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(404))
    expect(answers.flatMap(deviceCookies)).toHaveLength(1)
  })

  test('is signed out by sixty days without use, also for a copy of its cookie', async () => {
    const { signIn } = await one()
    const phone = await signIn()
    const copy = phone.cookieOf(DEVICE)
    household.clock.advance(60 * DAY_MS - 1_000)
    expect((await phone.ask('GET /api/me')).status).toBe(200)
    household.clock.advance(61 * DAY_MS)
    expect(phone.has(DEVICE)).toBe(false)
    expect(await statusWith(copy)).toBe(401)
  })

  test('is dead on all its copies after signing out, together with the session of that sign-in', async () => {
    const { signIn } = await one()
    const [phone, tablet] = [await signIn(), await signIn()]
    const stolen = [phone.cookie, phone.cookieOf(DEVICE), phone.cookieOf(sessionName)]
    expect((await phone.ask(LOGOUT)).status).toBe(200)
    expect(phone.cookie).toBe('')
    expect(await Promise.all(stolen.map(statusWith))).toEqual([401, 401, 401])
    expect(await statusWith(tablet.cookieOf(DEVICE))).toBe(200)
  })

  test.each([DEVICE, sessionName])('is signed out by a request that carries its %s alone', async (name) => {
    const phone = await (await one()).signIn()
    await ask(household, { cookie: phone.cookieOf(name) }, LOGOUT)
    expect(await Promise.all([DEVICE, sessionName].map((each) => statusWith(phone.cookieOf(each))))).toEqual([401, 401])
  })

  test('may be signed out twice, or long after its end', async () => {
    const phone = await (await one()).signIn()
    const { cookie } = phone
    for (let time = 0; time < 2; time++) expect((await ask(household, { cookie }, LOGOUT)).status).toBe(200)
    household.clock.advance(100 * DAY_MS)
    expect((await ask(household, { cookie }, LOGOUT)).status).toBe(200)
  })

  test('is not put back by requests that were on their way when it was signed out', async () => {
    const phone = await (await one()).signIn()
    household.clock.advance(2 * DAY_MS)
    const cookie = phone.cookieOf(DEVICE)
    const lock = await connect(household.config.database)
    await lock.query('lock tables lists write')
    const waiting = Array.from({ length: 4 }, () => ask(household, { cookie }, 'GET /api/lists'))
    await untilWaiting(household.ctx, null, waiting.length)
    await ask(household, { cookie }, LOGOUT)
    await lock.query('unlock tables')
    await lock.end()
    const answers = await Promise.all(waiting)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(answers.flatMap(deviceCookies)).toEqual([])
    expect(await statusWith(cookie)).toBe(401)
  })

  test('does its work also when its use cannot be noted', async () => {
    const phone = await (await one()).signIn()
    household.clock.advance(2 * DAY_MS)
    const { db } = household.ctx
    await db.execute(sql`create trigger refuse before update on device_sessions for each row signal sqlstate '45000'`)
    const refused = await phone.ask('GET /api/me')
    await db.execute(sql`drop trigger refuse`)
    expect({ status: refused.status, cookies: deviceCookies(refused) }).toEqual({ status: 200, cookies: [] })
    expect(deviceCookies(await phone.ask('GET /api/me'))).toHaveLength(1)
  })

  test('is taken over by whoever signs in on it next: nothing of the one before is good afterwards', async () => {
    for (const next of [localPerson, oidcPerson]) {
      for (const remember of [true, false]) {
        const { signIn } = await one()
        const phone = await signIn()
        const before = [phone.cookieOf(DEVICE), phone.cookieOf(sessionName)]
        const other = await next(household)
        await other.signIn(phone, { remember })
        expect(await memberWith(phone.cookie)).toBe(other.id)
        expect(phone.has(DEVICE)).toBe(remember)
        expect(await Promise.all(before.map(statusWith))).toEqual([401, 401])
      }
    }
  })

  test('is one device, however often its user signs in on it', async () => {
    const { id, signIn } = await one()
    const others = await rowsOf(id)
    const phone = await signIn()
    await signIn(phone)
    expect(await rowsOf(id)).toHaveLength(others.length + 1)
  })

  test('stands alone: its member is never mixed with that of another cookie', async () => {
    const { id, signIn } = await one()
    const phone = await signIn()
    const other = await localPerson(household)
    const session = await cookieFor(household.ctx, other.id)
    for (const cookie of [`${session}; ${phone.cookieOf(DEVICE)}`, `${phone.cookieOf(DEVICE)}; ${session}`]) {
      expect(await memberWith(cookie)).toBe(id)
    }
    household.clock.advance(2 * DAY_MS)
    const { headers } = await ask(household, { cookie: await cookieFor(household.ctx, other.id) }, 'GET /api/me')
    expect(headers.getSetCookie()).toEqual([])
    expect((await rowsOf(id)).every(({ lastUsedAt }) => lastUsedAt.toISOString() === NOON)).toBe(true)
  })

  test.each([
    ['when an admin signs the member out', (id: number) => `POST /api/admin/members/${id}/sign-out`],
    ['when an admin ends all their sessions', (id: number) => `DELETE /api/admin/members/${id}/devices`],
    ['with its member', (id: number) => `DELETE /api/admin/members/${id}`],
  ])('ends %s', async (_, request) => {
    const { id, signIn } = await one()
    const [phone, bystander] = [await signIn(), await (await one()).signIn()]
    expect((await (await admin()).ask(request(id))).status).toBe(200)
    expect(await Promise.all([DEVICE, sessionName].map((name) => statusWith(phone.cookieOf(name))))).toEqual([401, 401])
    expect(await statusWith(bystander.cookieOf(DEVICE))).toBe(200)
    expect(await rowsOf(id)).toEqual([])
  })

  test.each([
    ['it signs out', (phone: Phone, _id: number) => phone.ask(LOGOUT)],
    ['all its member’s sessions end', (phone: Phone, _id: number) => phone.ask('DELETE /api/me/devices')],
    [
      'its member is signed out by an admin',
      async (_phone: Phone, id: number) => (await admin()).ask(`POST /api/admin/members/${id}/sign-out`),
    ],
  ])('is sent no more reminders when %s', async (_, end) => {
    const { id, signIn } = await one()
    const [phone, tablet] = [await signIn(), await signIn()]
    for (const each of [phone, tablet]) {
      expect((await each.ask('POST /api/push/subscription', subscription())).status).toBe(201)
    }
    expect(await subscribersOf(id)).toBe(2)
    await end(phone, id)
    const isOnlyThis = (await statusWith(tablet.cookieOf(DEVICE))) === 200
    expect(await subscribersOf(id)).toBe(isOnlyThis ? 1 : 0)
  })

  test('is none of a generation of sessions that has ended, as after a restore', async () => {
    const { id, signIn } = await one()
    const phone = await signIn()
    await household.ctx.db
      .update(members)
      .set({ sessionVersion: sql`${members.sessionVersion} + 1` })
      .where(eq(members.id, id))
    expect(await statusWith(phone.cookie)).toBe(401)
  })
})

describe('a device that stays signed in', () => {
  test.each([
    ['nothing', ''],
    ['a word', 'abc'],
    ['what looks like a token', 'A'.repeat(43)],
    ['what looks like JSON', '{"id":1}'],
    ['broken escapes', '%zz'],
    ['SQL', `' or 1=1 --`],
    ['a very long text', 'x'.repeat(4_000)],
  ])('is not made of %s', async (_, value) => {
    expect(await statusWith(`${DEVICE}=${value}`)).toBe(401)
  })

  test('takes no other token, and its own is good for no other cookie', async () => {
    const phone = await (await localPerson(household)).signIn()
    const [device, local] = [phone.values.get(DEVICE)!, phone.values.get('local-session')!]
    for (const cookie of [
      `${DEVICE}=${local}`,
      `local-session=${device}`,
      `oidc-auth=${device}`,
      `${DEVICE}=${device}x`,
      `${DEVICE}=${device.toLowerCase()}`,
    ]) {
      expect(await statusWith(cookie)).toBe(401)
    }
  })

  test('is not renewed by a stranger who guesses', async () => {
    household.clock.advance(2 * DAY_MS)
    const answer = await ask(household, { cookie: `${DEVICE}=${'B'.repeat(43)}` }, 'GET /api/me')
    expect({ status: answer.status, cookies: answer.headers.getSetCookie() }).toEqual({ status: 401, cookies: [] })
  })

  test('stays alone when its member changes the password on it', async () => {
    const { id, signIn } = await localPerson(household)
    const [phone, tablet] = [await signIn(), await signIn()]
    const plain = await signIn(undefined, { remember: false })
    const before = phone.cookieOf('local-session')
    const passwords = { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD }
    expect((await phone.ask('POST /api/me/password', passwords)).status).toBe(200)
    expect(await Promise.all([before, tablet.cookie, tablet.cookieOf(DEVICE), plain.cookie].map(statusWith))).toEqual([
      401, 401, 401, 401,
    ])
    expect(await memberWith(phone.cookieOf(DEVICE))).toBe(id)
    expect(await memberWith(phone.cookieOf('local-session'))).toBe(id)
    // The new session is of this device as well.
    await phone.ask('DELETE /api/me/devices')
    expect(phone.cookie).toBe('')
  })

  test('lets a session that was begun at a changed password end with it', async () => {
    const phone = await (await localPerson(household)).signIn()
    await phone.ask('POST /api/me/password', { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD })
    const session = phone.cookieOf('local-session')
    await ask(household, { cookie: phone.cookieOf(DEVICE) }, LOGOUT)
    expect(await statusWith(session)).toBe(401)
  })

  test('ends when an admin sets a password; an admin who sets their own keeps the one they ask with', async () => {
    const { id, signIn } = await localPerson(household)
    const phone = await signIn()
    const own = await localPerson(household)
    await household.ctx.db.update(members).set({ isAdmin: true }).where(eq(members.id, own.id))
    const [desk, tablet] = [await own.signIn(), await own.signIn()]
    for (const memberId of [id, own.id]) {
      const { status } = await desk.ask(`POST /api/admin/members/${memberId}/password`, { newPassword: OTHER_PASSWORD })
      expect(status).toBe(200)
    }
    expect(await Promise.all([phone.cookie, phone.cookieOf(DEVICE), tablet.cookie].map(statusWith))).toEqual([
      401, 401, 401,
    ])
    expect(await memberWith(desk.cookieOf(DEVICE))).toBe(own.id)
    expect(await memberWith(desk.cookieOf('local-session'))).toBe(own.id)
  })

  test('stays one when its member links an identity on it; the other devices end', async () => {
    const { id, signIn } = await localPerson(household)
    const [phone, tablet] = [await signIn(), await signIn()]
    const before = phone.cookieOf(DEVICE)
    await linkOn(phone, `linked-${id}`)
    expect(await memberWith(phone.cookieOf(DEVICE))).toBe(id)
    expect(await Promise.all([before, tablet.cookie].map(statusWith))).toEqual([401, 401])
    expect((await rowsOf(id)).map(({ kind }) => kind)).toEqual(['oidc'])
  })

  test('is not made by linking where there was none', async () => {
    const { id, signIn } = await localPerson(household)
    const phone = await signIn(undefined, { remember: false })
    await linkOn(phone, `linked-${id}`)
    expect(await memberWith(phone.cookieOf('oidc-auth'))).toBe(id)
    expect(phone.has(DEVICE)).toBe(false)
  })

  test.each(['1', '', 'TRUE', 'true%20', '{"a":true}', '%zz', 'false&remember=yes'])(
    'is not made by remember=%s, which leads to the provider all the same',
    async (value) => {
      const browser = new Browser(household)
      await browser.open(`/api/login?remember=${value}`, { as: 'not-staying' })
      expect(browser.cookieNamed('oidc-auth')).toBeString()
      expect(browser.cookieNamed(DEVICE)).toBeUndefined()
    },
  )

  test('is not made by a link on another site’s page', async () => {
    for (const [site, isMade] of [
      ['cross-site', false],
      ['same-origin', true],
    ] as const) {
      const browser = new Browser(household)
      const begun = await browser.send('GET /api/login?remember=true', { 'sec-fetch-site': site })
      const { url } = await browser.open(begun.headers.get('location')!, {
        as: `guest-${site}`,
        until: ({ pathname }) => pathname === '/callback',
      })
      await browser.open(url)
      expect(browser.cookieNamed('oidc-auth')).toBeString()
      expect(browser.cookieNamed(DEVICE) !== undefined).toBe(isMade)
    }
  })

  test('that is signed in anew, remembered or not, is told of its member’s events as the one it is now', async () => {
    const { id, signIn } = await localPerson(household)
    const told = subscription()
    const phone = await signIn()
    await phone.ask('POST /api/push/subscription', told)
    await signIn(phone, { remember: false })
    expect(await subscribersOf(id)).toBe(0)
    await phone.ask('POST /api/push/subscription', told)
    expect(await subscribersOf(id)).toBe(1)
    // A session that only runs out takes no reminders away.
    household.clock.advance(2 * DAY_MS)
    expect(await statusWith(phone.cookie)).toBe(401)
    expect(await subscribersOf(id)).toBe(1)
    await signIn(phone, { remember: false })
    await phone.ask('DELETE /api/me/devices')
    expect(await subscribersOf(id)).toBe(0)
  })

  test.each<[string, (id: number, current: Phone) => Promise<{ status: number }>, number]>([
    [
      'its member chooses a new password, but for the one that does',
      (_, current) => current.ask('POST /api/me/password', { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD }),
      1,
    ],
    [
      'an admin gives its member one',
      async (id) => (await admin()).ask(`POST /api/admin/members/${id}/password`, { newPassword: OTHER_PASSWORD }),
      0,
    ],
    [
      // The page that opens behind it tells its own again.
      'its member is linked to an identity',
      async (id, current) => {
        await linkOn(current, `reminded-${id}`)
        return current.ask('GET /api/me')
      },
      0,
    ],
  ])('is sent no more reminders, remembered or not, when %s', async (_, change, left) => {
    const { id, signIn } = await localPerson(household)
    const [current, remembered, other] = [await signIn(), await signIn(), await signIn(undefined, { remember: false })]
    for (const each of [current, remembered, other]) await each.ask('POST /api/push/subscription', subscription())
    expect((await change(id, current)).status).toBe(200)
    expect(await subscribersOf(id)).toBe(left)
  })

  test('is one of at most fifty; the one that was used longest ago goes', async () => {
    const { id, signIn } = await localPerson(household)
    const first = await signIn()
    const { db } = household.ctx
    const [row] = await rowsOf(id)
    household.clock.advance(HOUR_MS)
    const { id: _, ...copied } = { ...row!, lastUsedAt: household.ctx.now() }
    const others = Array.from({ length: 48 }, () => ({ ...copied, tokenDigest: crypto.randomUUID() }))
    await db.insert(deviceSessions).values(others)
    household.clock.advance(HOUR_MS)
    const fiftieth = await signIn()
    expect(await statusWith(first.cookieOf(DEVICE))).toBe(200)
    const claims = { memberId: id, sessionVersion: 0 }
    const remember = () => rememberDevice(household.ctx, claims, { kind: 'local', name: 'One of many' })
    await Promise.all(Array.from({ length: 8 }, remember))
    expect(await rowsOf(id)).toHaveLength(50)
    expect(await statusWith(first.cookieOf(DEVICE))).toBe(401)
    expect(await statusWith(fiftieth.cookieOf(DEVICE))).toBe(200)
  })

  test('is forgotten at a later sign-in when it was not used for too long', async () => {
    const [gone, later] = [await localPerson(household), await localPerson(household)]
    await gone.signIn()
    household.clock.advance(60 * DAY_MS)
    await later.signIn()
    expect(await rowsOf(gone.id)).toEqual([])
  })
})

/** Links the phone's member to an identity at the provider. */
async function linkOn(phone: Phone, as: string) {
  const { body } = await phone.ask<{ authorizationUrl: string }>('POST /api/me/link-oidc')
  const browser = new Browser(household)
  for (const [name, value] of phone.values) browser.put(name, value)
  const { answer } = await browser.open(body.authorizationUrl, { as })
  phone.keep(answer!.headers)
}
