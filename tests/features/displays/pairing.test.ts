import { beforeEach, describe, expect, test } from 'bun:test'
import { pairDisplay } from '../../../src/identity/pair-display'
import { displays, pairingCodes, pairingFailureCounts, pairingFailures } from '../../../src/platform/db/schema'
import { ask, seatedCast } from '../../support/cast'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { addDisplay, cookieOf, pair, typeCode, wrongCode } from './kitchen'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const household = opened(() => openHousehold())
const cast = seatedCast(household, { anew: true })
beforeEach(async () => {
  for (const table of [pairingFailures, pairingFailureCounts, displays]) await household.ctx.db.delete(table)
})

const REFUSED = { status: 401, body: { error: 'This code is wrong, was used or is too old' } }
const isOn = async (device: { cookie: string }) => (await ask(household, device, 'GET /api/display')).status

describe('a code', () => {
  test('makes a device a display, once', async () => {
    const { display, code } = await addDisplay(household, cast)
    const answer = await typeCode(household, code)
    expect(answer).toMatchObject({ status: 200, body: { display: { id: display.id, name: 'Kitchen' } } })
    const [value, ...attributes] = answer.headers.get('set-cookie')!.split('; ')
    expect(value).toMatch(/^display-session=[\w-]{43}$/)
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=34560000', 'Path=/', 'SameSite=Strict'])
    expect(await isOn({ cookie: value! })).toBe(200)
    expect(await typeCode(household, code)).toMatchObject(REFUSED)
    expect(await isOn({ cookie: value! })).toBe(200)
  })

  test.each([
    ['in lower case', (code: string) => code.toLowerCase()],
    ['without what stands between', (code: string) => code.replace('-', '')],
    ['with blanks around and more of what stands between', (code: string) => ` -${[...code].join('-')} `],
  ])('may be typed %s', async (_, typed) => {
    const { code } = await addDisplay(household, cast)
    expect((await typeCode(household, typed(code))).status).toBe(200)
  })

  test('that is sent again under its key is answered alike for ten minutes, and to nobody else', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const { display, code } = await addDisplay(household, cast)
    const first = await typeCode(household, code, key)
    const pairedAt = household.clock.now()
    household.clock.advance(10 * MINUTE - 1)
    const again = await typeCode(household, code.toLowerCase(), key)
    expect([again.status, again.body, cookieOf(again)]).toEqual([200, first.body, cookieOf(first)])
    expect((await household.ctx.db.select().from(displays))[0]).toMatchObject({ id: display.id, pairedAt })
    expect(await isOn({ cookie: cookieOf(again) })).toBe(200)
    expect(await typeCode(household, code)).toMatchObject(REFUSED)
    expect(await typeCode(household, code, { 'idempotency-key': crypto.randomUUID() })).toMatchObject(REFUSED)
    expect(await typeCode(household, wrongCode(code), key)).toMatchObject(REFUSED)
    household.clock.advance(1)
    expect(await typeCode(household, code, key)).toMatchObject(REFUSED)
    expect((await typeCode(household, code, { 'idempotency-key': 'ä' })).status).toBe(400)
  })

  test('that is sent again under its key pairs no display that another device has become since', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const { display, code } = await addDisplay(household, cast)
    await typeCode(household, code, key)
    const path = `POST /api/admin/displays/${display.id}/code`
    const { body } = await ask<{ code: string }>(household, cast.ada, path)
    const device = await pair(household, body.code)
    expect(await typeCode(household, code, key)).toMatchObject(REFUSED)
    expect(await isOn(device)).toBe(200)
  })

  test('lasts ten minutes, and not one more millisecond', async () => {
    const [first, second] = [await addDisplay(household, cast), await addDisplay(household, cast)]
    household.clock.advance(10 * MINUTE - 1)
    expect((await typeCode(household, first.code)).status).toBe(200)
    household.clock.advance(1)
    expect(await typeCode(household, second.code)).toMatchObject(REFUSED)
  })

  test('typed on two devices at once makes one of them a display', async () => {
    const { code } = await addDisplay(household, cast)
    const both = await Promise.all(
      [
        pairDisplay(household.ctx, { code, key: null }, '192.0.2.1').then(() => 200),
        pairDisplay(household.ctx, { code, key: null }, '192.0.2.2').then(() => 200),
      ].map((one) => one.catch(({ status }) => status)),
    )
    expect(both.toSorted()).toEqual([200, 401])
  })

  test('is dead when there is a newer one, which ends the earlier device', async () => {
    const { display, code } = await addDisplay(household, cast)
    const newer = async () =>
      (await ask<{ code: string }>(household, cast.ada, `POST /api/admin/displays/${display.id}/code`)).body.code
    const second = await newer()
    expect(await typeCode(household, code)).toMatchObject(REFUSED)
    const old = await pair(household, second)
    const third = await newer()
    expect(await isOn(old)).toBe(200)
    const device = await pair(household, third)
    expect([await isOn(old), await isOn(device)]).toEqual([401, 200])
  })

  test('goes with its display', async () => {
    const { display, code } = await addDisplay(household, cast)
    await ask(household, cast.ada, `DELETE /api/admin/displays/${display.id}`)
    expect(await typeCode(household, code)).toMatchObject(REFUSED)
  })

  test('that is no text, or a very long one, is a bad request that repeats nothing', async () => {
    for (const code of [7, null, '', 'A'.repeat(65)]) {
      expect(await ask(household, null, 'POST /api/display/pair', { code })).toMatchObject({
        status: 400,
        body: { error: 'Invalid request' },
      })
    }
  })

  test('is stored nowhere, and neither is the token', async () => {
    const { code } = await addDisplay(household, cast)
    const stored = async () =>
      JSON.stringify([
        await household.ctx.db.select().from(pairingCodes),
        await household.ctx.db.select().from(displays),
      ])
    expect(await stored()).not.toContain(code.replace('-', ''))
    const { cookie } = await pair(household, code)
    expect(await stored()).not.toContain(cookie.split('=')[1]!)
  })
})

