import { describe, expect, test } from 'bun:test'
import { changeMember } from '../../src/household/members'
import { SETTING, setSetting } from '../../src/household/settings'
import { oidcSettings } from '../../src/identity/oidc/settings'
import { ask, seatCast, seatedCast } from '../support/cast'
import { openHousehold } from '../support/household'
import { SERVICE, startOidcServer } from '../support/oidc'
import { opened } from '../support/opened'

const provider = opened(startOidcServer)
const household = opened(() => openHousehold({ env: provider.env }))
const cast = seatedCast(household)

const NAVIGATION = { 'sec-fetch-mode': 'navigate', accept: 'text/html' }
const FETCH = { 'sec-fetch-mode': 'cors', accept: '*/*' }

describe('somebody without a session', () => {
  test.each([
    ['a person opening an address', 'GET /api/me', NAVIGATION],
    ['an old browser opening one', 'GET /api/me', { accept: 'text/html,*/*' }],
    ['a person opening an administrator’s address', 'GET /api/admin/members', NAVIGATION],
    ['anybody at /api/login', 'GET /api/login', FETCH],
  ])('%s is sent to the provider', async (_, request, headers) => {
    const { status, headers: answer } = await ask(household, null, request, undefined, headers)
    expect(status).toBe(302)
    const location = new URL(answer.get('location') ?? '')
    expect(location.origin).toBe(provider.issuer)
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      client_id: 'corkboard',
      redirect_uri: `${SERVICE}/callback`,
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid profile email',
    })
    expect(answer.getSetCookie()[0]).toStartWith('oidc-flow=')
  })

  test.each([
    ['a script', 'GET /api/me', FETCH],
    ['a script that would take HTML', 'GET /api/me', { ...FETCH, accept: 'text/html' }],
    ['a request that says nothing of itself', 'GET /api/me', {}],
    ['a form', 'POST /api/me/link-oidc', NAVIGATION],
  ])('%s is told 401', async (_, request, headers) => {
    const { status, body, headers: answer } = await ask(household, null, request, undefined, headers)
    expect({ status, body }).toEqual({ status: 401, body: { error: 'Unauthorized' } })
    expect(answer.getSetCookie()).toEqual([])
  })

  test('an address nobody claims stays 404', async () => {
    expect((await ask(household, null, 'GET /api/nope', undefined, NAVIGATION)).status).toBe(404)
  })

  test('without a provider everybody is told 401', async () => {
    const local = await openHousehold()
    for (const request of ['GET /api/me', 'GET /api/login', 'GET /api/admin/members']) {
      const { status, body } = await ask(local, null, request, undefined, NAVIGATION)
      expect({ status, body }).toEqual({ status: 401, body: { error: 'Unauthorized' } })
    }
    await local.close()
  })
})

test.each([
  ['with a provider', () => provider.env],
  ['without one', () => ({})],
] as const)('%s a program is told at /api/login what it is told everywhere', async (_, env) => {
  const home = await openHousehold({ env: env() })
  const { ada } = await seatCast(home.ctx)
  const { body } = await ask<{ token: string }>(home, ada, 'POST /api/me/tokens', { name: 'Hub', scope: 'read' })
  for (const [token, status, error] of [
    [body.token, 403, 'Forbidden'],
    ['x'.repeat(43), 401, 'Unauthorized'],
    ['', 401, 'Unauthorized'],
  ] as const) {
    const headers = { ...NAVIGATION, authorization: `Bearer ${token}` }
    for (const who of [null, ada]) {
      const answer = await ask(home, who, 'GET /api/login', undefined, headers)
      expect({ token, status: answer.status, body: answer.body }).toEqual({ token, status, body: { error } })
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  }
  const { status, headers } = await ask(home, ada, 'GET /api/login')
  expect({ status, location: headers.get('location') }).toEqual({ status: 302, location: '/' })
  await home.close()
})

describe('guards speak before the body is looked at', () => {
  const broken = ['{ broken', JSON.stringify({ unknown: true }), '[]', 'null']
  test.each(broken)('a stranger with %s', async (body) => {
    for (const request of ['PATCH /api/me', 'POST /api/me/password', 'POST /api/admin/members']) {
      expect((await ask(household, null, request, body)).status).toBe(401)
      expect((await ask(household, null, request, body, { 'content-type': 'text/plain' })).status).toBe(401)
    }
  })
  test.each(broken)('a member who is no admin with %s', async (body) => {
    for (const request of ['POST /api/admin/members', 'PUT /api/admin/config/timezone', 'PATCH /api/admin/members/x']) {
      expect((await ask(household, cast.ben, request, body)).status).toBe(403)
      expect((await ask(household, cast.ben, request, body, { 'content-type': 'text/plain' })).status).toBe(403)
    }
  })
})

test('the role is what the database says at this moment', async () => {
  const { ctx } = household
  expect((await ask(household, cast.cleo, 'GET /api/admin/members')).status).toBe(403)
  await changeMember(ctx, cast.cleo.id, { isAdmin: true })
  expect((await ask(household, cast.cleo, 'GET /api/admin/members')).status).toBe(200)
  await changeMember(ctx, cast.cleo.id, { isAdmin: false })
  expect((await ask(household, cast.cleo, 'GET /api/admin/members')).status).toBe(403)
})

describe('the settings of the provider', () => {
  async function withStored(env: Record<string, string>) {
    const stored = await openHousehold({ env })
    await setSetting(stored.ctx, SETTING.oidcIssuer, provider.issuer)
    await setSetting(stored.ctx, SETTING.oidcClientId, 'stored-client')
    await setSetting(stored.ctx, SETTING.externalUrl, 'https://home.example/')
    return stored
  }

  test('come from the stored configuration when the environment has none', async () => {
    const stored = await withStored({ OIDC_CLIENT_SECRET: 'from the environment' })
    expect(await oidcSettings(stored.ctx)).toMatchObject({
      source: 'stored',
      clientId: 'stored-client',
      clientSecret: 'from the environment',
      redirectUri: 'https://home.example/callback',
    })
    const { headers } = await ask(stored, null, 'GET /api/login')
    expect(new URL(headers.get('location') ?? '').searchParams.get('client_id')).toBe('stored-client')
    await stored.close()
  })

  test('from the environment come first', async () => {
    const both = await withStored({ ...provider.env, OIDC_REDIRECT_URI: 'https://proxy.example/callback' } as never)
    expect(await oidcSettings(both.ctx)).toMatchObject({
      source: 'environment',
      clientId: 'corkboard',
      redirectUri: 'https://proxy.example/callback',
    })
    await both.close()
  })

  test('are those the process started with', async () => {
    const { ctx, close, app } = await openHousehold()
    expect(await oidcSettings(ctx)).toBeNull()
    await setSetting(ctx, SETTING.oidcIssuer, provider.issuer)
    await setSetting(ctx, SETTING.oidcClientId, 'stored-client')
    await setSetting(ctx, SETTING.externalUrl, 'https://home.example')
    expect((await ask({ app }, null, 'GET /api/login')).status).toBe(401)
    expect((await ask({ app }, null, 'GET /api/auth/mode')).body).toEqual({ localEnabled: true, oidcEnabled: true })
    await close()
  })

  test('name their scopes', async () => {
    const scoped = await openHousehold({ env: { ...provider.env, OIDC_SCOPES: 'profile  groups' } })
    const { headers } = await ask(scoped, null, 'GET /api/login')
    expect(new URL(headers.get('location') ?? '').searchParams.get('scope')).toBe('openid profile groups')
    await scoped.close()
  })
})
