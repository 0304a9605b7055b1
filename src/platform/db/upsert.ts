import { getTableColumns, type Placeholder, SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { MySqlColumn, MySqlTable } from 'drizzle-orm/mysql-core'
import type { ResultSetHeader } from 'mysql2'
import type { Pool } from 'mysql2/promise'
import type { Executor } from './client'

/** Values by the schema's names; the rows of a statement name the same columns. */
type Row = Readonly<Record<string, unknown>>

/** The text before the rows, of one row, and behind them, with the columns in the order of its question marks. */
interface Statement {
  head: string
  row: string
  tail: string
  names: string[]
}

/** For ON DUPLICATE KEY UPDATE: these columns are those of the new row. */
export function replacementOf<Columns extends object>(columns: Columns) {
  const values = Object.keys(columns).map((name) => [name, sql.raw(`values(\`${toSnakeCase(name)}\`)`)])
  return Object.fromEntries(values) as Record<keyof Columns, SQL>
}

/**
 * What inserts rows into a table, and replaces those with the same key: `set` as for `onDuplicateKeyUpdate`. Drizzle builds
 * the statement for one row, once; to build one for fifty takes it longer than a request should wait. Only rows with an
 * expression among their values are built by it each time.
 */
export function upsertsInto(table: MySqlTable, set: Record<string, SQL>) {
  const columns = getTableColumns(table)
  const built = new Map<string, Statement>()

  return async (db: Executor, rows: readonly Row[]): Promise<ResultSetHeader> => {
    const build = (those: Row[]) => db.insert(table).values(those).onDuplicateKeyUpdate({ set })
    if (rows.some(hasExpression)) return (await build([...rows]))[0]
    const given = Object.keys(rows[0]!)
    const { head, row, tail, names } = built.getOrInsertComputed(given.join(), () =>
      split(build([Object.fromEntries(given.map((name) => [name, sql`${sql.placeholder(name)}`]))]).toSQL()),
    )
    const values = rows.flatMap((each) => names.map((name) => driverValue(columns[name]!, each[name])))
    const { $client } = db as unknown as { $client: Pool }
    const [result] = await $client.query<ResultSetHeader>(head + rows.map(() => row).join(', ') + tail, values)
    return result
  }
}

const VALUES = ' values '
const ON_DUPLICATE = ' on duplicate key '

function split({ sql, params }: { sql: string; params: unknown[] }): Statement {
  const [from, to] = [sql.indexOf(VALUES) + VALUES.length, sql.indexOf(ON_DUPLICATE)]
  const names = params.map((param) => (param as Placeholder).name)
  return { head: sql.slice(0, from), row: sql.slice(from, to), tail: sql.slice(to), names }
}

const hasExpression = (row: Row) => Object.values(row).some((value) => value instanceof SQL)

const driverValue = (column: MySqlColumn, value: unknown) => (value === null ? null : column.mapToDriverValue(value))
