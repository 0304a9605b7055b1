import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { loadAccount } from '../../../src/household/credentials'
import { addLocalMember } from '../../../src/identity/local/accounts'
import { members } from '../../../src/platform/db/schema'
import { ask, cookieFor } from '../../support/cast'
import { secret } from '../../support/secrets'
import { ACCOUNT, INVALID, Office, OK } from './office'

const PASSWORD = secret('an initial password')
const NEW = secret('a password by the admin')
const office = new Office().open()

describe('a password reset', () => {
  let dora: number
  beforeEach(async () => {
    dora = await addLocalMember(office.household.ctx, { displayName: 'Dora', username: 'dora', password: PASSWORD })
  })
  const reset = (id: number, body: unknown = { newPassword: NEW }) =>
    office.asAda(`POST /api/admin/members/${id}/password`, body)

  test('opens a locked name and ends the sessions made before', async () => {
    const before = { cookie: await cookieFor(office.household.ctx, dora) }
    for (let failure = 0; failure < 10; failure++) await office.login('dora', 'wrong')
    expect(await office.login('dora', PASSWORD)).toBe(423)
    expect(await reset(dora)).toEqual(OK)
    expect(await office.login('dora', NEW)).toBe(200)
    expect((await ask(office.household, before, 'GET /api/me')).status).toBe(401)
  })

  test('of one’s own keeps the session that asked', async () => {
    await office.household.ctx.db.update(members).set({ isAdmin: true }).where(eq(members.id, dora))
    const own = { cookie: await cookieFor(office.household.ctx, dora) }
    const path = `POST /api/admin/members/${dora}/password`
    const { status, headers } = await ask(office.household, own, path, { newPassword: NEW })
    expect(status).toBe(200)
    const renewed = { cookie: headers.getSetCookie()[0]!.split(';')[0]! }
    expect((await ask(office.household, renewed, 'GET /api/me')).status).toBe(200)
    expect((await ask(office.household, own, 'GET /api/me')).status).toBe(401)
  })

  test('needs a member with an account', async () => {
    expect((await reset(office.cast.ben.id)).status).toBe(404)
    expect((await reset(999_999)).status).toBe(404)
  })

  test.each([{}, { newPassword: '1234567' }, { newPassword: 'x'.repeat(1001) }, { newPassword: null }, '{'])(
    'with %# is refused in the same words',
    async (body) => {
      expect(await reset(dora, body)).toEqual(INVALID)
      expect(await office.login('dora', PASSWORD)).toBe(200)
    },
  )
})

describe('a calendar account for somebody else', () => {
  test('is checked, stored and synchronised', async () => {
    expect(await office.asAda('POST /api/admin/credentials', { ...ACCOUNT, userId: office.cast.ben.id })).toEqual(OK)
    expect(await loadAccount(office.household.ctx, office.cast.ben.id)).toMatchObject({
      username: ACCOUNT.fastmailEmail,
    })
    expect(office.synced).toEqual([office.cast.ben.id])
  })

  test.each([
    ['for nobody', () => ({ ...ACCOUNT, userId: 999_999 })],
    ['for an id in quotes', () => ({ ...ACCOUNT, userId: String(office.cast.ben.id) })],
    ['for half a member', () => ({ ...ACCOUNT, userId: office.cast.ben.id + 0.5 })],
    ['for member 0', () => ({ ...ACCOUNT, userId: 0 })],
    ['without an id', () => ACCOUNT],
    ['without a provider', () => ({ ...ACCOUNT, providerType: undefined, userId: office.cast.ben.id })],
    ['that the server refuses', () => ({ ...ACCOUNT, appPassword: 'wrong', userId: office.cast.ben.id })],
  ])('%s is refused in the same words', async (_, body) => {
    expect(await office.asAda('POST /api/admin/credentials', body())).toEqual(INVALID)
    expect(office.synced).toEqual([])
  })
})
