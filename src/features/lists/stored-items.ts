import { and, asc, between, eq, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import type { Executor, Transaction } from '../../platform/db/client'
import { prepared } from '../../platform/db/prepared'
import { listItems } from '../../platform/db/schema'
import type { ListEnd } from './list-end'
import type { NewItem } from './model'
import { ranksAfterActive } from './placing'
import type { ItemRow } from './present'

/** A list's items by rank, then id. */
export const itemsOf = (db: Executor, listId: number): Promise<ItemRow[]> =>
  db.select().from(listItems).where(eq(listItems.listId, listId)).orderBy(asc(listItems.rank), asc(listItems.id))

/** What is stored of a new item, beside what a request says. */
type InsertedItem = NewItem & Partial<Pick<ItemRow, 'keyDigest' | 'uncounted' | 'seriesId' | 'followsId'>>

/** Puts items after the last unchecked one of a locked list. */
export async function insertAllActive(
  ctx: Pick<Context, 'now'>,
  tx: Transaction,
  listId: number,
  items: readonly InsertedItem[],
): Promise<ItemRow[]> {
  const now = ctx.now()
  const { ranks } = await ranksAfterActive(tx, listId, items.length)
  const values = items.map((item, index) => ({ ...item, listId, rank: ranks[index]!, createdAt: now, updatedAt: now }))
  await tx.insert(listItems).values(values)
  // Nothing else lies between these ranks. Ids of one statement need not follow each other.
  const areTheirs = between(listItems.rank, ranks[0]!, ranks.at(-1)!)
  return tx
    .select()
    .from(listItems)
    .where(and(eq(listItems.listId, listId), areTheirs))
    .orderBy(asc(listItems.rank))
}

/** Of an item of which nothing else is said. */
const NOTHING = {
  checked: false,
  section: null,
  amount: null,
  keyDigest: null,
  due: null,
  dueTime: null,
  assigneeIds: null,
  personIds: null,
  recurrence: null,
  rotates: false,
  doneBy: null,
  doneAt: null,
  seriesId: null,
  followsId: null,
  uncounted: 1,
}

/**
 * Puts an item after the last unchecked one of a locked list, and tells the list's end from then on.
 * @param known the list's end, as `ranksAfterActive` takes it
 */
export async function insertActive(
  ctx: Pick<Context, 'now'>,
  tx: Transaction,
  listId: number,
  item: InsertedItem,
  known?: ListEnd,
): Promise<{ item: ItemRow; end: ListEnd }> {
  const { ranks, end } = await ranksAfterActive(tx, listId, 1, { known })
  const now = ctx.now()
  const row = { ...NOTHING, ...item, listId, rank: ranks[0]!, createdAt: now, updatedAt: now }
  const { assigneeIds, personIds, recurrence } = row
  const [{ insertId }] = await insertItem(tx).execute({
    ...row,
    assigneeIds: assigneeIds && JSON.stringify(assigneeIds),
    personIds: personIds && JSON.stringify(personIds),
    recurrence: recurrence && JSON.stringify(recurrence),
  })
  // What lies behind the last unchecked one stays there.
  return { item: { id: insertId, ...row }, end: { ...end, active: { id: insertId, rank: row.rank } } }
}

const insertItem = prepared((db) =>
  db
    .insert(listItems)
    .values({
      listId: sql.placeholder('listId'),
      text: sql.placeholder('text'),
      rank: sql.placeholder('rank'),
      clientId: sql.placeholder('clientId'),
      section: sql.placeholder('section'),
      amount: sql.placeholder('amount'),
      keyDigest: sql.placeholder('keyDigest'),
      due: sql.placeholder('due'),
      dueTime: sql.placeholder('dueTime'),
      // The column would write null as JSON.
      assigneeIds: sql`${sql.placeholder('assigneeIds')}`,
      personIds: sql`${sql.placeholder('personIds')}`,
      recurrence: sql`${sql.placeholder('recurrence')}`,
      rotates: sql.placeholder('rotates'),
      seriesId: sql.placeholder('seriesId'),
      followsId: sql.placeholder('followsId'),
      uncounted: sql.placeholder('uncounted'),
      createdAt: sql.placeholder('createdAt'),
      updatedAt: sql.placeholder('updatedAt'),
    })
    .prepare(),
)
