import type { RowDataPacket } from 'mysql2'
import type { Db } from './client'

/**
 * Runs a select past drizzle's mapping, for reads of many rows: its hook for each field costs several times what the
 * driver's own compiled parser does. Columns have the database's names and plain values: dates and instants are text in
 * UTC (`2026-11-20 12:00:00.000`), booleans 0 and 1.
 */
export async function plainRows<Row>(
  db: Db,
  query: { toSQL(): { sql: string; params: unknown[] } },
): Promise<(Row & RowDataPacket)[]> {
  const { sql, params } = query.toSQL()
  const [rows] = await db.$client.query<(Row & RowDataPacket)[]>({ sql, values: params, dateStrings: true })
  return rows
}
