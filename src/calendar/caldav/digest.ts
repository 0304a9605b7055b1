import { createHash } from 'node:crypto'
import type { Challenge } from './challenges'

/** HTTP Digest (RFC 7616; RFC 2617 and 2069 for older servers). Header texts are byte strings. */

export interface DigestChallenge {
  realm: string
  nonce: string
  opaque: string | null
  /** As the server spells it; null: not named, which means MD5. */
  algorithm: string | null
  /** False for servers of RFC 2069. */
  hasQop: boolean
  isUtf8: boolean
  /** The server wants the name's hash in place of the name. */
  hashesName: boolean
  /** Only the nonce was refused. */
  isStale: boolean
}

export interface Credentials {
  username: string
  password: string
}

interface DigestRequest {
  method: string
  /** Path and query, as in the request line. */
  uri: string
  /** How often the nonce has been used, this time included. */
  count: number
  cnonce: string
}

const HASHES = new Map([
  ['md5', 'md5'],
  ['sha-256', 'sha256'],
  ['sha-512-256', 'sha512-256'],
])

/**
 * Null for a challenge that cannot be met: another scheme, an unknown algorithm, or only the whole body is accepted.
 */
export function digestChallenge({ scheme, parameters }: Challenge): DigestChallenge | null {
  const nonce = parameters.get('nonce')
  const algorithm = parameters.get('algorithm') ?? null
  if (scheme !== 'digest' || nonce === undefined || hashOf(algorithm) === undefined) return null
  const qop = parameters.get('qop')
  const isMet = qop === undefined || qop.split(',').some((option) => option.trim().toLowerCase() === 'auth')
  if (!isMet) return null
  const isTrue = (name: string) => parameters.get(name)?.toLowerCase() === 'true'
  return {
    realm: parameters.get('realm') ?? '',
    nonce,
    opaque: parameters.get('opaque') ?? null,
    algorithm,
    hasQop: qop !== undefined,
    isUtf8: parameters.get('charset')?.toLowerCase() === 'utf-8',
    hashesName: isTrue('userhash'),
    isStale: isTrue('stale'),
  }
}

/** The `Authorization` header that meets a challenge. */
export function digestAuthorization(
  challenge: DigestChallenge,
  { username, password }: Credentials,
  { method, uri, count, cnonce }: DigestRequest,
): string {
  const { realm, nonce, opaque, algorithm, hasQop } = challenge
  const hash = (...parts: string[]) =>
    createHash(hashOf(algorithm)!)
      .update(Buffer.from(parts.join(':'), 'latin1'))
      .digest('hex')
  const name = byteString(username)
  const secret = hash(name, realm, byteString(password))
  const nc = count.toString(16).padStart(8, '0')
  const request = hash(method, uri)
  const response = hasQop ? hash(secret, nonce, nc, cnonce, 'auth', request) : hash(secret, nonce, request)
  return `Digest ${[
    nameParameter(challenge, username, () => hash(name, realm)),
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(uri)}`,
    `response="${response}"`,
    ...(algorithm === null ? [] : [`algorithm=${algorithm}`]),
    ...(opaque === null ? [] : [`opaque=${quoted(opaque)}`]),
    ...(hasQop ? ['qop=auth', `nc=${nc}`, `cnonce=${quoted(cnonce)}`] : []),
    ...(challenge.hashesName ? ['userhash=true'] : []),
  ].join(', ')}`
}

function nameParameter(challenge: DigestChallenge, username: string, hashed: () => string): string {
  if (challenge.hashesName) return `username="${hashed()}"`
  // Servers that do not say UTF-8 do not know the extended form either, and compare bytes.
  const isExtended = challenge.isUtf8 && /[^ -~]/.test(username)
  return isExtended ? `username*=UTF-8''${extended(username)}` : `username=${quoted(byteString(username))}`
}

const hashOf = (algorithm: string | null) => HASHES.get(algorithm?.toLowerCase() ?? 'md5')

/** UTF-8 as headers carry it: each byte a character. */
const byteString = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`

/** RFC 8187 3.2.1. */
const extended = (text: string) =>
  encodeURIComponent(text).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
