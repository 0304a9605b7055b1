import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { connectAccount, probeCredential } from '../../src/calendar/connect'
import { CredentialError, type CredentialInput, loadAccount, membersWithAccount } from '../../src/household/credentials'
import { open, SealError, seal } from '../../src/platform/crypto/seal'
import { calendarCredentials } from '../../src/platform/db/schema'
import { type Cast, seatCast } from '../support/cast'
import { type Household, openHousehold } from '../support/household'
import { answer, cutBefore, type FaultProxy, type ProxyAnswer, rewrite, startProxy } from '../support/proxy'
import { rejectionOf } from '../support/rejection'
import { CALDAV_USERS, servers } from '../support/servers'

let household: Household
let proxy: FaultProxy
let cast: Cast

beforeAll(async () => {
  proxy = await startProxy((await servers.radicale()).url)
  household = await openHousehold({ env: { CALDAV_URL: proxy.url } })
  cast = await seatCast(household.ctx)
})
beforeEach(async () => {
  proxy.reset()
  household.logLines.length = 0
  await household.ctx.db.delete(calendarCredentials)
})
afterAll(async () => {
  await household.close()
  await proxy.stop()
})

const PASSWORD = CALDAV_USERS.ada ?? ''
const input = (appPassword = PASSWORD) => ({ providerType: 'caldav', accountEmail: 'ada', appPassword })
const OUTCOMES: Record<number, string> = { 400: 'refused', 503: 'unreachable' }
const connect = (memberId: number, account: CredentialInput) =>
  connectAccount(household.ctx, memberId, account).then(
    () => 'stored',
    (error) => OUTCOMES[error.status] ?? error,
  )
const store = (memberId: number, appPassword?: string) => connect(memberId, input(appPassword))
const rowOf = async (memberId: number) => {
  const rows = await household.ctx.db.select().from(calendarCredentials).where(eq(calendarCredentials.userId, memberId))
  return rows[0]
}

describe('an account is stored when its server has accepted it', () => {
  test('with its calendar home, and opens again', async () => {
    expect(await store(cast.ada.id)).toBe('stored')
    expect(await loadAccount(household.ctx, cast.ada.id)).toEqual({
      username: 'ada',
      password: PASSWORD,
      serverUrl: null,
      homeUrl: `${proxy.url}ada/`,
      authScheme: 'basic',
      refusedUntil: null,
      refusals: 0,
      unreadableBecause: null,
      storedAt: household.clock.now(),
    })
    expect((await membersWithAccount(household.ctx)).map(({ memberId }) => memberId)).toEqual([cast.ada.id])
  })

  test('in place of the one before', async () => {
    await store(cast.ada.id)
    const ben = { providerType: 'caldav', accountEmail: 'ben', appPassword: CALDAV_USERS.ben ?? '' }
    expect(await connect(cast.ada.id, ben)).toBe('stored')
    expect(await loadAccount(household.ctx, cast.ada.id)).toMatchObject({
      username: 'ben',
      homeUrl: `${proxy.url}ben/`,
    })
    expect((await membersWithAccount(household.ctx)).map(({ memberId }) => memberId)).toEqual([cast.ada.id])
  })

  test('a check alone stores nothing', async () => {
    expect(await probeCredential(household.ctx, input())).toEqual({
      outcome: 'ok',
      homeUrl: `${proxy.url}ada/`,
      authScheme: 'basic',
      userAddresses: [],
    })
    expect(await rowOf(cast.ada.id)).toBeUndefined()
  })

  test('with the addresses that its server knows it by', async () => {
    const hrefs = [
      'mailto:Ada@Family.example',
      'MAILTO:ada%2Bwork@family.example',
      '/principals/ada/',
      'urn:uuid:1',
      'mailto:',
    ]
    const set = hrefs.map((href) => `<D:href xmlns:D="DAV:">${href}</D:href>`).join('')
    const withAddresses = (answer: ProxyAnswer) => ({
      ...answer,
      body: answer.body.replace(
        /(<(\w*:?)calendar-user-address-set)\s*(?:\/>|>.*?<\/\2calendar-user-address-set>)/s,
        `$1>${set}</$2calendar-user-address-set>`,
      ),
    })
    proxy.fault({ method: 'PROPFIND', body: /calendar-user-address-set/ }, rewrite(withAddresses))
    expect(await store(cast.ada.id)).toBe('stored')
    expect((await rowOf(cast.ada.id))?.userAddresses).toBe('ada@family.example ada+work@family.example')
    proxy.reset()
    expect(await store(cast.ada.id)).toBe('stored')
    expect((await rowOf(cast.ada.id))?.userAddresses).toBeNull()
  })
})

