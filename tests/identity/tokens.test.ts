import { describe, expect, test } from 'bun:test'
import { hkdfSync } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { SignJWT, UnsecuredJWT } from 'jose'
import { rememberDevice } from '../../src/identity/devices/devices'
import { issueLocalSession } from '../../src/identity/local/local-session'
import { issueLinkState, redeemLinkState } from '../../src/identity/oidc/link'
import { issueOidcSessionCookie } from '../../src/identity/oidc/oidc-session'
import { members } from '../../src/platform/db/schema'
import { ask, seatedCast } from '../support/cast'
import { openHousehold, TEST_SESSION_SECRET } from '../support/household'
import { opened } from '../support/opened'
import { rejectionOf } from '../support/rejection'

const household = opened(openHousehold)
const cast = seatedCast(household)

const text = new TextEncoder()
const SECRET_KEY = text.encode(TEST_SESSION_SECRET)
const oidcKey = (purpose: string) => new Uint8Array(hkdfSync('sha256', SECRET_KEY, '', `corkboard oidc ${purpose}`, 32))
const OTHER_KEY = text.encode('another secret that is long enough to sign with')
const LOCAL = 'corkboard:local-session'
const OIDC = 'corkboard:oidc-session'

const at = (seconds = 0) => Math.floor(household.ctx.now().getTime() / 1000) + seconds
const claimsFor = (aud: string | undefined, extra = {}) => ({
  sub: String(cast.ada.id),
  sid: 'a-session',
  ver: 0,
  auth_time: at(),
  iat: at(),
  exp: at(3600),
  ...(aud && { aud }),
  ...extra,
})
const sign = (claims: Record<string, unknown>, key = SECRET_KEY, header = {}) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', ...header }).sign(key)
const localSession = (extra = {}) => sign(claimsFor(LOCAL, extra))
const oidcSession = (extra = {}) => sign(claimsFor(OIDC, extra), oidcKey('session'))
const realOidcSession = async () =>
  (await issueOidcSessionCookie(household.ctx, { memberId: cast.ada.id, sessionVersion: 0 })).value

async function statusWith(cookie: string): Promise<number> {
  return (await ask(household, { cookie }, 'GET /api/me')).status
}

describe('what these tests forge would be good if it were honest', () => {
  test('a local session', async () => {
    expect(await statusWith(`local-session=${await localSession()}`)).toBe(200)
  })
  test('a session from the provider', async () => {
    expect(await statusWith(`oidc-auth=${await oidcSession()}`)).toBe(200)
  })
})

const forgeries: [string, () => string | Promise<string>][] = [
  ['nothing', () => ''],
  ['no token', () => 'abc'],
  ['JSON', () => '%7B%22sub%22%3A1%7D'],
  ['a broken escape', () => '%zz'],
  ['ten thousand characters', () => 'x'.repeat(10_000)],
  ['a link state', () => issueLinkState(household.ctx, cast.ada.id)],
  ['no audience', () => sign(claimsFor(undefined))],
  ['another audience', () => sign(claimsFor('someone else'))],
  ['both audiences, with the other key', () => sign({ ...claimsFor(undefined), aud: [LOCAL, OIDC] }, OTHER_KEY)],
  ['the key of the sign-in cookie', () => sign(claimsFor(LOCAL), oidcKey('flow'))],
  ['alg none', () => new UnsecuredJWT(claimsFor(LOCAL)).encode()],
  ['alg HS512', () => sign(claimsFor(LOCAL), SECRET_KEY, { alg: 'HS512' })],
]

async function deviceOf(memberId: number): Promise<number> {
  const claims = { memberId, sessionVersion: 0 }
  return (await rememberDevice(household.ctx, claims, { kind: 'local', name: 'A phone' })).id
}

/** What a token of either kind must say. */
const incomplete = (session: (extra: object) => Promise<string>): typeof forgeries => [
  ['of a generation that has ended', () => session({ ver: 1 })],
  ['of a generation that is text', () => session({ ver: '0' })],
  ['of no generation', () => session({ ver: undefined })],
  ['without an id', () => session({ sid: undefined })],
  ['with a number for its id', () => session({ sid: 7 })],
  ['without a beginning', () => session({ auth_time: undefined })],
  ['with a beginning that is text', () => session({ auth_time: 'yesterday' })],
  ['of a device that is text', () => session({ dev: '1' })],
  ['of device 0', () => session({ dev: 0 })],
  ['of a device that never was', () => session({ dev: 999_999 })],
  ['of a device of somebody else', async () => session({ dev: await deviceOf(cast.ben.id) })],
]

