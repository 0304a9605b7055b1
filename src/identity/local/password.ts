import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createSemaphore } from '../../platform/semaphore'

const COST = { N: 16_384, r: 8, p: 1 }
const HASH_BYTES = 32
const SALT_BYTES = 16
const MAX_MEMORY_BYTES = 64 * 1024 * 1024
const PHC = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([A-Za-z0-9_-]{1,128})\$([A-Za-z0-9_-]{1,128})$/

/** Hashes at a time in the whole process: a burst of sign-ins must leave the event loop its share of the processor. */
const AT_A_TIME = 2
/** Some five seconds of work: as long as an answer may take. */
const MAX_WAITING = 300
const hashing = createSemaphore(AT_A_TIME, MAX_WAITING)

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** Checked in place of a hash that does not exist, so that the refusal takes as long. No password fits it. */
const NOBODY = formatHash(COST, Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES))

/** Returns `scrypt$<N>$<r>$<p>$<salt>$<hash>`, base64url. @throws Refusal 503 when too many are hashing */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await hashing.run(salt.toString('hex'), () =>
    derive(password, salt, HASH_BYTES, { ...COST, maxmem: MAX_MEMORY_BYTES }),
  )
  return formatHash(COST, salt, hash)
}

/**
 * Whether the password fits the stored hash, null standing for a name without one; takes the same time for both.
 * Attempts with one name wait for each other, not for those with another.
 * @throws Refusal 503 when too many are hashing; nothing else
 */
export function checkPassword(password: string, stored: string | null, usernameKey: string): Promise<boolean> {
  return hashing.run(usernameKey, () => verifyPassword(password, stored ?? NOBODY))
}

/** Compares in constant time. False for a wrong password and for a hash that cannot be read; never throws. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  try {
    const [, N, r, p, salt, hash] = PHC.exec(stored) ?? []
    if (salt === undefined || hash === undefined) return false
    const cost = { N: Number(N), r: Number(r), p: Number(p) }
    // scrypt takes 0 for "the default".
    if (Object.values(cost).some((value) => value < 1)) return false
    const expected = Buffer.from(hash, 'base64url')
    const actual = await derive(password, Buffer.from(salt, 'base64url'), expected.length, {
      ...cost,
      maxmem: MAX_MEMORY_BYTES,
    })
    return actual.length === expected.length && timingSafeEqual(actual, expected)
  } catch {
    return false
  }
}

function formatHash(cost: typeof COST, salt: Buffer, hash: Buffer): string {
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}
