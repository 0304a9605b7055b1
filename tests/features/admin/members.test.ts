import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { storeCredential } from '../../../src/household/credentials'
import { addLocalMember } from '../../../src/identity/local/accounts'
import { localCredentials, members } from '../../../src/platform/db/schema'
import { ask } from '../../support/cast'
import { secret } from '../../support/secrets'
import { ACCOUNT, INVALID, Office, OK } from './office'

const PASSWORD = secret('an initial password')
const office = new Office().open()

describe('members', () => {
  const NEWCOMER = { displayName: 'Dora', username: 'dora', initialPassword: PASSWORD }

  test('are listed with what they have, and nothing of it', async () => {
    const dora = await addLocalMember(office.household.ctx, { ...NEWCOMER, password: PASSWORD })
    const account = { providerType: 'caldav', accountEmail: ACCOUNT.fastmailEmail, appPassword: ACCOUNT.appPassword }
    await storeCredential(office.household.ctx, office.household.ctx.db, office.cast.ben.id, account, {
      homeUrl: 'https://dav.example/',
    })
    const { body } = await office.asAda<{ members: Record<string, unknown>[] }>('GET /api/admin/members')
    const facts = { isAdmin: false, username: null, hasCredential: false, hasLocalCredential: false }
    const seen = (id: number, displayName: string, color: string, more = {}) => ({
      id,
      displayName,
      color,
      hasOidcIdentity: false,
      ...facts,
      ...more,
    })
    expect(body.members).toEqual([
      seen(office.cast.ada.id, 'Ada', '#2563EB', { isAdmin: true }),
      seen(office.cast.ben.id, 'Ben', '#0F766E', { hasCredential: true }),
      seen(office.cast.cleo.id, 'Cleo', '#7C3AED'),
      seen(dora, 'Dora', '#356DEF', { username: 'dora', hasLocalCredential: true }),
    ])
  })

  test('are added with an account, and can sign in', async () => {
    const { status, body } = await office.asAda<{ id: number }>('POST /api/admin/members', NEWCOMER)
    expect(status).toBe(201)
    expect(body).toEqual({ id: expect.any(Number) })
    expect(await office.login('Dora', PASSWORD)).toBe(200)
    const [row] = await office.household.ctx.db.select().from(members).where(eq(members.id, body.id))
    expect(row).toMatchObject({ displayName: 'Dora', isAdmin: false, claimed: false })
  })

  test('of two with one username at once, one is added; the other leaves no member behind', async () => {
    const rival = { ...NEWCOMER, username: ' DORA ' }
    const answers = await Promise.all([
      office.asAda('POST /api/admin/members', NEWCOMER),
      office.asAda('POST /api/admin/members', rival),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({ error: 'This username is in use' })
    expect(await office.household.ctx.db.$count(members)).toBe(4)
  })

  test.each([
    ['nothing', {}],
    ['a blank name', { ...NEWCOMER, displayName: '  ' }],
    ['a name of 257 characters', { ...NEWCOMER, displayName: 'x'.repeat(257) }],
    ['a name with a control character', { ...NEWCOMER, displayName: 'Dora\u0000' }],
    ['a blank username', { ...NEWCOMER, username: '\t' }],
    ['a username of 129 characters', { ...NEWCOMER, username: 'ü'.repeat(129) }],
    ['a username that is much longer when compared', { ...NEWCOMER, username: '\ufdfa'.repeat(128) }],
    ['a password of seven characters', { ...NEWCOMER, initialPassword: '1234567' }],
    ['a password of 1001 characters', { ...NEWCOMER, initialPassword: 'x'.repeat(1001) }],
    ['a list for a name', { ...NEWCOMER, displayName: ['Dora'] }],
    ['broken', '{"initialPassword":"'],
  ])('%s: is refused in the same words, and nobody is added', async (_, body) => {
    expect(await office.asAda('POST /api/admin/members', body)).toEqual(INVALID)
    expect(await office.household.ctx.db.$count(members)).toBe(3)
    expect(await office.household.ctx.db.$count(localCredentials)).toBe(0)
  })

  test('are taken at the limits', async () => {
    const longest = { displayName: '😀'.repeat(256), username: '😀'.repeat(128), initialPassword: '😀'.repeat(1000) }
    expect((await office.asAda('POST /api/admin/members', longest)).status).toBe(201)
    expect(await office.login(longest.username, longest.initialPassword)).toBe(200)
  })

  test('are renamed and given the role', async () => {
    const path = `PATCH /api/admin/members/${office.cast.ben.id}`
    expect(await office.asAda(path, { displayName: ' Benjamin ' })).toEqual(OK)
    expect(await office.asAda(path, { isAdmin: true })).toEqual(OK)
    const { body } = await ask<{ user: object }>(office.household, office.cast.ben, 'GET /api/me')
    expect(body.user).toMatchObject({ displayName: 'Benjamin', isAdmin: true })
    for (const bad of [{}, { displayName: '' }, { isAdmin: 'yes' }, { isAdmin: null }]) {
      expect((await office.asAda(path, bad)).status).toBe(400)
    }
    expect((await office.asAda('PATCH /api/admin/members/999999', { isAdmin: true })).status).toBe(404)
  })

  test('are removed, but not the last admin', async () => {
    expect(await office.asAda(`DELETE /api/admin/members/${office.cast.ben.id}`)).toEqual({
      status: 200,
      body: { id: office.cast.ben.id },
    })
    expect((await ask(office.household, office.cast.ben, 'GET /api/me')).status).toBe(401)
    expect((await office.asAda(`DELETE /api/admin/members/${office.cast.ben.id}`)).status).toBe(404)
    const last = await office.asAda(`DELETE /api/admin/members/${office.cast.ada.id}`)
    expect(last).toEqual({ status: 409, body: { error: 'The last admin cannot be removed' } })
    const role = await office.asAda(`PATCH /api/admin/members/${office.cast.ada.id}`, { isAdmin: false })
    expect(role).toEqual({ status: 409, body: { error: 'The last admin keeps the role' } })
  })

  test.each(['0', '-1', '1.5', 'x', '01', '1e3', '%20', '1;2'])('the id %j is no id', async (id) => {
    expect((await office.asAda(`DELETE /api/admin/members/${id}`)).status).toBe(400)
    expect((await office.asAda(`PUT /api/admin/calendars/${id}/shared`)).status).toBe(400)
    expect(await office.asAda(`POST /api/admin/members/${id}/password`, { newPassword: PASSWORD })).toEqual(INVALID)
  })

  test.each([10, 22, 400])('an id of %i digits is nobody’s', async (digits) => {
    const id = '9'.repeat(digits)
    expect((await office.asAda(`DELETE /api/admin/members/${id}`)).status).toBe(404)
    expect((await office.asAda(`PUT /api/admin/calendars/${id}/shared`)).status).toBe(404)
  })
})
