import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createApp } from '../../../src/app'
import { warnOfOpenSetup } from '../../../src/features/setup'
import { SETTING, setSetting, setSettings } from '../../../src/household/settings'
import { addLocalMember } from '../../../src/identity/local/accounts'
import { issueOidcSessionCookie } from '../../../src/identity/oidc/oidc-session'
import { oidcSettings } from '../../../src/identity/oidc/settings'
import { type Context, createContext } from '../../../src/platform/context'
import type { Transaction } from '../../../src/platform/db/client'
import { appConfig, calendarCredentials, endedSessions, members } from '../../../src/platform/db/schema'
import { ask, cookieFor } from '../../support/cast'
import { type Household, openHousehold } from '../../support/household'
import { Browser, startOidcServer } from '../../support/oidc'
import { secret } from '../../support/secrets'
import { servers } from '../../support/servers'
import { ACCOUNT, CONFIG, STEPS, VAPID } from './first-run'
import { meanwhile } from './meanwhile'

const PASSWORD = secret('the password of the first admin')
const LOCAL = { username: 'ada', initialPassword: PASSWORD, displayName: 'Ada' }
const COMPLETE = { error: 'Setup is complete' }
const HAS_ADMIN = { error: 'There is an administrator: sign in as one to go on with the setup' }

type Who = { cookie: string } | null
let household: Household
beforeAll(async () => {
  const { url } = await servers.radicale()
  household = await openHousehold({ env: { CALDAV_URL: url, VAPID_PUBLIC_KEY: VAPID } })
})
afterAll(() => household.close())
/** Each test begins with a house that nobody has moved into. */
beforeEach(async () => {
  for (const table of [members, appConfig, endedSessions]) await household.ctx.db.delete(table)
  household.logLines.length = 0
})

const step = async (who: Who, path: string, body?: unknown, { app } = household) => {
  const answer = await ask({ app }, who, `POST /api/setup/${path}`, body)
  return { status: answer.status, body: answer.body }
}
const isComplete = async (who: Who, { app } = household) =>
  (await ask<{ setupComplete: boolean }>({ app }, who, 'GET /api/setup/status')).body.setupComplete
const OK = { status: 200, body: { ok: true } }

/** Nothing of the wizard opens, whatever is sent, and nothing is stored. */
async function expectClosed(who: Who, body: Record<string, unknown>, house = household) {
  const rows = async () => [await house.ctx.db.$count(members), await house.ctx.db.$count(calendarCredentials)]
  const [before, settings] = [await rows(), await settingsOf(house)]
  for (const path of STEPS) {
    for (const sent of [{ ...CONFIG, ...ACCOUNT, username: 'mallory', initialPassword: PASSWORD }, '{ broken']) {
      expect({ path, ...(await step(who, path, sent, house)) }).toEqual({ path, status: 423, body })
    }
  }
  expect([await rows(), await settingsOf(house)]).toEqual([before, settings])
  expect(await isComplete(who, house)).toBe(true)
}

async function settingsOf({ ctx }: Household) {
  const rows = await ctx.db.select({ key: appConfig.key, value: appConfig.value }).from(appConfig)
  return rows.toSorted((a, b) => a.key.localeCompare(b.key))
}

const addAdmin = (isAdmin = true) =>
  addLocalMember(household.ctx, {
    displayName: 'Ada',
    username: `ada-${crypto.randomUUID()}`,
    password: PASSWORD,
    isAdmin,
  })
const sessionOf = async (id: number) => ({ cookie: await cookieFor(household.ctx, id) })

describe('once an administrator can sign in', () => {
  test('with a local account, the wizard is closed to strangers', async () => {
    await addAdmin()
    await expectClosed(null, HAS_ADMIN)
  })

  test('through the provider, the wizard is closed to strangers and open to that administrator', async () => {
    const provider = await startOidcServer()
    const house = await openHousehold({ env: { ...provider.env, VAPID_PUBLIC_KEY: VAPID } })
    expect(await isComplete(null, house)).toBe(false)
    const browser = new Browser(house)
    await browser.open('/api/login', { as: 'owner' })
    await expectClosed(null, HAS_ADMIN, house)
    const owner = { cookie: browser.cookie }
    expect(await isComplete(owner, house)).toBe(false)
    expect(await step(owner, 'validate/db', undefined, house)).toEqual(OK)
    expect(await step(owner, 'config', CONFIG, house)).toEqual(OK)
    expect((await step(owner, 'complete', undefined, house)).status).toBe(422)
    await house.close()
    await provider.stop()
  })

  test('the wizard is closed to members without the role, and to sessions that have ended', async () => {
    const [admin, member] = [await addAdmin(), await addAdmin(false)]
    await expectClosed(await sessionOf(member), HAS_ADMIN)
    const session = await sessionOf(admin)
    expect(await isComplete(session)).toBe(false)
    await ask(household, session, 'POST /api/auth/local/logout')
    await expectClosed(session, HAS_ADMIN)
  })

  test('no token of a program opens it, not even an administrator’s beside the session', async () => {
    const session = await sessionOf(await addAdmin())
    const program = { name: 'Watch', scope: 'events' }
    const { body } = await ask<{ token: string }>(household, session, 'POST /api/me/tokens', program)
    const headers = { authorization: `Bearer ${body.token}` }
    for (const who of [null, session]) {
      const answer = await ask(household, who, 'POST /api/setup/config', CONFIG, headers)
      expect(answer).toMatchObject({ status: 423, body: HAS_ADMIN })
    }
  })

  test('a local administrator goes on where the wizard stands', async () => {
    const session = await sessionOf(await addAdmin())
    expect(await step(session, 'config', CONFIG)).toEqual(OK)
    expect((await step(session, 'credential', ACCOUNT)).status).toBe(409)
    expect((await step(session, 'complete')).status).toBe(422)
    await ask(household, session, 'POST /api/me/credential', { providerType: 'caldav', ...ACCOUNT })
    expect(await step(session, 'complete')).toEqual(OK)
    await expectClosed(session, COMPLETE)
  })

  test('an administrator who cannot sign in closes nothing', async () => {
    expect(await step(null, 'credential', ACCOUNT)).toEqual(OK)
    expect(await isComplete(null)).toBe(false)
    expect(await step(null, 'config', CONFIG)).toEqual(OK)
    expect(await step(null, 'complete')).toEqual(OK)
    await expectClosed(null, COMPLETE)
  })
})

