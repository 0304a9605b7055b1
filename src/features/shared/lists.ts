import { and, eq, isNotNull, or, type Placeholder, sql } from 'drizzle-orm'
import { t } from 'elysia'
import type { Executor } from '../../platform/db/client'
import { LIST_KINDS, listItems, listShares, lists } from '../../platform/db/schema'
import { amount, id, instant, oneOf } from '../../platform/http-schema'
import { MAX_ICON_LENGTH, MAX_LIST_NAME_LENGTH, MAX_SECTION_LENGTH } from '../../platform/limits'
import { color } from './schemas'

export type ListRow = typeof lists.$inferSelect
/** What a list says. */
export type ListContent = Omit<ListRow, 'revision'>

const list = {
  id,
  name: t.String({ minLength: 1, maxLength: MAX_LIST_NAME_LENGTH }),
  isShared: t.Boolean(),
  ownerId: id,
  icon: t.Optional(
    t.String({ minLength: 1, maxLength: MAX_ICON_LENGTH, description: 'An emoji, or the name of a drawing' }),
  ),
  color: t.Optional(color),
  kind: t.Optional(oneOf(...LIST_KINDS)),
  rank: t.Optional(t.String({ minLength: 1, maxLength: 255, description: "Its place in the caller's own order" })),
  grouped: t.Optional(t.Boolean({ description: 'Its items stand by section' })),
  sectionOrder: t.Optional(t.Array(t.String({ minLength: 1, maxLength: MAX_SECTION_LENGTH }))),
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

/** For a query of lists: the member's share of each. */
export const shareOf = (memberId: number | Placeholder) =>
  and(eq(listShares.listId, lists.id), eq(listShares.userId, memberId))

/** Beside `shareOf`: the lists that the member owns or is shared on. */
export const isListReader = (memberId: number | Placeholder) =>
  or(eq(lists.ownerId, memberId), isNotNull(listShares.userId))

/** A list; what it need not say only where it says it. `rank`: where the caller has put it. */
export const presentList = (list: ListContent, rank: string | null = null): List => ({
  id: list.id,
  name: list.name,
  isShared: list.isShared,
  ownerId: list.ownerId,
  ...(list.icon === null ? {} : { icon: list.icon }),
  ...(list.color === null ? {} : { color: list.color }),
  ...(list.kind === 'plain' ? {} : { kind: list.kind }),
  ...(rank === null ? {} : { rank }),
  ...(list.grouped ? { grouped: true } : {}),
  ...(list.sectionOrder === null ? {} : { sectionOrder: list.sectionOrder }),
  createdAt: list.createdAt.toISOString(),
  updatedAt: list.updatedAt.toISOString(),
})

export const presentCountedList = (
  list: ListContent,
  { activeCount, doneCount }: Counts,
  rank: string | null = null,
): CountedList => {
  const { createdAt, updatedAt, ...rest } = presentList(list, rank)
  return { ...rest, activeCount, doneCount, createdAt, updatedAt }
}
