import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { loginAttempts, pairingFailures, unknownTokens } from '../../../src/platform/db/schema'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { secret } from '../../support/secrets'

const WRONG = secret('the wrong password')
const CLIENT = '192.0.2.7'

describe.each([
  ['that is trusted', '127.0.0.1', CLIENT],
  ['that nobody has named', '', '127.0.0.1'],
])('behind a proxy %s', (_, trusted, address) => {
  const household = opened(() => openHousehold({ env: { TRUSTED_PROXIES: trusted } }))
  beforeAll(() => void household.app.listen({ port: 0, hostname: '127.0.0.1', reusePort: false }))
  afterAll(() => household.app.stop(true))
  beforeEach(() => {
    household.logLines.length = 0
  })

  const send = (from: string, path: string, body?: object) =>
    fetch(new URL(path, household.app.server!.url), {
      method: body === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.1, ${from}` },
      body: JSON.stringify(body),
    })
  const said = (message: string) =>
    household.logLines.map((line) => JSON.parse(line)).find((line) => line.message === message)

  test(`a sign-in that fails is logged for ${address}`, async () => {
    const answer = await send(CLIENT, '/api/auth/local/login', { username: 'ada', password: WRONG })
    expect(answer.status).toBe(401)
    expect(said('sign-in failed')).toMatchObject({ level: 'warn', reason: 'wrong', address })
  })

  test(`one through the identity provider that is refused is logged for ${address}`, async () => {
    await send(CLIENT, '/callback?code=stolen')
    expect(said('sign-in through the identity provider refused')).toMatchObject({ level: 'warn', address })
  })

  test('clients are counted apart only where the proxy is trusted', async () => {
    const { db } = household.ctx
    for (const table of [loginAttempts, pairingFailures, unknownTokens]) await db.delete(table)
    for (const from of ['192.0.2.7', '192.0.2.8']) {
      await send(from, '/api/display/pair', { code: 'WRONGONE' })
      await send(from, '/api/invitations/open', { token: 'guess' })
      await send(from, '/api/feeds/guess.ics')
    }
    const apart = trusted === '' ? 1 : 2
    expect(await db.$count(pairingFailures)).toBe(apart)
    expect(await db.$count(unknownTokens)).toBe(2 * apart)
  })
})
