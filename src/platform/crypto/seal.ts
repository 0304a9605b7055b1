import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
const VERSION = 'v1'

/** The sealed text was altered, belongs to another member, or was sealed with another key. */
export class SealError extends Error {
  override name = 'SealError'
}

/**
 * Encrypts with AES-256-GCM. `owner` is authenticated beside the text, so that a sealed value copied into another
 * member's row does not open. Returns `v1.<iv>.<tag>.<ciphertext>`, base64url.
 */
export function seal(text: string, key: Buffer, owner: number): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, iv)
  cipher.setAAD(ownerData(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [VERSION, ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.')
}

/** Opens what `seal` made. @throws SealError */
export function open(sealed: string, key: Buffer, owner: number): string {
  const [version, iv, tag, text] = sealed.split('.')
  if (version !== VERSION || iv === undefined || tag === undefined || text === undefined) {
    throw new SealError('not a sealed text')
  }
  try {
    const tagBytes = Buffer.from(tag, 'base64url')
    const decipher = createDecipheriv(ALGORITHM, key, Buffer.from(iv, 'base64url'), { authTagLength: TAG_BYTES })
    decipher.setAAD(ownerData(owner))
    decipher.setAuthTag(tagBytes)
    return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString('utf8')
  } catch {
    throw new SealError('the sealed text does not open with this key for this member')
  }
}

/** The same; null where it does not open. */
export function openOrNull(sealed: string, key: Buffer, owner: number): string | null {
  try {
    return open(sealed, key, owner)
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}

function ownerData(owner: number): Buffer {
  return Buffer.from(`member:${owner}`)
}
