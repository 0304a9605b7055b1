import { describe, expect, test } from 'bun:test'
import { completeFlow } from '../../../src/identity/oidc/exchange'
import { readFlow } from '../../../src/identity/oidc/flow'
import { discover, greetProvider, oidcProvider } from '../../../src/identity/oidc/provider'
import { openHousehold } from '../../support/household'
import { atCallback, Browser, SERVICE, startOidcServer } from '../../support/oidc'
import { opened } from '../../support/opened'
import { rejectionOf } from '../../support/rejection'

const provider = opened(startOidcServer)
const household = opened(() => openHousehold({ env: provider.env }))

describe('the provider is down', () => {
  test('at start: the service runs, says why nobody can sign in, and finds the provider when it is back', async () => {
    const fresh = await openHousehold({ env: provider.env })
    await provider.stop()
    await greetProvider(fresh.ctx)
    expect(fresh.logLines.some((line) => line.includes('identity provider not reachable yet'))).toBe(true)
    expect((await new Browser(fresh).send('GET /health')).status).toBe(200)
    expect((await new Browser(fresh).open('/api/login')).url).toBe(`${SERVICE}/?error=oidc-unavailable`)

    await provider.restart()
    expect((await new Browser(fresh).open('/api/login')).url).toBe(`${SERVICE}/`)
    await fresh.close()
  })

  test('on the way back: the browser hears of it, and the session of others goes on', async () => {
    const signedIn = new Browser(household)
    await signedIn.open('/api/login')
    const browser = new Browser(household)
    const { url } = await browser.open('/api/login', { until: atCallback })
    await provider.stop()
    expect((await browser.open(url)).url).toBe(`${SERVICE}/?error=oidc-unavailable`)
    expect((await signedIn.send('GET /api/me')).status).toBe(200)
    await provider.restart()
  })
})

describe('the provider is slow', () => {
  test('discovery is given up', async () => {
    await provider.behave({ hold: '/.well-known' })
    const from = { source: 'environment', issuer: new URL(provider.issuer) } as const
    const attempt = discover(household.config, from, { timeoutMs: 50 })
    expect(await rejectionOf(attempt)).toMatchObject({ name: 'TimeoutError' })
    await provider.behave({})
  })

  test.each(['/token', '/jwks'])('waiting for %s is given up', async (path) => {
    const { ctx } = household
    await oidcProvider(ctx)
    await provider.behave({ hold: path })
    const known = await oidcProvider(ctx, { timeoutMs: 50 })
    const browser = new Browser(household)
    const { url } = await browser.open('/api/login', { until: atCallback })
    const callback = new URL(url).searchParams
    const flow = await readFlow(ctx, browser.cookieNamed('oidc-flow') ?? null)
    const attempt = completeFlow(ctx, known!, flow!, callback)
    expect(await rejectionOf(attempt)).toMatchObject({ reason: 'oidc-unavailable' })
    await provider.behave({})
  })
})

test('the provider signs with another key from one day to the next: nobody notices', async () => {
  await new Browser(household).open('/api/login')
  await provider.restart()
  expect((await new Browser(household).open('/api/login')).url).toBe(`${SERVICE}/`)
})
