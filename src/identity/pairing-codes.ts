import { and, eq, gt } from 'drizzle-orm'
import type { Context } from '../platform/context'
import { drawSeed, tokenOf } from '../platform/crypto/secret-token'
import { sha256Hex } from '../platform/crypto/sha256'
import type { Executor, Transaction } from '../platform/db/client'
import { pairingCodes } from '../platform/db/schema'
import { PAIRING_CODE_SECONDS } from '../platform/limits'

/** 32 signs, none of which looks like another: no I, O, 0 or 1. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const GROUPS = 2
const GROUP_LENGTH = 4
export const CODE_LASTS_MS = PAIRING_CODE_SECONDS * 1000

/** What somebody types on a device to make it a display. */
export interface PairingCode {
  /** In groups, as in `AB2C-D3EF`. */
  code: string
  expiresAt: Date
}

/** Makes a display's code; an earlier one is dead. @param seed what `pairingCodeOf` makes the same code of */
export async function issuePairingCode(
  ctx: Pick<Context, 'now' | 'config'>,
  db: Executor,
  displayId: number,
  seed = drawSeed(),
): Promise<PairingCode> {
  const code = pairingCodeOf(ctx, seed)
  const row = { codeDigest: digestOfCode(code), expiresAt: new Date(ctx.now().getTime() + CODE_LASTS_MS) }
  await db
    .insert(pairingCodes)
    .values({ displayId, ...row })
    .onDuplicateKeyUpdate({ set: row })
  return { code, expiresAt: row.expiresAt }
}

/** The code of a seed, which may be stored as the seed of a token may. */
export function pairingCodeOf({ config }: Pick<Context, 'config'>, seed: string): string {
  const bytes = Buffer.from(tokenOf(seed, config.encryptionKey), 'base64url')
  const signs = [...bytes.subarray(0, GROUPS * GROUP_LENGTH)].map((byte) => SIGNS[byte % SIGNS.length])
  return Array.from({ length: GROUPS }, () => signs.splice(0, GROUP_LENGTH).join('')).join('-')
}

/** Uses a code up. Returns the display that it is for, null for one that is wrong, used or past its time. */
export async function usePairingCode(
  ctx: Pick<Context, 'now'>,
  tx: Transaction,
  typed: string,
): Promise<number | null> {
  const isIt = and(eq(pairingCodes.codeDigest, digestOfCode(typed)), gt(pairingCodes.expiresAt, ctx.now()))
  const [found] = await tx.select({ displayId: pairingCodes.displayId }).from(pairingCodes).where(isIt).for('update')
  if (found === undefined) return null
  await tx.delete(pairingCodes).where(eq(pairingCodes.displayId, found.displayId))
  return found.displayId
}

/** Ends every code that could still be used. */
export async function endPairingCodes(db: Executor): Promise<void> {
  await db.delete(pairingCodes)
}

/** Of a code as it is typed: upper or lower case, with or without what stands between its groups. */
export const digestOfCode = (typed: string) => sha256Hex(typed.replaceAll(/[-\s]/g, '').toUpperCase())
