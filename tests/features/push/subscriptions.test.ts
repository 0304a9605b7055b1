import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { forgetDevice, rememberDevice } from '../../../src/identity/devices/devices'
import { endAllSessions } from '../../../src/identity/session-version'
import { members, pushSubscriptions } from '../../../src/platform/db/schema'
import { ask, type Cast, cookieFor, seatCast, seatedCast } from '../../support/cast'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { beforeNext } from '../../support/statements'

const ENDPOINT = 'https://push.example.org/send/abc?d=1'
const KEYS = { p256dh: 'a public key', auth: 'a secret' }
const BODY = { endpoint: ENDPOINT, keys: KEYS }

const household = opened(() =>
  openHousehold({ env: { VAPID_PUBLIC_KEY: 'the-public-key', VAPID_PRIVATE_KEY: 'the-private-key' } }),
)
const cast = seatedCast(household)
beforeEach(async () => {
  await household.ctx.db.delete(pushSubscriptions)
})

async function stored() {
  const rows = await household.ctx.db.select().from(pushSubscriptions).orderBy(pushSubscriptions.id)
  return rows.map(({ userId, endpoint, p256dh, auth }) => ({ userId, endpoint, p256dh, auth }))
}

const subscribe = (body: unknown, who = cast.ada) => ask(household, who, 'POST /api/push/subscription', body)

describe('nobody gets in without a session', () => {
  test.each([
    ['GET /api/push/vapid-public-key', undefined],
    ['POST /api/push/subscription', BODY],
    ['POST /api/push/subscription', '{'],
    ['DELETE /api/push/subscription', undefined],
    ['POST /api/push/test', undefined],
  ])('%s', async (request, body) => {
    const { status, body: answer } = await ask(household, null, request, body)
    expect({ status, answer }).toEqual({ status: 401, answer: { error: 'Unauthorized' } })
    expect(await stored()).toEqual([])
  })
})

test('a device whose session ends just then is not remembered', async () => {
  const { ben } = cast
  beforeNext(household.ctx, /^insert into `push_subscriptions`/, () => endAllSessions(household.ctx, ben.id))
  expect((await subscribe(BODY, ben)).status).toBe(401)
  expect(await stored()).toEqual([])
  ben.cookie = await cookieFor(household.ctx, ben.id)
})

test('nor is a remembered one that is signed out just then', async () => {
  const { cleo } = cast
  const claims = { memberId: cleo.id, sessionVersion: 0 }
  const { id, token } = await rememberDevice(household.ctx, claims, { kind: 'local', name: 'Phone' })
  const storing = beforeNext(household.ctx, /^insert into `push_subscriptions`/, () =>
    forgetDevice(household.ctx, cleo.id, id),
  )
  expect((await subscribe(BODY, { ...cleo, cookie: `device-session=${token}` })).status).toBe(401)
  expect({ stored: await stored(), hasCome: storing.hasCome }).toEqual({ stored: [], hasCome: true })
})

test('the public key is told, the private key to nobody', async () => {
  const { status, body } = await ask(household, cast.ben, 'GET /api/push/vapid-public-key')
  expect({ status, body }).toEqual({ status: 200, body: { publicKey: 'the-public-key' } })
})

test('without a key the answer is empty', async () => {
  const other = await openHousehold()
  const { ada } = await seatCast(other.ctx)
  expect((await ask(other, ada, 'GET /api/push/vapid-public-key')).body).toEqual({ publicKey: '' })
  await other.close()
})

