import { and, asc, eq, isNotNull, ne, or } from 'drizzle-orm'
import { lockHousehold } from '../../household/lock'
import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { listShares, lists, members } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { forbidden, notFound } from '../../platform/http-errors'
import type { Announcement } from '../../platform/hub'
import { type ListRow, selectCountedLists } from '../shared/lists'
import { lockList, type ReadableList } from './access'
import { listDeleted, listUpdated } from './announcements'
import type { ListChange, NewList } from './model'

/** The lists a member owns or is shared on, with the counts of their items, the oldest first. */
export async function readLists(ctx: Context, memberId: number) {
  return selectCountedLists(ctx.db)
    .leftJoin(listShares, and(eq(listShares.listId, lists.id), eq(listShares.userId, memberId)))
    .where(or(eq(lists.ownerId, memberId), isNotNull(listShares.userId)))
    .orderBy(asc(lists.id))
}

/** Creates a list; a shared one is shared with every other member. */
export async function createList(ctx: Context, memberId: number, { name, isShared }: NewList): Promise<ListRow> {
  const now = ctx.now()
  const { list, readers } = await inTransaction(ctx.db, async (tx) => {
    if (isShared) await lockHousehold(ctx, tx)
    const sharees = isShared ? await otherMembers(tx, memberId) : []
    const values = { ownerId: memberId, name, isShared, createdAt: now, updatedAt: now }
    const [inserted] = await tx.insert(lists).values(values).$returningId()
    const list = { id: inserted!.id, ...values }
    await addShares(tx, list.id, sharees)
    return { list, readers: [memberId, ...sharees] }
  })
  ctx.hub.publish(listUpdated(list, readers))
  return list
}

/**
 * Renames a list, shares it or makes it private.
 * @throws Refusal 404, 403; 403 also for a sharee whose change names `isShared`, whatever the value
 */
export async function changeList(ctx: Context, memberId: number, listId: number, change: ListChange): Promise<ListRow> {
  const { list, announcements } = await inTransaction(ctx.db, async (tx) => {
    // The household is locked before the list, in the same order as when a member joins and gets shares.
    if (change.isShared === true) await lockHousehold(ctx, tx)
    const found = await lockList(tx, memberId, listId)
    if (change.isShared !== undefined && found.ownerId !== memberId) throw forbidden()
    await tx
      .update(lists)
      .set({ ...change, updatedAt: ctx.now() })
      .where(eq(lists.id, listId))
    const [list] = await tx.select().from(lists).where(eq(lists.id, listId))
    if (list === undefined) throw notFound()
    if (change.isShared === undefined) return { list, announcements: [listUpdated(list, found.readers)] }
    return { list, announcements: await (change.isShared ? share(tx, list, found) : unshare(tx, list, found)) }
  })
  for (const announcement of announcements) ctx.hub.publish(announcement)
  return list
}

/** Deletes a list with its items and shares. @throws Refusal 403 for everybody but the owner */
export async function deleteList(ctx: Context, memberId: number, listId: number): Promise<void> {
  const readers = await inTransaction(ctx.db, async (tx) => {
    const found = await lockList(tx, memberId, listId)
    if (found.ownerId !== memberId) throw forbidden()
    await tx.delete(lists).where(eq(lists.id, listId))
    return found.readers
  })
  ctx.hub.publish(listDeleted(listId, readers))
}

async function share(tx: Transaction, list: ListRow, { readers }: ReadableList): Promise<Announcement<'list'>[]> {
  const joining = (await otherMembers(tx, list.ownerId)).filter((id) => !readers.includes(id))
  await addShares(tx, list.id, joining)
  return [listUpdated(list, [...readers, ...joining])]
}

async function unshare(tx: Transaction, list: ListRow, { readers }: ReadableList): Promise<Announcement<'list'>[]> {
  const leaving = readers.filter((id) => id !== list.ownerId)
  await tx.delete(listShares).where(eq(listShares.listId, list.id))
  return [listUpdated(list, [list.ownerId]), listDeleted(list.id, leaving)]
}

/** Everybody but the owner. Needs the household's lock: a member who joins meanwhile would get no share of this list. */
async function otherMembers(tx: Transaction, ownerId: number): Promise<number[]> {
  const rows = await tx.select({ id: members.id }).from(members).where(ne(members.id, ownerId)).orderBy(asc(members.id))
  return rows.map(({ id }) => id)
}

async function addShares(tx: Transaction, listId: number, memberIds: number[]) {
  if (memberIds.length === 0) return
  await tx.insert(listShares).values(memberIds.map((userId) => ({ listId, userId })))
}
