import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { PALETTE } from '../../../src/household/palette'
import { SETTING, setSetting } from '../../../src/household/settings'
import { idempotencyKeys, invitations, members, unknownTokens } from '../../../src/platform/db/schema'
import { ask } from '../../support/cast'
import { openHousehold } from '../../support/household'
import { secret } from '../../support/secrets'
import { INVALID, Office } from '../admin/office'

const PASSWORD = secret('a password of her own')
const OTHER_PASSWORD = secret('a password of the rival')
const HOUR_MS = 60 * 60 * 1000
const office = new Office().open()

interface Made {
  id: number
  token: string
  url: string
  expiresAt: string
}
interface Listed {
  invitations: { id: number; displayName: string | null; usedAt: string | null }[]
}

const invite = async (body: object = {}) => (await office.asAda<Made>('POST /api/admin/invitations', body)).body
const listed = async () => (await office.asAda<Listed>('GET /api/admin/invitations')).body.invitations
const open = (token: unknown) => ask(office.household, null, 'POST /api/invitations/open', { token })
const DORA = { displayName: 'Dora', color: PALETTE[2], username: 'dora', password: PASSWORD }
const accept = (token: unknown, change: object = {}, who: { cookie: string } | null = null) =>
  ask(office.household, who, 'POST /api/invitations/accept', { token, ...DORA, ...change })
const countMembers = () => office.household.ctx.db.$count(members)

describe('an invitation', () => {
  test('is a link that is good once, for 72 hours', async () => {
    const { status, body } = await office.asAda<Made>('POST /api/admin/invitations', { displayName: ' Dora ' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(Number),
      token: expect.stringMatching(/^[\w-]{43}$/),
      url: `/invitation#${body.token}`,
      expiresAt: new Date(office.household.clock.now().getTime() + 72 * HOUR_MS).toISOString(),
    })
    expect((await open(body.token)).body).toMatchObject({ displayName: 'Dora', expiresAt: body.expiresAt })
    const joined = await accept(body.token)
    expect(joined.status).toBe(201)
    expect(joined.body).toEqual({ id: expect.any(Number) })
    expect((await accept(body.token, { username: 'again' })).status).toBe(404)
  })

  test('makes a member who is signed in, is no admin, and bears what was chosen', async () => {
    const { token } = await invite()
    const { headers, body } = await accept(token)
    const cookie = headers.getSetCookie()[0]!
    expect(cookie).toMatch(/^local-session=[^;]+; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/)
    const me = await ask(office.household, { cookie: cookie.split(';')[0]! }, 'GET /api/me')
    expect(me.body.user).toMatchObject({ ...body, displayName: 'Dora', color: PALETTE[2], isAdmin: false })
    expect(await office.login('DORA', PASSWORD)).toBe(200)
  })

  test('makes a device that stays signed in where that is asked for', async () => {
    const { token } = await invite()
    const { headers, body } = await accept(token, { remember: true, deviceName: 'Phone' })
    const device = headers.getSetCookie().find((cookie) => cookie.startsWith('device-session='))!
    const own = { cookie: device.split(';')[0]! }
    expect((await ask(office.household, own, 'GET /api/me')).body.user).toMatchObject(body)
    const { devices } = (await ask(office.household, own, 'GET /api/me/devices')).body as { devices: object[] }
    expect(devices).toMatchObject([{ name: 'Phone', kind: 'local', isCurrent: true }])
  })

  test('ends the session that was on the device before', async () => {
    const { token } = await invite()
    expect((await accept(token, {}, office.cast.ben)).status).toBe(201)
    expect((await ask(office.household, office.cast.ben, 'GET /api/me')).status).toBe(401)
  })

  test('that is asked for twice with one key is one, and its link is told again', async () => {
    const { household, cast } = office
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const make = (body: object) => ask<Made>(household, cast.ada, 'POST /api/admin/invitations', body, headers)
    const { body } = await make({})
    expect(await make({})).toMatchObject({ status: 201, body })
    expect((await make({ displayName: 'Dora' })).status).toBe(422)
    expect((await listed()).filter(({ id }) => id >= body.id)).toHaveLength(1)
    expect((await open(body.token)).status).toBe(200)
    expect(JSON.stringify(await household.ctx.db.select().from(idempotencyKeys))).not.toContain(body.token)
  })

  test('keeps no token: neither the list nor the database knows it', async () => {
    const { token } = await invite({ displayName: 'Dora' })
    const rows = await office.household.ctx.db.select().from(invitations)
    expect(JSON.stringify([rows, await listed()])).not.toContain(token)
    expect(office.household.logLines.join('\n')).not.toContain(token)
  })

  test('is listed open, then used', async () => {
    const { id, token } = await invite()
    expect(await listed()).toEqual([
      {
        id,
        displayName: null,
        createdAt: '2026-11-20T12:00:00.000Z',
        expiresAt: '2026-11-23T12:00:00.000Z',
        usedAt: null,
      } as Listed['invitations'][number],
    ])
    await accept(token)
    expect(await listed()).toMatchObject([{ id, usedAt: '2026-11-20T12:00:00.000Z' }])
  })

  test('leaves with the member who made it', async () => {
    const { token } = await invite()
    await office.household.ctx.db.delete(members).where(eq(members.id, office.cast.ada.id))
    expect((await open(token)).status).toBe(404)
  })

  test('offers the palette, those colours first that nobody bears', async () => {
    const { token } = await invite()
    await accept(token, { color: PALETTE[0].toLowerCase() })
    const { colors } = (await open((await invite()).token)).body as { colors: string[] }
    expect(colors.toSorted()).toEqual(PALETTE.toSorted())
    expect(colors.at(-1)).toBe(PALETTE[0])
  })

  test.each([
    ['the public address', 'https://home.example', 'https://elsewhere.example', 'https://home.example'],
    ['the address of the page that asks', '', 'https://lan.example:8443', 'https://lan.example:8443'],
    ['no address, for a page without one', '', 'null', ''],
  ])('is a link at %s', async (_, stored, origin, expected) => {
    await setSetting(office.household.ctx, SETTING.externalUrl, stored)
    const { body } = await ask<Made>(office.household, office.cast.ada, 'POST /api/admin/invitations', {}, { origin })
    expect(body.url).toBe(`${expected}/invitation#${body.token}`)
  })
})

