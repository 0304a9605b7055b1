import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createApp } from '../../../src/app'
import { createStreams, type Streams } from '../../../src/features/sse'
import { rememberDevice } from '../../../src/identity/devices/devices'
import { addLocalMember } from '../../../src/identity/local/accounts'
import { issueLocalSession } from '../../../src/identity/local/local-session'
import { issueOidcSessionCookie, OIDC_SESSION_COOKIE } from '../../../src/identity/oidc/oidc-session'
import { endAllSessions } from '../../../src/identity/session-version'
import { createContext } from '../../../src/platform/context'
import { createMetrics } from '../../../src/platform/metrics'
import { ask, type Cast, cookieFor, type Member, seatCast } from '../../support/cast'
import { type Household, openHousehold } from '../../support/household'
import { secret } from '../../support/secrets'
import { afterNext } from '../../support/statements'
import { Listening, until } from './listening'
import { Ticker } from './ticker'

const NOON = '2026-11-20T12:00:00.000Z'
const DAY_MS = 86_400_000
const PATHS = ['/api/sse/heartbeat', '/api/sse/lists', '/api/sse/events']
const PASSWORD = secret('a password of Dora')

let household: Household
let cast: Cast
let streams: Streams
let ticker: Ticker
let app: ReturnType<typeof createApp>
let open: Listening[] = []

beforeAll(async () => {
  household = await openHousehold({ at: NOON })
  cast = await seatCast(household.ctx)
  streams = createStreams()
  ticker = new Ticker()
  app = createApp({ ...household.ctx, metrics: createMetrics() }, { streams, every: ticker.every })
})
afterAll(() => household.close())
/** Each test signs everybody in anew: some sign out. */
beforeEach(async () => {
  household.clock.set(NOON)
  for (const member of Object.values(cast)) member.cookie = await cookieFor(household.ctx, member.id)
})
afterEach(async () => {
  await Promise.all(open.map((listening) => listening.leave()))
  open = []
})

async function hear(path: string, cookie: string): Promise<Listening> {
  const request = new Request(`http://localhost${path}`, { headers: { cookie } })
  const listening = new Listening(await app.handle(request))
  open.push(listening)
  return listening.opened()
}

const ended = (listening: Listening) => until('the stream to end', () => listening.hasEnded)

/** Nothing that was set going is still on its way to end a stream. */
async function settled() {
  await household.ctx.db.execute(sql`select 1`)
  await Bun.sleep(0)
}

/** A member with a local account, and the header that signs them in. */
async function dora(): Promise<Member & { username: string }> {
  const username = `dora-${crypto.randomUUID()}`
  const id = await addLocalMember(household.ctx, { displayName: 'Dora', username, password: PASSWORD })
  return { id, name: 'Dora', username, cookie: await cookieFor(household.ctx, id) }
}

/** A device of a member's, with the session that began there. */
async function remember({ id: memberId }: Pick<Member, 'id'>) {
  const claims = { memberId, sessionVersion: 0 }
  const { id, token } = await rememberDevice(household.ctx, claims, { kind: 'local', name: 'A phone' })
  const session = await issueLocalSession(household.ctx, { ...claims, deviceId: id })
  return { id, cookie: `device-session=${token}`, session: `local-session=${session}` }
}

