import { beforeEach, describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { push } from '../../../src/features/push'
import type { TrialResult } from '../../../src/features/push/model'
import { readConfig } from '../../../src/platform/config'
import { pushSubscriptions } from '../../../src/platform/db/schema'
import { errors } from '../../../src/platform/http-errors'
import { ask, type Member, seatedCast } from '../../support/cast'
import { type Household, openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { type ReceiverDevice, startPushReceiver } from '../../support/push-receiver'

const receiver = opened(startPushReceiver)
const household = opened(() => openHousehold({ env: receiver.env }))
const cast = seatedCast(household)
beforeEach(async () => {
  await household.ctx.db.delete(pushSubscriptions)
  household.logLines.length = 0
})

/** The routes alone, trusting the receiver's certificate. */
function routes({ nodeEnv = 'test', timeoutMs = 10_000 } = {}) {
  const { allowsPrivateAddresses } = readConfig({ ...household.env, NODE_ENV: nodeEnv })
  const ctx = { ...household.ctx, config: { ...household.ctx.config, allowsPrivateAddresses } }
  const app = new Elysia().use(errors(ctx)).use(push(ctx, { ca: receiver.ca, timeoutMs }))
  return { app: app as unknown as Household['app'] }
}

async function subscribe(who: Member, device: ReceiverDevice = receiver.device(), keys = {}) {
  const { endpoint, subscription } = device
  const body = { endpoint, keys: { ...subscription.keys, ...keys } }
  expect((await ask(household, who, 'POST /api/push/subscription', body)).status).toBe(201)
  return device
}

const tryOut = (who: Member, options = {}) => ask<TrialResult>(routes(options), who, 'POST /api/push/test')
const warnings = () => household.logLines.filter((line) => line.includes('"level":"warn"'))

describe('a member finds out whether reminders work', () => {
  test('all devices of hers get the message, and nobody else’s', async () => {
    const [phone, tablet] = [await subscribe(cast.ada), await subscribe(cast.ada)]
    const bens = await subscribe(cast.ben)
    const { status, body } = await tryOut(cast.ada)
    expect({ status, body }).toEqual({ status: 200, body: { devices: 2, accepted: 2, problems: [] } })
    for (const device of [phone, tablet]) {
      expect(device.received.map(({ payload }) => payload.body)).toEqual(['Reminders work'])
    }
    expect(bens.received).toEqual([])
    expect(receiver.problems).toEqual([])
  })

  test('in the member’s language', async () => {
    await ask(household, cast.ada, 'PATCH /api/me/reminders', { language: 'de' })
    const phone = await subscribe(cast.ada)
    await tryOut(cast.ada)
    await ask(household, cast.ada, 'PATCH /api/me/reminders', { language: 'en' })
    expect(phone.received.map(({ payload }) => payload.body)).toEqual(['Erinnerungen funktionieren'])
  })

  test('without a device', async () => {
    expect((await tryOut(cast.ada)).body).toEqual({ devices: 0, accepted: 0, problems: [] })
  })

  test('a device that its push service has forgotten is removed', async () => {
    const gone = await subscribe(cast.ada)
    gone.always = { status: 410 }
    const service = new URL(receiver.origin).host
    const problems = [{ service, reason: 'the subscription has ended' }]
    expect((await tryOut(cast.ada)).body).toEqual({ devices: 1, accepted: 0, problems })
    expect((await tryOut(cast.ada)).body).toEqual({ devices: 0, accepted: 0, problems: [] })
  })

  test('a refusal is told, counted and logged; what works again is forgiven', async () => {
    const device = await subscribe(cast.ada)
    device.plans = [{ status: 403 }, { status: 403 }]
    expect((await tryOut(cast.ada)).body.problems[0]?.reason).toBe('the push service refuses the message (403)')
    await tryOut(cast.ada)
    const [row] = await household.ctx.db.select().from(pushSubscriptions)
    expect(row).toMatchObject({ refusals: 2, lastSuccessAt: null })
    expect(warnings()).toHaveLength(2)
    expect((await tryOut(cast.ada)).body.accepted).toBe(1)
    const [after] = await household.ctx.db.select().from(pushSubscriptions)
    expect(after).toMatchObject({ refusals: 0, lastError: null, lastSuccessAt: household.clock.now() })
  })

  test('a service that never answers holds nobody up', async () => {
    const { promise: until, resolve } = Promise.withResolvers<void>()
    for (let count = 0; count < 5; count++) (await subscribe(cast.ada)).always = { until }
    await subscribe(cast.ada)
    const { body } = await tryOut(cast.ada, { timeoutMs: 5_000 })
    resolve()
    expect(body).toMatchObject({ devices: 6, accepted: 1 })
    expect(body.problems[0]?.reason).toBe('the push service gave no answer (TimeoutError)')
  })
})

describe('a device that cannot work is not contacted, logged once, and shown each time', () => {
  test('keys that nothing can be encrypted for', async () => {
    const device = await subscribe(cast.ada, receiver.device(), { p256dh: 'any text' })
    for (let round = 0; round < 3; round++) {
      const { body } = await tryOut(cast.ada)
      expect(body).toMatchObject({ devices: 1, accepted: 0 })
      expect(body.problems[0]?.reason).toBe('the keys of the subscription cannot be used')
    }
    expect(warnings()).toHaveLength(1)
    expect(device.received).toEqual([])
  })

  test.each(['production', '', 'Production', 'staging', 'dev'])(
    'a loopback address where NODE_ENV is %j',
    async (nodeEnv) => {
      const device = await subscribe(cast.ada)
      const { body } = await tryOut(cast.ada, { nodeEnv })
      expect(body.problems[0]?.reason).toBe('the endpoint cannot be used: not a public address')
      await tryOut(cast.ada, { nodeEnv })
      expect(warnings()).toHaveLength(1)
      expect(device.received).toEqual([])
    },
  )

  test.each(['development', 'test'])('but it may where NODE_ENV is %j', async (nodeEnv) => {
    const device = await subscribe(cast.ada)
    expect((await tryOut(cast.ada, { nodeEnv })).body).toMatchObject({ devices: 1, accepted: 1 })
    expect(device.received).toHaveLength(1)
  })

  test('subscribing anew gives it another chance', async () => {
    const device = await subscribe(cast.ada, receiver.device(), { auth: 'x' })
    await tryOut(cast.ada)
    await subscribe(cast.ada, device)
    expect((await tryOut(cast.ada)).body).toMatchObject({ devices: 1, accepted: 1 })
    expect(device.received).toHaveLength(1)
  })
})

test('on a server without push every device says so', async () => {
  await subscribe(cast.ada)
  const ctx = { ...household.ctx, config: { ...household.ctx.config, vapid: null } }
  const app = new Elysia().use(errors(ctx)).use(push(ctx)) as unknown as Household['app']
  const { body } = await ask<TrialResult>({ app }, cast.ada, 'POST /api/push/test')
  expect(body).toMatchObject({ devices: 1, accepted: 0 })
  expect(body.problems[0]?.reason).toBe('push is not set up on this server')
})

test('neither answers nor the log hold an endpoint or a key', async () => {
  const device = await subscribe(cast.ada)
  device.plans = [{ status: 400 }, { status: 429 }]
  const answers = [await tryOut(cast.ada), await tryOut(cast.ada)]
  const text = JSON.stringify(answers) + household.logLines.join('')
  expect(text).not.toContain(new URL(device.endpoint).pathname)
  expect(text).not.toContain(device.subscription.keys.auth)
  expect(text).not.toContain(device.subscription.keys.p256dh)
  expect(text).not.toContain(receiver.env.VAPID_PRIVATE_KEY)
})
