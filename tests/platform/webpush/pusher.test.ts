import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { isIP } from 'node:net'
import type { Dns } from '../../../src/platform/net/dns'
import { createPusher, type PusherOptions, type PushMessage } from '../../../src/platform/webpush/pusher'
import { growthOf, packedBlanks } from '../../support/bomb'
import { type Plan, type PushReceiver, type ReceiverDevice, startPushReceiver } from '../../support/push-receiver'

const MESSAGE: PushMessage = {
  payload: { title: 'Zahnärztin 🦷', body: 'Starts in 30 min', url: '/day/2026-11-20', tag: 'dentist:1' },
  ttlSeconds: 1800,
  topic: 'a-topic_of-32-characters-at-most',
}
const NOW = new Date('2026-11-20T12:00:00Z')

let receiver: PushReceiver
let plain: PushReceiver
beforeAll(async () => {
  receiver = await startPushReceiver()
  plain = await startPushReceiver({ https: false })
})
afterAll(() => Promise.all([receiver.stop(), plain.stop()]))

function pusherFor({ env, ca }: PushReceiver, { allowsPrivateAddresses = true, ...options }: TestOptions = {}) {
  const vapid = { subject: env.VAPID_SUBJECT, publicKey: env.VAPID_PUBLIC_KEY, privateKey: env.VAPID_PRIVATE_KEY }
  const config = { vapid, vapidPublicKey: vapid.publicKey, isProduction: false, allowsPrivateAddresses }
  return createPusher(config, () => NOW, { ca, ...options })!
}
type TestOptions = PusherOptions & { allowsPrivateAddresses?: boolean }

const targetOf = ({ endpoint, subscription }: Pick<ReceiverDevice, 'endpoint' | 'subscription'>) => ({
  endpoint,
  ...subscription.keys,
})

describe('a message', () => {
  test('arrives signed and encrypted, urgent, with its lifetime and topic', async () => {
    const device = receiver.device()
    expect(await pusherFor(receiver).send(targetOf(device), MESSAGE)).toEqual({ kind: 'accepted' })
    expect(receiver.problems).toEqual([])
    expect(device.received).toEqual([
      {
        payload: MESSAGE.payload,
        ttl: 1800,
        urgency: 'high',
        topic: MESSAGE.topic,
        subject: 'mailto:operator@example.org',
        host: new URL(receiver.origin).host,
      },
    ])
  })

  test('goes to a plain http endpoint in development', async () => {
    const device = plain.device()
    expect(await pusherFor(plain).send(targetOf(device), MESSAGE)).toEqual({ kind: 'accepted' })
    expect(device.received).toHaveLength(1)
  })

  test('goes elsewhere to the address that was checked, under the name of the endpoint', async () => {
    const device = receiver.device()
    const { port, pathname } = new URL(device.endpoint)
    const host = `push.corkboard.test:${port}`
    const options = (serverName: string): TestOptions => ({
      allowsPrivateAddresses: false,
      pin: async () => ({ url: `https://127.0.0.1:${port}${pathname}`, headers: { host }, tls: { serverName } }),
    })
    const target = { ...targetOf(device), endpoint: `https://${host}${pathname}` }
    expect(await pusherFor(receiver, options('push.corkboard.test')).send(target, MESSAGE)).toEqual({
      kind: 'accepted',
    })
    expect(device.received[0]?.host).toBe(host)
    expect(await pusherFor(receiver, options('elsewhere.test')).send(target, MESSAGE)).toMatchObject({ kind: 'busy' })
    expect(device.received).toHaveLength(1)
  })

  test('is not sent to a service with an unknown certificate', async () => {
    const device = receiver.device()
    const outcome = await pusherFor(receiver, { ca: undefined }).send(targetOf(device), MESSAGE)
    expect(outcome).toMatchObject({ kind: 'busy', reason: expect.stringContaining('CERT') })
    expect(device.received).toEqual([])
  })
})