describe('the wizard that made the administrator', () => {
  async function createAdmin(house = household) {
    const { status, headers } = await ask(house, null, 'POST /api/setup/credential', { ...ACCOUNT, ...LOCAL })
    expect(status).toBe(200)
    const line = headers.getSetCookie().find((each) => each.startsWith('setup-session='))!
    const [admin] = await house.ctx.db.select().from(members).where(eq(members.isAdmin, true))
    return { adminId: admin!.id, line, wizard: { cookie: line.split(';')[0]! } }
  }

  test('goes on to its end, and nobody else does', async () => {
    const { wizard } = await createAdmin()
    await expectClosed(null, HAS_ADMIN)
    expect(await isComplete(wizard)).toBe(false)
    expect(await step(wizard, 'config', CONFIG)).toEqual(OK)
    expect(await step(wizard, 'validate/vapid')).toEqual(OK)
    expect((await step(wizard, 'credential', ACCOUNT)).status).toBe(409)
    expect(await step(wizard, 'complete')).toEqual(OK)
    await expectClosed(wizard, COMPLETE)
  })

  test.each([
    ['production', true],
    ['test', false],
  ])('knows itself by a cookie for the wizard alone: NODE_ENV %s', async (NODE_ENV, isSecure) => {
    const house = await openHousehold({ env: { NODE_ENV, CALDAV_URL: household.config.caldavUrl! } })
    const { line } = await createAdmin(house)
    const [, ...attributes] = line.split('; ')
    const expected = ['HttpOnly', 'Max-Age=3600', 'Path=/api/setup', 'SameSite=Strict', ...(isSecure ? ['Secure'] : [])]
    expect(attributes.toSorted()).toEqual(expected)
    await house.close()
  })

  test('has an hour', async () => {
    const { wizard } = await createAdmin()
    household.clock.advance(3_599_000)
    expect(await isComplete(wizard)).toBe(false)
    household.clock.advance(1_000)
    await expectClosed(wizard, HAS_ADMIN)
  })

  test('ends with the sessions of its administrator: the browser may be somebody else’s by then', async () => {
    const { wizard, adminId } = await createAdmin()
    await ask(household, await sessionOf(adminId), `POST /api/admin/members/${adminId}/sign-out`)
    await expectClosed(wizard, HAS_ADMIN)
    expect(await isComplete(await sessionOf(adminId))).toBe(false)
  })

  test('gives way when somebody else is an administrator, too', async () => {
    const { wizard } = await createAdmin()
    await addAdmin()
    await expectClosed(wizard, HAS_ADMIN)
  })

  test('is nobody’s session, and no session is its', async () => {
    const { wizard, adminId } = await createAdmin()
    const token = wizard.cookie.slice('setup-session='.length)
    for (const name of ['local-session', 'oidc-auth', 'oidc-flow']) {
      expect((await ask(household, { cookie: `${name}=${token}` }, 'GET /api/me')).status).toBe(401)
    }
    const member = await addAdmin(false)
    const claims = { memberId: adminId, sessionVersion: 0 }
    const others = [
      (await cookieFor(household.ctx, member)).split('=')[1],
      (await cookieFor(household.ctx, adminId)).split('=')[1],
      (await issueOidcSessionCookie(household.ctx, claims)).value,
      token.slice(0, -3),
      '',
    ]
    for (const other of others) expect(await isComplete({ cookie: `setup-session=${other}` })).toBe(true)
  })
})