describe('a token that is not good', () => {
  const NOT_GOOD: Record<string, () => Promise<string>> = {
    unknown: async () => 'x'.repeat(43),
    'longer than any': async () => 'x'.repeat(257),
    'without end': async () => '😀'.repeat(100_000),
    'a good one with more behind it': async () => (await invite()).token + 'x'.repeat(300),
    used: async () => {
      const { token } = await invite()
      await accept(token)
      return token
    },
    withdrawn: async () => {
      const { id, token } = await invite()
      expect(await office.asAda(`DELETE /api/admin/invitations/${id}`)).toEqual({ status: 200, body: { id } })
      return token
    },
    expired: async () => {
      const { token } = await invite()
      office.household.clock.advance(72 * HOUR_MS)
      return token
    },
  }

  for (const [kind, make] of Object.entries(NOT_GOOD)) {
    test(`${kind}: answered in the same words, and nobody is made`, async () => {
      office.household.clock.set('2026-11-20T12:00:00Z')
      const token = await make()
      const before = await countMembers()
      for (const answer of [await open(token), await accept(token, { username: 'late' })]) {
        expect({ status: answer.status, body: answer.body }).toEqual({ status: 404, body: { error: 'Not found' } })
        expect(answer.headers.getSetCookie()).toEqual([])
      }
      expect(await countMembers()).toBe(before)
      office.household.clock.set('2026-11-20T12:00:00Z')
    })
  }

  test('is good to the last millisecond of its 72 hours', async () => {
    const { token } = await invite()
    office.household.clock.advance(72 * HOUR_MS - 1)
    expect((await open(token)).status).toBe(200)
    office.household.clock.set('2026-11-20T12:00:00Z')
  })

  test('too often in a minute: 429 for those, while a good one is still taken', async () => {
    await office.household.ctx.db.delete(unknownTokens)
    const { token } = await invite()
    const statuses = []
    for (let guess = 0; guess < 61; guess++) statuses.push((await open(`guess ${guess}`)).status)
    expect(statuses).toEqual([...Array(60).fill(404), 429])
    const refused = await accept('one more')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('60')
    expect((await accept(token)).status).toBe(201)
    office.household.clock.advance(60_000)
    expect((await open('a minute later')).status).toBe(404)
    office.household.clock.set('2026-11-20T12:00:00Z')
  })

  test('is counted however long it is; a body without end is refused as ever', async () => {
    const { db } = office.household.ctx
    await db.delete(unknownTokens)
    const statuses = []
    for (let guess = 0; guess < 61; guess++) statuses.push((await open('x'.repeat(257 + guess))).status)
    expect(statuses).toEqual([...Array(60).fill(404), 429])
    expect((await open('x'.repeat(1024 * 1024))).status).toBe(413)
    await db.delete(unknownTokens)
  })

  test('counts for the address it came from, whatever a header says', async () => {
    const { app, ctx } = office.household
    await ctx.db.delete(unknownTokens)
    app.listen({ port: 0, hostname: '127.0.0.1', reusePort: false })
    const guess = (from: string) =>
      fetch(new URL('/api/invitations/open', app.server!.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
        body: JSON.stringify({ token: 'guess' }),
      })
    const statuses = []
    for (let n = 0; n < 61; n++) statuses.push((await guess(`192.0.2.${n}`)).status)
    expect(statuses.at(-2)).toBe(404)
    expect(statuses.at(-1)).toBe(429)
    // Somebody at another address goes on being told that it is none.
    expect((await open('guess')).status).toBe(404)
    await app.stop(true)
  })

  test('counts in the database: a second process knows it, and old counts go', async () => {
    const { ctx, clock } = office.household
    await ctx.db.delete(unknownTokens)
    await ctx.db.insert(unknownTokens).values({ sourceDigest: '0'.repeat(64), count: 9, since: ctx.now() })
    clock.advance(61_000)
    await open('unknown')
    expect(await ctx.db.select().from(unknownTokens)).toMatchObject([{ count: 1, since: ctx.now() }])
    clock.set('2026-11-20T12:00:00Z')
  })
})

