import { and, eq, gt } from 'drizzle-orm'
import { displayChanged } from '../household/displays'
import { announce } from '../platform/announcements/announce'
import type { Context } from '../platform/context'
import { digestOfToken, drawSeed, tokenOf } from '../platform/crypto/secret-token'
import type { Transaction } from '../platform/db/client'
import { displays } from '../platform/db/schema'
import { inTransaction } from '../platform/db/transaction'
import { Refusal } from '../platform/http-errors'
import { CODE_LASTS_MS, digestOfCode, endPairingCodes, usePairingCode } from './pairing-codes'
import { addFailure, countFailure, lockFailures, secondsToWait } from './pairing-failures'

/** A device that has become a display. */
interface Paired {
  display: { id: number; name: string }
  token: string
}

interface Refused {
  /** Until the address may try again; null: at once. */
  seconds: number | null
  isCounted: boolean
}

interface Typed {
  code: string
  /** The Idempotency-Key of the request; null: none. */
  key: string | null
}

/**
 * Makes a device a display by a code, and ends the token that the display had before. A wrong code, a used one and one
 * past its time go the same way and are answered with the same words. The same code under the same key is answered alike
 * as long as the code would have lasted: all of the first answer may have been lost, its cookie too.
 * @param address where the request comes from
 * @throws Refusal 401; 429 from the eleventh wrong code of an address in ten minutes, then for right ones too
 */
export async function pairDisplay(ctx: Context, { code, key }: Typed, address: string): Promise<Paired> {
  const token = key === null ? drawSeed() : tokenOf(`display ${digestOfCode(code)} ${key}`, ctx.config.encryptionKey)
  const tokenDigest = digestOfToken(token)
  const outcome = await inTransaction(ctx.db, async (tx): Promise<Paired | Refused> => {
    const failures = await lockFailures(ctx, tx, address)
    const seconds = secondsToWait(ctx, failures)
    if (seconds !== null) return { seconds, isCounted: false }
    const displayId = await usePairingCode(ctx, tx, code)
    if (displayId !== null) {
      const now = ctx.now()
      await tx.update(displays).set({ tokenDigest, pairedAt: now, lastSeenAt: now }).where(eq(displays.id, displayId))
      announce(ctx, tx, displayChanged(displayId))
    }
    const display = await pairedWith(ctx, tx, tokenDigest)
    if (display !== null) return { display, token }
    return { seconds: secondsToWait(ctx, await addFailure(ctx, tx, failures)), isCounted: true }
  })
  if ('token' in outcome) return outcome
  if (outcome.isCounted && (await countFailure(ctx))) await endAllCodes(ctx)
  if (outcome.seconds === null) throw new Refusal(401, 'This code is wrong, was used or is too old')
  const headers = { 'retry-after': String(outcome.seconds) }
  throw new Refusal(429, 'Too many wrong codes. Try again in ten minutes.', headers)
}

/** The display that a token was given for lately. */
async function pairedWith(ctx: Context, tx: Transaction, tokenDigest: string): Promise<Paired['display'] | null> {
  const lately = new Date(ctx.now().getTime() - CODE_LASTS_MS)
  const [display] = await tx
    .select({ id: displays.id, name: displays.name })
    .from(displays)
    .where(and(eq(displays.tokenDigest, tokenDigest), gt(displays.pairedAt, lately)))
  return display ?? null
}

/** Somebody is guessing from many places: admins hear of it and may make new codes. */
async function endAllCodes(ctx: Context): Promise<void> {
  await endPairingCodes(ctx.db)
  ctx.log.warn('ten thousand wrong pairing codes within an hour: all open codes have ended')
  ctx.signals.codesEnded()
}