describe('wrong codes', () => {
  test('from one address: ten are refused, then there is a pause for right ones, too', async () => {
    const { code } = await addDisplay(household, cast)
    for (let count = 1; count <= 10; count++) {
      expect(await typeCode(household, wrongCode(code))).toMatchObject(REFUSED)
      household.clock.advance(1000)
    }
    const eleventh = await typeCode(household, wrongCode(code))
    expect(eleventh.status).toBe(429)
    expect(eleventh.headers.get('retry-after')).toBe('590')
    const right = await typeCode(household, code)
    expect([right.status, right.headers.get('set-cookie')]).toEqual([429, null])
    household.clock.advance(590 * 1000)
    const { code: next } = await addDisplay(household, cast)
    expect((await typeCode(household, next)).status).toBe(200)
  })

  test('that were counted before the clock was set back stop nobody until it is there again', async () => {
    const now = household.clock.now()
    household.clock.advance(120 * MINUTE)
    const { code } = await addDisplay(household, cast)
    for (let count = 1; count <= 11; count++) await typeCode(household, wrongCode(code))
    expect((await typeCode(household, code)).status).toBe(429)
    household.clock.set(now.toISOString())
    expect((await typeCode(household, code)).status).toBe(200)
  })

  test('are counted one at a time, however many are sent at once', async () => {
    const { code } = await addDisplay(household, cast)
    const statuses = await Promise.all(
      Array.from({ length: 15 }, async () => (await typeCode(household, wrongCode(code))).status),
    )
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  })

  test('of one address do not stop another, unless both are of one IPv6 connection', async () => {
    const { code } = await addDisplay(household, cast)
    const from = (address: string, typed: string) =>
      pairDisplay(household.ctx, { code: typed, key: null }, address).then(
        () => 200,
        ({ status }) => status,
      )
    for (let count = 1; count <= 11; count++) {
      await from('192.0.2.1', wrongCode(code))
      await from(`2001:db8:1:2::${count}`, wrongCode(code))
    }
    expect(await from('::ffff:192.0.2.1', code)).toBe(429)
    expect(await from('2001:DB8:1:2:ffff::', code)).toBe(429)
    expect(await from('192.0.2.2', code)).toBe(200)
  })

  test('ten thousand in an hour end every open code, once, and the admins hear', async () => {
    const told: number[] = []
    household.ctx.signals.codesEnded = () => told.push(1)
    const { code } = await addDisplay(household, cast)
    const guess = () => typeCode(household, wrongCode(code)).then(() => household.ctx.db.delete(pairingFailures))
    const minute = new Date('2026-11-20T11:30:00Z')
    household.clock.set('2026-11-20T12:00:00Z')
    await household.ctx.db.insert(pairingFailureCounts).values([
      // An hour ago and older: not counted.
      { minute: new Date('2026-11-20T11:00:00Z'), failureCount: 5000 },
      { minute, failureCount: 9998 },
    ])
    await guess()
    expect(told).toEqual([])
    expect(await household.ctx.db.$count(pairingCodes)).toBe(1)
    await guess()
    expect(told).toEqual([1])
    expect(await typeCode(household, code)).toMatchObject(REFUSED)
    const { code: next } = await addDisplay(household, cast)
    expect((await typeCode(household, next)).status).toBe(200)
    expect(told).toEqual([1])
  })
})

describe('a paired device', () => {
  test('is renewed while it is used, after a year off, too', async () => {
    const { display, code } = await addDisplay(household, cast)
    const pairedAt = household.clock.now()
    const device = await pair(household, code)
    household.clock.advance(365 * DAY)
    const answer = await ask(household, device, 'GET /api/display')
    expect(answer.status).toBe(200)
    expect(cookieOf(answer)).toBe(device.cookie)
    expect(answer.headers.get('set-cookie')).toContain('Max-Age=34560000')
    expect((await household.ctx.db.select().from(displays))[0]).toMatchObject({
      id: display.id,
      pairedAt,
      lastSeenAt: household.clock.now(),
    })
    household.clock.advance(401 * DAY)
    expect(await isOn(device)).toBe(401)
  })

  test('whose token was copied is shut out on both when the display is removed', async () => {
    const { display, code } = await addDisplay(household, cast)
    const device = await pair(household, code)
    const thief = { cookie: device.cookie }
    expect(await isOn(thief)).toBe(200)
    await ask(household, cast.ada, `DELETE /api/admin/displays/${display.id}`)
    expect([await isOn(device), await isOn(thief)]).toEqual([401, 401])
  })

  test.each(['', 'x', 'a'.repeat(43), '%00', '{"a":1}', "' or 1=1"])('is not let in by %j', async (token) => {
    await pair(household, (await addDisplay(household, cast)).code)
    expect(await isOn({ cookie: `display-session=${token}` })).toBe(401)
  })

  test('is let in by no session of a member, and a member by no token of a display', async () => {
    const { cookie } = await pair(household, (await addDisplay(household, cast)).code)
    expect(await isOn(cast.ada)).toBe(401)
    const token = cookie.split('=')[1]
    expect((await ask(household, { cookie: `local-session=${token}` }, 'GET /api/me')).status).toBe(401)
  })
})
