import { eq, sql } from 'drizzle-orm'
import { t } from 'elysia'
import type { Executor } from '../../platform/db/client'
import { listItems, lists } from '../../platform/db/schema'
import { amount, id, instant } from '../../platform/http-schema'
import { MAX_LIST_NAME_LENGTH } from '../../platform/limits'

export type ListRow = typeof lists.$inferSelect

const list = {
  id,
  name: t.String({ minLength: 1, maxLength: MAX_LIST_NAME_LENGTH }),
  isShared: t.Boolean(),
  ownerId: id,
  createdAt: instant,
  updatedAt: instant,
}
export const LIST = t.Object(list)
export const COUNTED_LIST = t.Object({ ...list, activeCount: amount, doneCount: amount })

export type List = typeof LIST.static
export type CountedList = typeof COUNTED_LIST.static

type Counts = Pick<CountedList, 'activeCount' | 'doneCount'>

const activeCount = sql<number>`cast(coalesce(sum(${listItems.checked} = false), 0) as signed)`.mapWith(Number)
const doneCount = sql<number>`cast(coalesce(sum(${listItems.checked} = true), 0) as signed)`.mapWith(Number)

/** Lists with the counts of their items; conditions and further joins are the caller's. */
export const selectCountedLists = (db: Executor) =>
  db
    .select({ list: lists, activeCount, doneCount })
    .from(lists)
    .leftJoin(listItems, eq(listItems.listId, lists.id))
    .groupBy(lists.id)
    .$dynamic()

export const presentList = (list: ListRow): List => ({
  id: list.id,
  name: list.name,
  isShared: list.isShared,
  ownerId: list.ownerId,
  createdAt: list.createdAt.toISOString(),
  updatedAt: list.updatedAt.toISOString(),
})

export const presentCountedList = (list: ListRow, { activeCount, doneCount }: Counts): CountedList => {
  const { createdAt, updatedAt, ...rest } = presentList(list)
  return { ...rest, activeCount, doneCount, createdAt, updatedAt }
}
