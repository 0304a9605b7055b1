import type { Context } from '../../platform/context'
import { ACCEPT_ENCODING, EncodingError, readBytes, TooLargeError } from '../../platform/net/answer-body'
import { type Dns, systemDns } from '../../platform/net/dns'
import { percentDecoded } from '../../platform/net/percent-decoded'
import { asItStands, ForbiddenAddressError, type PinnedTarget, pinAddress } from '../../platform/net/pin'
import { retryAfterMs } from '../../platform/net/retry-after'
import { isAllowed, isWebUrl } from './address'
import { FeedError, type FeedReason } from './error'

/** What the server said of the answer that is known (RFC 9110 8.8). */
export interface Validators {
  etag: string | null
  lastModified: string | null
}

export interface FetchOptions {
  /** For the whole, redirects included. */
  timeoutMs?: number
  dns?: Dns
}

/** Null: it is as it was. */
export type Fetched = ({ bytes: Uint8Array; charset: string | null } & Validators) | null

const TIMEOUT_MS = 30_000
const MAX_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** Of an answer, packed and unpacked. */
const MAX_BYTES = 20 * 1024 * 1024
const MAX_VALIDATOR = { etag: 512, lastModified: 64 }
/** As the runtime and OpenSSL name what is wrong with a certificate. */
const CERTIFICATE_CODE = /CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE/

/**
 * Asks for a feed, conditionally where its validators are known. Public addresses alone are reached, resolved, checked
 * and pinned at each hop, and what the operator allows; 20 MiB and 30 seconds are all that it gets.
 * @throws FeedError
 */
export async function fetchFeed(
  ctx: Pick<Context, 'config' | 'now'>,
  address: URL,
  known: Validators,
  { timeoutMs = TIMEOUT_MS, dns = systemDns }: FetchOptions = {},
): Promise<Fetched> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await follow(ctx, address, known, signal, dns)
    return await read(response, known, ctx.now())
  } catch (error) {
    if (error instanceof FeedError) throw error
    throw new FeedError(signal.aborted ? 'timeout' : reasonOf(error))
  }
}

async function follow(
  ctx: Pick<Context, 'config'>,
  address: URL,
  known: Validators,
  signal: AbortSignal,
  dns: Dns,
): Promise<Response> {
  let url = address
  for (let redirects = 0; ; redirects++) {
    const { target, authorization } = await reach(ctx, url, signal, dns)
    const response = await fetch(target.url, {
      headers: {
        'accept-encoding': ACCEPT_ENCODING,
        accept: 'text/calendar, */*;q=0.1',
        'user-agent': 'Corkboard',
        ...conditions(known),
        ...target.headers,
        ...authorization,
      },
      redirect: 'manual',
      decompress: false,
      // A connection of another name at the same address must not be taken.
      keepalive: false,
      signal,
      tls: target.tls,
    })
    if (!REDIRECTS.has(response.status)) return response
    await response.body?.cancel()
    const location = response.headers.get('location')
    if (location === null || redirects === MAX_REDIRECTS || !URL.canParse(location, url.href)) {
      throw new FeedError('redirect')
    }
    const next = new URL(location, url)
    if (!isWebUrl(next)) throw new FeedError('redirect')
    url = withSignIn(next, url)
  }
}

async function reach(
  { config }: Pick<Context, 'config'>,
  url: URL,
  signal: AbortSignal,
  dns: Dns,
): Promise<{ target: PinnedTarget; authorization: Record<string, string> }> {
  signal.throwIfAborted()
  const bare = new URL(url)
  bare.username = ''
  bare.password = ''
  bare.hash = ''
  const target = isAllowed(bare, config) ? await asItStands(bare) : await pinAddress(bare, dns)
  return { target, authorization: basicOf(url) }
}

/** Within one server the name and the password of its address go along. */
function withSignIn(next: URL, { origin, username, password }: URL): URL {
  if (next.origin === origin && next.username === '' && next.password === '')
    Object.assign(next, { username, password })
  return next
}

/** Name and password of an address (RFC 7617). */
function basicOf({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {}
  const text = [username, password].map(percentDecoded).join(':')
  return { authorization: `Basic ${Buffer.from(text, 'utf8').toString('base64')}` }
}

const conditions = ({ etag, lastModified }: Validators): Record<string, string> => ({
  ...(etag !== null && { 'if-none-match': etag }),
  ...(lastModified !== null && { 'if-modified-since': lastModified }),
})

async function read(response: Response, known: Validators, now: Date): Promise<Fetched> {
  const { status, headers } = response
  if (status !== 200) await response.body?.cancel()
  if (status === 304 && (known.etag ?? known.lastModified) !== null) return null
  if (status !== 200) throw new FeedError(`status-${status}`, retryAfterOf(headers, now))
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of readBytes(response, MAX_BYTES)) chunks.push(chunk)
  } catch (error) {
    throw isOfConnection(error) ? new FeedError('truncated') : error
  }
  return { bytes: Buffer.concat(chunks), charset: charsetOf(headers), ...validatorsOf(headers) }
}

/** As the media type names it (RFC 9110 8.3.2). */
const charsetOf = (headers: Headers): string | null =>
  /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(headers.get('content-type') ?? '')?.[1] ?? null

/** What is longer than the columns is left out: cut off it would name another answer. */
function validatorsOf(headers: Headers): Validators {
  const etag = headers.get('etag')
  const lastModified = headers.get('last-modified')
  return {
    etag: etag !== null && etag.length <= MAX_VALIDATOR.etag ? etag : null,
    lastModified: lastModified !== null && lastModified.length <= MAX_VALIDATOR.lastModified ? lastModified : null,
  }
}

function retryAfterOf(headers: Headers, now: Date): Date | null {
  const milliseconds = retryAfterMs(headers.get('retry-after'), now)
  return milliseconds === null ? null : new Date(now.getTime() + milliseconds)
}

const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? '')

const isOfConnection = (error: unknown) =>
  !(error instanceof TooLargeError || error instanceof EncodingError) && codeOf(error) !== '' && !isTimeout(error)

const isTimeout = (error: unknown) => (error as { name?: unknown }).name === 'TimeoutError'

function reasonOf(error: unknown): FeedReason {
  if (error instanceof ForbiddenAddressError) return 'address'
  if (error instanceof TooLargeError) return 'too-large'
  if (error instanceof EncodingError) return 'encoding'
  if (isTimeout(error)) return 'timeout'
  return CERTIFICATE_CODE.test(codeOf(error)) ? 'certificate' : 'unreachable'
}
