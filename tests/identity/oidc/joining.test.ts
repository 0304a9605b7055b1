import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { storeCredential } from '../../../src/household/credentials'
import { lockHousehold } from '../../../src/household/lock'
import { createMember } from '../../../src/household/members'
import { SETTING, setSetting } from '../../../src/household/settings'
import { addLocalMember } from '../../../src/identity/local/accounts'
import { admissions, listShares, lists, members } from '../../../src/platform/db/schema'
import { inTransaction } from '../../../src/platform/db/transaction'
import { ask, cookieFor } from '../../support/cast'
import { type Household, openHousehold } from '../../support/household'
import { atCallback, Browser, type OidcServer, SERVICE, startOidcServer } from '../../support/oidc'
import { secret } from '../../support/secrets'

const PASSWORD = secret('the password of the one who admits')
let provider: OidcServer
beforeAll(async () => {
  provider = await startOidcServer()
})
afterAll(() => provider.stop())

let household: Household
let ada: { cookie: string }
/** Somebody heard of by the administrators, by the name the provider gives them. */
let heardOf: (string | null)[]
afterEach(async () => {
  await provider.behave({})
  await household.close()
})

async function open(rule: string, { hasAdmin = true } = {}) {
  household = await openHousehold({ env: { ...provider.env, OIDC_ADMISSION: rule } })
  heardOf = []
  household.ctx.signals.applicant = (name) => heardOf.push(name)
  if (!hasAdmin) return
  const id = await addLocalMember(household.ctx, {
    displayName: 'Ada',
    username: 'ada',
    password: PASSWORD,
    isAdmin: true,
  })
  ada = { cookie: await cookieFor(household.ctx, id) }
}

interface Arrival {
  url: string
  status: number
  text: string
  browser: Browser
}

async function arrive(as: string): Promise<Arrival> {
  const browser = new Browser(household)
  const { url, answer } = await browser.open('/api/login', { as })
  return { url, status: answer?.status ?? 0, text: (await answer?.text()) ?? '', browser }
}

const isIn = ({ url, browser }: Arrival) => url === `${SERVICE}/` && browser.cookieNamed('oidc-auth') !== undefined
const isRefused = ({ url, status, browser }: Arrival) =>
  url.startsWith(`${SERVICE}/callback`) && status === 403 && browser.cookieNamed('oidc-auth') === undefined

interface Waiting {
  id: number
  displayName: string | null
  email: string | null
  createdAt: string
  lastSeenAt: string
}
const waiting = async () =>
  (await ask<{ admissions: Waiting[] }>(household, ada, 'GET /api/admin/admissions')).body.admissions
const memberOf = async (subject: string) =>
  (await household.ctx.db.select().from(members).where(eq(members.oidcSub, subject)))[0]

async function addUnclaimedAdmin() {
  const { ctx } = household
  const id = await inTransaction(ctx.db, async (tx) => {
    await lockHousehold(ctx, tx)
    return createMember(ctx, tx, { displayName: null, isAdmin: true })
  })
  const account = {
    providerType: 'caldav',
    accountEmail: 'a@example.org',
    appPassword: secret('app password, waiting'),
  }
  await storeCredential(ctx, ctx.db, id, account, { homeUrl: 'https://dav.example/home/' })
  return id
}

describe('where everybody with an account may join', () => {
  test.each(['open', ''])('they do: OIDC_ADMISSION=%s', async (rule) => {
    await open(rule)
    expect(isIn(await arrive('ben'))).toBe(true)
    expect(await waiting()).toEqual([])
    expect(heardOf).toEqual([])
  })
})

