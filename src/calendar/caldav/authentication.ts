import { randomBytes } from 'node:crypto'
import type { AuthScheme } from '../../household/credentials'
import { parseChallenges, parseParameters } from './challenges'
import { type Credentials, type DigestChallenge, digestAuthorization, digestChallenge } from './digest'

/** What a request said about who asks. */
interface Proof {
  /** The `Authorization` header; null: the server must say first what it wants. */
  header: string | null
  nonce: string | null
  /** How often the nonce had been used, this time included. */
  count: number
}

const NO_PROOF: Proof = { header: null, nonce: null, count: 0 }

/**
 * Authenticates the requests of a connection. Basic sends the password with the first request; Digest asks for a
 * challenge first and remembers it. While the scheme is unknown nothing is sent before the server has named one: a
 * password never goes to a server that wants Digest.
 */
export class Authentication {
  #digest: { challenge: DigestChallenge; count: number } | null = null

  constructor(
    private readonly credentials: Credentials,
    /** Null: not known yet. */
    public scheme: AuthScheme | null,
  ) {}

  /** The proof for the next request. */
  prove(method: string, url: URL): Proof {
    if (this.scheme === 'basic') return { ...NO_PROOF, header: basicAuthorization(this.credentials) }
    if (this.#digest === null) return NO_PROOF
    const { challenge } = this.#digest
    const count = ++this.#digest.count
    const request = { method, uri: `${url.pathname}${url.search}`, count, cnonce: randomBytes(16).toString('hex') }
    return { header: digestAuthorization(challenge, this.credentials, request), nonce: challenge.nonce, count }
  }

  /**
   * Reads from an answer what the server wants.
   * - `again`: the request was not done; send it with another proof
   * - `final`: take the answer as it is
   * - `unknown`: the server asks for no scheme that we know
   */
  learn(
    { status, headers }: { status: number; headers: Headers },
    url: URL,
    sent: Proof,
  ): 'again' | 'final' | 'unknown' {
    this.#takeNextNonce(headers)
    if (status !== 401) return this.scheme === null && maySayMoreToMembers(status) ? this.#goOnWith('basic') : 'final'
    const challenges = parseChallenges(headers.get('www-authenticate') ?? '')
    const digest = challenges.map(digestChallenge).find((challenge) => challenge !== null)
    // A server that names nothing is taken for one of those that know Basic alone.
    const offersBasic = challenges.length === 0 || challenges.some(({ scheme }) => scheme === 'basic')
    if (digest === undefined && !offersBasic) return 'unknown'
    const isPlain = url.protocol === 'http:'
    const isFirstChoice = this.scheme !== null || isPlain || !offersBasic
    if (digest !== undefined && isFirstChoice && isWorthAnother(digest, sent)) {
      this.#digest = { challenge: digest, count: 0 }
      return this.#goOnWith('digest')
    }
    if (this.scheme === null) return this.#goOnWith('basic')
    // An account that has signed in by Digest does not give its password away in plain text.
    const mayTurnToBasic = this.scheme === 'digest' && digest === undefined && !isPlain
    return mayTurnToBasic ? this.#goOnWith('basic') : 'final'
  }

  #goOnWith(scheme: AuthScheme): 'again' {
    this.scheme = scheme
    return 'again'
  }

  #takeNextNonce(headers: Headers) {
    const nonce = parseParameters(headers.get('authentication-info') ?? '').get('nextnonce')
    if (this.#digest === null || nonce === undefined) return
    this.#digest = { challenge: { ...this.#digest.challenge, nonce }, count: 0 }
  }
}

/** Answers that may change with authentication: some servers do not ask for it, and hide what is not public. */
const maySayMoreToMembers = (status: number) => status < 300 || (status >= 400 && status < 500 && !PASSING.has(status))

/** Statuses about the moment: authentication does not change them. */
const PASSING = new Set([408, 423, 425, 429])

/** A name and password that were refused under a fresh nonce are wrong; otherwise the nonce may have been too old. */
const isWorthAnother = ({ isStale }: DigestChallenge, sent: Proof) => sent.nonce === null || isStale || sent.count > 1

/** `btoa` and fetch know Latin-1 only; passwords are UTF-8 (RFC 7617 2.1). */
const basicAuthorization = ({ username, password }: Credentials) =>
  `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`
