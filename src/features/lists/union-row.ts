import { type Column, type SQL, sql } from 'drizzle-orm'

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
