import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { loadAccount } from '../../../src/household/credentials'
import { addLocalMember } from '../../../src/identity/local/accounts'
import { calendarCredentials, members } from '../../../src/platform/db/schema'
import { ask, cookieFor, seatedCast } from '../../support/cast'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { secret } from '../../support/secrets'
import { CALDAV_USERS, servers } from '../../support/servers'

const OLD = secret('the old password')
const NEW = secret('the new password')
const EMAIL = 'ben@example.org'
const ACCOUNT = { providerType: 'caldav', fastmailEmail: EMAIL, appPassword: CALDAV_USERS[EMAIL]! }
const INVALID = { status: 400, body: { error: 'Invalid request' } }

const household = opened(async () => openHousehold({ env: { CALDAV_URL: (await servers.radicale()).url } }))
const cast = seatedCast(household, { anew: true })
const synced: number[] = []
beforeAll(() => {
  household.ctx.signals.sync = (memberId) => synced.push(memberId)
})
beforeEach(() => {
  synced.length = 0
})

async function asBen(request: string, body?: unknown) {
  const answer = await ask(household, cast.ben, request, body)
  return { status: answer.status, body: answer.body }
}

test('a member sees themselves and the household’s zone', async () => {
  expect(await asBen('GET /api/me')).toEqual({
    status: 200,
    body: {
      user: {
        id: cast.ben.id,
        displayName: 'Ben',
        color: '#0F766E',
        isAdmin: false,
        needsProviderSetup: true,
        hasLocalCredential: false,
      },
      timezone: 'Europe/Berlin',
    },
  })
  await household.ctx.db.update(members).set({ displayName: null }).where(eq(members.id, cast.ben.id))
  expect((await asBen('GET /api/me')).body).toMatchObject({ user: { displayName: null } })
})

describe('name and colour', () => {
  test('are changed one by one or together, by the member alone', async () => {
    expect((await asBen('PATCH /api/me', { displayName: '  Benjamin ' })).body).toMatchObject({
      user: { displayName: 'Benjamin', color: '#0F766E' },
    })
    expect((await asBen('PATCH /api/me', { color: '#123abc' })).body).toMatchObject({ user: { color: '#123ABC' } })
    await asBen('PATCH /api/me', { displayName: 'B', color: '#000000', isAdmin: true, id: cast.ada.id })
    const [ada, ben] = await household.ctx.db.select().from(members)
    expect(ben).toMatchObject({ displayName: 'B', color: '#000000', isAdmin: false })
    expect(ada).toMatchObject({ displayName: 'Ada' })
  })

  test.each([
    ['nothing', {}],
    ['a blank name', { displayName: ' ' }],
    ['a name of 257 characters', { displayName: 'ü'.repeat(257) }],
    ['half a character', { displayName: '\ud800' }],
    ['a control character', { displayName: 'Be\u0001n' }],
    ['no name', { displayName: null }],
    ['a number', { displayName: 7 }],
    ['a colour by name', { color: 'red' }],
    ['the shared calendar’s colour', { color: '#F25C7A' }],
    ['a good name and a bad colour', { displayName: 'Benjamin', color: '#F25C7B' }],
  ])('%s: is refused and nothing changes', async (_, body) => {
    expect((await asBen('PATCH /api/me', body)).status).toBe(400)
    expect((await asBen('GET /api/me')).body).toMatchObject({ user: { displayName: 'Ben', color: '#0F766E' } })
  })

  test('a name that another person bears is refused, one’s own in another case is not', async () => {
    const taken = { status: 409, body: { error: 'This name is in use' } }
    expect(await asBen('PATCH /api/me', { displayName: ' ada ', color: '#123ABC' })).toMatchObject(taken)
    expect((await asBen('GET /api/me')).body).toMatchObject({ user: { displayName: 'Ben', color: '#0F766E' } })
    expect((await asBen('PATCH /api/me', { displayName: 'BEN' })).body).toMatchObject({ user: { displayName: 'BEN' } })
  })

  test('a name of 256 characters is taken', async () => {
    const displayName = '😀'.repeat(256)
    expect((await asBen('PATCH /api/me', { displayName })).body).toMatchObject({ user: { displayName } })
  })
})

