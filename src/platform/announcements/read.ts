import { asc, desc, gt, gte, lt } from 'drizzle-orm'
import type { Db } from '../db/client'
import { announcements } from '../db/schema'
import { MINUTE_MS } from '../durations'
import { PRUNED_AT_ONCE } from '../pruning'
import { LOOK_BACK_MS, RelayedIds } from './relayed-ids'

/** For so long a stream that comes back is told what it has missed. */
export const KEPT_MS = 5 * MINUTE_MS

export interface StoredRow {
  id: number
  at: Date
  body: string
}

/** Rows behind an id, by id. */
export const rowsAfter = (db: Db, id: number, most: number): Promise<StoredRow[]> =>
  db.select().from(announcements).where(gt(announcements.id, id)).orderBy(asc(announcements.id)).limit(most)

/** Rows of an instant and later, by id; the newest where there are more. */
export async function rowsSince(db: Db, at: Date, most: number): Promise<StoredRow[]> {
  const isSince = gte(announcements.at, at)
  return (await db.select().from(announcements).where(isSince).orderBy(desc(announcements.id)).limit(most)).reverse()
}

/**
 * Everything that is there counts as relayed; what is missing among the newest, and before the first of them, is still
 * waited for.
 */
export async function relayedByNow(db: Db, now: Date, clock: number): Promise<RelayedIds> {
  const since = new Date(now.getTime() - LOOK_BACK_MS)
  const { id, at } = announcements
  const newest = await db.select({ id }).from(announcements).where(gte(at, since)).orderBy(asc(id))
  const isBefore = newest.length > 0 ? lt(id, newest[0]!.id) : lt(at, since)
  const [before] = await db.select({ id }).from(announcements).where(isBefore).orderBy(desc(id)).limit(1)
  const relayed = new RelayedIds(before?.id ?? 0)
  for (const row of newest) relayed.add(row.id, clock)
  return relayed
}

/** Removes rows that are past their time, at most a thousand; returns how many. */
export async function pruneAnnouncements({ db, now }: { db: Db; now: () => Date }): Promise<number> {
  const isPast = lt(announcements.at, new Date(now().getTime() - KEPT_MS))
  const [{ affectedRows }] = await db.delete(announcements).where(isPast).limit(PRUNED_AT_ONCE)
  return affectedRows
}
