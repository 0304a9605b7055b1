import { and, eq, inArray, lt } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import { sha256Hex } from '../../platform/crypto/sha256'
import type { Executor } from '../../platform/db/client'
import { isDuplicate, isOrphan } from '../../platform/db/errors'
import { pushSubscriptions, sentReminders } from '../../platform/db/schema'
import { DAY_MS, MINUTE_MS } from '../../platform/durations'
import { PRUNED_AT_ONCE } from '../../platform/pruning'

type Data = Pick<Context, 'db' | 'now'>

/** One reminder for one device. */
export interface Entry {
  deviceId: number
  digest: string
  /** The cached event, the birthday, or the last of what was added to a list; null for what is about no single one. */
  eventId: number | null
  /** Which of the occurrence's reminders it is. */
  which: string
  /** Start of the occurrence. */
  occurrenceAt: Date
}

/** Longer than any change of clocks or all-day lead that could make a forgotten key due again. */
const KEPT_MS = 7 * DAY_MS
/** Longer than any sending takes, retries included. */
const SENDING_MS = 3 * MINUTE_MS

/** Digest of a member's tag; a device may change hands. */
export function digestOf(memberId: number, tag: string): string {
  return sha256Hex(`${memberId}:${tag}`)
}

/** Which of the entries have been stored before, as `deviceId digest`. */
export async function storedEntries(
  { db }: Data,
  entries: readonly Pick<Entry, 'deviceId' | 'digest'>[],
): Promise<Set<string>> {
  if (entries.length === 0) return new Set()
  const { subscriptionId, keyDigest } = sentReminders
  const rows = await db
    .select({ deviceId: subscriptionId, digest: keyDigest })
    .from(sentReminders)
    .where(
      and(
        inArray(subscriptionId, [...new Set(entries.map(({ deviceId }) => deviceId))]),
        inArray(keyDigest, [...new Set(entries.map(({ digest }) => digest))]),
      ),
    )
  return new Set(rows.map(entryName))
}

/** Names an entry of the ledger: one reminder for one device. */
export const entryName = ({ deviceId, digest }: Pick<Entry, 'deviceId' | 'digest'>) => `${deviceId} ${digest}`

/**
 * Stores that this device is about to get this reminder, or that it is held until then. Returns the row's id; null when
 * another tick or process was first, or the device is gone: do not send.
 */
export async function storeEntry(
  { db, now }: { db: Executor } & Pick<Data, 'now'>,
  { deviceId, digest, eventId, which, occurrenceAt }: Entry,
  heldUntil: Date | null = null,
): Promise<number | null> {
  const state = heldUntil === null ? {} : { status: 'held' as const, dueAt: heldUntil }
  try {
    const [row] = await db
      .insert(sentReminders)
      .values({ subscriptionId: deviceId, keyDigest: digest, eventId, which, occurrenceAt, createdAt: now(), ...state })
      .$returningId()
    return row?.id ?? null
  } catch (error) {
    if (isDuplicate(error) || isOrphan(error)) return null
    throw error
  }
}

const isStored = (id: number) => and(eq(sentReminders.id, id), eq(sentReminders.status, 'stored'))

/** Whether nobody has snoozed or finished a member's reminder since it was stored to be sent, or taken the device over. */
export async function isUnderWay({ db }: Data, id: number, memberId: number): Promise<boolean> {
  const isTheirs = and(eq(pushSubscriptions.id, sentReminders.subscriptionId), eq(pushSubscriptions.userId, memberId))
  const found = await db
    .select({ id: sentReminders.id })
    .from(sentReminders)
    .innerJoin(pushSubscriptions, isTheirs)
    .where(isStored(id))
  return found.length > 0
}

/** Records what became of it. A phone may have answered before that. */
export async function settleEntry({ db }: Data, id: number, status: 'sent' | 'failed'): Promise<void> {
  await db.update(sentReminders).set({ status }).where(isStored(id))
}

/** Deletes an entry that was certainly not delivered, so that the next tick may try. */
export async function withdrawEntry({ db }: Data, id: number): Promise<void> {
  await db.delete(sentReminders).where(isStored(id))
}

/** A reminder that was stored and never settled: the process ended in between, perhaps before it was sent. */
interface Unsettled {
  id: number
  deviceId: number
  memberId: number
  occurrenceAt: Date
}

/** Marks such reminders as failed; each is returned once. */
export async function takeUnsettled(ctx: Data): Promise<Unsettled[]> {
  const taken: Unsettled[] = []
  for (const entry of await unsettledQuery(ctx)) {
    const [result] = await ctx.db.update(sentReminders).set({ status: 'failed' }).where(isStored(entry.id))
    if (result.affectedRows === 1) taken.push(entry)
  }
  return taken
}

/** Reminders that were stored longer ago than any sending takes, and not settled since. */
export function unsettledQuery({ db, now }: Data) {
  return db
    .select({
      id: sentReminders.id,
      deviceId: sentReminders.subscriptionId,
      memberId: pushSubscriptions.userId,
      occurrenceAt: sentReminders.occurrenceAt,
    })
    .from(sentReminders)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, sentReminders.subscriptionId))
    .where(and(eq(sentReminders.status, 'stored'), lt(sentReminders.createdAt, new Date(now().getTime() - SENDING_MS))))
}

/** Deletes entries of occurrences that are long past, at most a thousand; returns how many. */
export async function pruneEntries({ db, now }: Data): Promise<number> {
  const isPast = lt(sentReminders.occurrenceAt, new Date(now().getTime() - KEPT_MS))
  const [{ affectedRows }] = await db.delete(sentReminders).where(isPast).limit(PRUNED_AT_ONCE)
  return affectedRows
}