describe('subscribing', () => {
  test('stores the device for the one who asks, whatever the body says', async () => {
    const { status, body } = await subscribe({ ...BODY, userId: cast.cleo.id, keys: { ...KEYS, more: 1 } }, cast.ben)
    expect({ status, body }).toEqual({ status: 201, body: { ok: true } })
    expect(await stored()).toEqual([{ userId: cast.ben.id, endpoint: ENDPOINT, ...KEYS }])
  })

  test('again replaces owner and keys and clears what was held against the device', async () => {
    await subscribe(BODY)
    await household.ctx.db.update(pushSubscriptions).set({ lastError: 'refused', refusals: 3 })
    await subscribe({ ...BODY, keys: { p256dh: 'other', auth: 'other' } }, cast.ben)
    expect(await stored()).toEqual([{ userId: cast.ben.id, endpoint: ENDPOINT, p256dh: 'other', auth: 'other' }])
    const [row] = await household.ctx.db.select().from(pushSubscriptions)
    expect(row).toMatchObject({ lastError: null, refusals: 0 })
  })

  test('two at once leave one', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => subscribe(BODY)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
    expect(await stored()).toHaveLength(1)
  })

  test('endpoints that differ in case or in their last blank are two', async () => {
    for (const endpoint of [ENDPOINT, `${ENDPOINT}A`, `${ENDPOINT}a`, `${ENDPOINT}a `])
      await subscribe({ ...BODY, endpoint })
    expect(await stored()).toHaveLength(4)
  })
})

describe('more devices than one person has', () => {
  const endpointOf = (device: number) => `${ENDPOINT}&device=${device}`
  const add = (device: number, who = cast.ada) => subscribe({ ...BODY, endpoint: endpointOf(device) }, who)
  const devicesOf = async (who: Cast['ada']) =>
    (await stored()).filter(({ userId }) => userId === who.id).map(({ endpoint }) => endpoint)

  beforeEach(async () => {
    for (let device = 0; device < 20; device++) {
      household.clock.advance(1000)
      await add(device)
    }
  })

  test('the twenty-first takes the place of the one that has worked for nobody the longest', async () => {
    const { db } = household.ctx
    const worked = (device: number, at: Date) =>
      db
        .update(pushSubscriptions)
        .set({ lastSuccessAt: at })
        .where(eq(pushSubscriptions.endpoint, endpointOf(device)))
    await worked(0, household.clock.now())
    await add(100, cast.ben)
    expect((await add(20)).status).toBe(201)
    const left = await devicesOf(cast.ada)
    expect(left).toHaveLength(20)
    expect(left).toContain(endpointOf(0))
    expect(left).not.toContain(endpointOf(1))
    expect(left).toContain(endpointOf(20))
    expect(await devicesOf(cast.ben)).toEqual([endpointOf(100)])
  })

  test('one that subscribes again takes nobody’s place', async () => {
    await add(0)
    expect(await devicesOf(cast.ada)).toHaveLength(20)
  })

  test('one that was somebody else’s for long is as new as any', async () => {
    household.clock.advance(-60_000)
    await add(100, cast.ben)
    household.clock.advance(120_000)
    await add(100)
    const left = await devicesOf(cast.ada)
    expect(left).toHaveLength(20)
    expect(left).toContain(endpointOf(100))
    expect(left).not.toContain(endpointOf(0))
  })

  test('many at once leave twenty', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, device) => add(200 + device)))
    expect(await devicesOf(cast.ada)).toHaveLength(20)
  })
})

const long = (length: number) => `https://push.example.org/${'x'.repeat(length - 25)}`

