import { eq, sql } from 'drizzle-orm'
import type { MySqlColumn, MySqlUpdateSetSource } from 'drizzle-orm/mysql-core'
import { prepared } from '../../platform/db/prepared'
import { listItems } from '../../platform/db/schema'

/** A value of a column that is given, by this name, as a prepared query is executed. */
const given = (column: MySqlColumn, name: string) => sql`${sql.param(sql.placeholder(name), column)}`

/** An item's rank and its text, of which a prepared query is given `rank` and `text`. */
export const RANK = given(listItems.rank, 'rank')
export const TEXT = given(listItems.text, 'text')

const touched = { updatedAt: given(listItems.updatedAt, 'now'), followsId: null }

/** A prepared update that sets columns of the item `itemId`, changed at `now`: it no longer just follows another. */
export const setItem = (columns: MySqlUpdateSetSource<typeof listItems>) =>
  prepared((db) =>
    db
      .update(listItems)
      .set({ ...columns, ...touched })
      .where(eq(listItems.id, sql.placeholder('itemId')))
      .prepare(),
  )
