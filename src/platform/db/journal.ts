import type mysql from 'mysql2/promise'

/** The table in which drizzle's own migrator would keep the same record. */
export const MIGRATIONS_TABLE = '__drizzle_migrations'

export interface Migration {
  name: string
  hash: string
  statements: string[]
  /** When it was generated; the order of application. */
  at: number
  /** The newest migration of the oldest version that may run beside or after this one; null: only its own and later ones. */
  oldestVersion: string | null
}

/**
 * One migration that this database has seen. While it is not whole the table holds `hash:applied` for it, which no
 * version takes for a migration it knows: a version that lacks the migration does not start on half of it. A run that
 * ends there knowingly makes `hash:applied:stopped` of it.
 */
export interface JournalEntry {
  hash: string
  /** How many of its statements were applied; null: all. */
  applied: number | null
  /** Whether the next statement is known not to be applied; a run that was killed may have applied it. */
  isStopped: boolean
  /** As the migration itself said when it was applied: a version that lacks it cannot read its file. */
  oldestVersion: string | null
}

/** Reads what the table holds for one migration; `oldestVersion` is missing where an earlier version made the table. */
export function parseEntry(text: string, oldestVersion: string | null = null): JournalEntry {
  const [hash = '', applied, stopped] = text.split(':')
  return {
    hash,
    applied: applied === undefined ? null : Number(applied),
    isStopped: stopped !== undefined,
    oldestVersion,
  }
}

/** Creates the table of applied migrations, and the column that one of an earlier version lacks. */
export async function createJournal(connection: mysql.Connection) {
  await connection.query(
    `create table if not exists ${MIGRATIONS_TABLE} (id serial primary key, hash text not null, created_at bigint)`,
  )
  await connection.query(`alter table ${MIGRATIONS_TABLE} add column if not exists oldest_version varchar(255)`)
}

/** Notes how many statements of a migration were applied. */
export async function noteApplied(connection: mysql.Connection, migration: Migration, applied: number) {
  const { hash, statements, at, oldestVersion } = migration
  const entry = applied === statements.length ? hash : `${hash}:${applied}`
  const [updated] = await connection.query<mysql.ResultSetHeader>(
    `update ${MIGRATIONS_TABLE} set hash = ? where substring_index(hash, ':', 1) = ?`,
    [entry, hash],
  )
  if (updated.affectedRows > 0) return
  await connection.query(`insert into ${MIGRATIONS_TABLE} (hash, created_at, oldest_version) values (?, ?, ?)`, [
    entry,
    at,
    oldestVersion,
  ])
}

/** Notes that a run has ended here knowingly: what comes next was not applied. */
export async function noteStopped(connection: mysql.Connection, { hash }: Migration) {
  await connection.query(
    `update ${MIGRATIONS_TABLE} set hash = concat(hash, ':stopped') where hash like concat(?, ':%')`,
    [hash],
  )
}

/** Removes a migration of which nothing was applied. */
export async function forget(connection: mysql.Connection, { hash }: Migration) {
  await connection.query(`delete from ${MIGRATIONS_TABLE} where hash = ?`, [`${hash}:0`])
}
