/// <reference path="./http-ece.d.ts" />
import { createECDH, type ECDH, randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import ece from 'http_ece'
import { importJWK, jwtVerify } from 'jose'
import webpush from 'web-push'
import type { PushPayload } from '../../src/platform/webpush/pusher'
import { servers } from './servers'

/** A message as a browser would see it: the signature has been checked and the body decrypted. */
export interface Received {
  payload: PushPayload
  ttl: number
  urgency: string | null
  topic: string | null
  subject: string | undefined
  /** The Host header, as the push service saw it. */
  host: string | null
}

/** How the push service answers; without a plan it is 201. */
export interface Plan {
  status?: number
  headers?: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
  /** The answer is held back until this resolves. */
  until?: Promise<unknown>
}

export interface ReceiverDevice {
  endpoint: string
  /** The body of POST /api/push/subscription. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  /** Every message that reached the push service for this device, whatever it answered. */
  received: Received[]
  /** Answers to the next messages, in this order. */
  plans: Plan[]
  /** The answer to every message for which there is no plan. */
  always: Plan
}

export interface PushReceiver {
  origin: string
  /** The certificate, PEM: nobody else vouches for it. */
  ca: string
  /** The environment of a service that may send here. */
  env: { VAPID_SUBJECT: string; VAPID_PUBLIC_KEY: string; VAPID_PRIVATE_KEY: string }
  /** What was wrong with requests; they were answered 403. */
  problems: string[]
  device(): ReceiverDevice
  stop(): Promise<void>
}

interface Keys {
  ecdh: ECDH
  auth: Buffer
}

const SUBJECT = 'mailto:operator@example.org'
/** RFC 8292 2: a token lasts for a day at the most. */
const MAX_TOKEN_SECONDS = 24 * 3600

/** A push service on loopback, https unless told otherwise, that takes nothing a real one would refuse. */
export async function startPushReceiver({ https = true } = {}): Promise<PushReceiver> {
  const vapid = webpush.generateVAPIDKeys()
  const certificate = await certificateForLoopback()
  const devices = new Map<string, { device: ReceiverDevice; keys: Keys }>()
  const problems: string[] = []

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    ...(https ? { tls: certificate } : {}),
    async fetch(request) {
      const entry = devices.get(new URL(request.url).pathname)
      if (entry === undefined) return new Response(null, { status: 404 })
      const { device, keys } = entry
      try {
        device.received.push(await readMessage(request, keys, vapid.publicKey))
      } catch (error) {
        problems.push(String(error))
        return new Response(null, { status: 403 })
      }
      const { status = 201, headers, body = null, until } = device.plans.shift() ?? device.always
      await until
      return new Response(body, { status, headers })
    },
  })
  const origin = `${https ? 'https' : 'http'}://localhost:${server.port}`

  return {
    origin,
    ca: certificate.cert,
    env: { VAPID_SUBJECT: SUBJECT, VAPID_PUBLIC_KEY: vapid.publicKey, VAPID_PRIVATE_KEY: vapid.privateKey },
    problems,
    device() {
      const keys = { ecdh: createECDH('prime256v1'), auth: randomBytes(16) }
      keys.ecdh.generateKeys()
      const path = `/device/${randomUUID()}`
      const endpoint = `${origin}${path}`
      const subscription = {
        endpoint,
        keys: { p256dh: keys.ecdh.getPublicKey('base64url'), auth: keys.auth.toString('base64url') },
      }
      const device = { endpoint, subscription, received: [], plans: [], always: {} }
      devices.set(path, { device, keys })
      return device
    },
    stop: () => server.stop(true),
  }
}

async function readMessage(request: Request, { ecdh, auth }: Keys, vapidPublicKey: string): Promise<Received> {
  const { headers } = request
  const body = Buffer.from(await request.arrayBuffer())
  if (request.method !== 'POST') throw new Error(`method ${request.method}`)
  if (headers.get('content-encoding') !== 'aes128gcm') throw new Error('content-encoding')
  if (body.length > 4096) throw new Error(`a body of ${body.length} bytes`)
  const ttl = headers.get('ttl') ?? ''
  if (!/^\d+$/.test(ttl)) throw new Error(`TTL ${ttl}`)
  const topic = headers.get('topic')
  if (topic !== null && !/^[A-Za-z0-9_-]{1,32}$/.test(topic)) throw new Error(`topic ${topic}`)
  const subject = await verifySignature(headers.get('authorization') ?? '', new URL(request.url), vapidPublicKey)
  const text = ece.decrypt(body, {
    version: 'aes128gcm',
    privateKey: ecdh,
    dh: ecdh.getPublicKey('base64url'),
    authSecret: auth.toString('base64url'),
  })
  const payload = JSON.parse(text.toString('utf8')) as PushPayload
  return { payload, ttl: Number(ttl), urgency: headers.get('urgency'), topic, subject, host: headers.get('host') }
}

/** RFC 8292: signed with the household's key, for this push service, for no longer than a day. */
async function verifySignature(authorization: string, url: URL, vapidPublicKey: string): Promise<string | undefined> {
  const [, token, key] = /^vapid t=([^,]+), ?k=(\S+)$/.exec(authorization) ?? []
  if (token === undefined || key !== vapidPublicKey) throw new Error('authorization')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256')
  const { payload } = await jwtVerify(token, publicKey, { algorithms: ['ES256'], audience: url.origin })
  const lifetime = (payload.exp ?? Number.POSITIVE_INFINITY) - Date.now() / 1000
  if (lifetime > MAX_TOKEN_SECONDS) throw new Error('the token lasts too long')
  return payload.sub
}

/** Made anew for each run by openssl: neither Bun nor Node can write a certificate. */
export async function certificateForLoopback(): Promise<{ key: string; cert: string }> {
  const folder = await servers.folder('certificate')
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const names = 'subjectAltName=DNS:localhost,DNS:push.corkboard.test,IP:127.0.0.1'
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const subject = ['-subj', '/CN=localhost', '-addext', names, '-days', '2']
  const openssl = Bun.spawn(['openssl', 'req', '-x509', ...curve, '-keyout', key, '-out', cert, ...subject], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if ((await openssl.exited) !== 0) throw new Error(`openssl: ${await new Response(openssl.stderr).text()}`)
  return { key: await Bun.file(key).text(), cert: await Bun.file(cert).text() }
}
