import { type SQL, sql } from 'drizzle-orm'
import type { MySqlColumn } from 'drizzle-orm/mysql-core'

/** Microseconds since 1970 by the database's clock. */
const NOW = sql`cast(unix_timestamp(now(6)) * 1000000 as unsigned)`

/**
 * What a revision grows to, in the transaction that changes what it stands for: at least by one, and to the present, so that
 * no number comes again with other contents after a backup was restored.
 */
export const nextRevision = (column: MySqlColumn | SQL): SQL<number> => sql`greatest(${column} + 1, ${NOW})`

/** The same of a revision that is kept as text, empty before the first. */
export const nextRevisionText = (column: MySqlColumn): SQL<string> =>
  sql`greatest(cast(if(${column} = '', '0', ${column}) as unsigned) + 1, ${NOW})`

export const FIRST_REVISION = NOW