describe('what the push service answers', () => {
  test.each<[Plan, object]>([
    [{ status: 200 }, { kind: 'accepted' }],
    [{ status: 202 }, { kind: 'accepted' }],
    [{ status: 404 }, { kind: 'gone' }],
    [{ status: 410 }, { kind: 'gone' }],
    [{ status: 429 }, { kind: 'busy', retryAfterMs: null }],
    [
      { status: 429, headers: { 'retry-after': '7' } },
      { kind: 'busy', retryAfterMs: 7_000 },
    ],
    [
      { status: 503, headers: { 'retry-after': 'Fri, 20 Nov 2026 12:00:30 GMT' } },
      { kind: 'busy', retryAfterMs: 30_000 },
    ],
    [
      { status: 503, headers: { 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT' } },
      { kind: 'busy', retryAfterMs: 0 },
    ],
    [
      { status: 500, headers: { 'retry-after': 'soon' } },
      { kind: 'busy', retryAfterMs: null },
    ],
    [{ status: 400 }, { kind: 'refused' }],
    [{ status: 403 }, { kind: 'refused' }],
    [{ status: 413 }, { kind: 'refused' }],
    [{ status: 301, headers: { location: 'https://127.0.0.1/' } }, { kind: 'refused' }],
  ])('%j', async (plan, expected) => {
    const device = receiver.device()
    device.plans = [plan]
    expect(await pusherFor(receiver).send(targetOf(device), MESSAGE)).toMatchObject(expected)
    expect(device.received).toHaveLength(1)
  })

  test('nothing, for longer than the limit: nobody knows', async () => {
    const device = receiver.device()
    const { promise: until, resolve } = Promise.withResolvers<void>()
    device.plans = [{ until }]
    const outcome = await pusherFor(receiver, { timeoutMs: 150 }).send(targetOf(device), MESSAGE)
    resolve()
    expect(outcome).toEqual({ kind: 'unclear', reason: 'the push service gave no answer (TimeoutError)' })
  })

  test('nothing, because nobody listens: certainly not sent', async () => {
    const gone = await startPushReceiver()
    const device = gone.device()
    await gone.stop()
    expect(await pusherFor(gone).send(targetOf(device), MESSAGE)).toMatchObject({ kind: 'busy', retryAfterMs: null })
  })
})

test('an answer that unpacks to a gigabyte is not unpacked', async () => {
  const device = receiver.device()
  device.always = { headers: { 'content-encoding': 'br' }, body: await packedBlanks(2048) }
  const pusher = pusherFor(receiver)
  const sending = () => Promise.all(Array.from({ length: 8 }, () => pusher.send(targetOf(device), MESSAGE)))
  expect(await growthOf(sending)).toBeLessThan(100)
})

describe('what cannot work is not tried', () => {
  const names: Record<string, string[]> = {
    'public.test': ['8.8.8.8'],
    'inside.test': ['192.168.1.10'],
    'both.test': ['8.8.8.8', '127.0.0.1'],
    'link.test': ['fe80::1'],
  }
  const dns: Dns = {
    addresses: async (name) => (isIP(name) ? [name] : (names[name] ?? [])),
    services: async () => [],
    texts: async () => [],
  }

  test.each([
    ['plain http', 'http://public.test/x'],
    ['loopback', 'https://127.0.0.1/x'],
    ['loopback in disguise', 'https://[::ffff:127.0.0.1]/x'],
    ['a number', 'https://2130706433/x'],
    ['IPv6 loopback', 'https://[::1]/x'],
    ['private', 'https://10.1.2.3/x'],
    ['the cloud around us', 'https://169.254.169.254/latest/'],
    ['a name for a private address', 'https://inside.test/x'],
    ['a name for a public and a private address', 'https://both.test/x'],
    ['a name for a link-local address', 'https://link.test/x'],
    ['a name for nothing', 'https://nowhere.test/x'],
  ])('outside development: %s', async (_, endpoint) => {
    const pusher = pusherFor(receiver, { allowsPrivateAddresses: false, dns })
    const target = { ...targetOf(receiver.device()), endpoint }
    expect(await pusher.send(target, MESSAGE)).toMatchObject({ kind: 'unusable' })
  })

  const OFF_CURVE = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url')
  test.each([
    ['a short p256dh', { p256dh: 'AAAA' }],
    ['a p256dh off the curve', { p256dh: OFF_CURVE }],
    ['text as p256dh', { p256dh: 'not a key at all, but long enough '.repeat(5) }],
    ['a short auth', { auth: 'AAAA' }],
  ])('%s', async (_, keys) => {
    const device = receiver.device()
    const outcome = await pusherFor(receiver).send({ ...targetOf(device), ...keys }, MESSAGE)
    expect(outcome).toEqual({ kind: 'unusable', reason: 'the keys of the subscription cannot be used' })
    expect(device.received).toEqual([])
  })
})

test('without usable settings there is no pusher', () => {
  const { env } = receiver
  const vapid = { subject: 'mailto:me@localhost', publicKey: env.VAPID_PUBLIC_KEY, privateKey: env.VAPID_PRIVATE_KEY }
  const config = { vapid, vapidPublicKey: vapid.publicKey, isProduction: true, allowsPrivateAddresses: false }
  expect(createPusher(config, () => NOW)).toBeNull()
})
