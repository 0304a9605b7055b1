import { randomBytes } from 'node:crypto'
import type { AuthScheme } from '../../household/credentials'
import { parseChallenges, parseParameters } from './challenges'
import { type Credentials, type DigestChallenge, digestAuthorization, digestChallenge } from './digest'

/** What a request said about who asks. */
interface Proof {
  /** For `Authorization`; null: nothing yet, the server has to say first what it wants. */
  header: string | null
  nonce: string | null
  /** How often the nonce had been used, this time included. */
  count: number
}

const NO_PROOF: Proof = { header: null, nonce: null, count: 0 }

/**
 * Signs the requests of a connection in. With Basic the password goes along with the first request; a server that wants
 * Digest is asked for its challenge first, which is then remembered. Where the scheme is not known yet nothing is sent
 * until the server has said what it takes: a password never goes to a server that wants Digest.
 */
export class Authentication {
  #digest: { challenge: DigestChallenge; count: number } | null = null

  constructor(
    private readonly credentials: Credentials,
    /** Null: to be found out. */
    public scheme: AuthScheme | null,
  ) {}

  /** What the next request shall say. */
  prove(method: string, url: URL): Proof {
    if (this.scheme === 'basic') return { ...NO_PROOF, header: basicAuthorization(this.credentials) }
    if (this.#digest === null) return NO_PROOF
    const { challenge } = this.#digest
    const count = ++this.#digest.count
    const request = { method, uri: `${url.pathname}${url.search}`, count, cnonce: randomBytes(16).toString('hex') }
    return { header: digestAuthorization(challenge, this.credentials, request), nonce: challenge.nonce, count }
  }

  /**
   * Learns from an answer what the server wants.
   * - `again`: the request was not done, and is to be sent with another proof
   * - `final`: the answer is what it is
   * - `unknown`: the server asks for nothing that is known here
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

/** Answers that may be others for whoever signs in: some servers do not ask, and hide what is not public. */
const maySayMoreToMembers = (status: number) => status < 300 || (status >= 400 && status < 500 && !PASSING.has(status))

/** Of the moment, whoever asks. */
const PASSING = new Set([408, 423, 425, 429])

/** A name and password that were refused under a fresh nonce are wrong; otherwise the nonce may have been too old. */
const isWorthAnother = ({ isStale }: DigestChallenge, sent: Proof) => sent.nonce === null || isStale || sent.count > 1

/** `btoa` and fetch know Latin-1 only; passwords are UTF-8 (RFC 7617 2.1). */
const basicAuthorization = ({ username, password }: Credentials) =>
  `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`
