import { createDisplay, type Display, lockDisplay } from '../../household/displays'
import { issuePairingCode, type PairingCode } from '../../identity/pairing-codes'
import type { Context } from '../../platform/context'
import { inTransaction } from '../../platform/db/transaction'
import type { NewDisplayBody } from './model'

/** Adds a display with its first code. @throws Refusal 400 for a calendar or a list that is not open to the household */
export async function addDisplay(
  ctx: Context,
  adminId: number,
  { canTick = false, canAdd = false, ...body }: NewDisplayBody,
): Promise<{ display: Display; code: PairingCode }> {
  return inTransaction(ctx.db, async (tx) => {
    const display = await createDisplay(ctx, tx, adminId, { ...body, canTick, canAdd })
    return { display, code: await issuePairingCode(ctx, tx, display.id) }
  })
}

/** A display's next code; the earlier one is dead. @throws Refusal 404 */
export async function newCode(ctx: Context, displayId: number): Promise<PairingCode> {
  return inTransaction(ctx.db, async (tx) => {
    await lockDisplay(tx, displayId)
    return issuePairingCode(ctx, tx, displayId)
  })
}
