import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { addLocalMember, resetPassword } from '../../../src/identity/local/accounts'
import { issueLocalSession } from '../../../src/identity/local/local-session'
import { issueLinkState, linkIdentity } from '../../../src/identity/oidc/link'
import { endAllSessions } from '../../../src/identity/session-version'
import { localCredentials, members } from '../../../src/platform/db/schema'
import { listenTo } from '../../support/announcements'
import { ask, cookieFor } from '../../support/cast'
import { openHousehold } from '../../support/household'
import { atCallback, Browser, SERVICE, startOidcServer } from '../../support/oidc'
import { opened } from '../../support/opened'
import { secret } from '../../support/secrets'

const PASSWORD = secret('a password to be given up')
const provider = opened(startOidcServer)
const household = opened(() => openHousehold({ env: provider.env }))

let count = 0
let memberId: number
let browser: Browser
/** A local member of their own for each test, signed in. */
beforeEach(async () => {
  const username = `local-${++count}`
  memberId = await addLocalMember(household.ctx, { displayName: 'Ben', username, password: PASSWORD })
  browser = new Browser(household)
  browser.put('local-session', await issueLocalSession(household.ctx, { memberId, sessionVersion: 0 }))
})

async function beginLink(from = browser) {
  const answer = await from.send('POST /api/me/link-oidc')
  expect(answer.status).toBe(200)
  return (await answer.json()) as { signedState: string; authorizationUrl: string }
}

const rowOf = async (id: number) => (await household.ctx.db.select().from(members).where(eq(members.id, id)))[0]
const accountsOf = (id: number) => household.ctx.db.$count(localCredentials, eq(localCredentials.userId, id))

test('the state says who, once, and for ten minutes', async () => {
  const { signedState, authorizationUrl } = await beginLink()
  const { linkUserId, nonce, iat, exp, ...rest } = decodeJwt(signedState)
  expect(linkUserId).toBe(memberId)
  expect(nonce).toBeString()
  expect(exp! - iat!).toBe(600)
  expect(rest).toEqual({})
  expect(new URL(authorizationUrl).searchParams.get('state')).toBe(signedState)
  expect((await beginLink()).signedState).not.toBe(signedState)
})

test('a linked member signs in at the provider from then on, and no longer here', async () => {
  const { authorizationUrl } = await beginLink()
  const { url } = await browser.open(authorizationUrl, { as: 'linked-ben' })
  expect(url).toBe(`${SERVICE}/`)
  expect(await rowOf(memberId)).toMatchObject({ claimed: true, oidcIss: provider.issuer, oidcSub: 'linked-ben' })
  expect(await accountsOf(memberId)).toBe(0)
  expect(browser.cookieNamed('local-session')).toBeUndefined()
  expect((await browser.send('GET /api/me')).status).toBe(200)

  const elsewhere = new Browser(household)
  await elsewhere.open('/api/login', { as: 'linked-ben' })
  const me = (await (await elsewhere.send('GET /api/me')).json()) as { user: Record<string, unknown> }
  expect(me.user).toMatchObject({ id: memberId, hasLocalCredential: false })
})

test('linking ends the sessions that came from the local account, on every device', async () => {
  const elsewhere = { cookie: await cookieFor(household.ctx, memberId) }
  const ended: number[] = []
  const unsubscribe = await listenTo(household.ctx, (heard) => {
    if (heard.topic === 'sessions-ended') ended.push(heard.memberId)
  })
  const { authorizationUrl } = await beginLink()
  const own = { cookie: browser.cookie }
  await browser.open(authorizationUrl, { as: `linked-${count}` })
  unsubscribe()
  expect(ended).toEqual([memberId])
  for (const session of [elsewhere, own]) expect((await ask(household, session, 'GET /api/me')).status).toBe(401)
  expect((await browser.send('GET /api/me')).status).toBe(200)
})

test('whoever signs in at the provider is not taken for the local member who used the browser before', async () => {
  const shared = new Browser(household)
  const { url } = await shared.open('/api/login', { as: 'next at this screen', until: atCallback })
  shared.put('local-session', browser.cookieNamed('local-session')!)
  await shared.open(url)
  const me = (await (await shared.send('GET /api/me')).json()) as { user: { id: number } }
  expect(me.user.id).not.toBe(memberId)
})

