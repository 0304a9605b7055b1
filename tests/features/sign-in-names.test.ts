import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { loadAccount } from '../../src/household/credentials'
import { calendarCredentials, members } from '../../src/platform/db/schema'
import { ask, type Cast, seatCast } from '../support/cast'
import { type Household, openHousehold } from '../support/household'
import { CALDAV_USERS, servers } from '../support/servers'

/** Accounts at a calendar server whose people do not sign in with an e-mail address, on the three ways to enter one. */

const NAMED = { calendarUsername: 'ada', appPassword: CALDAV_USERS.ada! }
const INVALID = { status: 400, body: { error: 'Invalid request' } }
const OK = { status: 200, body: { ok: true } }
const WAYS = ['me', 'admin', 'setup'] as const
type Way = (typeof WAYS)[number]

/** Two households: one with the operator's server, one without. */
let household: Household
let abroad: Household
let cast: Cast
beforeAll(async () => {
  household = await openHousehold({ env: { CALDAV_URL: (await servers.radicale()).url } })
  abroad = await openHousehold()
})
afterAll(async () => {
  await household.close()
  await abroad.close()
})
beforeEach(async () => {
  await household.ctx.db.delete(members)
  await abroad.ctx.db.delete(members)
})

/** Enters an account; returns the answer and whose it is. */
async function enter(way: Way, account: object, where = household) {
  if (way !== 'setup') cast = await seatCast(where.ctx)
  const body = way === 'setup' ? account : { providerType: 'caldav', ...account }
  const [who, request] = {
    me: [cast?.ben, 'POST /api/me/credential'] as const,
    admin: [cast?.ada, 'POST /api/admin/credentials'] as const,
    setup: [null, 'POST /api/setup/credential'] as const,
  }[way]
  const { status, body: answer } = await ask(where, who ?? null, request, {
    ...body,
    ...(way === 'admin' && { userId: cast.ben.id }),
  })
  const [row] = await where.ctx.db.select().from(calendarCredentials)
  return { answer: { status, body: answer }, row }
}

describe.each(WAYS)('%s: an account', (way) => {
  test('by its sign-in name alone, at the operator’s server', async () => {
    const { answer, row } = await enter(way, NAMED)
    expect(answer).toEqual(OK)
    expect(row).toMatchObject({
      calendarUsername: 'ada',
      accountEmail: null,
      homeUrl: expect.stringMatching(/\/ada\/$/),
    })
    expect(await loadAccount(household.ctx, row!.userId)).toMatchObject({ username: 'ada' })
  })

  test('by both: the name signs in, the address stays', async () => {
    const { answer, row } = await enter(way, { ...NAMED, fastmailEmail: 'ada.lovelace@home.example' })
    expect(answer).toEqual(OK)
    expect(row).toMatchObject({ calendarUsername: 'ada', accountEmail: 'ada.lovelace@home.example' })
    expect(await loadAccount(household.ctx, row!.userId)).toMatchObject({ username: 'ada' })
  })

  test.each(['ada ', ' ada', '\tada\n'])('by a name typed %j', async (calendarUsername) => {
    const { row } = await enter(way, { ...NAMED, calendarUsername })
    expect(row?.calendarUsername).toBe('ada')
  })

  test.each<[string, object]>([
    ['neither', { appPassword: 'x' }],
    ['an empty name', { ...NAMED, calendarUsername: '' }],
    ['a blank name', { ...NAMED, calendarUsername: '  ' }],
    ['an empty name beside an address', { ...NAMED, calendarUsername: '', fastmailEmail: 'ada@example.org' }],
    ['a name of 257 characters', { ...NAMED, calendarUsername: 'a'.repeat(257) }],
    ['a colon, which Basic cannot carry', { ...NAMED, calendarUsername: 'ada:x' }],
    ['a line break', { ...NAMED, calendarUsername: 'ada\r\nx' }],
    ['NUL', { ...NAMED, calendarUsername: 'ada\0' }],
    ['half a sign', { ...NAMED, calendarUsername: 'ada\ud800' }],
    ['a number', { ...NAMED, calendarUsername: 5 }],
    ['null', { ...NAMED, calendarUsername: null }],
    ['a name and what is no address', { ...NAMED, fastmailEmail: 'ada' }],
    ['the name of somebody else', { ...NAMED, calendarUsername: 'ben' }],
  ])('with %s is refused in the same words', async (_case, account) => {
    const { answer, row } = await enter(way, account)
    expect(answer).toEqual(INVALID)
    expect(row).toBeUndefined()
  })

  test('by a name alone, without a server to ask, is refused', async () => {
    const { answer, row } = await enter(way, NAMED, abroad)
    expect(answer).toEqual(INVALID)
    expect(row).toBeUndefined()
  })
})

test('a name of 256 characters reaches the server', async () => {
  // No such person there: the refusal is the server's.
  const { answer } = await enter('me', { ...NAMED, calendarUsername: '😀'.repeat(256) })
  expect(answer).toEqual(INVALID)
  expect(household.logLines.some((line) => line.includes('was not accepted') && line.includes('status 401'))).toBe(true)
})

test.each(['ada:x', 'ada\r\nx', 'ada\0'])(
  '%j, which Basic cannot carry, is sent to no server',
  async (calendarUsername) => {
    const refusals = () => household.logLines.filter((line) => line.includes('was not accepted')).length
    const before = refusals()
    expect((await enter('me', { ...NAMED, calendarUsername })).answer).toEqual(INVALID)
    expect(refusals()).toBe(before)
  },
)
