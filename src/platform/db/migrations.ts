import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { MySql2Database } from 'drizzle-orm/mysql2'
import { MIGRATIONS_FOLDER } from '../installation'
import { dbErrorCode } from './errors'
import { type JournalEntry, MIGRATIONS_TABLE, type Migration, parseEntry } from './journal'

/** A migration that the database lacks, or has half of. */
export interface PendingMigration extends Migration {
  /** Its statements that an earlier run has applied; null: it was not begun. */
  applied: number | null
}

/** The migrations of a folder, in their order. */
export function knownMigrations(folder = MIGRATIONS_FOLDER): Migration[] {
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as { entries: { tag: string }[] }
  return readMigrationFiles({ migrationsFolder: folder }).map(({ hash, sql: statements, folderMillis }, index) => ({
    name: journal.entries[index]?.tag ?? hash,
    hash,
    statements,
    at: folderMillis,
  }))
}

/**
 * What the database lacks of this version's migrations, and how many it has that this version does not know.
 * @throws the database's error when it cannot be reached
 */
export async function compareMigrations(db: MySql2Database, folder = MIGRATIONS_FOLDER) {
  const known = knownMigrations(folder)
  const journal = await readJournal(db)
  const whole = new Set(journal.filter(({ applied }) => applied === null).map(({ hash }) => hash))
  const begun = new Map(journal.map(({ hash, applied }) => [hash, applied]))
  const pending: PendingMigration[] = known
    .filter(({ hash }) => !whole.has(hash))
    .map((migration) => ({ ...migration, applied: begun.get(migration.hash) ?? null }))
  const unknown = [...begun.keys()].filter((hash) => !known.some((migration) => migration.hash === hash)).length
  return { pending, unknown }
}

async function readJournal(db: MySql2Database): Promise<JournalEntry[]> {
  try {
    const [rows] = await db.execute(sql.raw(`select hash from ${MIGRATIONS_TABLE}`))
    return (rows as unknown as { hash: string }[]).map(({ hash }) => parseEntry(hash))
  } catch (error) {
    if (dbErrorCode(error) === 'ER_NO_SUCH_TABLE') return []
    throw error
  }
}
