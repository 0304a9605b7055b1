import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createApp } from '../../../src/app'
import { loadAccount } from '../../../src/household/credentials'
import { getSetting, SETTING, setSetting } from '../../../src/household/settings'
import { addLocalMember } from '../../../src/identity/local/accounts'
import { appConfig, calendarCredentials, members } from '../../../src/platform/db/schema'
import { createMetrics } from '../../../src/platform/metrics'
import { ask } from '../../support/cast'
import { type Household, openHousehold } from '../../support/household'
import { type OidcServer, startOidcServer } from '../../support/oidc'
import { secret } from '../../support/secrets'
import { servers } from '../../support/servers'
import { ACCOUNT, CONFIG, EMAIL, STEPS, VAPID } from './first-run'

const LOCKED = { status: 423, body: { error: 'Setup is complete' } }

let household: Household
const synced: number[] = []
beforeAll(async () => {
  const { url } = await servers.radicale()
  household = await openHousehold({ env: { CALDAV_URL: url, VAPID_PUBLIC_KEY: VAPID } })
  household.ctx.signals.sync = (memberId) => synced.push(memberId)
})
afterAll(() => household.close())
/** Each test begins with a house that nobody has moved into. */
beforeEach(async () => {
  await household.ctx.db.delete(members)
  await household.ctx.db.delete(appConfig)
  synced.length = 0
})

async function step(path: string, body?: unknown, who: { cookie: string } | null = null) {
  const answer = await ask(household, who, `POST /api/setup/${path}`, body)
  return { status: answer.status, body: answer.body }
}
const status = async () => (await ask(household, null, 'GET /api/setup/status')).body
const OK = { status: 200, body: { ok: true } }

test('a household is set up, from nothing to locked', async () => {
  expect(await status()).toEqual({ setupComplete: false, dbName: household.config.database.name })
  expect(await step('validate/db')).toEqual(OK)
  expect(await step('config', CONFIG)).toEqual(OK)
  expect(await step('validate/vapid')).toEqual(OK)
  expect((await step('complete')).status).toBe(422)
  expect(await step('credential', ACCOUNT)).toEqual(OK)
  const [admin] = await household.ctx.db.select().from(members)
  expect(admin).toMatchObject({ isAdmin: true, claimed: false, oidcSub: null, displayName: null })
  expect(await loadAccount(household.ctx, admin!.id)).toMatchObject({ username: EMAIL, password: ACCOUNT.appPassword })
  expect(synced).toEqual([admin!.id])
  expect(await step('complete')).toEqual(OK)
  expect(await status()).toMatchObject({ setupComplete: true })
  for (const path of STEPS) expect(await step(path, '{ broken')).toEqual(LOCKED)
})

describe('the lock', () => {
  test('is not turned by the wizard’s own configuration, but by the next start with it', async () => {
    expect(await step('config', CONFIG)).toEqual(OK)
    expect(await status()).toMatchObject({ setupComplete: false })
    expect(await step('config', CONFIG)).toEqual(OK)

    const restarted = { ...household.ctx, metrics: createMetrics() }
    const app = createApp(restarted)
    expect((await ask({ app }, null, 'GET /api/setup/status')).body).toMatchObject({ setupComplete: true })
    expect((await ask({ app }, null, 'POST /api/setup/config', CONFIG)).status).toBe(423)
  })

  test('is not turned by a provider from the environment', async () => {
    const other = await openHousehold({
      env: {
        OIDC_ISSUER: 'https://id.example',
        OIDC_CLIENT_ID: 'c',
        OIDC_CLIENT_SECRET: secret('the secret of a client'),
        OIDC_AUTH_EXTERNAL_URL: 'https://home.example',
      },
    })
    expect((await ask(other, null, 'GET /api/setup/status')).body).toMatchObject({ setupComplete: false })
    await other.close()
  })

  test('comes before the body', async () => {
    await setSetting(household.ctx, SETTING.setupComplete, 'true')
    const answer = await ask(household, null, 'POST /api/setup/credential', 'x', { 'content-type': 'text/plain' })
    expect({ status: answer.status, body: answer.body }).toEqual(LOCKED)
  })
})

describe('the configuration', () => {
  const at = (field: string, value: unknown) => ({ ...CONFIG, [field]: value })
  const url = (length: number) => `https://home.example/${'x'.repeat(length - 21)}`

  test.each([
    ['oidcIssuer', 'http://id.example'],
    ['oidcIssuer', 'https://user:pass@id.example'],
    ['oidcIssuer', 'https://id.example/?tenant=1'],
    ['oidcIssuer', 'javascript:alert(1)'],
    ['oidcIssuer', 'id.example'],
    ['oidcIssuer', ''],
    ['oidcIssuer', null],
    ['oidcIssuer', undefined],
    ['oidcIssuer', url(1025)],
    ['oidcClientId', '  '],
    ['oidcClientId', 'c'.repeat(257)],
    ['oidcClientId', 7],
    ['vapidPublicKey', ''],
    ['vapidPublicKey', 'v'.repeat(513)],
    ['vapidPublicKey', [VAPID]],
    ['appExternalUrl', 'http://home.example'],
    ['appExternalUrl', url(513)],
    ['appExternalUrl', {}],
  ])('%s %#: is refused and nothing is stored', async (field, value) => {
    const { status: code, body } = await step('config', at(field, value))
    expect(code).toBe(400)
    expect(body.error).toStartWith(field)
    expect(await household.ctx.db.$count(appConfig)).toBe(0)
  })

  test('is taken at its longest, and again', async () => {
    const longest = {
      oidcIssuer: 'https://id.example/realm',
      oidcClientId: 'c'.repeat(256),
      vapidPublicKey: 'v'.repeat(512),
      appExternalUrl: url(512),
    }
    expect(await step('config', CONFIG)).toEqual(OK)
    expect(await step('config', longest)).toEqual(OK)
    expect(await getSetting(household.ctx, SETTING.externalUrl)).toBe(longest.appExternalUrl)
    expect(await getSetting(household.ctx, SETTING.oidcIssuer)).toBe(longest.oidcIssuer)
  })
})