describe('the calendar account', () => {
  test('is checked, stored for the caller whatever else the body says, and synchronised', async () => {
    expect(await asBen('POST /api/me/credential', { ...ACCOUNT, userId: cast.ada.id })).toEqual({
      status: 200,
      body: { ok: true },
    })
    expect(await loadAccount(household.ctx, cast.ben.id)).toMatchObject({ username: EMAIL })
    expect(await household.ctx.db.$count(calendarCredentials)).toBe(1)
    expect(synced).toEqual([cast.ben.id])
    expect((await asBen('GET /api/me')).body).toMatchObject({ user: { needsProviderSetup: false } })
  })

  test('one that is refused leaves the one before', async () => {
    await asBen('POST /api/me/credential', ACCOUNT)
    expect(await asBen('POST /api/me/credential', { ...ACCOUNT, appPassword: 'wrong' })).toEqual(INVALID)
    expect(await loadAccount(household.ctx, cast.ben.id)).toMatchObject({ password: ACCOUNT.appPassword })
  })

  test.each([
    ['nothing', {}],
    ['another provider', { ...ACCOUNT, providerType: 'google' }],
    ['no provider', { ...ACCOUNT, providerType: undefined }],
    ['no e-mail address', { ...ACCOUNT, fastmailEmail: 'ben' }],
    ['a list of them', { ...ACCOUNT, fastmailEmail: [EMAIL] }],
    ['an address of 257 characters', { ...ACCOUNT, fastmailEmail: `${'b'.repeat(245)}@example.org` }],
    ['an empty app password', { ...ACCOUNT, appPassword: '' }],
    ['an app password of 501 characters', { ...ACCOUNT, appPassword: 'x'.repeat(501) }],
    ['an app password of null', { ...ACCOUNT, appPassword: null }],
    ['a server of 1025 characters', { ...ACCOUNT, serverUrl: `https://dav.example/${'x'.repeat(1005)}` }],
    ['a server by telnet', { ...ACCOUNT, serverUrl: 'telnet://dav.example/' }],
    ['a private address', { ...ACCOUNT, serverUrl: 'https://192.168.1.1/' }],
    ['broken', '{"appPassword":"'],
  ])('%s: is refused in the same words', async (_, body) => {
    expect(await asBen('POST /api/me/credential', body)).toEqual(INVALID)
    expect(await household.ctx.db.$count(calendarCredentials)).toBe(0)
  })
})

describe('the password', () => {
  let ben: { id: number; cookie: string }
  beforeEach(async () => {
    const id = await addLocalMember(household.ctx, { displayName: 'B', username: 'ben', password: OLD })
    ben = { id, cookie: await cookieFor(household.ctx, id) }
  })
  const change = (body: unknown, who = ben) => ask(household, who, 'POST /api/me/password', body)
  const login = async (password: string) =>
    (await ask(household, null, 'POST /api/auth/local/login', { username: 'ben', password })).status

  test('is changed, and only the session that changed it goes on', async () => {
    const elsewhere = await ask(household, null, 'POST /api/auth/local/login', { username: 'ben', password: OLD })
    const other = { cookie: elsewhere.headers.getSetCookie()[0]!.split(';')[0]! }
    const { status, body, headers } = await change({ currentPassword: OLD, newPassword: NEW })
    expect({ status, body }).toEqual({ status: 200, body: { ok: true } })
    const renewed = { cookie: headers.getSetCookie()[0]!.split(';')[0]! }
    expect((await ask(household, renewed, 'GET /api/me')).status).toBe(200)
    expect((await ask(household, other, 'GET /api/me')).status).toBe(401)
    expect((await ask(household, ben, 'GET /api/me')).status).toBe(401)
    expect([await login(OLD), await login(NEW)]).toEqual([401, 200])
  })

  test('of two changes at once one wins, and it is the one whose password holds', async () => {
    const other = secret('the other new password')
    const answers = await Promise.all([
      change({ currentPassword: OLD, newPassword: NEW }),
      change({ currentPassword: OLD, newPassword: other }),
    ])
    const statuses = answers.map((answer) => answer.status)
    expect(statuses.toSorted()).toEqual([200, 403])
    expect([await login(NEW), await login(other)]).toEqual(statuses[0] === 200 ? [200, 401] : [401, 200])
  })

  test('stays when the current one is wrong: 403, so that no client takes it for the end of its session', async () => {
    const { status, body, headers } = await change({ currentPassword: 'wrong', newPassword: NEW })
    expect({ status, body }).toEqual({ status: 403, body: { error: 'The current password is wrong' } })
    expect(headers.getSetCookie()).toEqual([])
    expect(await login(OLD)).toBe(200)
  })

  test('a member without one is told 404', async () => {
    expect((await change({ currentPassword: OLD, newPassword: NEW }, cast.ada)).status).toBe(404)
  })

  test.each([
    ['nothing', {}],
    ['no current one', { newPassword: NEW }],
    ['an empty current one', { currentPassword: '', newPassword: NEW }],
    ['seven characters', { currentPassword: OLD, newPassword: '1234567' }],
    ['seven characters of two units each', { currentPassword: OLD, newPassword: '😀'.repeat(7) }],
    ['1001 characters', { currentPassword: OLD, newPassword: 'x'.repeat(1001) }],
    ['a number', { currentPassword: OLD, newPassword: 12_345_678 }],
    ['null', { currentPassword: OLD, newPassword: null }],
    ['broken', '{'],
  ])('%s: is refused in the same words, before anybody is asked for', async (_, body) => {
    const { status, body: answer } = await change(body, cast.ada)
    expect({ status, body: answer }).toEqual(INVALID)
  })

  test.each(['12345678', '😀'.repeat(1000)])('%# at the limits is taken, and opens', async (newPassword) => {
    expect((await change({ currentPassword: OLD, newPassword })).status).toBe(200)
    expect(await login(newPassword)).toBe(200)
  })
})
