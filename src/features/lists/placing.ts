import { and, asc, type Column, desc, eq, gte, ne, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/mysql-core'
import type { Executor, Transaction } from '../../platform/db/client'
import { prepared } from '../../platform/db/prepared'
import { listItems } from '../../platform/db/schema'
import { freshRanks, ranksBetween } from './ranks'
import { setEach } from './set-each'

const NO_ITEM = 0
const LOWEST_RANK = ''

interface Place {
  id: number
  rank: string
}

/** Where a list ends. */
export interface ListEnd {
  /** Its last unchecked item; null: there is none. */
  active: Place | null
  /** Its last two of all, as they were before items came after the last unchecked one: whatever lies behind that is here. */
  all: readonly Place[]
}

/**
 * A rank directly after the last unchecked item; before the first item when none is unchecked. Renumbers the list when
 * its ranks leave no room. The transaction must have locked the list.
 * @param movingId the item of the list that gets the rank; it is not its own neighbour
 */
export async function rankAfterActive(tx: Transaction, listId: number, movingId?: number): Promise<string> {
  const { ranks } = await ranksAfterActive(tx, listId, 1, { movingId })
  return ranks[0]!
}

/** Ranks for items that come after the last unchecked one, and the list's end before they do. */
interface RanksAfterActive {
  ranks: string[]
  end: ListEnd
}

/** As many ranks there, in order. @param known the list's end, of whoever has read it already */
export async function ranksAfterActive(
  tx: Transaction,
  listId: number,
  count: number,
  { movingId = NO_ITEM, known }: { movingId?: number; known?: ListEnd | undefined } = {},
): Promise<RanksAfterActive> {
  return withRoom(tx, listId, (isRenumbered) =>
    tryRanksAfterActive(tx, listId, count, movingId, isRenumbered ? undefined : known),
  )
}

/** As many ranks after the last item of all, in order. The transaction must have locked the list. */
export async function ranksAtEnd(tx: Transaction, listId: number, count: number): Promise<string[]> {
  return withRoom(tx, listId, async () => {
    const [last] = await lastItem(tx).execute({ listId })
    return ranksBetween(last?.rank ?? null, null, count)
  })
}

/** Finds ranks, once more in a renumbered list where there is no room for them. */
async function withRoom<Ranks>(
  tx: Transaction,
  listId: number,
  find: (isRenumbered: boolean) => Promise<Ranks | null>,
): Promise<Ranks> {
  const ranks = await find(false)
  if (ranks !== null) return ranks
  await renumber(tx, listId)
  const ranksAfterRenumbering = await find(true)
  if (ranksAfterRenumbering === null) throw new Error('a renumbered list has no room for a rank')
  return ranksAfterRenumbering
}

async function tryRanksAfterActive(
  tx: Transaction,
  listId: number,
  count: number,
  movingId: number,
  known?: ListEnd,
): Promise<RanksAfterActive | null> {
  const end = known ?? (await readEnd(tx, listId, movingId))
  const { active, all } = end
  // An item of the same rank counts as the next one: the list is renumbered then, so that clients find room there too.
  const { id: afterId, rank: from } = active ?? { id: NO_ITEM, rank: LOWEST_RANK }
  const isLast = all.every(({ id, rank }) => id === afterId || rank < from)
  const [next] = isLast ? [] : await firstItemFrom(tx).execute({ listId, movingId, afterId, from })
  const ranks = ranksBetween(active?.rank ?? null, next?.rank ?? null, count)
  return ranks && { ranks, end }
}

/** Where a list ends, but for an item that moves. */
export const readEnd = async (tx: Transaction, listId: number, movingId = NO_ITEM): Promise<ListEnd> =>
  endIn(await endOfList(tx).execute({ listId, movingId }))

const isOther = and(eq(listItems.listId, sql.placeholder('listId')), ne(listItems.id, sql.placeholder('movingId')))

/** A row of a union: what it tells, and the columns that all its parts have. */
export interface UnionRow {
  part: string
  id: number
  value: string | null
}

/** The columns of a `UnionRow`. */
export const unionRow = (part: string, id: Column, value: SQL | Column) => ({
  part: sql<string>`${sql.raw(`'${part}'`)}`.as('part'),
  id: sql<number>`${id}`.as('id'),
  value: sql<string | null>`${value}`.as('value'),
})

/** The parts of a union that tell where a list ends. */
export const endSelects = (db: Executor, isOfList: SQL | undefined) => {
  const last = (part: string, condition: SQL | undefined, count: number) =>
    db
      .select(unionRow(part, listItems.id, listItems.rank))
      .from(listItems)
      .where(condition)
      .orderBy(desc(listItems.rank), desc(listItems.id))
      .limit(count)
  return [last('active', and(isOfList, eq(listItems.checked, false)), 1), last('all', isOfList, 2)] as const
}

/** What they have told. */
export function endIn(rows: readonly UnionRow[]): ListEnd {
  const placesOf = (part: string) =>
    rows.filter((row) => row.part === part).map(({ id, value }) => ({ id, rank: value! }))
  return { active: placesOf('active')[0] ?? null, all: placesOf('all') }
}

const endOfList = prepared((db) => {
  const [active, all] = endSelects(db, isOther)
  return unionAll(active, all).prepare()
})

const lastItem = prepared((db) =>
  db
    .select({ rank: listItems.rank })
    .from(listItems)
    .where(eq(listItems.listId, sql.placeholder('listId')))
    .orderBy(desc(listItems.rank), desc(listItems.id))
    .limit(1)
    .prepare(),
)

const firstItemFrom = prepared((db) =>
  db
    .select({ rank: listItems.rank })
    .from(listItems)
    .where(and(isOther, gte(listItems.rank, sql.placeholder('from')), ne(listItems.id, sql.placeholder('afterId'))))
    .orderBy(asc(listItems.rank), asc(listItems.id))
    .limit(1)
    .prepare(),
)

/** Gives every item of a list a fresh rank; the order stays. */
async function renumber(tx: Transaction, listId: number) {
  const items = await tx
    .select({ id: listItems.id })
    .from(listItems)
    .where(eq(listItems.listId, listId))
    .orderBy(asc(listItems.rank), asc(listItems.id))
  const ranks = freshRanks(items.length)
  await setEach(
    tx,
    listItems.rank,
    items.map(({ id }, index) => [id, ranks[index]!]),
  )
}
