import { and, asc, desc, eq, gte, ne, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../platform/db/client'
import { listItems } from '../../platform/db/schema'
import { freshRanks, rankBetween } from './ranks'

const ITEMS_PER_STATEMENT = 500

/**
 * The rank that puts an item directly after the last unchecked one, before the first item where none is unchecked.
 * Renumbers the list where its ranks leave no room. The list must be held.
 * @param movingId an item of the list that is about to get the rank, and is not its own neighbour
 */
export async function rankAfterActive(tx: Transaction, listId: number, movingId?: number): Promise<string> {
  const rank = await tryRankAfterActive(tx, listId, movingId)
  if (rank !== null) return rank
  await renumber(tx, listId)
  const rankAfterRenumbering = await tryRankAfterActive(tx, listId, movingId)
  if (rankAfterRenumbering === null) throw new Error('a renumbered list has no room for a rank')
  return rankAfterRenumbering
}

async function tryRankAfterActive(tx: Transaction, listId: number, movingId?: number): Promise<string | null> {
  const others = and(eq(listItems.listId, listId), movingId === undefined ? undefined : ne(listItems.id, movingId))
  const [lastActive] = await tx
    .select({ id: listItems.id, rank: listItems.rank })
    .from(listItems)
    .where(and(others, eq(listItems.checked, false)))
    .orderBy(desc(listItems.rank), desc(listItems.id))
    .limit(1)
  if (lastActive === undefined) return rankBetween(null, await firstRank(tx, others))
  // From the same rank on: an equal neighbour makes the list be renumbered, so that clients find room there too.
  const next = await firstRank(tx, and(others, gte(listItems.rank, lastActive.rank), ne(listItems.id, lastActive.id)))
  return rankBetween(lastActive.rank, next)
}

async function firstRank(tx: Transaction, condition: SQL | undefined): Promise<string | null> {
  const [first] = await tx
    .select({ rank: listItems.rank })
    .from(listItems)
    .where(condition)
    .orderBy(asc(listItems.rank), asc(listItems.id))
    .limit(1)
  return first?.rank ?? null
}

/** Gives every item of a list a fresh rank in the present order. */
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
