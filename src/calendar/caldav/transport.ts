import type { CalDavAccount } from '../../household/credentials'
import type { Context } from '../../platform/context'
import { type Dns, systemDns } from '../../platform/net/dns'
import { ForbiddenAddressError, type PinnedTarget, pinPublicAddress } from '../../platform/net/pin'
import { CalDavError } from './error'

export interface ConnectOptions {
  /** For one request with its answer, redirects included separately. */
  timeoutMs?: number
  /** Ends the request under way and every later one. */
  signal?: AbortSignal
  dns?: Dns
  /** How servers other than the operator's are reached; unless given, at a public address that was checked. */
  reach?: (url: URL) => Promise<PinnedTarget>
}

/** An account with the rules for reaching its server; the verbs take it first. Opens nothing by itself. */
export interface Connection {
  /**
   * Sends one request and reads the whole answer. @throws CalDavError unless there is an answer, whatever its status
   */
  send(request: HttpRequest): Promise<HttpAnswer>
  /** The calendar home, when it is known. */
  homeUrl: string | null
}

export interface HttpRequest {
  method: string
  url: string
  headers?: Record<string, string>
  body?: string
  /** Leaves the name and the password out. */
  isAnonymous?: boolean
}

export interface HttpAnswer {
  status: number
  headers: Headers
  text: string
  /** Where the answer came from after redirects. */
  url: string
  retryAfterSeconds: number | null
}

const TIMEOUT_MS = 30_000
const MAX_REDIRECTS = 5
const MAX_ANSWER_BYTES = 64 * 1024 * 1024
/** A 303 means "now GET that": a write would turn into a page and look like a success. */
const REDIRECTS = new Set([301, 302, 307, 308])
/** Bun sends these again by itself when a reused connection dies without an answer. */
const WRITES = new Set(['PUT', 'DELETE'])

/**
 * Prepares an account's requests. The server that the operator configured is reached as it stands; every other one
 * needs https and a public address, resolved, checked and pinned for each request.
 */
export function connect(
  ctx: Pick<Context, 'config' | 'now'>,
  account: Pick<CalDavAccount, 'username' | 'password' | 'homeUrl'>,
  { timeoutMs = TIMEOUT_MS, signal, dns = systemDns, reach = (url) => pinPublicAddress(url, dns) }: ConnectOptions = {},
): Connection {
  // `btoa` and fetch know Latin-1 only; passwords are UTF-8 (RFC 7617 2.1).
  const credentials = Buffer.from(`${account.username}:${account.password}`, 'utf8').toString('base64')

  const sendTo = async (url: URL, request: HttpRequest): Promise<HttpAnswer> => {
    const what = `${request.method} ${url.pathname}`
    try {
      signal?.throwIfAborted()
      const target = isOperatorsServer(ctx, url) ? reachAsItStands(url) : await reach(url)
      const response = await fetch(target.url, {
        method: request.method,
        headers: {
          ...request.headers,
          ...target.headers,
          ...(request.isAnonymous ? {} : { authorization: `Basic ${credentials}` }),
        },
        body: request.body,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])]),
        tls: target.tls,
        ...(WRITES.has(request.method) ? { keepalive: false } : {}),
      })
      return {
        status: response.status,
        headers: response.headers,
        text: await readText(response, what),
        url: url.href,
        retryAfterSeconds: retryAfter(response.headers.get('retry-after'), ctx.now()),
      }
    } catch (error) {
      if (signal?.aborted) throw new CalDavError('interrupted', 0, `${what}: no more time`)
      throw asCalDavError(error, what)
    }
  }

  const send = async (request: HttpRequest): Promise<HttpAnswer> => {
    let url = new URL(request.url)
    for (let redirects = 0; ; redirects++) {
      const answer = await sendTo(url, request)
      const location = answer.headers.get('location')
      if (!REDIRECTS.has(answer.status) || location === null || redirects === MAX_REDIRECTS) return answer
      if (!URL.canParse(location, url.href)) return answer
      const next = new URL(location, url)
      if (!isSameServer(url, next)) return answer
      url = next
    }
  }
  return { send, homeUrl: account.homeUrl }
}

/** True for the origin of CALDAV_URL: the operator may name loopback, private and plain-http servers. */
export function isOperatorsServer(ctx: Pick<Context, 'config'>, url: URL): boolean {
  return ctx.config.caldavUrl !== null && new URL(ctx.config.caldavUrl).origin === url.origin
}

/** The same host and port, and never from https to http: the password goes along. */
function isSameServer(from: URL, to: URL): boolean {
  return to.host === from.host && (to.protocol === from.protocol || to.protocol === 'https:')
}

function reachAsItStands(url: URL): PinnedTarget {
  // A name and password inside the URL would replace the member's.
  const bare = new URL(url)
  bare.username = ''
  bare.password = ''
  return { url: bare.href, headers: {}, tls: {} }
}

async function readText(response: Response, what: string): Promise<string> {
  if (response.body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.byteLength
    if (size > MAX_ANSWER_BYTES) throw new CalDavError('too-large', response.status, `${what}: the answer is too large`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function retryAfter(value: string | null, now: Date): number | null {
  if (value === null) return null
  if (/^\d{1,9}$/.test(value.trim())) return Number(value)
  const instant = Date.parse(value)
  return Number.isNaN(instant) ? null : Math.max(0, Math.ceil((instant - now.getTime()) / 1000))
}

function asCalDavError(error: unknown, what: string): CalDavError {
  if (error instanceof CalDavError) return error
  if (error instanceof ForbiddenAddressError)
    return new CalDavError('forbidden-address', 0, `${what}: ${error.message}`)
  const { code, name } = error as { code?: unknown; name?: unknown }
  return new CalDavError('network', 0, `${what}: ${typeof code === 'string' ? code : name}`)
}
