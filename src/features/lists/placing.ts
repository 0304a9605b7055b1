import { and, asc, desc, eq, gte, ne, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/mysql-core'
import type { Transaction } from '../../platform/db/client'
import { prepared } from '../../platform/db/prepared'
import { listItems } from '../../platform/db/schema'
import { endIn, endSelects, type ListEnd } from './list-end'
import { freshRanks, ranksBetween } from './ranks'
import { setEach } from './set-each'

const NO_ITEM = 0
const LOWEST_RANK = ''

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
