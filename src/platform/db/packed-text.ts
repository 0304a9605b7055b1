import { promisify } from 'node:util'
import { constants, deflate } from 'node:zlib'
import { type SQL, sql } from 'drizzle-orm'

const deflated = promisify(deflate)

/** Packing a shorter one costs more than sending it. */
const LARGE_LENGTH = 64 * 1024

/**
 * A long text as the database unpacks it: another thread packs it, and what the driver writes out as hexadecimal digits,
 * joins and copies is a fraction of it. UNCOMPRESS() takes the length in four bytes before what zlib gives.
 */
export async function packedText(text: string): Promise<string | SQL<string>> {
  if (text.length < LARGE_LENGTH) return text
  const bytes = Buffer.from(text, 'utf8')
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.byteLength)
  const packed = Buffer.concat([length, await deflated(bytes, { level: constants.Z_BEST_SPEED })])
  return sql<string>`uncompress(${packed})`
}
