import { and, asc, eq, gt, not, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/mysql-core'
import { type Assignee, assignedTo, assigneesOf } from '../../../household/assignees'
import { lockHousehold } from '../../../household/lock'
import type { Context } from '../../../platform/context'
import type { Transaction } from '../../../platform/db/client'
import { listItems, lists } from '../../../platform/db/schema'
import { notFound } from '../../../platform/http-errors'
import type { KeyedRequest } from '../../../platform/idempotency'
import { TimeSlice } from '../../../platform/time-slice'
import { type CountedList, presentCountedList } from '../../shared/lists'
import { readAssignees } from '../assigned'
import { insertList, writeList } from '../lists'
import { lockList } from '../locks'
import type { ItemRow } from '../present'
import { dueOfCopy } from '../repeat'
import { dayOfHousehold } from '../ticking'

const ITEMS_PER_STATEMENT = 100

/**
 * Makes a list of the member's as another one is, with its items in their order and none of them ticked: for what is
 * packed again. Of a chore that repeats there is one, and nothing is overdue from the start.
 * @param name null: that of the other list
 * @throws Refusal 404, 403, 422 for a key of another request
 */
export async function duplicateList(
  ctx: Context,
  { memberId, key }: Omit<KeyedRequest, 'parts'>,
  listId: number,
  name: string | null,
): Promise<CountedList> {
  return writeList(ctx, { memberId, key, parts: ['duplicate', listId, name] }, async (tx) => {
    // The household before the list, as when a list is shared.
    await lockHousehold(ctx, tx)
    await lockList(tx, memberId, listId)
    const [source] = await tx.select().from(lists).where(eq(lists.id, listId))
    if (source === undefined) throw notFound()
    const { isShared, icon, color, kind, grouped, sectionOrder } = source
    const columns = { name: name ?? source.name, isShared, icon, color, kind, grouped, sectionOrder }
    const { list, readers } = await insertList(ctx, tx, memberId, columns)
    const activeCount = await copyItems(ctx, tx, { from: listId, to: list.id, readers })
    return { list: presentCountedList(list, { activeCount, doneCount: 0 }), readers }
  })
}

/** Returns how many there are. */
async function copyItems(
  ctx: Context,
  tx: Transaction,
  { from, to, readers }: { from: number; to: number; readers: readonly number[] },
): Promise<number> {
  const now = ctx.now()
  const today = await dayOfHousehold(ctx, tx, now)
  const people = await readAssignees(tx)
  const mayBeAssigned = ({ memberId }: Assignee) => memberId === null || readers.includes(memberId)
  const slice = new TimeSlice()
  let count = 0
  for (let afterId = 0; ; ) {
    const items = await tx
      .select()
      .from(listItems)
      .where(and(eq(listItems.listId, from), gt(listItems.id, afterId), not(hasComeAgain)))
      .orderBy(asc(listItems.id))
      .limit(ITEMS_PER_STATEMENT)
    if (items.length === 0) return count
    const copies = items.map((item) => ({
      ...copyOf(item, today),
      ...assignedTo(assigneesOf(item, people).filter(mayBeAssigned)),
      listId: to,
      createdAt: now,
      updatedAt: now,
    }))
    await tx.insert(listItems).values(copies)
    count += items.length
    afterId = items.at(-1)!.id
    await slice.giveWay()
  }
}

const later = alias(listItems, 'later')

/** What was done and has come again: that which came stands for it. */
const hasComeAgain: SQL = sql`(${listItems.checked} and exists (
  select 1 from ${listItems} ${sql.identifier('later')}
  where ${later.seriesId} = ${listItems.seriesId} and ${later.id} > ${listItems.id}))`

function copyOf(item: ItemRow, today: string) {
  const { text, keyDigest, rank, section, amount, recurrence, rotates } = item
  const due = dueOfCopy(item, today)
  return {
    text,
    keyDigest,
    rank,
    section,
    amount,
    due,
    dueTime: due === null ? null : item.dueTime,
    recurrence,
    rotates,
  }
}
