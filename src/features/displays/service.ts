import { createDisplay, lockDisplay } from '../../household/displays'
import { issuePairingCode, type PairingCode, pairingCodeOf } from '../../identity/pairing-codes'
import type { Context } from '../../platform/context'
import { drawSeed } from '../../platform/crypto/secret-token'
import { inTransaction } from '../../platform/db/transaction'
import { answerOnce } from '../../platform/idempotency'
import type { NewDisplay, NewDisplayBody } from './model'
import { presentCode, presentDisplay } from './present'

/**
 * Adds a display with its first code; the same request, sent again with its key, is told the same one.
 * @throws Refusal 400 for a calendar or a list that is not open to the household, 422 for a key of another request
 */
export async function addDisplay(
  ctx: Context,
  adminId: number,
  { name, calendarIds, listIds, canTick = false, canAdd = false }: NewDisplayBody,
  key: string | null,
): Promise<NewDisplay> {
  const form = { name, calendarIds, listIds, canTick, canAdd }
  const request = { memberId: adminId, key, parts: ['POST /api/admin/displays', form] }
  const { seed, ...added } = await inTransaction(ctx.db, (tx) =>
    answerOnce(ctx, tx, request, async () => {
      const display = await createDisplay(ctx, tx, adminId, form)
      const seed = drawSeed()
      const { expiresAt } = presentCode(await issuePairingCode(ctx, tx, display.id, seed))
      return { display: presentDisplay(display), expiresAt, seed }
    }),
  )
  return { ...added, code: pairingCodeOf(ctx, seed) }
}

/** A display's next code; the earlier one is dead. @throws Refusal 404 */
export async function newCode(ctx: Context, displayId: number): Promise<PairingCode> {
  return inTransaction(ctx.db, async (tx) => {
    await lockDisplay(tx, displayId)
    return issuePairingCode(ctx, tx, displayId)
  })
}
