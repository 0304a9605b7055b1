import { eq } from 'drizzle-orm'
import { displayChanged } from '../household/displays'
import { announce } from '../platform/announcements/announce'
import type { Context } from '../platform/context'
import { newToken } from '../platform/crypto/secret-token'
import { displays } from '../platform/db/schema'
import { inTransaction } from '../platform/db/transaction'
import { Refusal } from '../platform/http-errors'
import { endPairingCodes, usePairingCode } from './pairing-codes'
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

/**
 * Makes a device a display by a code, and ends the token that the display had before. A wrong code, a used one and one
 * past its time go the same way and are answered with the same words.
 * @param address where the request comes from
 * @throws Refusal 401; 429 from the eleventh wrong code of an address in ten minutes, then for right ones too
 */
export async function pairDisplay(ctx: Context, code: string, address: string): Promise<Paired> {
  const outcome = await inTransaction(ctx.db, async (tx): Promise<Paired | Refused> => {
    const failures = await lockFailures(ctx, tx, address)
    const seconds = secondsToWait(ctx, failures)
    if (seconds !== null) return { seconds, isCounted: false }
    const displayId = await usePairingCode(ctx, tx, code)
    if (displayId === null) {
      return { seconds: secondsToWait(ctx, await addFailure(ctx, tx, failures)), isCounted: true }
    }
    const { token, tokenDigest } = newToken()
    const now = ctx.now()
    await tx.update(displays).set({ tokenDigest, pairedAt: now, lastSeenAt: now }).where(eq(displays.id, displayId))
    const [display] = await tx
      .select({ id: displays.id, name: displays.name })
      .from(displays)
      .where(eq(displays.id, displayId))
    announce(ctx, tx, displayChanged(displayId))
    return { display: display!, token }
  })
  if ('token' in outcome) return outcome
  if (outcome.isCounted && (await countFailure(ctx))) await endAllCodes(ctx)
  if (outcome.seconds === null) throw new Refusal(401, 'This code is wrong, was used or is too old')
  const headers = { 'retry-after': String(outcome.seconds) }
  throw new Refusal(429, 'Too many wrong codes. Try again in ten minutes.', headers)
}

/** Somebody is guessing from many places: admins hear of it and may make new codes. */
async function endAllCodes(ctx: Context): Promise<void> {
  await endPairingCodes(ctx.db)
  ctx.log.warn('ten thousand wrong pairing codes within an hour: all open codes have ended')
  ctx.signals.codesEnded()
}
