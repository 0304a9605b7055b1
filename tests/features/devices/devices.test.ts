import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { members } from '../../../src/platform/db/schema'
import { ask } from '../../support/cast'
import { openHousehold } from '../../support/household'
import { startOidcServer } from '../../support/oidc'
import { opened } from '../../support/opened'
import { localPerson, oidcPerson, PASSWORD, Phone } from '../../support/phone'

const DAY_MS = 86_400_000
const NOON = '2026-11-20T12:00:00.000Z'
const ANDROID =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36'

const provider = opened(startOidcServer)
const household = opened(() => openHousehold({ env: provider.env, at: NOON }))
beforeEach(() => household.clock.set(NOON))

interface Device {
  id: number
  name: string
  isCurrent: boolean
}
const devicesOf = async (phone: Phone, path = '/api/me/devices') =>
  (await phone.ask<{ devices: Device[] }>(`GET ${path}`)).body.devices
const current = async (phone: Phone) => (await devicesOf(phone)).find(({ isCurrent }) => isCurrent)!.id
const statusOn = async (phone: Phone) => (await ask(household, { cookie: phone.cookie }, 'GET /api/me')).status

async function adminDesk() {
  const person = await localPerson(household)
  await household.ctx.db.update(members).set({ isAdmin: true }).where(eq(members.id, person.id))
  return { ...person, desk: await person.signIn() }
}

describe('the own devices', () => {
  test('are listed with name and last use, the one used last first, and this one is marked', async () => {
    const { signIn } = await localPerson(household)
    const old = await signIn(undefined, { headers: { 'user-agent': ANDROID } })
    const oldest = await current(old)
    household.clock.advance(3 * DAY_MS)
    const phone = await signIn()
    const later = household.ctx.now().toISOString()
    const first = { name: 'Unknown device', kind: 'local', createdAt: later, lastUsedAt: later, isCurrent: true }
    const second = { id: oldest, name: 'Chrome on Android', kind: 'local', createdAt: NOON, lastUsedAt: NOON }
    const { body } = await phone.ask('GET /api/me/devices')
    expect(body).toEqual({
      devices: [
        { id: await current(phone), ...first },
        { ...second, isCurrent: false },
      ],
    })
    await old.ask('GET /api/me')
    expect((await devicesOf(phone)).find(({ id }) => id === oldest)).toMatchObject({ lastUsedAt: later })
  })

  test('through the identity provider are listed as such', async () => {
    const phone = await (await oidcPerson(household)).signIn()
    expect(await devicesOf(phone)).toEqual([expect.objectContaining({ kind: 'oidc', isCurrent: true })])
  })

  test('are called what their user calls them', async () => {
    const { username } = await localPerson(household)
    const phone = new Phone(household)
    const body = { username, password: PASSWORD, remember: true, deviceName: '  Kitchen 📱 ' }
    expect((await phone.ask('POST /api/auth/local/login', body)).status).toBe(200)
    expect((await devicesOf(phone)).map(({ name }) => name)).toContain('Kitchen 📱')
  })

  test.each([
    ['a blank name', { deviceName: '  ' }],
    ['a name of 129 characters', { deviceName: 'x'.repeat(129) }],
    ['a number for a name', { deviceName: 7 }],
    ['a word in place of yes', { remember: 'true' }],
    ['a number in place of yes', { remember: 1 }],
  ])('are not made with %s, and nobody is signed in', async (_, more) => {
    const { username } = await localPerson(household)
    const phone = new Phone(household)
    const body = { username, password: PASSWORD, remember: true, ...more }
    const answer = await phone.ask('POST /api/auth/local/login', body)
    expect({ status: answer.status, body: answer.body, cookie: phone.cookie }).toEqual({
      status: 400,
      body: { error: 'Invalid request' },
      cookie: '',
    })
  })

  test('are not listed once sixty days have gone by without use', async () => {
    const { signIn } = await localPerson(household)
    await signIn()
    household.clock.advance(60 * DAY_MS)
    expect(await devicesOf(await signIn())).toHaveLength(1)
  })

  test('are not marked for a session that was not remembered', async () => {
    const { signIn } = await localPerson(household)
    await signIn()
    const plain = await signIn(undefined, { remember: false })
    expect(await devicesOf(plain)).toEqual([expect.objectContaining({ isCurrent: false })])
  })

  test('are signed out one by one', async () => {
    const { signIn } = await localPerson(household)
    const [phone, lost] = [await signIn(), await signIn()]
    const id = await current(lost)
    const { status, body } = await phone.ask(`DELETE /api/me/devices/${id}`)
    expect({ status, body }).toEqual({ status: 200, body: { id } })
    expect(await Promise.all([phone, lost].map(statusOn))).toEqual([200, 401])
    expect((await phone.ask(`DELETE /api/me/devices/${id}`)).status).toBe(404)
  })

  test('may be this one: its cookies go', async () => {
    const phone = await (await localPerson(household)).signIn()
    expect((await phone.ask(`DELETE /api/me/devices/${await current(phone)}`)).status).toBe(200)
    expect(phone.cookie).toBe('')
  })

  test('are signed out all at once, with every session, this one too', async () => {
    const { signIn } = await localPerson(household)
    const [phone, tablet] = [await signIn(), await signIn()]
    const plain = await signIn(undefined, { remember: false })
    const bystander = await (await localPerson(household)).signIn()
    const { status, body } = await phone.ask('DELETE /api/me/devices')
    expect({ status, body, cookie: phone.cookie }).toEqual({ status: 200, body: { ok: true }, cookie: '' })
    expect(await Promise.all([tablet, plain, bystander].map(statusOn))).toEqual([401, 401, 200])
    expect(await statusOn(await signIn())).toBe(200)
  })

  test('of somebody else are not there', async () => {
    const [ours, theirs] = [await localPerson(household), await localPerson(household)]
    const [phone, other] = [await ours.signIn(), await theirs.signIn()]
    const { status, body } = await phone.ask(`DELETE /api/me/devices/${await current(other)}`)
    expect({ status, body }).toEqual({ status: 404, body: { error: 'Not found' } })
    expect(await statusOn(other)).toBe(200)
  })

  test.each(['0', '-1', 'x', '1e3'])('are named by a number and not by %s', async (id) => {
    const phone = await (await localPerson(household)).signIn()
    expect((await phone.ask(`DELETE /api/me/devices/${id}`)).status).toBe(400)
  })

  test.each(['cross-site', 'same-site'])('are signed out by no page that is %s', async (site) => {
    const phone = await (await localPerson(household)).signIn()
    const headers = { 'sec-fetch-site': site }
    expect((await phone.ask('DELETE /api/me/devices', undefined, { headers })).status).toBe(403)
    expect(await statusOn(phone)).toBe(200)
  })

  test('are made by no form of another page', async () => {
    const { username } = await localPerson(household)
    const form = new URLSearchParams({ username, password: PASSWORD, remember: 'true' }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await ask(household, null, 'POST /api/auth/local/login', form, headers)).status).toBe(400)
  })
})

