import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { MySqlTable } from 'drizzle-orm/mysql-core'

/** All columns of a row in one text: a union whose parts are of different shapes can have whole rows among them. */
export const rowAsJson = (table: MySqlTable): SQL<string> =>
  // What the database knows to be JSON, mysql2 would have read.
  sql<string>`cast(json_array(${sql.join(Object.values(getTableColumns(table)), sql`, `)}) as char)`

/** The row that `rowAsJson` has told. Pure. @throws SyntaxError */
export function rowOfJson<Table extends MySqlTable>(table: Table, json: string): Table['$inferSelect'] {
  const values = JSON.parse(json) as unknown[]
  const fields = Object.entries(getTableColumns(table)).map(([name, column], index) => {
    const value = values[index]
    return [name, value === null ? null : column.mapFromDriverValue(value)]
  })
  return Object.fromEntries(fields)
}
