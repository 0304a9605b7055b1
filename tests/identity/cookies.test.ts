import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { DEV_MEMBER, ensureDevMember } from '../../src/household/dev-member'
import { addLocalMember } from '../../src/identity/local/accounts'
import { issueLocalSession } from '../../src/identity/local/local-session'
import { issueOidcSessionCookie } from '../../src/identity/oidc/oidc-session'
import { members } from '../../src/platform/db/schema'
import { ask, cookieFor } from '../support/cast'
import { type Household, openHousehold } from '../support/household'
import { Browser, type OidcServer, startOidcServer } from '../support/oidc'
import { secret } from '../support/secrets'

const PASSWORD = secret('the password behind the cookies')
let provider: OidcServer
beforeAll(async () => {
  provider = await startOidcServer()
})
afterAll(() => provider.stop())

/** A Set-Cookie line as a sorted list of attributes, the value left out. */
function attributesOf(lines: readonly string[], name: string): string[] {
  const line = lines.find((candidate) => candidate.startsWith(`${name}=`))
  const [, ...attributes] = (line ?? '').split(';').map((part) => part.trim())
  return attributes.sort()
}

const modes = [
  { mode: 'production', env: { NODE_ENV: 'production' }, local: ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'] },
  { mode: 'development', env: {}, local: ['HttpOnly', 'Path=/', 'SameSite=Lax'] },
]
const OIDC = ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']

describe.each(modes)('in $mode', ({ env, local }) => {
  let household: Household
  let memberId: number
  beforeAll(async () => {
    household = await openHousehold({
      env: { ...provider.env, ...env, LOCAL_SESSION_EXPIRES: '1000', OIDC_AUTH_EXPIRES: '2000' },
    })
    memberId = await addLocalMember(household.ctx, { displayName: 'Ada', username: 'ada', password: PASSWORD })
  })
  afterAll(() => household.close())

  test('signing in issues local-session', async () => {
    const body = { username: 'ada', password: PASSWORD }
    const { headers } = await ask(household, null, 'POST /api/auth/local/login', body)
    const attributes = attributesOf(headers.getSetCookie(), 'local-session')
    expect(attributes).toEqual(['HttpOnly', 'Max-Age=1000', ...local.slice(1)])
  })

  test.each(['GET', 'POST'])('%s logout deletes it with the same attributes', async (method) => {
    const { status, body, headers } = await ask(household, null, `${method} /api/auth/local/logout`)
    expect({ status, body }).toEqual({ status: 200, body: { ok: true } })
    const cookies = headers.getSetCookie()
    expect(attributesOf(cookies, 'local-session')).toEqual(['HttpOnly', 'Max-Age=0', ...local.slice(1)])
    expect(cookies).toHaveLength(1)
    expect(cookies[0]).toStartWith('local-session=;')
  })

  test('signing in at the provider issues oidc-auth and ends the cookie of the way there', async () => {
    const browser = new Browser(household)
    const begun = await browser.send('GET /api/login')
    expect(attributesOf(begun.headers.getSetCookie(), 'oidc-flow')).toEqual([
      'HttpOnly',
      'Max-Age=600',
      ...OIDC.slice(1),
    ])
    const { answer } = await browser.open('/api/login')
    const cookies = answer!.headers.getSetCookie()
    expect(attributesOf(cookies, 'oidc-auth')).toEqual(['HttpOnly', 'Max-Age=2000', ...OIDC.slice(1)])
    expect(attributesOf(cookies, 'oidc-flow')).toEqual(['HttpOnly', 'Max-Age=0', ...OIDC.slice(1)])
  })

  test('logout ends a session from the provider too', async () => {
    const { value } = await issueOidcSessionCookie(household.ctx, { memberId, sessionVersion: 0 })
    const { headers } = await ask(household, { cookie: `oidc-auth=${value}` }, 'POST /api/auth/local/logout')
    expect(attributesOf(headers.getSetCookie(), 'oidc-auth')).toEqual(['HttpOnly', 'Max-Age=0', ...OIDC.slice(1)])
  })
})

describe('a session from the provider', () => {
  let household: Household
  let memberId: number
  beforeAll(async () => {
    household = await openHousehold({ env: { ...provider.env, OIDC_AUTH_EXPIRES: '2000' } })
    memberId = await addLocalMember(household.ctx, { displayName: 'Ada', username: 'ada', password: PASSWORD })
  })
  afterAll(() => household.close())

  const oidcCookies = (headers: Headers) => headers.getSetCookie().filter((line) => line.startsWith('oidc-auth='))

  test('lasts while it is used', async () => {
    const { clock, ctx } = household
    let cookie = `oidc-auth=${(await issueOidcSessionCookie(ctx, { memberId, sessionVersion: 0 })).value}`
    for (let visit = 0; visit < 3; visit++) {
      clock.advance(1_500_000)
      const { status, headers } = await ask(household, { cookie }, 'GET /api/me')
      expect(status).toBe(200)
      expect(attributesOf(headers.getSetCookie(), 'oidc-auth')).toContain('Max-Age=2000')
      cookie = oidcCookies(headers)[0]!.split(';')[0]!
    }
    clock.advance(2_000_000)
    expect((await ask(household, { cookie }, 'GET /api/me')).status).toBe(401)
  })

  test.each([
    ['no cookie', ''],
    ['a deleted cookie', 'oidc-auth='],
    ['a cookie that is no session', 'oidc-auth=abc'],
  ])('is not revived by %s', async (_, cookie) => {
    const { status, headers } = await ask(household, { cookie }, 'GET /api/me')
    expect(status).toBe(401)
    expect(headers.getSetCookie()).toEqual([])
  })

  test('is not made out of a local one', async () => {
    const cookie = await cookieFor(household.ctx, memberId)
    const { headers } = await ask(household, { cookie }, 'GET /api/me')
    expect(headers.getSetCookie()).toEqual([])
  })
})

describe('the development bypass', () => {
  let household: Household
  beforeAll(async () => {
    household = await openHousehold({ env: { DEV_AUTH_BYPASS: 'true' } })
  })
  afterAll(() => household.close())
  beforeEach(async () => {
    await household.ctx.db.delete(members)
  })

  test('is member 1 before there is a row, with the first colour of the palette', async () => {
    const { status, body } = await ask<{ user: object }>(household, null, 'GET /api/me')
    expect(status).toBe(200)
    expect(body.user).toMatchObject({ ...DEV_MEMBER, isAdmin: false, needsProviderSetup: true })
    expect((await ask(household, null, 'GET /api/admin/members')).status).toBe(403)
  })

  test('ensures the row once, and leaves the role as it is unless asked', async () => {
    const { ctx } = household
    const row = async () => (await ctx.db.select().from(members).where(eq(members.id, 1)))[0]
    await Promise.all([ensureDevMember(ctx), ensureDevMember(ctx)])
    expect(await row()).toMatchObject({ ...DEV_MEMBER, isAdmin: false, claimed: true })
    await ensureDevMember(ctx, { isAdmin: true })
    await ensureDevMember(ctx)
    expect(await row()).toMatchObject({ isAdmin: true })
    expect((await ask(household, null, 'GET /api/admin/members')).status).toBe(200)
  })

  test('hands out a real session, only when there is none', async () => {
    const { headers } = await ask(household, null, 'GET /api/me')
    const [line = ''] = headers.getSetCookie()
    expect(line).toStartWith('local-session=ey')
    const cookie = line.split(';')[0]!
    expect((await ask(household, { cookie }, 'GET /api/me')).headers.getSetCookie()).toEqual([])
  })

  test('takes nobody else’s session for anything', async () => {
    const { ctx } = household
    await ensureDevMember(ctx)
    const [row] = await ctx.db.insert(members).values({ color: '#000000', createdAt: ctx.now() }).$returningId()
    const cookie = `local-session=${await issueLocalSession(ctx, { memberId: row!.id, sessionVersion: 0 })}`
    const { body } = await ask<{ user: { id: number } }>(household, { cookie }, 'GET /api/me')
    expect(body.user.id).toBe(1)
  })

  test('without a secret of 32 characters there is no session to hand out', async () => {
    const short = await openHousehold({ env: { DEV_AUTH_BYPASS: 'true', LOCAL_SESSION_SECRET: 'x'.repeat(31) } })
    const { status, headers } = await ask(short, null, 'GET /api/me')
    expect(status).toBe(200)
    expect(headers.getSetCookie()).toEqual([])
    await short.close()
  })
})