describe('a link that does not come about changes nothing', () => {
  test('the identity is another member’s', async () => {
    await new Browser(household).open('/api/login', { as: 'taken' })
    const { authorizationUrl } = await beginLink()
    const { url } = await browser.open(authorizationUrl, { as: 'taken' })
    expect(url).toBe(`${SERVICE}/?error=oidc-link-conflict`)
    expect(browser.cookieNamed('oidc-auth')).toBeUndefined()
    expect(await rowOf(memberId)).toMatchObject({ claimed: false, oidcSub: null })
    expect(await accountsOf(memberId)).toBe(1)
  })

  test('consent is denied', async () => {
    const { authorizationUrl } = await beginLink()
    const { url } = await browser.open(authorizationUrl, { denies: true })
    expect(url).toBe(`${SERVICE}/?error=oidc-denied`)
    expect(await accountsOf(memberId)).toBe(1)
  })

  test('the state is ten minutes old', async () => {
    const { authorizationUrl } = await beginLink()
    const { url } = await browser.open(authorizationUrl, { as: 'late', until: atCallback })
    household.clock.advance(600_000)
    // The cookie is as old, and speaks first.
    expect((await browser.open(url)).url).toBe(`${SERVICE}/?error=oidc-state`)
    expect(await accountsOf(memberId)).toBe(1)
  })

  test('the state was used before', async () => {
    const { authorizationUrl } = await beginLink()
    const { url } = await browser.open(authorizationUrl, { as: 'replayed', until: atCallback })
    const flow = browser.cookieNamed('oidc-flow')!
    expect((await browser.open(url)).url).toBe(`${SERVICE}/`)
    browser.put('oidc-flow', flow)
    expect((await browser.open(url)).url).toBe(`${SERVICE}/?error=oidc-link-expired`)
  })

  test('the state was used and a fresh code is brought with it', async () => {
    const { authorizationUrl } = await beginLink()
    const { url: first } = await browser.open(authorizationUrl, { as: 'twice', until: atCallback })
    const flow = browser.cookieNamed('oidc-flow')!
    await browser.open(first)
    const { url: second } = await browser.open(authorizationUrl, { as: 'twice', until: atCallback })
    browser.put('oidc-flow', flow)
    expect((await browser.open(second)).url).toBe(`${SERVICE}/?error=oidc-link-expired`)
  })

  test('somebody else is made to open the link: their browser did not begin it', async () => {
    const { authorizationUrl } = await beginLink()
    const victim = new Browser(household)
    const { url } = await victim.open(authorizationUrl, { as: 'victim' })
    expect(url).toBe(`${SERVICE}/?error=oidc-state`)
    expect(await rowOf(memberId)).toMatchObject({ oidcSub: null })
  })

  test('another state comes back: the right one is not used up by it', async () => {
    const { authorizationUrl } = await beginLink()
    const { url } = await browser.open(authorizationUrl, { as: 'persistent', until: atCallback })
    const flow = browser.cookieNamed('oidc-flow')!
    const forged = new URL(url)
    forged.searchParams.set('state', await issueLinkState(household.ctx, memberId))
    expect((await browser.open(forged.href)).url).toBe(`${SERVICE}/?error=oidc-state`)
    browser.put('oidc-flow', flow)
    expect((await browser.open(url)).url).toBe(`${SERVICE}/`)
  })

  test.each<[string, () => Promise<unknown>]>([
    ['has another password', () => resetPassword(household.ctx, memberId, secret('a password that nobody else has'))],
    ['was signed out everywhere', () => endAllSessions(household.ctx, memberId)],
    ['has signed out', () => ask(household, { cookie: browser.cookie }, 'POST /api/auth/local/logout')],
  ])('the member %s in between: whoever had their session binds nobody', async (_, end) => {
    const { authorizationUrl } = await beginLink()
    const { url } = await browser.open(authorizationUrl, { as: 'thief', until: atCallback })
    await end()
    expect((await browser.open(url)).url).toBe(`${SERVICE}/?error=oidc-link-expired`)
    expect(await rowOf(memberId)).toMatchObject({ claimed: false, oidcSub: null })
    expect(await accountsOf(memberId)).toBe(1)
  })

  test('the member has been removed in between', async () => {
    const { authorizationUrl } = await beginLink()
    const { url } = await browser.open(authorizationUrl, { as: 'orphan', until: atCallback })
    await household.ctx.db.delete(members).where(eq(members.id, memberId))
    expect((await browser.open(url)).url).toBe(`${SERVICE}/?error=oidc-link-expired`)
  })
})

test('of two members who link one identity at once, one gets it', async () => {
  const { ctx } = household
  const other = await addLocalMember(ctx, { displayName: 'Cleo', username: `rival-${count}`, password: PASSWORD })
  const identity = { issuer: provider.issuer, subject: 'wanted by two' }
  const outcomes = await Promise.allSettled([linkIdentity(ctx, memberId, identity), linkIdentity(ctx, other, identity)])
  expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
  const lost = outcomes.find((outcome) => outcome.status === 'rejected')
  expect(lost?.reason).toMatchObject({ reason: 'oidc-link-conflict' })
  expect((await accountsOf(memberId)) + (await accountsOf(other))).toBe(1)
})

describe('without a provider', () => {
  test('there is a state and nowhere to go', async () => {
    const local = await openHousehold()
    const id = await addLocalMember(local.ctx, { displayName: 'Ada', username: 'ada', password: PASSWORD })
    const { status, body } = await ask(local, { cookie: await cookieFor(local.ctx, id) }, 'POST /api/me/link-oidc')
    expect(status).toBe(200)
    expect(body).toEqual({ signedState: expect.any(String), authorizationUrl: null })
    await local.close()
  })

  test('without a secret to sign with there is no state', async () => {
    const bare = await openHousehold({ env: { DEV_AUTH_BYPASS: 'true', LOCAL_SESSION_SECRET: '' } })
    const { status, body } = await ask(bare, null, 'POST /api/me/link-oidc')
    expect({ status, body }).toEqual({ status: 503, body: { error: 'Service unavailable' } })
    await bare.close()
  })
})

test('a provider that is down is said so at once', async () => {
  const lonely = await openHousehold({ env: { ...provider.env, OIDC_ISSUER: 'http://localhost:9' } })
  const id = await addLocalMember(lonely.ctx, { displayName: 'Ada', username: 'ada', password: PASSWORD })
  const { status } = await ask(lonely, { cookie: await cookieFor(lonely.ctx, id) }, 'POST /api/me/link-oidc')
  expect(status).toBe(503)
  await lonely.close()
})

test('a link state does not sign anybody in', async () => {
  const state = await issueLinkState(household.ctx, memberId)
  for (const cookie of [`local-session=${state}`, `oidc-auth=${state}`]) {
    expect((await ask(household, { cookie }, 'GET /api/me')).status).toBe(401)
  }
})
