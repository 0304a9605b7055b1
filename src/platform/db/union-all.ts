import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * The condition of a select that others follow by `union all`. The query builder's own union nests its parts, and the
 * database fills a temporary table for each nesting.
 */
export const andUnionAll = (condition: SQL | undefined, ...others: readonly SQLWrapper[]): SQL =>
  sql.join([condition ?? sql`true`, ...others.map((other) => sql`${other}`)], sql` union all `)
