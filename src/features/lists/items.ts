import { and, asc, eq } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { listItems } from '../../platform/db/schema'
import { leaveToCommit } from '../../platform/db/transaction'
import { itemDeleted } from './announcements'
import { withAssigned } from './assigned'
import { checkDetails } from './details'
import { lockItem, lockList } from './locks'
import { countAhead, noteRemoval, rememberSection } from './memory'
import type { ChangedItem, ItemChange, ItemContent } from './model'
import type { ItemRow } from './present'
import { RANK, setItem, TEXT } from './set-item'
import { tick, untick } from './ticking'
import { only, writeAndTell, writeChange } from './write-items'

/**
 * Changes an item; the last write wins. An unchecked item goes after the last unchecked one.
 * @throws Refusal 404 for an item that is gone: a change never brings it back; 400 for what an item cannot say
 */
export async function changeItem(
  ctx: Context,
  memberId: number,
  itemId: number,
  change: ItemChange,
  key: string | null,
): Promise<ChangedItem> {
  return writeChange(ctx, { memberId, key, parts: ['change', itemId, change] }, async (tx) => {
    const { list, item } = await lockItem(tx, memberId, itemId)
    const { readers } = list
    if ('checked' in change) {
      const { checked, doneAt } = change
      const write = checked ? tick(ctx, tx, list, item, memberId, doneAt) : untick(ctx, tx, list, item)
      return { ...(await write), readers }
    }
    const write = 'position' in change ? place(ctx, tx, item, change) : say(ctx, tx, readers, item, change)
    return { ...only(await write), readers }
  })
}

async function place(
  { now }: Pick<Context, 'now'>,
  tx: Transaction,
  item: ItemRow,
  { position: rank }: { position: string },
): Promise<ItemRow> {
  const updatedAt = now()
  leaveToCommit(tx, setRank(tx).execute({ itemId: item.id, now: updatedAt, rank }))
  return { ...item, rank, followsId: null, updatedAt }
}

/** Writes what an item says. @throws Refusal 400 */
async function say(
  { now }: Pick<Context, 'now'>,
  tx: Transaction,
  readers: readonly number[],
  before: ItemRow,
  content: ItemContent,
): Promise<ItemRow> {
  const { text, ...asked } = content
  const details = await withAssigned(tx, asked, readers)
  const { id: itemId, due, dueTime, recurrence } = before
  const written = {
    ...details,
    ...(text !== undefined && { text, keyDigest: null }),
    followsId: null,
    updatedAt: now(),
  }
  const after = { ...before, ...written }
  if (Object.keys(details).length === 0) {
    leaveToCommit(tx, setText(tx).execute({ itemId, now: written.updatedAt, text }))
    return after
  }
  checkDetails({ due, dueTime, recurrence, ...details })
  await tx.update(listItems).set(written).where(eq(listItems.id, itemId))
  if (content.section !== undefined) await rememberSection(tx, { ...before, ...content }, content.section)
  return after
}

/** Removes an item. @throws Refusal 404, 403, 422 for a key of another request */
export async function removeItem(ctx: Context, memberId: number, itemId: number, key: string | null): Promise<void> {
  const newsOf = ({ listId }: { listId: number }, readers: readonly number[]) => [itemDeleted(listId, itemId, readers)]
  const write = async (tx: Transaction) => {
    const {
      list: { listId, readers },
      item,
    } = await lockItem(tx, memberId, itemId)
    await noteRemoval(tx, listId, [item])
    await tx.delete(listItems).where(eq(listItems.id, itemId))
    return { answer: { listId }, news: newsOf({ listId }, readers) }
  }
  await writeAndTell(ctx, { memberId, key, parts: ['remove', itemId] }, write, newsOf, ({ listId }) => listId)
}

/**
 * Removes the checked items of a list. Returns their ids in the list's order.
 * @throws Refusal 404, 403, 422 for a key of another request
 */
export async function clearChecked(
  ctx: Context,
  memberId: number,
  listId: number,
  key: string | null,
): Promise<number[]> {
  await countAhead(ctx, memberId, listId)
  const newsOf = (ids: number[], readers: readonly number[]) => ids.map((id) => itemDeleted(listId, id, readers))
  const write = async (tx: Transaction) => {
    const { readers } = await lockList(tx, memberId, listId)
    const done = and(eq(listItems.listId, listId), eq(listItems.checked, true))
    const rows = await tx
      .select({ id: listItems.id, text: listItems.text, checked: listItems.checked, updatedAt: listItems.updatedAt })
      .from(listItems)
      .where(done)
      .orderBy(asc(listItems.rank), asc(listItems.id))
    await noteRemoval(tx, listId, rows)
    await tx.delete(listItems).where(done)
    const ids = rows.map(({ id }) => id)
    return { answer: ids, news: newsOf(ids, readers) }
  }
  return writeAndTell(ctx, { memberId, key, parts: ['clear', listId] }, write, newsOf, () => listId)
}

const setText = setItem({ text: TEXT, keyDigest: null })
const setRank = setItem({ rank: RANK })
