import type { AuthScheme, CalDavAccount } from '../../household/credentials'
import { type Dns, systemDns } from '../../platform/net/dns'
import { type PinnedTarget, pinPublicAddress } from '../../platform/net/pin'
import { Authentication } from './authentication'
import { CalDavError } from './error'
import { type ExchangeContext, exchange, type HttpAnswer, type HttpRequest } from './exchange'

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

const TIMEOUT_MS = 30_000
const MAX_REDIRECTS = 5
/** Per request: without proof, Basic, Digest, and once more after a stale nonce. */
const MAX_PROOFS = 4
/** A 303 means "now GET that": a write would turn into a page and look like a success. */
const REDIRECTS = new Set([301, 302, 307, 308])

/**
 * Prepares an account's requests. The server that the operator configured is reached as it stands; every other one
 * needs https and a public address, resolved, checked and pinned for each request.
 */
export function connect(
  ctx: ExchangeContext,
  account: Account,
  { timeoutMs = TIMEOUT_MS, signal, dns = systemDns, reach = (url) => pinPublicAddress(url, dns) }: ConnectOptions = {},
): Connection {
  const { authScheme = 'basic', homeUrl } = account
  const authentication = new Authentication(account, authScheme)

  const ask = (url: URL, request: HttpRequest, authorization: string | null) =>
    exchange(ctx, { timeoutMs, signal, reach }, { url, request, authorization })

  const sendTo = async (url: URL, request: HttpRequest): Promise<HttpAnswer> => {
    if (request.isAnonymous) return ask(url, request, null)
    for (let proofs = 1; ; proofs++) {
      const proof = authentication.prove(request.method, url)
      const answer = await ask(url, request, proof.header)
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