describe('the checks', () => {
  let provider: OidcServer
  const problem = (error: string) => ({ status: 400, body: { ok: false, error } })

  test('of the provider', async () => {
    provider = await startOidcServer()
    expect(await step('validate/oidc')).toEqual(problem('No identity provider has been stored yet'))
    await setSetting(household.ctx, SETTING.oidcIssuer, provider.issuer)
    expect(await step('validate/oidc')).toEqual(OK)
    await setSetting(household.ctx, SETTING.oidcIssuer, `${provider.issuer}/realm`)
    expect(await step('validate/oidc')).toEqual(problem('What answers at this address is not this identity provider'))
    await provider.stop()
    expect(await step('validate/oidc')).toEqual(problem('The identity provider could not be reached'))
  })

  test('of the push key', async () => {
    expect(await step('validate/vapid')).toEqual(problem('No push key has been stored yet'))
    await setSetting(household.ctx, SETTING.vapidPublicKey, `${VAPID}x`)
    expect(await step('validate/vapid')).toEqual(problem('The push key is not the one in VAPID_PUBLIC_KEY'))
  })
})

describe('the first admin', () => {
  test('may sign in here as well', async () => {
    const password = secret('the first password of all')
    const local = { username: 'ada', initialPassword: password, displayName: ' Ada ' }
    expect(await step('credential', { ...ACCOUNT, ...local })).toEqual(OK)
    const login = await ask(household, null, 'POST /api/auth/local/login', { username: 'ada', password })
    const cookie = login.headers.getSetCookie()[0]!.split(';')[0]!
    const { body } = await ask<{ user: object }>(household, { cookie }, 'GET /api/me')
    expect(body.user).toMatchObject({ displayName: 'Ada', isAdmin: true, needsProviderSetup: false })
    expect(await step('complete', undefined, { cookie })).toEqual(OK)
  })

  const invalid = { status: 400, body: { error: 'Invalid request' } }
  test.each([
    ['no account', {}],
    ['no app password', { fastmailEmail: EMAIL }],
    ['an empty one', { ...ACCOUNT, appPassword: '' }],
    ['one of 501 characters', { ...ACCOUNT, appPassword: 'x'.repeat(501) }],
    ['no e-mail address', { ...ACCOUNT, fastmailEmail: 'ada' }],
    ['an address of 257 characters', { ...ACCOUNT, fastmailEmail: `${'a'.repeat(64)}@${'b'.repeat(180)}.example.org` }],
    ['a server that is no URL', { ...ACCOUNT, serverUrl: 'dav.example' }],
    ['a server with a password in it', { ...ACCOUNT, serverUrl: 'https://a:b@dav.example/' }],
    ['a file for a server', { ...ACCOUNT, serverUrl: 'file:///etc/passwd' }],
    ['a username without a password', { ...ACCOUNT, username: 'ada' }],
    ['a password without a username', { ...ACCOUNT, initialPassword: 'long enough' }],
    ['a short password', { ...ACCOUNT, username: 'ada', initialPassword: 'short' }],
    ['a blank name', { ...ACCOUNT, displayName: ' ' }],
    ['a name with a control character', { ...ACCOUNT, displayName: 'Ada\nof home' }],
    ['a password the server refuses', { ...ACCOUNT, appPassword: 'not the one' }],
    ['broken', '{'],
  ])('%s: is refused and nothing is left', async (_, body) => {
    expect(await step('credential', body)).toEqual(invalid)
    expect(await household.ctx.db.$count(members)).toBe(0)
  })

  test('a server that is down is not the person’s mistake, and nothing is left', async () => {
    const far = await openHousehold({ env: { CALDAV_URL: 'http://127.0.0.1:9/' } })
    const answer = await ask(far, null, 'POST /api/setup/credential', ACCOUNT)
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 503,
      body: { error: 'Service unavailable' },
    })
    expect(await far.ctx.db.$count(members)).toBe(0)
    await far.close()
  })

  test('of two requests at once one creates the admin, the other is told 409', async () => {
    const answers = await Promise.all([step('credential', ACCOUNT), step('credential', ACCOUNT)])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    expect(await household.ctx.db.$count(members)).toBe(1)
    expect(await household.ctx.db.$count(calendarCredentials)).toBe(1)
    expect((await step('credential', ACCOUNT)).status).toBe(409)
  })

  test('a username that is taken leaves nothing behind', async () => {
    const password = secret('a password for a name that is taken')
    await addLocalMember(household.ctx, { displayName: 'Ben', username: 'Ada', password })
    const answer = await step('credential', { ...ACCOUNT, username: 'ada', initialPassword: password })
    expect(answer).toEqual({ status: 409, body: { error: 'This username is in use' } })
    expect(await household.ctx.db.$count(members)).toBe(1)
  })
})
