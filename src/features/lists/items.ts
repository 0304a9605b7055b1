import { and, asc, eq } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { listItems } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { notFound } from '../../platform/http-errors'
import type { ListAnnouncement } from '../../platform/hub'
import { findList, lockList, lockListOfItem } from './access'
import { itemAdded, itemDeleted, itemUpdated } from './announcements'
import { type KeyedRequest, writeOnce } from './idempotency'
import type { ItemChange, NewItem } from './model'
import { rankAfterActive } from './placing'
import { type ItemRow, type PresentedItem, presentItem } from './present'

/** A list's items in order. */
export async function readItems(ctx: Context, memberId: number, listId: number): Promise<ItemRow[]> {
  await findList(ctx.db, memberId, listId)
  return ctx.db
    .select()
    .from(listItems)
    .where(eq(listItems.listId, listId))
    .orderBy(asc(listItems.rank), asc(listItems.id))
}

/** Adds an item after the last unchecked one; with a key, once however often it is sent. */
export async function addItem(
  ctx: Context,
  memberId: number,
  listId: number,
  { text, clientId }: NewItem,
  key: string | null,
): Promise<PresentedItem> {
  return writeItem(ctx, { memberId, key, parts: ['add', listId, text, clientId] }, async (tx) => {
    const { readers } = await lockList(tx, memberId, listId)
    const rank = await rankAfterActive(tx, listId)
    const now = ctx.now()
    const values = { listId, text, checked: false, rank, clientId, createdAt: now, updatedAt: now }
    const [inserted] = await tx.insert(listItems).values(values).$returningId()
    const item = { id: inserted!.id, ...values }
    return { item, announcement: itemAdded(item, readers) }
  })
}

/**
 * Changes one thing of an item; the last write wins. An unchecked item goes after the last unchecked one.
 * @throws Refusal 404 for an item that is gone: a change never brings it back
 */
export async function changeItem(
  ctx: Context,
  memberId: number,
  itemId: number,
  change: ItemChange,
  key: string | null,
): Promise<PresentedItem> {
  return writeItem(ctx, { memberId, key, parts: ['change', itemId, change] }, async (tx) => {
    const { listId, readers } = await lockListOfItem(tx, memberId, itemId)
    const columns = { ...(await columnsOf(tx, change, listId, itemId)), updatedAt: ctx.now() }
    await tx.update(listItems).set(columns).where(eq(listItems.id, itemId))
    // Read back after the write: a renumbering above may have changed the rank as well.
    const [item] = await tx.select().from(listItems).where(eq(listItems.id, itemId))
    if (item === undefined) throw notFound()
    return { item, announcement: itemUpdated(item, readers) }
  })
}

/** Removes an item for good. */
export async function removeItem(ctx: Context, memberId: number, itemId: number): Promise<void> {
  const { listId, readers } = await inTransaction(ctx.db, async (tx) => {
    const found = await lockListOfItem(tx, memberId, itemId)
    const [{ affectedRows }] = await tx.delete(listItems).where(eq(listItems.id, itemId))
    // Somebody else removed it while this transaction waited for the list.
    if (affectedRows === 0) throw notFound()
    return found
  })
  ctx.hub.publish(itemDeleted(listId, itemId, readers))
}

/** Removes the checked items of a list. Returns their ids, in the order they stood in. */
export async function clearChecked(ctx: Context, memberId: number, listId: number): Promise<number[]> {
  const { ids, readers } = await inTransaction(ctx.db, async (tx) => {
    const { readers } = await lockList(tx, memberId, listId)
    const done = and(eq(listItems.listId, listId), eq(listItems.checked, true))
    const rows = await tx
      .select({ id: listItems.id })
      .from(listItems)
      .where(done)
      .orderBy(asc(listItems.rank), asc(listItems.id))
    await tx.delete(listItems).where(done)
    return { ids: rows.map(({ id }) => id), readers }
  })
  for (const id of ids) ctx.hub.publish(itemDeleted(listId, id, readers))
  return ids
}

async function writeItem(
  ctx: Context,
  request: KeyedRequest,
  write: (tx: Transaction) => Promise<{ item: ItemRow; announcement: ListAnnouncement }>,
): Promise<PresentedItem> {
  const { answer, announcement } = await inTransaction(ctx.db, (tx) =>
    writeOnce(ctx, tx, request, async () => {
      const { item, announcement } = await write(tx)
      return { answer: presentItem(item), announcement }
    }),
  )
  if (announcement !== null) ctx.hub.publish(announcement)
  return answer
}

async function columnsOf(tx: Transaction, change: ItemChange, listId: number, itemId: number) {
  if ('text' in change) return { text: change.text }
  if ('position' in change) return { rank: change.position }
  return change.checked ? { checked: true } : { checked: false, rank: await rankAfterActive(tx, listId, itemId) }
}