describe('accepting', () => {
  test('of two at once, one is made', async () => {
    const { token } = await invite()
    const before = await countMembers()
    const answers = await Promise.all([
      accept(token),
      accept(token, { username: 'rival', password: OTHER_PASSWORD }),
      accept(token, { username: 'third' }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 404, 404])
    expect(await countMembers()).toBe(before + 1)
  })

  test('with a username in use is refused, and the invitation stays', async () => {
    const [first, second] = [await invite(), await invite()]
    await accept(first.token)
    const before = await countMembers()
    const other = { displayName: 'Dorothea' }
    const taken = await accept(second.token, { ...other, username: ' DORA ' })
    expect({ status: taken.status, body: taken.body }).toEqual({
      status: 409,
      body: { error: 'This username is in use' },
    })
    expect(await countMembers()).toBe(before)
    expect((await open(second.token)).status).toBe(200)
    expect((await accept(second.token, { ...other, username: 'dorothea' })).status).toBe(201)
  })

  test('opens a name that was tried before it was anybody’s', async () => {
    const { token } = await invite()
    for (let tried = 0; tried < 5; tried++) await office.login('dora', OTHER_PASSWORD)
    expect(await office.login('dora', PASSWORD)).toBe(429)
    await accept(token)
    expect(await office.login('dora', PASSWORD)).toBe(200)
  })

  test.each([
    ['no token', { token: undefined }],
    ['an empty token', { token: '' }],
    ['a token that is no text', { token: ['a'] }],
    ['a blank name', { displayName: '  ' }],
    ['a name that is too long', { displayName: 'x'.repeat(257) }],
    ['a control character in the name', { displayName: 'Do\u0001ra' }],
    ['a colour of their own', { color: '#123456' }],
    ['the colour of the shared calendar', { color: '#F25C7A' }],
    ['no colour', { color: undefined }],
    ['a blank username', { username: ' ' }],
    ['a short password', { password: '1234567' }],
    ['a password that sign-in could not take', { password: 'x'.repeat(1001) }],
  ])('with %s is refused without a word about it', async (_, change) => {
    const { token } = await invite()
    const before = await countMembers()
    const { status, body } = await accept(token, change)
    expect({ status, body }).toEqual(INVALID)
    expect(await countMembers()).toBe(before)
    expect((await open(token)).status).toBe(200)
  })

  test('from another site’s page is refused', async () => {
    const { token } = await invite()
    const body = { token, ...DORA }
    const headers = { 'sec-fetch-site': 'cross-site' }
    const { status } = await ask(office.household, null, 'POST /api/invitations/accept', body, headers)
    expect(status).toBe(403)
    expect((await open(token)).status).toBe(200)
  })

  test('where no session could be made, makes nobody', async () => {
    const bypassed = await openHousehold({ env: { DEV_AUTH_BYPASS: 'true', LOCAL_SESSION_SECRET: '' } })
    const [row] = await bypassed.ctx.db
      .insert(members)
      .values({ id: 1, color: PALETTE[0], isAdmin: true, createdAt: bypassed.ctx.now() })
      .$returningId()
    const { body } = await ask<Made>(bypassed, null, 'POST /api/admin/invitations', {})
    const answer = await ask(bypassed, null, 'POST /api/invitations/accept', { token: body.token, ...DORA })
    expect(answer.status).toBe(503)
    expect(await bypassed.ctx.db.select({ id: members.id }).from(members)).toEqual([row!])
    await bypassed.close()
  })
})
