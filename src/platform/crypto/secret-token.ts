import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { sha256Hex } from './sha256'

const SEED_BYTES = 32

/** 256 random bits from which a token is made. */
export const drawSeed = (): string => randomBytes(SEED_BYTES).toString('base64url')

/**
 * The token of a seed: 43 characters, which nobody makes of the seed without the key. A seed may be stored where a
 * request that is sent again must get the same token; the token never is.
 */
export function tokenOf(seed: string, key: Buffer): string {
  const own = Buffer.from(hkdfSync('sha256', key, '', 'corkboard secret token', 32))
  return createHmac('sha256', own).update(seed).digest('base64url')
}

/** A token without a seed: 256 random bits, and what is stored of it. */
export function newToken(): { token: string; tokenDigest: string } {
  const token = drawSeed()
  return { token, tokenDigest: digestOfToken(token) }
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** Whether a text is written as tokens are: what is not needs no look into the database. */
export const isToken = (text: string): boolean => TOKEN.test(text)

/** What is stored of a token: SHA-256, hex. Tokens have too many bits to be guessed from it. */
export const digestOfToken = (token: string): string => sha256Hex(token)
