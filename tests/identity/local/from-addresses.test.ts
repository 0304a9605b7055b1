import { beforeEach, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { DEVICE_SESSION_COOKIE } from '../../../src/identity/devices/device-session'
import { addLocalMember, resetPassword } from '../../../src/identity/local/accounts'
import { sweepUnknownNames } from '../../../src/identity/local/attempts'
import { signInWithPassword } from '../../../src/identity/local/password-sign-in'
import { loginAttempts } from '../../../src/platform/db/schema'
import { ask } from '../../support/cast'
import { type Household, openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { secret } from '../../support/secrets'

const RIGHT = secret('the right password')
const WRONG = secret('the wrong password')
const NEW = secret('the new password')
const HOUR_MS = 60 * 60_000
const PROXY = '10.0.0.1'

const household = opened(() => openHousehold({ env: { TRUSTED_PROXIES: PROXY } }))
const plain = opened(() => openHousehold())

let count = 0
/** Somebody who has an account, each time another. */
let ada: string
let adaId: number
beforeEach(async () => {
  for (const { ctx, clock, logLines } of [household, plain]) {
    clock.set('2026-11-20T12:00:00Z')
    await ctx.db.delete(loginAttempts)
    logLines.length = 0
  }
  ada = `Ada ${++count}`
  adaId = await addLocalMember(household.ctx, { displayName: 'Ada', username: ada, password: RIGHT })
})

async function tried(address: string, username: string, password = WRONG, { ctx }: Pick<Household, 'ctx'> = household) {
  const done = signInWithPassword(ctx, { username, password, address })
  const { status, headers } = await done.then(
    () => ({ status: 200, headers: {} as Record<string, string> }),
    (refusal) => refusal,
  )
  return { status, wait: headers['retry-after'] ?? null }
}
const statuses = async (times: number, one: (attempt: number) => Promise<{ status: number }>) => {
  const all: number[] = []
  for (let attempt = 0; attempt < times; attempt++) all.push((await one(attempt)).status)
  return all
}
const many = (status: number, times: number) => Array<number>(times).fill(status)

const STRANGER = '192.0.2.7'

test('one name from one address: five times 401, then 429, and 423 after the tenth, for everybody', async () => {
  expect(await statuses(11, () => tried(STRANGER, ada))).toEqual([...many(401, 5), ...many(429, 5), 423])
  expect((await tried('198.51.100.1', ada, RIGHT)).status).toBe(423)
  household.clock.advance(15 * 60_000)
  expect((await tried(STRANGER, ada, RIGHT)).status).toBe(200)
})

describe('an address that tries many names', () => {
  const spray =
    (address: string, from = 0) =>
    (attempt: number) =>
      tried(address, `name ${from + attempt}`)

  test('waits from the twenty-first on, whatever the password, until an hour after the first', async () => {
    expect(await statuses(25, spray(STRANGER))).toEqual([...many(401, 20), ...many(429, 5)])
    household.clock.advance(1000)
    expect(await tried(STRANGER, ada, RIGHT)).toEqual({ status: 429, wait: '3599' })
    household.clock.advance(HOUR_MS - 1000)
    expect((await tried(STRANGER, ada, RIGHT)).status).toBe(200)
  })

  test('locks no further name while it waits', async () => {
    await statuses(20, spray(STRANGER))
    expect(await statuses(12, () => tried(STRANGER, ada))).toEqual(many(429, 12))
    expect((await tried('198.51.100.1', ada, RIGHT)).status).toBe(200)
  })

  test('hears while it waits of no name whether it is locked', async () => {
    await statuses(10, () => tried('198.51.100.1', ada))
    expect((await tried(STRANGER, ada)).status).toBe(423)
    await statuses(20, spray(STRANGER))
    expect((await tried(STRANGER, ada)).status).toBe(429)
  })

  test('is not held a right password against', async () => {
    await statuses(19, spray(STRANGER))
    expect((await tried(STRANGER, ada, RIGHT)).status).toBe(200)
    expect((await tried(STRANGER, 'name 20')).status).toBe(401)
  })

  test('does not stop another address, unless both are of one IPv6 connection', async () => {
    await statuses(20, (attempt) => tried(`2001:db8:1:2::${attempt}`, `name ${attempt}`))
    expect((await tried('2001:db8:1:2:ffff::', ada, RIGHT)).status).toBe(429)
    expect((await tried('2001:db8:1:3::', ada, RIGHT)).status).toBe(200)
    expect((await tried(STRANGER, ada, RIGHT)).status).toBe(200)
  })

  test('may mistype one of them as often as that name allows', async () => {
    await statuses(10, () => tried(STRANGER, 'one name'))
    expect(await statuses(19, spray(STRANGER))).toEqual(many(401, 19))
    expect((await tried(STRANGER, 'one more')).status).toBe(429)
  })

  test('is counted one name at a time, however many are sent at once', async () => {
    const all = await Promise.all(Array.from({ length: 30 }, (_, attempt) => spray(STRANGER)(attempt)))
    expect(all.filter(({ status }) => status === 401)).toHaveLength(20)
    expect(all.filter(({ status }) => status === 429)).toHaveLength(10)
  })

  test('is counted in the database alone, by a digest', async () => {
    await statuses(20, spray(STRANGER))
    expect(JSON.stringify(await household.ctx.db.select().from(loginAttempts))).not.toContain(STRANGER)
    await household.ctx.db.delete(loginAttempts)
    expect((await tried(STRANGER, 'name 21')).status).toBe(401)
  })

  test('is forgotten after a day', async () => {
    await tried(STRANGER, 'somebody')
    household.clock.advance(25 * HOUR_MS)
    await sweepUnknownNames(household.ctx)
    expect(await household.ctx.db.$count(loginAttempts)).toBe(0)
  })

  test('makes room for itself: one new address in 256 sweeps what is old', async () => {
    const digestOf = (address: string) => createHash('sha256').update(`sign-in address\0${address}`).digest('hex')
    const sweeping = Array.from({ length: 65_536 }, (_, n) => `192.0.${n >> 8}.${n & 255}`).find((address) =>
      digestOf(address).startsWith('00'),
    )
    await tried(STRANGER, 'somebody')
    household.clock.advance(25 * HOUR_MS)
    await tried('198.51.100.1', ada)
    const before = await household.ctx.db.$count(loginAttempts)
    await tried(sweeping!, ada)
    expect(before - (await household.ctx.db.$count(loginAttempts))).toBe(1)
  })

  test.each([
    ['of a trusted proxy', PROXY, () => household],
    ['that is not known', '', () => household],
    ['where nobody has said which proxies to believe', STRANGER, () => plain],
  ])('but not one %s, which stands for everybody', async (_, address, where) => {
    const one = (attempt: number) => tried(address, `name ${attempt}`, WRONG, where())
    expect(await statuses(25, one)).toEqual(many(401, 25))
  })
})

describe('an address that tries one name', () => {
  /** Ten wrong passwords lock the name for a quarter of an hour. */
  const lock = async (address = STRANGER) => {
    await statuses(10, () => tried(address, ada))
    household.clock.advance(15 * 60_000)
  }

  test('locks it twice in an hour, then waits itself and locks it no more', async () => {
    await lock()
    await lock()
    expect(await tried(STRANGER, ada, RIGHT)).toEqual({ status: 429, wait: '1800' })
    expect(await statuses(12, () => tried(STRANGER, ada))).toEqual(many(429, 12))
    expect((await tried('198.51.100.1', ada, RIGHT)).status).toBe(200)
    expect((await tried(STRANGER, 'another name')).status).toBe(401)
    household.clock.advance(30 * 60_000)
    expect((await tried(STRANGER, ada, RIGHT)).status).toBe(200)
  })

  test('begins anew with the right password, and with a new one', async () => {
    await lock()
    await statuses(9, () => tried(STRANGER, ada))
    household.clock.advance(60_000)
    expect((await tried(STRANGER, ada, RIGHT)).status).toBe(200)
    await lock()
    await lock()
    await resetPassword(household.ctx, adaId, NEW)
    expect((await tried(STRANGER, ada, NEW)).status).toBe(200)
  })

  test('is counted one at a time, however many are sent at once', async () => {
    await lock()
    const all = await Promise.all(Array.from({ length: 15 }, () => tried(STRANGER, ada)))
    household.clock.advance(15 * 60_000)
    expect(all.filter(({ status }) => status === 401)).toHaveLength(5)
    expect((await tried(STRANGER, ada, RIGHT)).status).toBe(429)
  })

  test.each([
    ['of a trusted proxy', PROXY],
    ['that is not known', ''],
  ])('but not one %s', async (_, address) => {
    await lock(address)
    await lock(address)
    expect((await tried(address, ada, RIGHT)).status).toBe(200)
  })
})

test('a device that stays signed in goes on while strangers keep its member’s name locked', async () => {
  const login = { username: ada, password: RIGHT, remember: true }
  const { headers } = await ask(household, null, 'POST /api/auth/local/login', login)
  const device = headers.getSetCookie().find((cookie) => cookie.startsWith(`${DEVICE_SESSION_COOKIE}=`))!
  await statuses(10, () => tried(STRANGER, ada))
  expect((await tried('198.51.100.1', ada, RIGHT)).status).toBe(423)
  expect((await ask(household, { cookie: device.split(';')[0]! }, 'GET /api/me')).status).toBe(200)
})

describe('the log', () => {
  const said = () =>
    household.logLines.map((line) => JSON.parse(line)).filter(({ message }) => message === 'sign-in failed')

  test('names the reason and the address of each failure, and of the name a digest alone', async () => {
    await statuses(11, () => tried(STRANGER, ada))
    await tried('198.51.100.1', ada.toUpperCase(), RIGHT)
    expect(said().map(({ reason }) => reason)).toEqual([
      ...Array(5).fill('wrong'),
      ...Array(5).fill('throttled'),
      'locked',
      'locked',
    ])
    expect(new Set(said().map(({ name }) => name)).size).toBe(1)
    expect(said()[0]).toEqual({
      time: '2026-11-20T12:00:00.000Z',
      level: 'warn',
      message: 'sign-in failed',
      reason: 'wrong',
      name: expect.stringMatching(/^[0-9a-f]{12}$/),
      address: STRANGER,
    })
    expect(said().at(-1)).toMatchObject({ address: '198.51.100.1' })
  })

  test('holds nothing of a password that was typed as the name', async () => {
    await tried(STRANGER, RIGHT)
    expect(said()).toHaveLength(1)
    expect(household.logLines.join('')).not.toContain(RIGHT)
  })

  test('says nothing of a sign-in that works', async () => {
    expect((await tried(STRANGER, ada, RIGHT)).status).toBe(200)
    expect(said()).toEqual([])
  })
})
