import { and, eq } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import type { Executor } from '../../platform/db/client'
import { outbox } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import type { Composed } from './compose'
import type { Job } from './jobs'
import { type Lease, leasedBy } from './leases'

/** The intent is stored before it is sent: a drain that takes over then looks at the server first. */

export const sentBefore = ({ row }: Job): Composed => ({
  kind: 'composed',
  href: row.href,
  etag: row.sentEtag,
  object: row.sentObject,
  source: null,
})

/** Stores what is about to be sent; false when the lease was lost. */
export async function rememberIntent(ctx: Context, lease: Lease, composed: Composed): Promise<boolean> {
  const { href, etag, object, source } = composed
  if (source === null) return storeIntent(ctx.db, lease, { href, sentEtag: etag, sentObject: object })
  return inTransaction(ctx.db, async (tx) => {
    if (!(await storeIntent(tx, lease, { href, sentEtag: etag, sentObject: object }))) return false
    const isWaitingDelete = and(eq(outbox.id, source.deleteId), eq(outbox.status, 'pending'))
    await tx.update(outbox).set({ etag: source.etag }).where(isWaitingDelete)
    return true
  })
}

async function storeIntent(
  db: Executor,
  lease: Lease,
  intent: { href: string; sentEtag: string | null; sentObject: string | null },
): Promise<boolean> {
  const [{ affectedRows }] = await db.update(outbox).set(intent).where(leasedBy(lease))
  return affectedRows > 0
}