describe('the limits, and no others', () => {
  test.each([
    ['the longest endpoint', { ...BODY, endpoint: long(2048) }],
    ['plain http', { ...BODY, endpoint: 'http://push.example.org/x' }],
    ['loopback', { ...BODY, endpoint: 'https://127.0.0.1:8443/x' }],
    ['a bare name', { ...BODY, endpoint: 'HTTPS://nas' }],
    ['a path with other letters', { ...BODY, endpoint: 'https://push.example.org/ä/🦷' }],
    ['the longest keys', { ...BODY, keys: { p256dh: 'p'.repeat(512), auth: 'a'.repeat(256) } }],
    ['the longest keys in other letters', { ...BODY, keys: { p256dh: '🦷'.repeat(512), auth: 'ß'.repeat(256) } }],
    ['the shortest keys', { ...BODY, keys: { p256dh: 'p', auth: ' ' } }],
  ])('201: %s', async (_, body) => {
    expect((await subscribe(body)).status).toBe(201)
    expect(await stored()).toEqual([{ userId: cast.ada.id, endpoint: body.endpoint, ...body.keys }])
  })

  test.each<[string, unknown, string]>([
    ['no endpoint', { keys: KEYS }, 'endpoint'],
    ['a number', { ...BODY, endpoint: 5 }, 'endpoint'],
    ['null', { ...BODY, endpoint: null }, 'endpoint'],
    ['nothing in it', { ...BODY, endpoint: '' }, 'endpoint'],
    ['a path', { ...BODY, endpoint: '/send/abc' }, 'endpoint'],
    ['no scheme', { ...BODY, endpoint: 'push.example.org/x' }, 'endpoint'],
    ['no host', { ...BODY, endpoint: 'https://' }, 'endpoint'],
    ['one slash', { ...BODY, endpoint: 'https:/push.example.org' }, 'endpoint'],
    ['a blank before it', { ...BODY, endpoint: ` ${ENDPOINT}` }, 'endpoint'],
    ['another scheme', { ...BODY, endpoint: 'ftp://push.example.org/x' }, 'endpoint'],
    ['a script', { ...BODY, endpoint: 'javascript:alert(1)' }, 'endpoint'],
    ['one too long', { ...BODY, endpoint: long(2049) }, 'endpoint'],
    ['far too long', { ...BODY, endpoint: long(500_000) }, 'endpoint'],
    ['no keys', { endpoint: ENDPOINT }, 'keys'],
    ['keys as text', { ...BODY, keys: 'p256dh' }, 'keys'],
    ['no p256dh', { ...BODY, keys: { auth: 'a' } }, 'keys.p256dh'],
    ['an empty p256dh', { ...BODY, keys: { ...KEYS, p256dh: '' } }, 'keys.p256dh'],
    ['p256dh one too long', { ...BODY, keys: { ...KEYS, p256dh: 'p'.repeat(513) } }, 'keys.p256dh'],
    ['no auth', { ...BODY, keys: { p256dh: 'p' } }, 'keys.auth'],
    ['an empty auth', { ...BODY, keys: { ...KEYS, auth: '' } }, 'keys.auth'],
    ['auth one too long', { ...BODY, keys: { ...KEYS, auth: 'a'.repeat(257) } }, 'keys.auth'],
    ['auth as a list', { ...BODY, keys: { ...KEYS, auth: ['a'] } }, 'keys.auth'],
    ['a list', [BODY], ''],
    ['not JSON', '{', ''],
  ])('400: %s', async (_, body, field) => {
    const { status, body: answer } = await subscribe(body)
    expect(status).toBe(400)
    expect(answer.error).toContain(field)
    expect(answer.error).not.toContain('push.example.org')
    expect(await stored()).toEqual([])
  })
})

describe('forgetting', () => {
  const OTHER = 'https://push.example.org/other'
  beforeEach(async () => {
    await subscribe(BODY)
    await subscribe({ ...BODY, endpoint: OTHER })
    await subscribe({ ...BODY, endpoint: `${OTHER}/bens` }, cast.ben)
  })

  const forget = (query: string, who = cast.ada) => ask(household, who, `DELETE /api/push/subscription${query}`)
  const endpoints = async () => (await stored()).map(({ endpoint }) => endpoint)

  test('all devices of the one who asks, and nobody else’s', async () => {
    const { status, body } = await forget('')
    expect({ status, body }).toEqual({ status: 200, body: { ok: true } })
    expect(await endpoints()).toEqual([`${OTHER}/bens`])
    expect((await forget('')).status).toBe(200)
  })

  test('one device', async () => {
    expect((await forget(`?endpoint=${encodeURIComponent(ENDPOINT)}`)).status).toBe(200)
    expect(await endpoints()).toEqual([OTHER, `${OTHER}/bens`])
  })

  test.each(['?endpoint=', `?endpoint=${encodeURIComponent(`${OTHER}/bens`)}`, '?endpoint=nonsense'])(
    'nothing of somebody else’s and nothing by mistake: %s',
    async (query) => {
      expect((await forget(query)).status).toBe(200)
      expect(await endpoints()).toHaveLength(3)
    },
  )

  test('a member who leaves takes the devices along', async () => {
    const { db } = household.ctx
    await db.delete(members).where(eq(members.id, cast.ben.id))
    expect(await endpoints()).toEqual([ENDPOINT, OTHER])
    await db.insert(members).values({ id: cast.ben.id, displayName: 'Ben', color: '#0F766E', createdAt: new Date(0) })
  })
})
