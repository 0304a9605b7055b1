import { and, asc, eq, gte, isNotNull, isNull, lt, lte, max, ne, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/mysql-core'
import type { Context } from '../../platform/context'
import { hasCome } from '../../platform/db/has-come'
import { listAdditions, listItems, listNotices, listShares, lists, members } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { DAY_MS } from '../../platform/durations'
import { PRUNED_AT_ONCE } from '../../platform/pruning'
import type { PushMessage } from '../../platform/webpush/pusher'
import type { Zone } from '../ical/zone'
import { type Device, readDevices } from './devices'
import { digestOf, storeEntry } from './ledger'
import { messageUntil, shorten } from './message'
import { TEXTS } from './message-texts'
import { quietUntil } from './quiet-hours'
import type { WaitingEntry } from './waiting'

const PREFIX = 'added:'
/** What is older is no news any more; no quiet hours are longer. */
const NEWS_MS = DAY_MS
const KEPT_MS = 7 * DAY_MS
const MAX_SHOWN_NAME_LENGTH = 100

/** A list of which a member is to be told. */
interface Listener {
  listId: number
  memberId: number
}

/**
 * Puts what was added to lists into the ledger, for each device of the members who are to be told by now: it waits there
 * for the same tick. Quiet hours let it gather until they end.
 */
export async function collectAdditions(ctx: Context, household: Zone): Promise<void> {
  const { listId, userId: memberId } = listNotices
  const listeners = await ctx.db.select({ listId, memberId }).from(listNotices).where(isDueAt(ctx.now()))
  if (listeners.length === 0) return
  const devices = await readDevices(ctx, [...new Set(listeners.map((listener) => listener.memberId))])
  for (const listener of listeners) {
    const theirs = devices.filter((device) => device.memberId === listener.memberId)
    await collect(ctx, listener, theirs, household)
  }
}

const isDueAt = (now: Date) => hasCome(listNotices.dueAt, now, NEWS_MS)

async function collect(
  ctx: Context,
  { listId, memberId }: Listener,
  devices: readonly Device[],
  household: Zone,
): Promise<void> {
  const now = ctx.now()
  const quietEnd = quietUntil(now.getTime(), devices[0]?.wishes.quietHours ?? null, household)
  await inTransaction(ctx.db, async (tx) => {
    const isTheirs = and(eq(listNotices.listId, listId), eq(listNotices.userId, memberId))
    const isDue = and(isTheirs, isDueAt(now))
    const [row] = await tx.select({ firstId: listNotices.firstId }).from(listNotices).where(isDue).for('update')
    // Another process was first, or the member wants to hear nothing any more.
    if (row?.firstId == null) return
    if (quietEnd !== null) {
      await tx
        .update(listNotices)
        .set({ dueAt: new Date(quietEnd) })
        .where(isTheirs)
      return
    }
    await tx.update(listNotices).set({ firstId: null, dueAt: null }).where(isTheirs)
    const [last] = await tx
      .select({ id: max(listAdditions.id) })
      .from(listAdditions)
      .where(and(eq(listAdditions.listId, listId), gte(listAdditions.id, row.firstId)))
    const eventId = last?.id ?? null
    if (eventId === null) return
    const entry = {
      digest: digestOf(memberId, tagOf(eventId)),
      eventId,
      which: PREFIX + row.firstId,
      occurrenceAt: now,
    }
    for (const { id: deviceId } of devices) {
      await storeEntry({ db: tx, now: ctx.now }, { deviceId, ...entry }, now)
    }
  })
}

const tagOf = (lastId: number) => `${PREFIX}${lastId}`

const last = alias(listAdditions, 'last')

/** Whether a waiting entry of the ledger is about what was added to a list. */
export const isOfAdditions = ({ which }: Pick<WaitingEntry, 'which'>): boolean => which.startsWith(PREFIX)

/**
 * What is to be said of it now; null: it is gone or done, no concern of the member's any more, or no news.
 * `which` tells the first of it, `eventId` the last.
 */
export async function additionsMessage(
  { db, now }: Context,
  { which, occurrenceAt, eventId, device }: WaitingEntry,
): Promise<((now: Date) => PushMessage) | null> {
  const { memberId, wishes } = device
  const firstId = Number(which.slice(PREFIX.length))
  const lastId = eventId ?? 0
  const { id, listId, itemId, userId, addedAt } = listAdditions
  const added = await db
    .select({ text: listItems.text, by: members.displayName, listId, listName: lists.name })
    .from(last)
    .innerJoin(listAdditions, and(eq(listId, last.listId), gte(id, firstId), lte(id, lastId)))
    .innerJoin(lists, eq(lists.id, listId))
    .innerJoin(listNotices, and(eq(listNotices.listId, lists.id), eq(listNotices.userId, memberId)))
    .innerJoin(listItems, and(eq(listItems.id, itemId), eq(listItems.listId, lists.id), eq(listItems.checked, false)))
    .leftJoin(listShares, and(eq(listShares.listId, lists.id), eq(listShares.userId, memberId)))
    .leftJoin(members, eq(members.id, userId))
    .where(
      and(
        eq(last.id, lastId),
        gte(addedAt, new Date(occurrenceAt.getTime() - NEWS_MS)),
        or(isNull(userId), ne(userId, memberId)),
        or(eq(lists.ownerId, memberId), isNotNull(listShares.userId)),
      ),
    )
    .orderBy(asc(id))
  const expiry = occurrenceAt.getTime() + NEWS_MS
  const [first] = added
  if (first === undefined || now().getTime() >= expiry) return null
  const texts = TEXTS[wishes.language]
  const things = added.map(({ text }) => shorten(text, MAX_SHOWN_NAME_LENGTH))
  const names = added.every(({ by }) => by !== null) ? [...new Set(added.map(({ by }) => by!))] : []
  const what = things.length === 1 ? things[0]! : texts.things(things.length)
  const payload = {
    title: shorten(texts.added(names, what, shorten(first.listName, MAX_SHOWN_NAME_LENGTH))),
    body: things.length === 1 ? '' : shorten(things.join(', ')),
    url: `/lists/${first.listId}`,
    tag: tagOf(lastId),
  }
  return (at) => messageUntil(expiry, payload, at)
}

/** Forgets what was added long ago, at most a thousand; returns how many. */
export async function pruneAdditions({ db, now }: Context): Promise<number> {
  const isPast = lt(listAdditions.addedAt, new Date(now().getTime() - KEPT_MS))
  const [{ affectedRows }] = await db.delete(listAdditions).where(isPast).limit(PRUNED_AT_ONCE)
  return affectedRows
}
