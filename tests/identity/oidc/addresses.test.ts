import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { SETTING, setSettings } from '../../../src/household/settings'
import { completeFlow } from '../../../src/identity/oidc/exchange'
import { readFlow } from '../../../src/identity/oidc/flow'
import { oidcProvider } from '../../../src/identity/oidc/provider'
import type { PinnedTarget } from '../../../src/platform/net/pin'
import { growthOf, packedBlanks } from '../../support/bomb'
import { ask } from '../../support/cast'
import { type Household, openHousehold } from '../../support/household'
import { atCallback, Browser, type OidcServer, SERVICE, startOidcServer } from '../../support/oidc'

let provider: OidcServer
beforeAll(async () => {
  provider = await startOidcServer()
})
afterAll(() => provider.stop())

/** A household whose provider was stored through the wizard. */
async function withStoredIssuer(issuer: string, env: Record<string, string>): Promise<Household> {
  const household = await openHousehold({ env })
  await setSettings(household.ctx, household.ctx.db, {
    [SETTING.oidcIssuer]: issuer,
    [SETTING.oidcClientId]: 'corkboard',
    [SETTING.externalUrl]: SERVICE,
  })
  return household
}

describe('a provider that was stored through the wizard', () => {
  test.each([
    ['production', '127.0.0.1'],
    ['', 'localhost'],
    ['staging', '[::ffff:127.0.0.1]'],
  ])('is not looked for in the operator’s network: NODE_ENV %j, %s', async (NODE_ENV, host) => {
    let connections = 0
    const inside = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { open: () => void connections++, data() {} } })
    const household = await withStoredIssuer(`https://${host}:${inside.port}`, { NODE_ENV })
    const { url } = await new Browser(household).open('/api/login')
    expect(url).toBe(`${SERVICE}/?error=oidc-unavailable`)
    expect(household.logLines.some((line) => line.includes('ForbiddenAddressError'))).toBe(true)

    // Its process has started without it, so that its wizard is open.
    const before = await openHousehold({ env: { NODE_ENV } })
    expect((await ask(before, null, 'GET /api/setup/status')).body).toMatchObject({ setupComplete: false })
    await setSettings(before.ctx, before.ctx.db, { [SETTING.oidcIssuer]: `https://${host}:${inside.port}` })
    const { status, body } = await ask(before, null, 'POST /api/setup/validate/oidc')
    expect({ status, body }).toEqual({
      status: 400,
      body: { ok: false, error: 'The identity provider could not be reached' },
    })
    expect(connections).toBe(0)
    inside.stop(true)
    for (const house of [household, before]) await house.close()
  })

  test('is asked at an address that was checked for each request of a sign-in', async () => {
    const household = await withStoredIssuer(provider.issuer, { OIDC_CLIENT_SECRET: provider.env.OIDC_CLIENT_SECRET! })
    const { ctx } = household
    const reached: string[] = []
    const reach = async (url: URL): Promise<PinnedTarget> => {
      reached.push(url.pathname)
      return { url: url.href, headers: {}, tls: {} }
    }
    const known = await oidcProvider(ctx, { reach })
    const browser = new Browser(household)
    const { url } = await browser.open('/api/login', { as: 'ada', until: atCallback })
    const flow = await readFlow(ctx, browser.cookieNamed('oidc-flow') ?? null)
    const identity = await completeFlow(ctx, known!, flow!, new URL(url).searchParams)
    expect(identity).toMatchObject({ issuer: provider.issuer, subject: 'ada' })
    expect(reached).toEqual(['/.well-known/openid-configuration', '/token', '/jwks', '/me'])
    await household.close()
  })
})

test('a provider from the environment may be in the operator’s network', async () => {
  const household = await openHousehold({ env: { ...provider.env, NODE_ENV: 'production' } })
  const { url } = await new Browser(household).open('/api/login', { as: 'ada' })
  expect(url).toBe(`${SERVICE}/`)
  await household.close()
})

test('a provider whose description unpacks to a gigabyte is not heard out', async () => {
  const body = await packedBlanks(1024)
  const headers = { 'content-type': 'application/json', 'content-encoding': 'br' }
  let asked = 0
  const fetch = () => {
    asked++
    return new Response(body, { headers })
  }
  const bomb = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch })
  const household = await openHousehold()
  const { ctx } = household
  await setSettings(ctx, ctx.db, { [SETTING.oidcIssuer]: `http://127.0.0.1:${bomb.port}` })
  const grown = await growthOf(async () => {
    expect((await ask(household, null, 'POST /api/setup/validate/oidc')).status).toBe(400)
  })
  expect(grown).toBeLessThan(100)
  expect(asked).toBeGreaterThan(0)
  await household.close()
  await bomb.stop(true)
})
