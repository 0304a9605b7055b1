import { and, asc, count, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { MemberCalendar } from '../../household/calendars'
import type { Transaction } from '../../platform/db/client'
import { calendars, events, importObjects, type imports, outbox } from '../../platform/db/schema'
import { instancesApart } from './object'

/** The objects that imports have left, and what is known of their uids. */

export type Job = typeof imports.$inferSelect

/** The uids that an object may be stored under: escaped as a text is, or bare. */
export const spellingsOf = (uid: string): string[] => [...new Set([uid, uid.replace(/\\([\\;,])/g, '$1')])]

/**
 * Cached events by the uids that are asked for, each with its own; those of the calendar's own row go before those of
 * another row of its URL.
 */
export async function selectCachedTexts(tx: Transaction, { id, url }: MemberCalendar, uids: readonly string[]) {
  const rows = await tx
    .select({ uid: events.uid, text: events.rawVevent })
    .from(events)
    .innerJoin(calendars, eq(calendars.id, events.calendarId))
    .where(and(eq(calendars.url, url), inArray(events.uid, uids.flatMap(spellingsOf))))
    .orderBy(asc(sql`${events.calendarId} = ${id}`))
  const stored = new Map(rows.map((row) => [row.uid, row]))
  const found = (uid: string) => spellingsOf(uid).flatMap((spelling) => stored.get(spelling) ?? [])[0]
  return new Map(uids.map((uid) => [uid, found(uid)]))
}

/** Uids that are being written to the calendar, by whomever. */
export async function selectWritten(
  tx: Transaction,
  { url }: MemberCalendar,
  uids: readonly string[],
): Promise<Set<string>> {
  const rows = await tx
    .select({ uid: outbox.uid })
    .from(outbox)
    .innerJoin(calendars, eq(calendars.id, outbox.calendarId))
    .where(and(eq(calendars.url, url), inArray(outbox.uid, [...uids]), eq(outbox.status, 'pending')))
  return new Set(rows.map(({ uid }) => uid))
}

/** Objects of an import that have no write yet. */
export const isWaiting = ({ id }: Job, condition?: SQL) =>
  and(eq(importObjects.importId, id), isNull(importObjects.outboxId), condition)

/** Forgets the objects that wait; returns how many. */
export async function drop(tx: Transaction, job: Job): Promise<number> {
  const [{ affectedRows }] = await tx.delete(importObjects).where(isWaiting(job))
  return affectedRows
}

/** How many objects an import has left, under way or not. */
export async function remaining(tx: Transaction, { id }: Job): Promise<number> {
  const [found] = await tx.select({ rows: count() }).from(importObjects).where(eq(importObjects.importId, id))
  return found?.rows ?? 0
}

/**
 * Adds the events that instances without their series are each by itself, where these objects are such; returns the ids of
 * those, and how many more objects there are in their place.
 */
export async function splitInstances(tx: Transaction, { id: importId }: Job, ids: readonly number[]) {
  const split = new Set<number>()
  if (ids.length === 0) return { split, further: 0 }
  const { id, object } = importObjects
  const rows = await tx
    .select({ id, text: object })
    .from(importObjects)
    .where(inArray(id, [...ids]))
  let further = 0
  for (const row of rows) {
    const instances = instancesApart(row)
    if (instances.length === 0) continue
    await tx.insert(importObjects).values(instances.map(({ uid, text }) => ({ importId, uid, object: text })))
    split.add(row.id)
    further += instances.length - 1
  }
  return { split, further }
}

/** Deletes objects whose outcome is counted. */
export async function forget(tx: Transaction, rows: readonly { id: number }[]): Promise<void> {
  if (rows.length > 0) await tx.delete(importObjects).where(inArray(importObjects.id, idsOf(rows)))
}

export const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