describe('where an administrator approves', () => {
  beforeEach(() => open('approve'))

  test('somebody new waits, with a plain page, and the administrators hear of it once', async () => {
    await provider.behave({ people: { ben: { name: 'Ben', email: 'ben@example.org' } } })
    const first = await arrive('ben')
    expect(isRefused(first)).toBe(true)
    expect(first.text).toContain('An administrator of this household has to let you in')
    for (const told of ['Ben', 'ben@', '<script', 'style=']) expect(first.text).not.toContain(told)
    household.clock.advance(60_000)
    await provider.behave({ people: { ben: { name: 'Benjamin', email: 'ben@example.org' } } })
    expect(isRefused(await arrive('ben'))).toBe(true)
    expect(heardOf).toEqual(['Ben'])
    expect(await waiting()).toEqual([
      {
        id: expect.any(Number),
        displayName: 'Benjamin',
        email: 'ben@example.org',
        createdAt: '2026-11-20T12:00:00.000Z',
        lastSeenAt: '2026-11-20T12:01:00.000Z',
      },
    ])
    expect(await memberOf('ben')).toBeUndefined()
  })

  test('who is admitted is a member as any other who signs in there, never an admin', async () => {
    const { db, ctx } = { db: household.ctx.db, ctx: household.ctx }
    const shared = { name: 'Groceries', isShared: true, createdAt: ctx.now(), updatedAt: ctx.now() }
    const [owner] = await db.select({ id: members.id }).from(members)
    await db.insert(lists).values({ ...shared, ownerId: owner!.id })
    await provider.behave({ people: { ben: { name: 'Ben' } } })
    await arrive('ben')
    const [applicant] = await waiting()
    const admit = () => ask<{ id: number }>(household, ada, `POST /api/admin/admissions/${applicant!.id}/admit`)
    const { status, body } = await admit()
    expect(status).toBe(201)
    expect(body).toEqual({ id: (await memberOf('ben'))!.id })
    expect(await memberOf('ben')).toMatchObject({ displayName: 'Ben', isAdmin: false, claimed: true })
    expect(await db.$count(listShares, eq(listShares.userId, body.id))).toBe(1)
    expect((await admit()).status).toBe(404)
    expect(await waiting()).toEqual([])
    const arrival = await arrive('ben')
    expect(isIn(arrival)).toBe(true)
    expect((await (await arrival.browser.send('GET /api/me')).json()) as object).toMatchObject({
      user: { id: body.id },
    })
  })

  test('of two who admit somebody at once, one does', async () => {
    await arrive('ben')
    const [applicant] = await waiting()
    const admit = () => ask(household, ada, `POST /api/admin/admissions/${applicant!.id}/admit`)
    const answers = await Promise.all([admit(), admit(), admit()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 404, 404])
  })

  test('who is turned away may ask again, and is heard of again', async () => {
    await arrive('ben')
    const [{ id } = { id: 0 }] = await waiting()
    const { status, body } = await ask(household, ada, `DELETE /api/admin/admissions/${id}`)
    expect({ status, body }).toEqual({ status: 200, body: { id } })
    expect((await ask(household, ada, `DELETE /api/admin/admissions/${id}`)).status).toBe(404)
    expect(await waiting()).toEqual([])
    expect(isRefused(await arrive('ben'))).toBe(true)
    expect(heardOf).toHaveLength(2)
  })

  test('who is a member already signs in as ever', async () => {
    await household.ctx.db
      .insert(members)
      .values({ color: '#000000', oidcIss: provider.issuer, oidcSub: 'cleo', claimed: true, createdAt: new Date(0) })
    expect(isIn(await arrive('cleo'))).toBe(true)
  })

  test('linking the own account is not asking, and ends the waiting of that identity', async () => {
    await arrive('ben')
    expect(await waiting()).toHaveLength(1)
    const account = { displayName: 'Ben', username: 'ben', password: PASSWORD }
    const id = await addLocalMember(household.ctx, account)
    const browser = new Browser(household)
    browser.put('local-session', (await cookieFor(household.ctx, id)).split('=')[1]!)
    const begun = await browser.send('POST /api/me/link-oidc')
    const { authorizationUrl } = (await begun.json()) as { authorizationUrl: string }
    const { url } = await browser.open(authorizationUrl, { as: 'ben' })
    expect(url).toBe(`${SERVICE}/`)
    expect(await memberOf('ben')).toMatchObject({ id })
    expect(await waiting()).toEqual([])
  })

  test('names of any length and kind are no accident', async () => {
    const bad = { name: `\u202e${'😀'.repeat(5_000)}\0\n`, email: `${'a'.repeat(5_000)}@example.org` }
    await provider.behave({ people: { huge: bad, odd: { name: 7, email: ['x'] }, two: { email: 'a@b@example.org' } } })
    for (const who of ['huge', 'odd', 'two']) expect(isRefused(await arrive(who))).toBe(true)
    const found = await waiting()
    expect(found.map(({ email }) => email)).toEqual([null, null, null])
    expect(found.map(({ displayName }) => displayName?.length ?? null)).toEqual([15, null, 511])
    expect(household.logLines.filter((line) => line.includes('unexpected error'))).toEqual([])
  })

  test('no more than two hundred wait: who was seen longest ago goes first', async () => {
    const { ctx } = household
    const rows = Array.from({ length: 200 }, (_, index) => ({
      oidcIss: provider.issuer,
      oidcSub: `crowd-${index}`,
      createdAt: ctx.now(),
      lastSeenAt: new Date(ctx.now().getTime() - (index + 1) * 1000),
    }))
    await ctx.db.insert(admissions).values(rows)
    await arrive('ben')
    expect(await ctx.db.$count(admissions)).toBe(200)
    const left = (await ctx.db.select({ subject: admissions.oidcSub }).from(admissions)).map(({ subject }) => subject)
    expect(left).toContain('ben')
    expect(left).not.toContain('crowd-199')
  })
})

