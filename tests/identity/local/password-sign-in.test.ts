import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { addLocalMember } from '../../../src/identity/local/accounts'
import { settleAttempt, sweepUnknownNames } from '../../../src/identity/local/attempts'
import { loginAttempts } from '../../../src/platform/db/schema'
import { ask } from '../../support/cast'
import { type Household, openHousehold } from '../../support/household'
import { secret } from '../../support/secrets'

const RIGHT = secret('the right password')
const WRONG = secret('the wrong password')
let household: Household
beforeAll(async () => {
  household = await openHousehold()
})
afterAll(() => household.close())

let count = 0
let username: string
beforeEach(async () => {
  username = `Ben ${++count}`
  await addLocalMember(household.ctx, { displayName: 'Ben', username, password: RIGHT })
})

const signIn = (name: string, password: string) =>
  ask(household, null, 'POST /api/auth/local/login', { username: name, password })

async function fail(name: string, times: number): Promise<number[]> {
  const statuses = []
  for (let attempt = 0; attempt < times; attempt++) statuses.push((await signIn(name, WRONG)).status)
  return statuses
}

test('the name is trimmed and its case does not matter; the password is taken as it is', async () => {
  expect((await signIn(`  ${username.toUpperCase()} `, RIGHT)).body).toEqual({ ok: true })
  expect((await signIn(username.replace('B', 'Ｂ'), RIGHT)).status).toBe(200)
  expect((await signIn(username, ` ${RIGHT}`)).status).toBe(401)
})

describe('a name that exists and one that does not are refused alike', () => {
  test.each(['existing', 'unknown'])('%s: five times 401, then 429, and 423 after the tenth', async (which) => {
    const name = which === 'existing' ? username : `nobody ${count}`
    const first = await signIn(name, WRONG)
    expect(first.body).toEqual({ error: 'Wrong username or password' })
    expect(await fail(name, 9)).toEqual([401, 401, 401, 401, 429, 429, 429, 429, 429])
    const locked = await signIn(name, RIGHT)
    expect(locked.status).toBe(423)
    expect(locked.headers.get('retry-after')).toBe('900')
    expect(locked.body).toEqual({ error: 'Locked after too many failed sign-ins. Try again later.' })
  })
})

test('a throttled name refuses the right password too, without counting it', async () => {
  await fail(username, 5)
  for (let attempt = 0; attempt < 6; attempt++) {
    const { status, headers } = await signIn(username, RIGHT)
    expect(status).toBe(429)
    expect(headers.get('retry-after')).toBe('60')
  }
  household.clock.advance(60_000)
  expect((await signIn(username, RIGHT)).status).toBe(200)
})

test('a success clears the count', async () => {
  for (let round = 0; round < 4; round++) {
    expect(await fail(username, 4)).toEqual([401, 401, 401, 401])
    expect((await signIn(username, RIGHT)).status).toBe(200)
  }
})

test('failures far apart add up until the lock, which ends after fifteen minutes', async () => {
  for (let failure = 0; failure < 10; failure++) {
    household.clock.advance(120_000)
    expect(await fail(username, 1)).toEqual([401])
  }
  household.clock.advance(899_000)
  expect((await signIn(username, RIGHT)).status).toBe(423)
  household.clock.advance(1_000)
  expect((await signIn(username, RIGHT)).status).toBe(200)
})

test('one name’s failures are not another’s', async () => {
  await fail(username, 10)
  const other = `Cleo ${count}`
  await addLocalMember(household.ctx, { displayName: 'Cleo', username: other, password: RIGHT })
  expect((await signIn(other, RIGHT)).status).toBe(200)
})

test('a burst of wrong passwords is counted one by one', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 12 }, () => signIn(username, WRONG).then(({ status }) => status)),
  )
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  expect(statuses.filter((status) => status === 423)).toHaveLength(2)
})

test('the right password in a burst of wrong ones does not slip through after the fifth', async () => {
  const wrong = Array.from({ length: 8 }, () => signIn(username, WRONG))
  await Promise.all(wrong)
  expect((await signIn(username, RIGHT)).status).toBe(429)
})

describe('somebody who floods the sign-in', () => {
  const flood = (nameOf: (attempt: number) => string) =>
    Array.from({ length: 150 }, (_, attempt) => signIn(nameOf(attempt), WRONG))

  test.each([
    ['one name', () => `flooded ${count}`],
    ['a name for each attempt', (attempt: number) => `flooded ${count} ${attempt}`],
  ])('with %s keeps nobody else out', async (_, nameOf) => {
    const wrong = flood(nameOf)
    expect((await signIn(username, RIGHT)).status).toBe(200)
    const statuses = new Set((await Promise.all(wrong)).map(({ status }) => status))
    expect(statuses).not.toContain(200)
  })
})

describe('names nobody has', () => {
  const tried = async (name: string) => settleAttempt(household.ctx, name, false)
  const remembered = () => household.ctx.db.$count(loginAttempts)

  test('are forgotten after a day, those of members are not', async () => {
    await tried('yesterday’s stranger')
    await tried(username)
    household.clock.advance(25 * 60 * 60_000)
    await tried('today’s stranger')
    await sweepUnknownNames(household.ctx)
    expect((await signIn(username, WRONG)).status).toBe(401)
    const before = await remembered()
    await sweepUnknownNames(household.ctx, 0)
    expect(before - (await remembered())).toBe(1)
  })

  test('beyond the limit the oldest go first', async () => {
    await sweepUnknownNames(household.ctx, 0)
    const known = await remembered()
    for (let stranger = 0; stranger < 6; stranger++) {
      household.clock.advance(1000)
      await tried(`stranger ${stranger}`)
    }
    await sweepUnknownNames(household.ctx, 2)
    expect(await remembered()).toBe(known + 2)
    for (let failure = 0; failure < 9; failure++) await tried('stranger 5')
    expect(await tried('stranger 5')).toMatchObject({ kind: 'locked' })
    expect(await tried('stranger 0')).toEqual({ kind: 'open' })
  })
})

describe('a body that is no sign-in', () => {
  const hostile = '<script>hostile</script>'
  test.each([
    ['missing', {}],
    ['no password', { username: hostile }],
    ['no username', { password: hostile }],
    ['null', { username: null, password: null }],
    ['numbers', { username: 1, password: 2 }],
    ['lists', { username: [hostile], password: [hostile] }],
    ['blank name', { username: '   ', password: hostile }],
    ['empty password', { username: hostile, password: '' }],
    ['a name of 129 characters', { username: 'ü'.repeat(129), password: hostile }],
    ['a password of 1001 characters', { username: hostile, password: '😀'.repeat(1001) }],
    ['broken', '{"username":'],
    ['a list', '[]'],
    ['text', '"text"'],
  ])('%s', async (_, body) => {
    const { status, body: answer } = await ask(household, null, 'POST /api/auth/local/login', body)
    expect({ status, answer }).toEqual({ status: 400, answer: { error: 'Invalid request' } })
  })

  test('of another type', async () => {
    const form = 'username=ada&password=x'
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const { status, body } = await ask(household, null, 'POST /api/auth/local/login', form, type)
    expect({ status, body }).toEqual({ status: 400, body: { error: 'Invalid request' } })
  })

  test('the longest that is one', async () => {
    const { status } = await signIn('😀'.repeat(128), '😀'.repeat(1000))
    expect(status).toBe(401)
  })
})
