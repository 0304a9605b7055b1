import { and, asc, desc, eq, gte, ne, sql } from 'drizzle-orm'
import type { Transaction } from '../../platform/db/client'
import { prepared } from '../../platform/db/prepared'
import { listItems } from '../../platform/db/schema'
import { freshRanks, rankBetween } from './ranks'

const ITEMS_PER_STATEMENT = 500
const NO_ITEM = 0
const LOWEST_RANK = ''

/**
 * A rank directly after the last unchecked item; before the first item when none is unchecked. Renumbers the list when
 * its ranks leave no room. The transaction must have locked the list.
 * @param movingId the item of the list that gets the rank; it is not its own neighbour
 */
export async function rankAfterActive(tx: Transaction, listId: number, movingId?: number): Promise<string> {
  const rank = await tryRankAfterActive(tx, listId, movingId)
  if (rank !== null) return rank
  await renumber(tx, listId)
  const rankAfterRenumbering = await tryRankAfterActive(tx, listId, movingId)
  if (rankAfterRenumbering === null) throw new Error('a renumbered list has no room for a rank')
  return rankAfterRenumbering
}

async function tryRankAfterActive(tx: Transaction, listId: number, movingId = NO_ITEM): Promise<string | null> {
  const [lastActive] = await lastActiveItem(tx).execute({ listId, movingId })
  // An item of the same rank counts as the next one: the list is renumbered then, so that clients find room there too.
  const { id: afterId, rank: from } = lastActive ?? { id: NO_ITEM, rank: LOWEST_RANK }
  const [next] = await firstItemFrom(tx).execute({ listId, movingId, afterId, from })
  return rankBetween(lastActive?.rank ?? null, next?.rank ?? null)
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
  for (let start = 0; start < items.length; start += ITEMS_PER_STATEMENT) {
    const chunk = items.slice(start, start + ITEMS_PER_STATEMENT)
    const cases = chunk.map(({ id }, index) => sql`when ${id} then ${ranks[start + index]}`)
    const ids = chunk.map(({ id }) => sql`${id}`)
    await tx.execute(
      sql`update ${listItems} set ${sql.identifier('rank')} = case id ${sql.join(cases, sql` `)} end where id in (${sql.join(ids, sql`, `)})`,
    )
  }
}
