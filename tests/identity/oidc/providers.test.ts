import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { addLocalMember } from '../../../src/identity/local/accounts'
import { members } from '../../../src/platform/db/schema'
import { ask, cookieFor } from '../../support/cast'
import { type Household, openHousehold } from '../../support/household'
import { IDENTITY_PROVIDERS, type IdentityProvider, type Person } from '../../support/identity-providers'
import { Browser, type OidcServer, SERVICE, startOidcServer } from '../../support/oidc'
import type { ProviderWays } from '../../support/oidc-server'
import { secret } from '../../support/secrets'

const SCOPES = 'openid profile email'
const ADA: Person = { name: 'Ada Lovelace', username: 'ada', email: 'ada@example.org', isVerified: true }
const BEN: Person = { name: 'Ben', username: 'ben', email: 'ben@example.org', isVerified: true }

let household: Household
afterEach(() => household.close())

interface Told {
  displayName: string | null
  isAdmin: boolean
  id: number
}

describe.each(IDENTITY_PROVIDERS.map((kind) => [kind.title, kind] as const))('at %s', (_, kind: IdentityProvider) => {
  let provider: OidcServer
  beforeAll(async () => {
    provider = await startOidcServer(SERVICE, kind.ways)
  })
  afterAll(() => provider.stop())

  const open = async (env: Record<string, string>) => {
    household = await openHousehold({ env: { ...provider.env, OIDC_SCOPES: SCOPES, ...env } })
  }
  /** Somebody comes whom the provider knows. */
  const arrive = async (subject: string, person: Person) => {
    const { idToken, userInfo } = kind.claimsOf(person)
    await provider.behave({ idToken, people: { [subject]: userInfo } })
    const browser = new Browser(household)
    const { url, answer } = await browser.open('/api/login', { as: subject })
    return { browser, url, text: (await answer?.text()) ?? '' }
  }
  const whoAmI = async (browser: Browser) => {
    const answer = await browser.send('GET /api/me')
    return answer.ok ? ((await answer.json()) as { user: Told }).user : null
  }
  const memberOf = async (oidcSub: string) =>
    (await household.ctx.db.select().from(members).where(eq(members.oidcSub, oidcSub)))[0]

  test('the first to come is the administrator under their name, signs out, and comes back as the same', async () => {
    await open({ OIDC_ADMISSION: 'approve' })
    const { browser, url } = await arrive(kind.subjects.ada, ADA)
    expect(household.logLines.filter((line) => line.includes('refused'))).toEqual([])
    expect(url).toBe(`${SERVICE}/`)
    const before = await whoAmI(browser)
    expect(before).toMatchObject({ displayName: 'Ada Lovelace', isAdmin: true })
    expect(await memberOf(kind.subjects.ada)).toMatchObject({ oidcIss: provider.issuer, claimed: true })

    expect((await browser.send('POST /api/auth/local/logout')).status).toBe(200)
    expect(await whoAmI(browser)).toBeNull()
    const again = await arrive(kind.subjects.ada, { ...ADA, name: 'Ada L.', email: 'lovelace@example.net' })
    expect(await whoAmI(again.browser)).toMatchObject({ id: before!.id, displayName: 'Ada L.', isAdmin: true })
  })

  test('who waits to be admitted is known by name and address', async () => {
    await open({ OIDC_ADMISSION: 'approve' })
    const account = { displayName: 'Ada', username: 'ada', password: secret('the one who admits'), isAdmin: true }
    const ada = { cookie: await cookieFor(household.ctx, await addLocalMember(household.ctx, account)) }
    const { browser, text } = await arrive(kind.subjects.ben, { ...BEN, isVerified: false })
    expect(text).toContain('An administrator of this household has to let you in')
    expect(await whoAmI(browser)).toBeNull()
    const { body } = await ask<{ admissions: { id: number }[] }>(household, ada, 'GET /api/admin/admissions')
    expect(body.admissions).toMatchObject([{ displayName: 'Ben', email: 'ben@example.org' }])
    await ask(household, ada, `POST /api/admin/admissions/${body.admissions[0]!.id}/admit`)
    expect(await whoAmI((await arrive(kind.subjects.ben, BEN)).browser)).toMatchObject({ isAdmin: false })
  })

  test.each([true, false])('a domain admits whose address it calls verified: %j', async (isVerified) => {
    await open({ OIDC_ADMISSION: 'domain:example.org' })
    const { browser } = await arrive(kind.subjects.ben, { ...BEN, isVerified })
    expect((await whoAmI(browser)) !== null).toBe(isVerified)
  })

  const refusesScopes = kind.ways.clientScopes !== undefined
  test(`without OIDC_SCOPES it ${refusesScopes ? 'refuses, and the log says why' : 'lets people in, too'}`, async () => {
    await open({ OIDC_SCOPES: '' })
    const { browser, url } = await arrive(kind.subjects.ada, ADA)
    expect(url).toBe(`${SERVICE}/${refusesScopes ? '?error=oidc-failed' : ''}`)
    expect((await whoAmI(browser)) === null).toBe(refusesScopes)
    expect(household.logLines.join('').includes('invalid_scope')).toBe(refusesScopes)
  })
})

/** Ada comes from a provider in its own way. */
async function signIn(ways: ProviderWays, behaviour: { forge?: string } = {}): Promise<string> {
  const provider = await startOidcServer(SERVICE, ways)
  await provider.behave(behaviour)
  household = await openHousehold({ env: provider.env })
  const { url } = await new Browser(household).open('/api/login', { as: 'ada' })
  await provider.stop()
  return url
}

test.each(['PS256', 'ES256', 'EdDSA'])('an id_token may be signed with %s', async (algorithm) => {
  expect(await signIn({ algorithm })).toBe(`${SERVICE}/`)
})

test('one that is signed with the secret alone is refused: Authentik without a signing key', async () => {
  const ways = { discovery: { id_token_signing_alg_values_supported: ['HS256'] } }
  expect(await signIn(ways, { forge: 'signed with the secret' })).toBe(`${SERVICE}/?error=oidc-failed`)
  expect(household.logLines.join('')).toContain('OAUTH_UNSUPPORTED_OPERATION')
})

test.each(['100 % + a colon: &', '-_.~!*()'])('a name and a secret are told whatever is in them: %s', async (signs) => {
  const client = { id: `cork board ${signs}`, secret: secret(`long enough, ${signs}`) }
  expect(await signIn({ client })).toBe(`${SERVICE}/`)
})

test('a wrong secret is said in the log, without it', async () => {
  const provider = await startOidcServer()
  household = await openHousehold({
    env: { ...provider.env, OIDC_CLIENT_SECRET: secret('not the one of the provider') },
  })
  const { url } = await new Browser(household).open('/api/login', { as: 'ada' })
  expect(url).toBe(`${SERVICE}/?error=oidc-failed`)
  expect(household.logLines.join('')).toContain('OAUTH_WWW_AUTHENTICATE_CHALLENGE')
  await provider.stop()
})
