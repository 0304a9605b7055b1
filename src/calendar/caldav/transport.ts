import type { AuthScheme, CalDavAccount } from '../../household/credentials'
import type { Context } from '../../platform/context'
import { ACCEPT_ENCODING, EncodingError, readBody, readPage, TooLargeError } from '../../platform/net/answer-body'
import { type Dns, systemDns } from '../../platform/net/dns'
import { ForbiddenAddressError, type PinnedTarget, pinPublicAddress } from '../../platform/net/pin'
import { retryAfterMs } from '../../platform/net/retry-after'
import { Authentication } from './authentication'
import { CalDavError } from './error'

export interface ConnectOptions {
  /** Of one request and its answer; each redirect has its own. */
  timeoutMs?: number
  /** Ends the request under way and every later one. */
  signal?: AbortSignal
  dns?: Dns
  /** Reaches servers other than the operator's; default: at a checked public address. */
  reach?: (url: URL) => Promise<PinnedTarget>
}

/** `authScheme` is Basic unless given; null: to be found out. */
export type Account = Pick<CalDavAccount, 'username' | 'password' | 'homeUrl'> & { authScheme?: AuthScheme | null }

/** An account with the rules for reaching its server; the verbs take it first. Opens nothing by itself. */
export interface Connection {
  /**
   * Sends one request and reads the whole answer.
   * @throws CalDavError unless there is an answer, whatever its status
   */
  send(request: HttpRequest): Promise<HttpAnswer>
  /** The calendar home, when it is known. */
  homeUrl: string | null
  /** The server's authentication scheme; null: not known. */
  readonly authScheme: AuthScheme | null
}

export interface HttpRequest {
  method: string
  url: string
  headers?: Record<string, string>
  body?: string
  /** Limit of the unpacked body; default 64 MiB. */
  maxBytes?: number
  /** Sends no credentials. */
  isAnonymous?: boolean
}

export interface HttpAnswer {
  status: number
  headers: Headers
  /** The body in pieces; of a refusal only its beginning, if that can be read. */
  pieces: readonly string[]
  /** The body in one piece. */
  readonly text: string
  /** A 401 that asks for a kind of sign-in that is not known here: the password may well be right. */
  asksForUnknownSignIn: boolean
  /** Where the answer came from after redirects. */
  url: string
  retryAfterSeconds: number | null
}

const TIMEOUT_MS = 30_000
const MAX_REDIRECTS = 5
/** Per request: without proof, Basic, Digest, and once more after a stale nonce. */
const MAX_PROOFS = 4
const MAX_ANSWER_BYTES = 64 * 1024 * 1024
const MAX_PAGE_BYTES = 64 * 1024
/** A 303 means "now GET that": a write would turn into a page and look like a success. */
const REDIRECTS = new Set([301, 302, 307, 308])
/** Bun sends these again by itself when a reused connection dies without an answer. */
const WRITES = new Set(['PUT', 'DELETE', 'MOVE'])

/**
 * Prepares an account's requests. The server that the operator configured is reached as it stands; every other one
 * needs https and a public address, resolved, checked and pinned for each request.
 */
export function connect(
  ctx: Pick<Context, 'config' | 'now' | 'metrics'>,
  account: Account,
  { timeoutMs = TIMEOUT_MS, signal, dns = systemDns, reach = (url) => pinPublicAddress(url, dns) }: ConnectOptions = {},
): Connection {
  const { authScheme = 'basic', homeUrl } = account
  const authentication = new Authentication(account, authScheme)

  const reachChecked = async (url: URL) => {
    try {
      return await reach(url)
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'ENOTFOUND') throw error
      throw new CalDavError('unknown-host', 0, 'the name of the server does not exist')
    }
  }

  const exchange = async (url: URL, request: HttpRequest, authorization: string | null): Promise<HttpAnswer> => {
    const { metrics } = ctx
    const end = metrics.caldav.startTimer({ server: metrics.serverLabel(url.host), method: request.method })
    let outcome = 'none'
    try {
      signal?.throwIfAborted()
      const target = isOperatorsServer(ctx, url) ? reachAsItStands(url) : await reachChecked(url)
      const response = await fetch(target.url, {
        method: request.method,
        headers: {
          'accept-encoding': ACCEPT_ENCODING,
          ...request.headers,
          ...target.headers,
          ...(authorization === null ? {} : { authorization }),
        },
        body: request.body,
        redirect: 'manual',
        decompress: false,
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])]),
        tls: target.tls,
        ...(WRITES.has(request.method) ? { keepalive: false } : {}),
      })
      outcome = `${Math.floor(response.status / 100)}xx`
      const pieces = await (response.ok
        ? readBody(response, request.maxBytes ?? MAX_ANSWER_BYTES)
        : readPage(response, MAX_PAGE_BYTES))
      return {
        status: response.status,
        headers: response.headers,
        pieces,
        get text() {
          return pieces.join('')
        },
        asksForUnknownSignIn: false,
        url: url.href,
        retryAfterSeconds: retryAfterSeconds(response.headers, ctx.now()),
      }
    } catch (error) {
      if (signal?.aborted) throw new CalDavError('interrupted', 0, `${request.method}: no more time`)
      throw asCalDavError(error, request.method)
    } finally {
      end({ outcome })
    }
  }

  const sendTo = async (url: URL, request: HttpRequest): Promise<HttpAnswer> => {
    if (request.isAnonymous) return exchange(url, request, null)
    for (let proofs = 1; ; proofs++) {
      const proof = authentication.prove(request.method, url)
      const answer = await exchange(url, request, proof.header)
      const verdict = authentication.learn(answer, url, proof)
      if (verdict === 'unknown') return Object.assign(answer, { asksForUnknownSignIn: true })
      if (verdict === 'final' || proofs === MAX_PROOFS) return answer
    }
  }

  const send = async (request: HttpRequest): Promise<HttpAnswer> => {
    if (!isOnServerOf(homeUrl, request.url)) {
      throw new CalDavError('forbidden-address', 0, `${request.method}: not the server of the account`)
    }
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
  return {
    send,
    homeUrl,
    get authScheme() {
      return authentication.scheme
    },
  }
}

/**
 * True for the origins of CALDAV_URL and HOME_CALDAV_URL: the operator may name loopback, private and plain-http servers.
 */
function isOperatorsServer({ config: { caldavUrl, home } }: Pick<Context, 'config'>, url: URL): boolean {
  return [caldavUrl, home?.url].some((own) => own != null && new URL(own).origin === url.origin)
}

/**
 * Whether an account may ask for that URL: calendars of an account that has been given up stay for a while, and their
 * server is not to hear the password of the next one.
 */
export function isOnServerOf(homeUrl: string | null, url: string): boolean {
  return homeUrl === null || isSameServer(new URL(homeUrl), new URL(url))
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

function retryAfterSeconds(headers: Headers, now: Date): number | null {
  const milliseconds = retryAfterMs(headers.get('retry-after'), now)
  return milliseconds === null ? null : Math.ceil(milliseconds / 1000)
}

function asCalDavError(error: unknown, what: string): CalDavError {
  if (error instanceof CalDavError) return error
  const message = `${what}: ${(error as Error).message}`
  if (error instanceof ForbiddenAddressError) return new CalDavError('forbidden-address', 0, message)
  if (error instanceof TooLargeError) return new CalDavError('too-large', 0, message)
  if (error instanceof EncodingError) return new CalDavError('malformed', 0, message)
  const { code, name } = error as { code?: unknown; name?: unknown }
  return new CalDavError('network', 0, `${what}: ${typeof code === 'string' ? code : name}`)
}