describe('where an administrator approves and there is none yet', () => {
  beforeEach(() => open('approve', { hasAdmin: false }))

  test('the first to sign in becomes the administrator, the next one waits', async () => {
    expect(isIn(await arrive('ada'))).toBe(true)
    expect(await memberOf('ada')).toMatchObject({ isAdmin: true })
    expect(isRefused(await arrive('ben'))).toBe(true)
  })

  test('the first to sign in after the wizard claims its administrator, the next one waits', async () => {
    const id = await addUnclaimedAdmin()
    expect(isRefused(await arrive('too early'))).toBe(true)
    await setSetting(household.ctx, SETTING.setupComplete, 'true')
    expect(isIn(await arrive('ada'))).toBe(true)
    expect(await memberOf('ada')).toMatchObject({ id, isAdmin: true })
    await addUnclaimedAdmin()
    expect(isRefused(await arrive('ben'))).toBe(true)
  })
})

describe('where a verified address is asked for', () => {
  beforeEach(() => open('domain:example.org', { hasAdmin: false }))

  test.each([
    ['the profile', { people: { ben: { name: 'Ben', email: 'ben@example.org', email_verified: true } } }],
    ['the id_token', { idToken: { name: 'Ben', email: 'ben@EXAMPLE.org', email_verified: true } }],
  ])('somebody with one joins: it stands in %s', async (_, behaviour) => {
    await provider.behave(behaviour)
    expect(isIn(await arrive('ben'))).toBe(true)
    expect(heardOf).toEqual([])
  })

  test.each<[string, Parameters<OidcServer['behave']>[0]]>([
    ['none at all', {}],
    ['one that is not verified', { people: { eve: { email: 'eve@example.org' } } }],
    ['one that is verified in words', { people: { eve: { email: 'eve@example.org', email_verified: 'true' } } }],
    ['one of another domain', { people: { eve: { email: 'eve@evil.example', email_verified: true } } }],
    [
      'one that is verified for another address',
      {
        idToken: { name: 'Eve', email: 'eve@evil.example', email_verified: true },
        people: { eve: { email: 'eve@example.org' } },
      },
    ],
  ])('somebody with %s does not, not even as the first of all', async (_, behaviour) => {
    await provider.behave(behaviour)
    const arrival = await arrive('eve')
    expect(isRefused(arrival)).toBe(true)
    expect(arrival.text).toContain('e-mail address')
    expect(await household.ctx.db.$count(members)).toBe(0)
    expect(await household.ctx.db.$count(admissions)).toBe(0)
  })

  test('the wizard’s administrator is claimed by none of the others', async () => {
    const id = await addUnclaimedAdmin()
    await setSetting(household.ctx, SETTING.setupComplete, 'true')
    expect(isRefused(await arrive('eve'))).toBe(true)
    await provider.behave({ people: { ben: { email: 'ben@example.org', email_verified: true } } })
    expect(isIn(await arrive('ben'))).toBe(true)
    expect(await memberOf('ben')).toMatchObject({ id })
  })
})

describe('the page', () => {
  beforeEach(() => open('approve'))

  /** The answer to the browser that comes back from the provider. */
  async function comeBack(headers: Record<string, string>) {
    const browser = new Browser(household)
    const { url } = await browser.open('/api/login', { as: 'ben', until: atCallback })
    const { pathname, search } = new URL(url)
    const answer = await browser.send(`GET ${pathname}${search}`, headers)
    return { answer, text: await answer.text() }
  }

  const NAVIGATION = { 'sec-fetch-mode': 'navigate', accept: 'text/html' }

  test.each([
    ['de-AT,de;q=0.9,en;q=0.5', 'de', 'muss dich hereinlassen'],
    ['en;q=0.5, de;q=0.9', 'de', 'muss dich hereinlassen'],
    ['fr, de;q=0.1', 'de', 'muss dich hereinlassen'],
    ['en-GB', 'en', 'has to let you in'],
    ['fr', 'en', 'has to let you in'],
    ['de;q=0', 'en', 'has to let you in'],
    ['', 'en', 'has to let you in'],
    [';;;q=x,,', 'en', 'has to let you in'],
  ])('speaks the language of the browser: %j', async (language, lang, words) => {
    const { answer, text } = await comeBack({ ...NAVIGATION, 'accept-language': language })
    expect(answer.status).toBe(403)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(text).toContain(`<html lang="${lang}">`)
    expect(text).toContain(words)
  })

  test('is JSON for a script', async () => {
    const { answer, text } = await comeBack({ 'sec-fetch-mode': 'cors' })
    expect(answer.status).toBe(403)
    expect(JSON.parse(text)).toEqual({ error: 'An administrator of this household has to let you in first' })
  })
})
