import { and, eq } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import type { Executor } from '../../platform/db/client'
import { outbox } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { type Claim, leasedBy } from './claims'
import type { Composed } from './compose'
import type { Job } from './jobs'

/** What is to be sent is stored before it is sent, so that whoever takes over first looks what has become of it. */

/** A row whose last attempt ended without being recorded, or unclear. */
export const wasSent = ({ row }: Pick<Job, 'row'>) => row.sentObject !== null || row.sentEtag !== null

export const sentBefore = ({ row }: Job): Composed => ({
  kind: 'composed',
  href: row.href,
  etag: row.sentEtag,
  object: row.sentObject,
  source: null,
})

/** False when the claim was lost meanwhile: another drain sends. */
export async function rememberIntent(ctx: Context, claim: Claim, composed: Composed): Promise<boolean> {
  const { href, etag, object, source } = composed
  if (source === null) return storeIntent(ctx.db, claim, { href, sentEtag: etag, sentObject: object })
  return inTransaction(ctx.db, async (tx) => {
    if (!(await storeIntent(tx, claim, { href, sentEtag: etag, sentObject: object }))) return false
    const isWaitingDelete = and(eq(outbox.id, source.deleteId), eq(outbox.status, 'pending'))
    await tx.update(outbox).set({ etag: source.etag }).where(isWaitingDelete)
    return true
  })
}

async function storeIntent(
  db: Executor,
  claim: Claim,
  intent: { href: string; sentEtag: string | null; sentObject: string | null },
): Promise<boolean> {
  const [{ affectedRows }] = await db.update(outbox).set(intent).where(leasedBy(claim))
  return affectedRows > 0
}