describe('otherwise nothing is stored, and an earlier one stays', () => {
  test.each([
    ['a wrong password', 'wrong', null, 'refused'],
    ['a server that fails', PASSWORD, () => answer(500), 'unreachable'],
    ['a server that cannot be reached', PASSWORD, cutBefore, 'unreachable'],
    ['an address without CalDAV', PASSWORD, () => answer(404), 'refused'],
  ] as const)('%s', async (_case, password, fault, outcome) => {
    await store(cast.ada.id)
    const before = await rowOf(cast.ada.id)
    if (fault !== null) proxy.fault({}, fault())
    expect(await store(cast.ada.id, password)).toBe(outcome)
    expect(await store(cast.ben.id, password)).toBe(outcome)
    expect(await rowOf(cast.ada.id)).toEqual(before)
    expect(await rowOf(cast.ben.id)).toBeUndefined()
  })

  test.each(['https://127.0.0.1/', 'https://[::1]/', 'https://169.254.169.254/latest/', 'https://10.0.0.1/'])(
    'a server of the member’s at %s',
    async (serverUrl) => {
      const outcome = await connect(cast.ada.id, { ...input(), serverUrl })
      expect(outcome).toBe('refused')
      expect(await rowOf(cast.ada.id)).toBeUndefined()
    },
  )

  test('the operator’s own server may be named by a member', async () => {
    const named = { ...input(), serverUrl: proxy.url }
    expect(await connect(cast.ada.id, named)).toBe('stored')
    expect(await loadAccount(household.ctx, cast.ada.id)).toMatchObject({ serverUrl: proxy.url })
  })
})

describe('the password', () => {
  test('stands nowhere in the row or the log', async () => {
    await store(cast.ada.id)
    await store(cast.ada.id, 'another-secret')
    expect(JSON.stringify(await rowOf(cast.ada.id))).not.toContain(PASSWORD)
    expect(household.logLines.join('')).not.toMatch(/app-password|another-secret/)
  })

  test('is sealed differently each time', async () => {
    await store(cast.ada.id)
    const first = (await rowOf(cast.ada.id))?.appPassword
    await store(cast.ada.id)
    expect((await rowOf(cast.ada.id))?.appPassword).not.toBe(first)
  })

  test('does not open in another member’s row', async () => {
    await store(cast.ada.id)
    const { userId: _owner, ...columns } = (await rowOf(cast.ada.id))!
    await household.ctx.db.insert(calendarCredentials).values({ ...columns, userId: cast.ben.id })
    expect(await rejectionOf(loadAccount(household.ctx, cast.ben.id))).toBeInstanceOf(CredentialError)
    expect(await loadAccount(household.ctx, cast.ada.id)).toMatchObject({ password: PASSWORD })
  })

  test.each([
    ['empty', ''],
    ['the password as it is', PASSWORD],
    ['cut', (sealed: string) => sealed.slice(0, -4)],
    // Not the last one: some of its bits mean nothing in base64.
    ['altered', (sealed: string) => sealed.replace(/.(?=.{5}$)/, (letter) => (letter === 'A' ? 'B' : 'A'))],
    ['without its tag', (sealed: string) => sealed.replace(/^(v1\.[^.]+)\.[^.]+/, '$1.')],
    ['with a shorter tag', (sealed: string) => sealed.replace(/^(v1\.[^.]+\.[^.]{6})[^.]*/, '$1')],
  ] as const)('stored %s is an error, never an empty password', async (_case, value) => {
    await store(cast.ada.id)
    const sealed = (await rowOf(cast.ada.id))?.appPassword ?? ''
    await household.ctx.db
      .update(calendarCredentials)
      .set({ appPassword: typeof value === 'string' ? value : value(sealed) })
      .where(eq(calendarCredentials.userId, cast.ada.id))
    expect(await rejectionOf(loadAccount(household.ctx, cast.ada.id))).toBeInstanceOf(CredentialError)
    expect(household.logLines.some((line) => line.includes('does not open'))).toBe(true)
    expect(household.logLines.join('')).not.toContain(PASSWORD)
  })

  test('under another key is an error', async () => {
    await store(cast.ada.id)
    const ctx = { ...household.ctx, config: { ...household.config, encryptionKey: Buffer.alloc(32, 7) } }
    expect(await rejectionOf(loadAccount(ctx, cast.ada.id))).toBeInstanceOf(CredentialError)
  })

  test('nobody’s is null', async () => {
    expect(await loadAccount(household.ctx, cast.cleo.id)).toBeNull()
  })
})

describe('sealing', () => {
  const key = Buffer.alloc(32, 1)

  test.each(['', 'x', 'pä€ß 😀', 'x'.repeat(500)])('%p comes back', (text) => {
    expect(open(seal(text, key, 1), key, 1)).toBe(text)
  })

  test('not with another key, for another owner, or in another version', () => {
    const sealed = seal('secret', key, 1)
    for (const attempt of [
      () => open(sealed, Buffer.alloc(32, 2), 1),
      () => open(sealed, key, 11),
      () => open(sealed.replace('v1', 'v2'), key, 1),
      () => open('', key, 1),
    ]) {
      expect(attempt).toThrow(SealError)
    }
  })
})
