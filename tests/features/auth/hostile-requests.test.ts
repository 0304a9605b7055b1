import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ask, type Cast, seatCast } from '../../support/cast'
import { type Household, openHousehold } from '../../support/household'
import { type OidcServer, startOidcServer } from '../../support/oidc'
import { getWithHost } from '../../support/raw-request'

let provider: OidcServer
let household: Household
let cast: Cast
let url: string
beforeAll(async () => {
  provider = await startOidcServer()
  household = await openHousehold({ env: provider.env })
  cast = await seatCast(household.ctx)
  household.app.listen({ port: 0, hostname: '127.0.0.1', reusePort: false })
  url = `http://127.0.0.1:${household.app.server?.port}`
})
afterAll(async () => {
  await household.app.stop(true)
  await household.close()
  await provider.stop()
})

describe('the way back from the provider', () => {
  test.each(['[::', 'a b', '', 'localhost:port', '%zz'])(
    'under the host %j is a refusal like any other',
    async (host) => {
      const { status, location } = await getWithHost(url, '/callback?state=a&code=b', host)
      expect({ status, location }).toEqual({ status: 302, location: '/?error=oidc-state' })
      expect(household.logLines.filter((line) => line.includes('unexpected error'))).toEqual([])
    },
  )
})

describe('signing out by a link', () => {
  const follow = (site: string | null) =>
    ask(household, cast.ada, 'GET /api/auth/local/logout', undefined, {
      'sec-fetch-mode': 'navigate',
      ...(site !== null && { 'sec-fetch-site': site }),
    })

  test('on another site’s page does nothing', async () => {
    const { status, body, headers } = await follow('cross-site')
    expect({ status, body, cookies: headers.getSetCookie() }).toEqual({
      status: 403,
      body: { error: 'Forbidden' },
      cookies: [],
    })
  })

  test.each(['same-origin', 'same-site', 'none', null])('from %s signs out', async (site) => {
    const { status, headers } = await follow(site)
    expect(status).toBe(200)
    expect(headers.getSetCookie()[0]).toStartWith('local-session=;')
  })
})
