import { and, asc, desc, eq, gte, ne, sql } from 'drizzle-orm'
import type { Transaction } from '../../platform/db/client'
import { prepared } from '../../platform/db/prepared'
import { listItems } from '../../platform/db/schema'
import { freshRanks, ranksBetween } from './ranks'
import { setEach } from './set-each'

const NO_ITEM = 0
const LOWEST_RANK = ''

/** The last unchecked item of a list; null: there is none. */
export type LastActive = { id: number; rank: string } | null

/**
 * A rank directly after the last unchecked item; before the first item when none is unchecked. Renumbers the list when
 * its ranks leave no room. The transaction must have locked the list.
 * @param movingId the item of the list that gets the rank; it is not its own neighbour
 */
export async function rankAfterActive(tx: Transaction, listId: number, movingId?: number): Promise<string> {
  const [rank] = await ranksAfterActive(tx, listId, 1, { movingId })
  return rank!
}

/** As many ranks there, in order. @param known the last unchecked item, of whoever has read it already */
export async function ranksAfterActive(
  tx: Transaction,
  listId: number,
  count: number,
  { movingId = NO_ITEM, known }: { movingId?: number; known?: LastActive } = {},
): Promise<string[]> {
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
async function withRoom(
  tx: Transaction,
  listId: number,
  find: (isRenumbered: boolean) => Promise<string[] | null>,
): Promise<string[]> {
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
  known?: LastActive,
) {
  const [lastActive] = known === undefined ? await lastActiveItem(tx).execute({ listId, movingId }) : [known]
  // An item of the same rank counts as the next one: the list is renumbered then, so that clients find room there too.
  const { id: afterId, rank: from } = lastActive ?? { id: NO_ITEM, rank: LOWEST_RANK }
  const [next] = await firstItemFrom(tx).execute({ listId, movingId, afterId, from })
  return ranksBetween(lastActive?.rank ?? null, next?.rank ?? null, count)
}

const isOther = and(eq(listItems.listId, sql.placeholder('listId')), ne(listItems.id, sql.placeholder('movingId')))

const lastActiveItem = prepared((db) =>
  db
    .select({ id: listItems.id, rank: listItems.rank })
    .from(listItems)
    .where(and(isOther, eq(listItems.checked, false)))
    .orderBy(desc(listItems.rank), desc(listItems.id))
    .limit(1)
    .prepare(),
)

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
