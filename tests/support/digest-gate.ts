import { createHash, randomUUID } from 'node:crypto'
import type { Fault, ProxyRequest } from './faults'

/** How a server asks for Digest. */
export interface DigestGate {
  username: string
  password: string
  realm?: string
  algorithm?: 'MD5' | 'SHA-256' | null
  /** False: as RFC 2069 has it. */
  hasQop?: boolean
  userhash?: boolean
  charset?: 'UTF-8' | null
  /** A nonce is good for so many requests. */
  usesPerNonce?: number
  /** Whether a refusal of the nonce alone says so. */
  saysStale?: boolean
  /** Hands out the next nonce with each answer. */
  givesNextNonce?: boolean
  /** Other schemes offered beside it, before or behind. */
  beside?: string
}

/** What came before the gate: `anonymous`, `Basic`, `Digest`, in the order of arrival. */
export type Knocks = string[]

/**
 * A gate before a CalDAV server that takes Digest, strictly by RFC 7616, and lets through under the name that the server
 * behind it knows, by Basic. A written test of what a client sends, with nothing of ours in it.
 */
export function digestGate(gate: DigestGate, behind: { username: string; password: string }) {
  const { realm = 'Calendars', algorithm = 'MD5', hasQop = true, usesPerNonce = 1000, saysStale = true } = gate
  const knocks: Knocks = []
  /** Good nonces with the counts that were used. */
  const nonces = new Map<string, number>()
  const hash = (...parts: string[]) =>
    createHash(algorithm === 'SHA-256' ? 'sha256' : 'md5')
      .update(Buffer.from(parts.join(':'), 'latin1'))
      .digest('hex')
  const issue = () => {
    const nonce = `nonce "${randomUUID()}"`
    nonces.set(nonce, 0)
    return nonce.replaceAll('"', '\\"')
  }
  const challenge = (isStale: boolean) =>
    [
      ...(gate.beside === undefined ? [] : [gate.beside]),
      [
        `Digest realm="${latin1(realm).replaceAll(/["\\]/g, '\\$&')}"`,
        `nonce="${issue()}"`,
        'opaque="o p, a\\"q"',
        ...(algorithm === null ? [] : [`algorithm=${algorithm}`]),
        ...(hasQop ? ['qop="auth-int, auth"'] : []),
        ...(gate.userhash ? ['userhash=true'] : []),
        ...(gate.charset ? [`charset=${gate.charset}`] : []),
        ...(isStale ? ['stale=true'] : []),
      ].join(', '),
    ].join(', ')
  const refuse = (isStale = false) => ({ status: 401, headers: { 'www-authenticate': challenge(isStale) }, body: '' })

  const isRight = ({ method, path }: ProxyRequest, given: Record<string, string>) => {
    const secret = hash(latin1(gate.username), latin1(realm), latin1(gate.password))
    const expected = hasQop
      ? hash(secret, given.nonce ?? '', given.nc ?? '', given.cnonce ?? '', 'auth', hash(method, path))
      : hash(secret, given.nonce ?? '', hash(method, path))
    const isName = gate.userhash
      ? given.username === hash(latin1(gate.username), latin1(realm)) && given.userhash === 'true'
      : given.username === latin1(gate.username)
    return (
      isName &&
      given.response === expected &&
      given.uri === path &&
      given.realm === latin1(realm) &&
      given.opaque === 'o p, a"q' &&
      (given.algorithm ?? null) === algorithm &&
      (given.qop ?? null) === (hasQop ? 'auth' : null)
    )
  }

  const fault: Fault = async ({ request, forward }) => {
    const { authorization = '' } = request.headers
    knocks.push(authorization.split(' ')[0] || 'anonymous')
    const given = authorization.startsWith('Digest ') ? readCredentials(authorization.slice(7)) : null
    if (given === null || !isRight(request, given)) return refuse()
    const used = nonces.get(given.nonce ?? '')
    if (used === undefined || used === usesPerNonce) return refuse(saysStale)
    // A count that was used before is a replay.
    if (hasQop && given.nc !== (used + 1).toString(16).padStart(8, '0')) return refuse()
    nonces.set(given.nonce ?? '', used + 1)
    request.headers.authorization = `Basic ${btoa(`${behind.username}:${behind.password}`)}`
    const answer = await forward()
    if (!gate.givesNextNonce) return answer
    nonces.delete(given.nonce ?? '')
    return { ...answer, headers: { ...answer.headers, 'authentication-info': `nextnonce="${issue()}"` } }
  }
  return { fault, knocks }
}

/** RFC 7616 3.4: these are quoted, and the rest are tokens. */
const QUOTED = new Set(['username', 'realm', 'nonce', 'uri', 'response', 'cnonce', 'opaque'])

/** Null unless it is written as the RFC wants it. */
function readCredentials(text: string): Record<string, string> | null {
  const given: Record<string, string> = {}
  for (const part of text.match(/[\w*]+=(?:"(?:[^"\\]|\\.)*"|[^",]+)/g) ?? []) {
    const [, name = '', value = ''] = /^([\w*]+)=(.*)$/.exec(part) ?? []
    if (value.startsWith('"') !== QUOTED.has(name) || name in given) return null
    given[name] = value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value
  }
  const extended = given['username*']
  if (extended === undefined) return given
  if (given.username !== undefined || !extended.startsWith("UTF-8''")) return null
  return { ...given, username: latin1(decodeURIComponent(extended.slice(7))) }
}

const latin1 = (text: string) => Buffer.from(text, 'utf8').toString('latin1')