describe.each(PATHS)('%s ends with the session it was opened with', (path) => {
  test('when that expires: at the next heartbeat', async () => {
    const listening = await hear(path, cast.ada.cookie)
    household.clock.advance(DAY_MS - 1_000)
    ticker.tick()
    await settled()
    expect(listening.hasEnded).toBe(false)
    const heard = listening.frames.length
    household.clock.advance(1_000)
    ticker.tick()
    await ended(listening)
    expect(listening.frames.length).toBe(heard)
    expect({ open: streams.size, ticking: ticker.ticking.size }).toEqual({ open: 0, ticking: 0 })
  })

  test('when a session of the identity provider expires', async () => {
    const { value } = await issueOidcSessionCookie(household.ctx, { memberId: cast.ben.id, sessionVersion: 0 })
    const listening = await hear(path, `${OIDC_SESSION_COOKIE}=${value}`)
    household.clock.advance(DAY_MS)
    ticker.tick()
    await ended(listening)
  })

  test('when its holder signs out; the same person elsewhere hears on', async () => {
    const here = await hear(path, cast.ada.cookie)
    household.clock.advance(1_000)
    const elsewhere = await hear(path, await cookieFor(household.ctx, cast.ada.id))
    await ask({ app }, cast.ada, 'POST /api/auth/local/logout')
    await ended(here)
    await settled()
    expect(elsewhere.hasEnded).toBe(false)
  })

  test('when a session of the identity provider is signed out by a later copy of it', async () => {
    const claims = { memberId: cast.ben.id, sessionVersion: 0 }
    const earlier = `${OIDC_SESSION_COOKIE}=${(await issueOidcSessionCookie(household.ctx, claims)).value}`
    const listening = await hear(path, earlier)
    household.clock.advance(DAY_MS / 2)
    const { headers } = await ask({ app }, { cookie: earlier }, 'GET /api/me')
    const later = headers.getSetCookie()[0]!.split(';')[0]!
    expect(later).not.toBe(earlier)
    await ask({ app }, { cookie: later }, 'POST /api/auth/local/logout')
    await ended(listening)
  })

  test('when another process has signed it out: at the next heartbeat', async () => {
    const member = await dora()
    const [here, elsewhere] = [
      await hear(path, member.cookie),
      await hear(path, await cookieFor(household.ctx, member.id)),
    ]
    const otherProcess = createContext(household.ctx)
    await ask({ app: createApp(otherProcess) }, member, 'POST /api/auth/local/logout')
    ticker.tick()
    await ended(here)
    await settled()
    expect(elsewhere.hasEnded).toBe(false)
  })

  test('when an admin signs its member out', async () => {
    const member = await dora()
    const [hers, adas] = [await hear(path, member.cookie), await hear(path, cast.ada.cookie)]
    await ask({ app }, cast.ada, `POST /api/admin/members/${member.id}/sign-out`)
    await ended(hers)
    expect(adas.hasEnded).toBe(false)
  })

  test('when its holder signs in as somebody else', async () => {
    const { username } = await dora()
    const listening = await hear(path, cast.ben.cookie)
    await ask({ app }, cast.ben, 'POST /api/auth/local/login', { username, password: PASSWORD })
    await ended(listening)
  })

  test('when its member is removed', async () => {
    const member = await dora()
    const [hers, adas] = [await hear(path, member.cookie), await hear(path, cast.ada.cookie)]
    await ask({ app }, cast.ada, `DELETE /api/admin/members/${member.id}`)
    await ended(hers)
    expect(adas.hasEnded).toBe(false)
  })

  test('when its member changes the password, and when an admin does', async () => {
    const member = await dora()
    const before = await hear(path, member.cookie)
    const newPassword = secret('another password of Dora')
    const passwords = { currentPassword: PASSWORD, newPassword }
    const changed = await ask({ app }, member, 'POST /api/me/password', passwords)
    await ended(before)

    const cookie = changed.headers.getSetCookie()[0]!.split(';')[0]!
    const after = await hear(path, cookie)
    await ask({ app }, cast.ada, `POST /api/admin/members/${member.id}/password`, { newPassword: PASSWORD })
    await ended(after)
  })

  test('when its device is signed out from another one, and only that stream', async () => {
    const member = await dora()
    const [phone, tablet] = [await remember(member), await remember(member)]
    const streams = [await hear(path, phone.cookie), await hear(path, phone.session), await hear(path, tablet.cookie)]
    await ask({ app }, tablet, `DELETE /api/me/devices/${phone.id}`)
    await Promise.all(streams.slice(0, 2).map(ended))
    await settled()
    expect(streams[2]!.hasEnded).toBe(false)
  })

  test('when that ends just as it is opened', async () => {
    const member = await dora()
    const authenticating = afterNext(household.ctx, /`members`/, () => endAllSessions(household.ctx, member.id))
    await ended(await hear(path, member.cookie))
    expect(authenticating.hasCome).toBe(true)
  })

  test('when another process has signed its device out: at the next heartbeat', async () => {
    const member = await dora()
    const phone = await remember(member)
    const listening = await hear(path, phone.cookie)
    await household.ctx.db.execute(sql`delete from device_sessions where id = ${phone.id}`)
    ticker.tick()
    await ended(listening)
  })

  test('when its device was not used for sixty days', async () => {
    const listening = await hear(path, (await remember(await dora())).cookie)
    household.clock.advance(60 * DAY_MS)
    ticker.tick()
    await ended(listening)
  })

  test('and opening it is a use of the device', async () => {
    const { cookie } = await remember(await dora())
    household.clock.advance(2 * DAY_MS)
    const request = new Request(`http://localhost${path}`, { headers: { cookie } })
    const answer = await app.handle(request)
    open.push(new Listening(answer))
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^device-session=.*Max-Age=5184000/)])
  })

  test('when another process has removed the member: at the next heartbeat', async () => {
    const member = await dora()
    const listening = await hear(path, member.cookie)
    await household.ctx.db.execute(sql`delete from members where id = ${member.id}`)
    ticker.tick()
    await ended(listening)
  })
})

test('an expired session hears of no list, also between two heartbeats', async () => {
  const listening = await hear('/api/sse/lists', cast.ada.cookie)
  household.clock.advance(DAY_MS)
  const ben = { cookie: await cookieFor(household.ctx, cast.ben.id) }
  await ask({ app }, ben, 'POST /api/lists', { name: 'Groceries' })
  await ended(listening)
  expect(listening.raw).not.toContain('Groceries')
})

test('a database that does not answer ends no stream', async () => {
  const listening = await hear('/api/sse/lists', cast.ada.cookie)
  await household.ctx.db.execute(sql`rename table members to members_elsewhere`)
  ticker.tick()
  await settled()
  expect((await listening.next()).event).toBe('heartbeat')
  await household.ctx.db.execute(sql`rename table members_elsewhere to members`)
  ticker.tick()
  expect((await listening.next()).event).toBe('heartbeat')
  expect(listening.hasEnded).toBe(false)
})

test('many streams of one member look together', async () => {
  const listening = await Promise.all(Array.from({ length: 20 }, () => hear('/api/sse/lists', cast.ada.cookie)))
  const before = await queries()
  ticker.tick()
  await Promise.all(listening.map((each) => each.next()))
  expect((await queries()) - before).toBeLessThan(10)
})

/** Queries the server has answered so far, for anybody. */
async function queries(): Promise<number> {
  const [rows] = await household.ctx.db.execute(sql`show global status like 'Com_select'`)
  return Number((rows as unknown as { Value: string }[])[0]!.Value)
}