describe('the devices of a member, for an administrator,', () => {
  test('are listed and signed out, one or all', async () => {
    const { desk } = await adminDesk()
    const { id, signIn } = await localPerson(household)
    const [phone, tablet] = [await signIn(), await signIn()]
    const plain = await signIn(undefined, { remember: false })
    const path = `/api/admin/members/${id}/devices`
    const listed = await devicesOf(desk, path)
    const [first, second] = await Promise.all([tablet, phone].map(current))
    expect(listed.map((device) => [device.id, device.isCurrent])).toEqual([
      [first!, false],
      [second!, false],
    ])
    const one = await desk.ask(`DELETE ${path}/${second}`)
    expect({ status: one.status, body: one.body }).toEqual({ status: 200, body: { id: second! } })
    expect(await Promise.all([phone, tablet, plain].map(statusOn))).toEqual([401, 200, 200])
    const all = await desk.ask(`DELETE ${path}`)
    expect({ status: all.status, body: all.body }).toEqual({ status: 200, body: { ok: true } })
    expect(await Promise.all([tablet, plain, desk].map(statusOn))).toEqual([401, 401, 200])
    expect(await devicesOf(desk, path)).toEqual([])
  })

  test('may be their own', async () => {
    const { id, desk } = await adminDesk()
    const path = `/api/admin/members/${id}/devices`
    expect(await devicesOf(desk, path)).toEqual([expect.objectContaining({ isCurrent: true })])
    expect((await desk.ask(`DELETE ${path}`)).status).toBe(200)
    expect(desk.cookie).toBe('')
  })

  test('stand under their own member alone', async () => {
    const { id, desk } = await adminDesk()
    const phone = await (await localPerson(household)).signIn()
    expect((await desk.ask(`DELETE /api/admin/members/${id}/devices/${await current(phone)}`)).status).toBe(404)
    expect(await statusOn(phone)).toBe(200)
  })

  test('are not those of nobody', async () => {
    const { desk } = await adminDesk()
    for (const request of ['GET', 'DELETE']) {
      expect((await desk.ask(`${request} /api/admin/members/99999999/devices`)).status).toBe(404)
      expect((await desk.ask(`${request} /api/admin/members/x/devices`)).status).toBe(400)
    }
    expect((await desk.ask('DELETE /api/admin/members/99999999/devices/1')).status).toBe(404)
  })

  test('are none of a member’s business', async () => {
    const { id, signIn } = await localPerson(household)
    const phone = await signIn()
    for (const request of ['GET', 'DELETE']) {
      expect((await phone.ask(`${request} /api/admin/members/${id}/devices`)).status).toBe(403)
    }
    expect((await phone.ask(`DELETE /api/admin/members/${id}/devices/${await current(phone)}`)).status).toBe(403)
  })
})
