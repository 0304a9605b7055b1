import { and, eq, gt } from 'drizzle-orm'
import { dayOf } from '../../calendar/ical/zone'
import type { Assigned } from '../../household/assignees'
import { getSettings, SETTING, zoneNamed } from '../../household/settings'
import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { listItems } from '../../platform/db/schema'
import { leaveToCommit } from '../../platform/db/transaction'
import type { ReadableList } from './access'
import { creditOf, forgetCompleted, noteCompleted } from './completed'
import { rankAfterActive } from './placing'
import type { ItemRow } from './present'
import { nextDue } from './repeat'
import { RANK, setItem } from './set-item'
import { insertActive } from './stored-items'
import { only, type Written } from './write-items'

type Data = Pick<Context, 'now' | 'config'>

/**
 * Ticks an item of a locked list. Of a chore it notes who did it; after a repeating one the next comes, unless something
 * came after it already: however often and in whatever order they are ticked, there is one chain.
 * @param by the member who does it; null: whoever has the turn
 * @param told when it was done, UTC, ISO 8601, of a tick that was on its way for long; now without it
 */
export async function tick(
  ctx: Data,
  tx: Transaction,
  { kind }: ReadableList,
  item: ItemRow,
  by: number | null,
  told?: string,
): Promise<Written> {
  const { id: itemId, recurrence, seriesId } = item
  if (kind !== 'chores' && recurrence === null) {
    // When it was bought is when it was ticked first.
    if (item.checked) return only(item)
    const now = ctx.now()
    leaveToCommit(tx, check(tx).execute({ itemId, now }))
    return only({ ...item, checked: true, followsId: null, updatedAt: now })
  }
  if (item.checked) return { ...only(item), next: firstOpen(await itemsAfter(tx, item)) }
  const updatedAt = ctx.now()
  const doneAt = told === undefined ? updatedAt : within(new Date(told), item.createdAt, updatedAt)
  const credit = await creditOf(tx, item, by)
  const doneBy = by ?? (credit !== null && 'userId' in credit ? credit.userId : null)
  const done = {
    checked: true,
    doneBy,
    doneAt,
    seriesId: recurrence === null ? seriesId : (seriesId ?? itemId),
    followsId: null,
    updatedAt,
  }
  await tx.update(listItems).set(done).where(eq(listItems.id, itemId))
  if (credit !== null) await noteCompleted(tx, item, credit, doneAt)
  const ticked = { ...item, ...done }
  const after = await itemsAfter(tx, item)
  const next = after.length > 0 ? firstOpen(after) : await addNext(ctx, tx, ticked)
  return { item: ticked, next, takenAway: null }
}

/** Takes the tick of an item of a locked list away, and what came after it as long as nobody has touched that. */
export async function untick(ctx: Data, tx: Transaction, { listId }: ReadableList, item: ItemRow): Promise<Written> {
  const { id: itemId } = item
  const takenAway = item.doneAt === null ? null : await takeBack(tx, item)
  const now = ctx.now()
  const rank = await rankAfterActive(tx, listId, itemId)
  leaveToCommit(tx, uncheck(tx).execute({ itemId, now, rank }))
  return { item: { ...item, ...undone, rank, followsId: null, updatedAt: now }, next: null, takenAway }
}

/** Returns the id of what came after the item and is gone with its tick; null: nothing. */
async function takeBack(tx: Transaction, { id, seriesId }: ItemRow): Promise<number | null> {
  await forgetCompleted(tx, (itemId) => eq(itemId, id))
  if (seriesId === null) return null
  const isNext = and(eq(listItems.seriesId, seriesId), eq(listItems.followsId, id))
  const [next] = await tx.select({ id: listItems.id }).from(listItems).where(isNext)
  if (next === undefined) return null
  await tx.delete(listItems).where(eq(listItems.id, next.id))
  return next.id
}

/** What came of ticking an item, and of ticking that: later ones of a series have higher ids. */
async function itemsAfter(tx: Transaction, { id, seriesId }: ItemRow): Promise<ItemRow[]> {
  if (seriesId === null) return []
  const isAfter = and(eq(listItems.seriesId, seriesId), gt(listItems.id, id))
  return tx.select().from(listItems).where(isAfter).orderBy(listItems.id)
}

const firstOpen = (items: readonly ItemRow[]) => items.find(({ checked }) => !checked) ?? null

/** A device's clock may be wrong: nothing is done before it was there, nor in the future. */
function within(told: Date, first: Date, last: Date): Date {
  return new Date(Math.min(Math.max(told.getTime(), first.getTime()), last.getTime()))
}

/** Adds what comes after an item that was done; null: nothing does. */
async function addNext(ctx: Data, tx: Transaction, item: ItemRow & { doneAt: Date }): Promise<ItemRow | null> {
  const { listId, text, section, amount, recurrence, dueTime, rotates, seriesId } = item
  if (recurrence === null) return null
  const due = nextDue(recurrence, item.due, await dayOfHousehold(ctx, tx, item.doneAt))
  if (due === null) return null
  const { assigneeIds, personIds } = rotates ? turned(item) : item
  const details = { section, amount, due, dueTime, assigneeIds, personIds, recurrence, rotates }
  const next = { text, clientId: null, ...details, seriesId, followsId: item.id }
  return (await insertActive(ctx, tx, listId, next)).item
}

/** The household's day at an instant, YYYY-MM-DD. */
export async function dayOfHousehold(ctx: Data, tx: Transaction, at: Date): Promise<string> {
  const { [SETTING.timezone]: timezone = null } = await getSettings(tx, [SETTING.timezone])
  return dayOf(zoneNamed(ctx, timezone), at)
}

const turned = ({ assigneeIds, personIds }: Assigned): Assigned => ({
  assigneeIds: assigneeIds && firstBehind(assigneeIds),
  personIds: personIds && firstBehind(personIds),
})

const firstBehind = (ids: number[]) => [...ids.slice(1), ...ids.slice(0, 1)]

const undone = { checked: false, doneBy: null, doneAt: null }
const check = setItem({ checked: true })
const uncheck = setItem({ ...undone, rank: RANK })
