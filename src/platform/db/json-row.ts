import { type Column, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { MySqlTable } from 'drizzle-orm/mysql-core'

/** Values of a row in one text. */
export const asJson = (values: readonly (Column | SQL)[]): SQL<string> =>
  // What the database knows to be JSON, mysql2 would have read.
  sql<string>`cast(json_array(${sql.join([...values], sql`, `)}) as char)`

/** Whole rows of a table, each in one text: a union whose parts are of different shapes can have such among them. */
export function jsonRow<Table extends MySqlTable>(table: Table) {
  const columns = Object.entries(getTableColumns(table))
  return {
    select: asJson(columns.map(([, column]) => column)),
    /** The row that was told. Pure. @throws SyntaxError */
    parse(json: string): Table['$inferSelect'] {
      const values = JSON.parse(json) as unknown[]
      const row: Record<string, unknown> = {}
      for (const [index, [name, column]] of columns.entries()) {
        const value = values[index]
        row[name] = value === null ? null : column.mapFromDriverValue(value)
      }
      return row
    },
  }
}
