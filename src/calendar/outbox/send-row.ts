import type { Context } from '../../platform/context'
import { isDbError } from '../../platform/db/errors'
import { describeError } from '../../platform/log'
import type { Progress } from './conclude'
import { dispatch, giveUpAttempt } from './dispatch'
import { type Lease, leaseRow } from './leases'

/** Sends a queued write, unless another drain does, and records what came of it. Never rejects. */
export async function sendRow(ctx: Context, rowId: number, holder: string): Promise<Progress> {
  try {
    const lease = await leaseRow(ctx, rowId, holder)
    return lease === null ? 'pending' : await sendLeased(ctx, lease)
  } catch (error) {
    // What was sent stays noted as sent; the lease runs out, and the next attempt looks first.
    ctx.log.error('a write could not be recorded', { outboxId: rowId, error: describeError(error) })
    return 'silent'
  }
}

/** @throws the database's error */
async function sendLeased(ctx: Context, lease: Lease): Promise<Progress> {
  try {
    return await dispatch(ctx, lease)
  } catch (error) {
    if (isDbError(error)) throw error
    ctx.log.error('a write failed unexpectedly', { outboxId: lease.rowId, error: describeError(error) })
    return await giveUpAttempt(ctx, lease)
  } finally {
    lease.end()
  }
}
