import { sql } from 'drizzle-orm'
import type { Transaction } from '../../platform/db/client'
import { listItems } from '../../platform/db/schema'

const ITEMS_PER_STATEMENT = 500

/** Writes a column of many items, each with a value of its own. Nothing else of them changes. */
export async function setEach(
  tx: Transaction,
  column: typeof listItems.rank | typeof listItems.keyDigest,
  values: readonly (readonly [id: number, value: string])[],
): Promise<void> {
  for (let start = 0; start < values.length; start += ITEMS_PER_STATEMENT) {
    const chunk = values.slice(start, start + ITEMS_PER_STATEMENT)
    const cases = chunk.map(([id, value]) => sql`when ${id} then ${value}`)
    const ids = chunk.map(([id]) => sql`${id}`)
    await tx.execute(
      sql`update ${listItems} set ${column} = case id ${sql.join(cases, sql` `)} end where id in (${sql.join(ids, sql`, `)})`,
    )
  }
}