const forgedLocal: typeof forgeries = [
  ...incomplete(localSession),
  ['a session from the provider', realOidcSession],
  ['the key of the other session', () => sign(claimsFor(LOCAL), oidcKey('session'))],
  ['a wrong key', () => sign(claimsFor(LOCAL), OTHER_KEY)],
  ['expired', () => localSession({ iat: at(-7200), exp: at() })],
  ['not yet valid', () => localSession({ nbf: at(60) })],
  ['without an end', () => localSession({ exp: undefined })],
  ['cut off', async () => (await localSession()).slice(0, -4)],
  ['without its signature', async () => (await localSession()).replace(/[^.]+$/, '')],
  ['of nobody', () => localSession({ sub: undefined })],
  ['of member 0', () => localSession({ sub: '0' })],
  ['of a member who is not a number', () => localSession({ sub: '1 or 1=1' })],
  ['of half a member', () => localSession({ sub: '1.5' })],
  ['of a member who never was', () => localSession({ sub: '999999' })],
]

const forgedOidc: typeof forgeries = [
  ...incomplete(oidcSession),
  ['a local session', () => issueLocalSession(household.ctx, { memberId: cast.ada.id, sessionVersion: 0 })],
  ['the key of the other session', () => sign(claimsFor(OIDC))],
  ['a wrong key', () => sign(claimsFor(OIDC), OTHER_KEY)],
  ['expired', () => oidcSession({ iat: at(-7200), exp: at() })],
  ['not yet valid', () => oidcSession({ nbf: at(60) })],
  ['without an end', () => oidcSession({ exp: undefined })],
  ['cut off', async () => (await oidcSession()).slice(0, -4)],
  ['of nobody', () => oidcSession({ sub: undefined })],
  ['of a member who never was', () => oidcSession({ sub: '999999' })],
]

describe('as a local session', () => {
  test.each([...forgeries, ...forgedLocal])('%s is nobody', async (_, forge) => {
    expect(await statusWith(`local-session=${await forge()}`)).toBe(401)
  })
})

describe('as a session from the provider', () => {
  test.each([...forgeries, ...forgedOidc])('%s is nobody', async (_, forge) => {
    expect(await statusWith(`oidc-auth=${await forge()}`)).toBe(401)
  })
})

describe('as a link state', () => {
  const forgedStates: typeof forgeries = [
    ['a local session', () => localSession()],
    ['a local session that names a member to link', () => localSession({ linkUserId: cast.ben.id, nonce: 'n' })],
    ['a session from the provider', realOidcSession],
    ['without its type', () => sign({ linkUserId: cast.ada.id, nonce: 'n', iat: at(), exp: at(60) })],
    [
      'a wrong key',
      () =>
        sign({ linkUserId: cast.ada.id, nonce: 'n', iat: at(), exp: at(60) }, OTHER_KEY, {
          typ: 'corkboard-link-state+jwt',
        }),
    ],
    [
      'expired',
      () =>
        sign({ linkUserId: cast.ada.id, nonce: 'n', iat: at(-601), exp: at(-1) }, SECRET_KEY, {
          typ: 'corkboard-link-state+jwt',
        }),
    ],
    ['text', () => 'state'],
  ]
  test.each(forgedStates)('%s is refused', async (_, forge) => {
    const attempt = redeemLinkState(household.ctx, await forge())
    expect(await rejectionOf(attempt)).toMatchObject({ reason: 'oidc-link-expired' })
  })
})

describe('of a removed member', () => {
  test('neither session is anybody', async () => {
    const { ctx } = household
    const [row] = await ctx.db.insert(members).values({ color: '#000000', createdAt: ctx.now() }).$returningId()
    const local = await issueLocalSession(ctx, { memberId: row!.id, sessionVersion: 0 })
    const oidc = (await issueOidcSessionCookie(ctx, { memberId: row!.id, sessionVersion: 0 })).value
    expect(await statusWith(`local-session=${local}`)).toBe(200)
    await ctx.db.delete(members).where(eq(members.id, row!.id))
    expect(await statusWith(`local-session=${local}`)).toBe(401)
    expect(await statusWith(`oidc-auth=${oidc}`)).toBe(401)
  })
})

test('a bad local session does not stand in the way of a good one from the provider', async () => {
  expect(await statusWith(`local-session=abc; oidc-auth=${await realOidcSession()}`)).toBe(200)
})

test('none of it was an internal error', () => {
  expect(household.logLines.filter((line) => line.includes('unexpected error'))).toEqual([])
})
