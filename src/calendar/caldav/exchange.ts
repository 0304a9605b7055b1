import type { Context } from '../../platform/context'
import { codeOfError, labelOfError } from '../../platform/error-code'
import { ACCEPT_ENCODING, EncodingError, readBody, readPage, TooLargeError } from '../../platform/net/answer-body'
import { ForbiddenAddressError, type PinnedTarget } from '../../platform/net/pin'
import { retryAfterMs } from '../../platform/net/retry-after'
import { CalDavError } from './error'

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

export type ExchangeContext = Pick<Context, 'config' | 'now' | 'metrics'>

export interface ExchangeOptions {
  /** Of the request and its answer. */
  timeoutMs: number
  /** Ends the request. */
  signal: AbortSignal | undefined
  /** Reaches servers other than the operator's. */
  reach: (url: URL) => Promise<PinnedTarget>
}

interface Exchange {
  url: URL
  request: HttpRequest
  /** The `Authorization` header; null: none. */
  authorization: string | null
}

const MAX_ANSWER_BYTES = 64 * 1024 * 1024
const MAX_PAGE_BYTES = 64 * 1024
/** Bun sends these again by itself when a reused connection dies without an answer. */
const WRITES = new Set(['PUT', 'DELETE', 'MOVE'])

/**
 * Sends one request to one server and reads the whole answer. The server that the operator configured is reached as it
 * stands.
 * @throws CalDavError unless there is an answer, whatever its status
 */
export async function exchange(
  ctx: ExchangeContext,
  { reach, timeoutMs, signal }: ExchangeOptions,
  { url, request, authorization }: Exchange,
): Promise<HttpAnswer> {
  const { metrics } = ctx
  const end = metrics.caldav.startTimer({ server: metrics.serverLabel(url.host), method: request.method })
  let outcome = 'none'
  try {
    signal?.throwIfAborted()
    const target = isOperatorsServer(ctx, url) ? reachAsItStands(url) : await reachChecked(reach, url)
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

async function reachChecked(reach: ExchangeOptions['reach'], url: URL): Promise<PinnedTarget> {
  try {
    return await reach(url)
  } catch (error) {
    if (codeOfError(error) !== 'ENOTFOUND') throw error
    throw new CalDavError('unknown-host', 0, 'the name of the server does not exist')
  }
}

/**
 * True for the origins of CALDAV_URL and HOME_CALDAV_URL: the operator may name loopback, private and plain-http servers.
 */
function isOperatorsServer({ config: { caldavUrl, home } }: ExchangeContext, url: URL): boolean {
  return [caldavUrl, home?.url].some((own) => own != null && new URL(own).origin === url.origin)
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
  return new CalDavError('network', 0, `${what}: ${labelOfError(error)}`)
}
