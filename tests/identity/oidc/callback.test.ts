import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { displayNameFrom } from '../../../src/identity/oidc/exchange'
import { memberOfIdentity } from '../../../src/identity/oidc/member'
import { members } from '../../../src/platform/db/schema'
import { openHousehold } from '../../support/household'
import { atCallback, Browser, SERVICE, startOidcServer } from '../../support/oidc'
import { opened } from '../../support/opened'

const provider = opened(startOidcServer)
const household = opened(() => openHousehold({ env: provider.env }))

async function whoAmI(browser: Browser) {
  const answer = await browser.send('GET /api/me')
  const { user } = (await answer.json()) as { user?: { id: number } & Record<string, unknown> }
  return { status: answer.status, id: user?.id, ...user }
}

describe('the first people to sign in', () => {
  /** Nobody has signed in before, whatever the order of the stories. */
  const empty = opened(() => openHousehold({ env: provider.env }))

  test('the very first becomes the admin, with the name of the profile; the next does not', async () => {
    await provider.behave({ people: { ada: { name: 'Ada Lovelace', email: 'ada@example.org' } } })
    const ada = new Browser(empty)
    const { url } = await ada.open('/api/login', { as: 'ada' })
    expect(url).toBe(`${SERVICE}/`)
    expect(await whoAmI(ada)).toMatchObject({
      status: 200,
      displayName: 'Ada Lovelace',
      isAdmin: true,
      hasLocalCredential: false,
      needsProviderSetup: true,
    })

    const ben = new Browser(empty)
    await ben.open('/api/login', { as: 'ben' })
    expect(await whoAmI(ben)).toMatchObject({ status: 200, displayName: null, isAdmin: false })
  })

  test('whoever comes again is the same member, under the name the provider says now', async () => {
    const before = new Browser(household)
    await provider.behave({ people: { cleo: { preferred_username: 'cleo' } } })
    await before.open('/api/login', { as: 'cleo' })
    await provider.behave({ people: { cleo: { name: 'Cleo C.' } } })
    const after = new Browser(household)
    await after.open('/api/login', { as: 'cleo' })
    const [first, second] = [await whoAmI(before), await whoAmI(after)]
    expect(second).toMatchObject({ id: first.id, displayName: 'Cleo C.' })

    await provider.behave({})
    await new Browser(household).open('/api/login', { as: 'cleo' })
    expect(await whoAmI(after)).toMatchObject({ displayName: 'Cleo C.' })
  })

  test('somebody who is signed in is sent home from /api/login', async () => {
    const browser = new Browser(household)
    await browser.open('/api/login', { as: 'ada' })
    const answer = await browser.send('GET /api/login')
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('/')
  })
})

describe('what is refused brings the browser home with the reason', () => {
  test('consent denied', async () => {
    const { url } = await new Browser(household).open('/api/login', { denies: true })
    expect(url).toBe(`${SERVICE}/?error=oidc-denied`)
  })

  test.each([
    'expired',
    'tampered',
    'wrong issuer',
    'wrong audience',
    'wrong nonce',
    'no nonce',
    'no subject',
    'foreign key',
    'alg none',
  ])('an id_token that lies: %s', async (forge) => {
    const count = () => household.ctx.db.$count(members)
    const before = await count()
    await provider.behave({ forge })
    const browser = new Browser(household)
    const { url } = await browser.open('/api/login', { as: `liar with ${forge}` })
    await provider.behave({})
    expect(url).toBe(`${SERVICE}/?error=oidc-failed`)
    expect(browser.cookieNamed('oidc-auth')).toBeUndefined()
    expect(await count()).toBe(before)
  })

  test('another state than the one this browser was given', async () => {
    const browser = new Browser(household)
    const { url } = await browser.open('/api/login', { until: atCallback })
    const forged = new URL(url)
    forged.searchParams.set('state', 'another')
    expect((await browser.open(forged.href)).url).toBe(`${SERVICE}/?error=oidc-state`)
  })

  test('a browser that did not begin: somebody else opens the callback', async () => {
    const { url } = await new Browser(household).open('/api/login', { until: atCallback })
    expect((await new Browser(household).open(url)).url).toBe(`${SERVICE}/?error=oidc-state`)
  })

  test('a cookie that is ten minutes old', async () => {
    const browser = new Browser(household)
    const { url } = await browser.open('/api/login', { until: atCallback })
    household.clock.advance(601_000)
    expect((await browser.open(url)).url).toBe(`${SERVICE}/?error=oidc-state`)
  })

  test('a code that was used before', async () => {
    const browser = new Browser(household)
    const { url } = await browser.open('/api/login', { until: atCallback })
    const flow = browser.cookieNamed('oidc-flow')!
    expect((await browser.open(url)).url).toBe(`${SERVICE}/`)
    const thief = new Browser(household)
    thief.put('oidc-flow', flow)
    expect((await thief.open(url)).url).toBe(`${SERVICE}/?error=oidc-failed`)
    expect(thief.cookieNamed('oidc-auth')).toBeUndefined()
  })

  test('an answer from another issuer (RFC 9207)', async () => {
    const browser = new Browser(household)
    const { url } = await browser.open('/api/login', { until: atCallback })
    const mixedUp = new URL(url)
    mixedUp.searchParams.set('iss', 'https://someone.else.example')
    expect((await browser.open(mixedUp.href)).url).toBe(`${SERVICE}/?error=oidc-failed`)
  })
})

describe('names', () => {
  test.each([
    [{ name: 'Ada', preferred_username: 'al', email: 'a@x' }, 'Ada'],
    [{ preferred_username: 'al', email: 'a@x' }, 'al'],
    [{ email: 'a@x' }, 'a@x'],
    [{ name: '  ', preferred_username: ' al ' }, 'al'],
    [{ name: 7, preferred_username: null, email: 'a@x' }, 'a@x'],
    [{}, null],
    [{ name: '', email: '' }, null],
    [{ name: 'Ada\r\nof\u0000home\u0007' }, 'Ada of home'],
    [{ name: '\u0000\u0007', preferred_username: 'al' }, 'al'],
    [{ name: '😀'.repeat(300) }, '😀'.repeat(256)],
  ])('of claims %#', (claims, name) => {
    expect(displayNameFrom(claims)).toBe(name)
  })
})

test('an identity is issuer and subject, compared exactly', async () => {
  const { ctx } = household
  const identities = [
    { issuer: 'https://a.example', subject: 'sub' },
    { issuer: 'https://a.example', subject: 'Sub' },
    { issuer: 'https://a.example', subject: 'sub ' },
    { issuer: 'https://b.example', subject: 'sub' },
  ]
  const ids = []
  for (const identity of identities)
    ids.push(await memberOfIdentity(ctx, { ...identity, displayName: null, emails: [] }))
  expect(new Set(ids).size).toBe(identities.length)
  expect(await memberOfIdentity(ctx, { ...identities[1]!, displayName: null, emails: [] })).toBe(ids[1]!)
  const [row] = await ctx.db.select().from(members).where(eq(members.id, ids[2]!))
  expect(row).toMatchObject({ oidcSub: 'sub ', claimed: true, isAdmin: false })
})