describe('what has begun while the wizard was open is asked again at its end', () => {
  const adminMovesIn = (tx: Transaction) =>
    tx.insert(members).values({ color: '#000000', isAdmin: true, claimed: true, createdAt: household.clock.now() })

  test('the configuration', async () => {
    expect(await meanwhile(household, () => step(null, 'config', CONFIG), adminMovesIn)).toEqual({
      status: 423,
      body: HAS_ADMIN,
    })
    const stored = (await settingsOf(household)).map(({ key }) => key)
    expect(stored).not.toContain(SETTING.oidcIssuer)
  })

  test.each([
    ['the first administrator', ACCOUNT],
    ['the first administrator with an account', { ...ACCOUNT, ...LOCAL }],
  ])('%s', async (_, body) => {
    expect(await meanwhile(household, () => step(null, 'credential', body), adminMovesIn)).toEqual({
      status: 423,
      body: HAS_ADMIN,
    })
    expect(await household.ctx.db.$count(members)).toBe(1)
    expect(await household.ctx.db.$count(calendarCredentials)).toBe(0)
  })

  test('the end itself', async () => {
    await step(null, 'credential', ACCOUNT)
    expect(await meanwhile(household, () => step(null, 'complete'), adminMovesIn)).toEqual({
      status: 423,
      body: HAS_ADMIN,
    })
    expect((await settingsOf(household)).map(({ key }) => key)).not.toContain(SETTING.setupComplete)
  })

  test('a configuration, when the setup was completed', async () => {
    const setting = { key: SETTING.setupComplete, value: 'true', updatedAt: household.clock.now() }
    const answer = meanwhile(
      household,
      () => step(null, 'config', CONFIG),
      (tx) => tx.insert(appConfig).values(setting),
    )
    expect(await answer).toEqual({ status: 423, body: COMPLETE })
  })

  test('of two first administrators with accounts at once one is created, the other is told 409', async () => {
    const second = { ...ACCOUNT, ...LOCAL, username: 'other' }
    const answers = await Promise.all([
      step(null, 'credential', { ...ACCOUNT, ...LOCAL }),
      step(null, 'credential', second),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await household.ctx.db.$count(members)).toBe(1)
  })
})

test('every write of the wizard is in the log, as a warning and without a value of the body', async () => {
  await step(null, 'config', CONFIG)
  await step(null, 'credential', { ...ACCOUNT, ...LOCAL, appPassword: 'refused' })
  await step(null, 'credential', ACCOUNT)
  await step(null, 'complete')
  const warnings = household.logLines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn')
  const [admin] = await household.ctx.db.select({ id: members.id }).from(members)
  expect(warnings.map(({ time, level, ...fields }) => fields)).toEqual([
    { message: 'setup wizard: configuration stored', issuer: 'https://id.example' },
    { message: 'setup wizard: administrator created', memberId: admin!.id },
    { message: 'setup wizard: completed' },
  ])
})

test('the lock does not fall for a setting that is not true', async () => {
  await setSetting(household.ctx, SETTING.setupComplete, 'false')
  expect(await isComplete(null)).toBe(false)
})

describe('processes on one database', () => {
  /** Another process, or the same one started again. */
  const start = async () => {
    const ctx = createContext({ ...household.ctx })
    await warnOfOpenSetup(ctx)
    return { ctx, app: createApp(ctx) }
  }
  const issuerIn = async ({ ctx }: { ctx: Context }) => (await oidcSettings(ctx))?.issuer.href ?? null
  const CONFIGURED = new URL(CONFIG.oidcIssuer).href

  test('begin with the provider of the wizard, and close it, when one of them has started with it', async () => {
    const [one, other] = [await start(), await start()]
    expect(await step(null, 'config', CONFIG, { ...household, ...one })).toEqual(OK)
    household.clock.advance(1_000)
    for (const process of [one, other]) {
      expect([await issuerIn(process), await isComplete(null, { ...household, ...process })]).toEqual([null, false])
    }
    const restarted = await start()
    expect(await issuerIn(restarted)).toBe(CONFIGURED)
    household.clock.advance(1_000)
    for (const process of [one, other, restarted]) {
      expect(await issuerIn(process)).toBe(CONFIGURED)
      await expectClosed(null, COMPLETE, { ...household, ...process })
    }
  })

  test('go on with the provider they have while another one is stored that none has started with', async () => {
    const one = await start()
    await setSettings(household.ctx, household.ctx.db, STORED)
    const other = await start()
    household.clock.advance(1_000)
    const before = await oidcSettings(one.ctx)
    expect(before?.issuer.href).toBe('https://first.example/')
    await setSetting(household.ctx, SETTING.oidcIssuer, 'https://second.example')
    household.clock.advance(1_000)
    // The same object: what is known of the provider hangs on it.
    expect(await oidcSettings(one.ctx)).toBe(before)
    const restarted = await start()
    household.clock.advance(1_000)
    for (const process of [one, other, restarted]) expect(await issuerIn(process)).toBe('https://second.example/')
  })
})

const STORED = {
  [SETTING.oidcIssuer]: 'https://first.example',
  [SETTING.oidcClientId]: 'corkboard',
  [SETTING.externalUrl]: 'https://home.example',
}
