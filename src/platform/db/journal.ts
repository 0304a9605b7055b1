import type mysql from 'mysql2/promise'

/** The table in which drizzle's own migrator would keep the same record. */
export const MIGRATIONS_TABLE = '__drizzle_migrations'

export interface Migration {
  name: string
  hash: string
  statements: string[]
  /** When it was generated; the order of application. */
  at: number
}

/**
 * One migration that this database has seen. While it is not whole the table holds `hash:applied` for it, which no
 * version takes for a migration it knows: a version that lacks the migration does not start on half of it.
 */
export interface JournalEntry {
  hash: string
  /** How many of its statements were applied; null: all. */
  applied: number | null
}

/** Reads what the table holds for one migration. */
export function parseEntry(text: string): JournalEntry {
  const [hash = '', applied] = text.split(':')
  return { hash, applied: applied === undefined ? null : Number(applied) }
}

export async function createJournal(connection: mysql.Connection) {
  await connection.query(
    `create table if not exists ${MIGRATIONS_TABLE} (id serial primary key, hash text not null, created_at bigint)`,
  )
}

/** Notes how many statements of a migration were applied. */
export async function noteApplied(connection: mysql.Connection, { hash, statements, at }: Migration, applied: number) {
  const entry = applied === statements.length ? hash : `${hash}:${applied}`
  const [updated] = await connection.query<mysql.ResultSetHeader>(
    `update ${MIGRATIONS_TABLE} set hash = ? where substring_index(hash, ':', 1) = ?`,
    [entry, hash],
  )
  if (updated.affectedRows > 0) return
  await connection.query(`insert into ${MIGRATIONS_TABLE} (hash, created_at) values (?, ?)`, [entry, at])
}

/** Removes a migration of which nothing was applied. */
export async function forget(connection: mysql.Connection, { hash }: Migration) {
  await connection.query(`delete from ${MIGRATIONS_TABLE} where hash = ?`, [`${hash}:0`])
}
