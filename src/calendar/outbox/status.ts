import { and, asc, eq } from 'drizzle-orm'
import { type Announcing, announce } from '../../platform/announcements/announce'
import type { Executor, Transaction } from '../../platform/db/client'
import { outbox } from '../../platform/db/schema'
import { type EventRef, eventOf } from '../event-ref'
import { concerning, underEitherName } from './event-rows'

export type SyncStatus =
  | { uid: string; status: 'pending' | 'done' }
  | { uid: string; status: 'failed' | 'dead'; error: string; errorCode: string | null }

/** Tells a row's author how it stands, under each uid by which they may know the event. */
export function announceStatus(
  ctx: Announcing,
  tx: Transaction,
  { authorId, askedUid = null, ...row }: EventRef & { authorId: number; askedUid?: string | null },
  status: SyncStatus['status'],
): void {
  for (const uid of new Set([row.uid, askedUid ?? row.uid])) {
    announce(ctx, tx, { topic: 'sync-status', memberId: authorId, event: { ...eventOf(row), uid }, status })
  }
}

/**
 * How the member's own writes of an event stand: pending if any is, else the newest failure, else done. No row at all
 * is done, too.
 */
export async function syncStatus(ctx: { db: Executor }, memberId: number, event: EventRef): Promise<SyncStatus> {
  const rows = await ctx.db
    .select({ status: outbox.status, error: outbox.error, errorCode: outbox.errorCode })
    .from(outbox)
    .where(and(eq(outbox.authorId, memberId), underEitherName(concerning, event)))
    .orderBy(asc(outbox.id))
  const { uid } = event
  if (rows.some(({ status }) => status === 'pending')) return { uid, status: 'pending' }
  const unmade = rows.findLast(({ status }) => status === 'failed' || status === 'dead')
  if (unmade === undefined) return { uid, status: 'done' }
  return {
    uid,
    status: unmade.status === 'dead' ? 'dead' : 'failed',
    error: unmade.error ?? 'The change was not made.',
    errorCode: unmade.errorCode,
  }
}
