import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { MySql2Database } from 'drizzle-orm/mysql2'
import { MIGRATIONS_FOLDER } from '../installation'
import { dbErrorCode } from './errors'
import { hashesOf } from './former-hashes'
import { type JournalEntry, MIGRATIONS_TABLE, type Migration, parseEntry } from './journal'

const OLDEST_VERSION = /^-- oldest-version: (\S+)$/m

/** A migration that the database lacks, or has half of. */
export interface PendingMigration extends Migration {
  /** Its statements that an earlier run has applied; null: it was not begun. */
  applied: number | null
  /** Whether the statement behind those is known not to be applied. */
  isStopped: boolean
}

/** The migrations of a folder, in their order. */
export function knownMigrations(folder = MIGRATIONS_FOLDER): Migration[] {
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as { entries: { tag: string }[] }
  return readMigrationFiles({ migrationsFolder: folder }).map(({ hash, sql: statements, folderMillis }, index) => ({
    name: journal.entries[index]?.tag ?? hash,
    hash,
    statements,
    at: folderMillis,
    oldestVersion: OLDEST_VERSION.exec(statements[0] ?? '')?.[1] ?? null,
  }))
}

/**
 * What the database lacks of this version's migrations, and how many it has that this version does not know: `newer` are
 * those that this version may run on, as they say themselves, `unknown` all others.
 * @throws the database's error when it cannot be reached
 */
export async function compareMigrations(db: MySql2Database, folder = MIGRATIONS_FOLDER) {
  const known = knownMigrations(folder)
  const journal = new Map((await readJournal(db)).map((entry) => [entry.hash, entry]))
  const pending: PendingMigration[] = []
  for (const migration of known) {
    const entry = entryOf(migration, journal)
    // Gone on with under the digest that the database knows.
    if (entry === undefined) pending.push({ ...migration, applied: null, isStopped: true })
    else {
      const { hash, applied, isStopped } = entry
      if (applied !== null) pending.push({ ...migration, hash, applied, isStopped })
    }
  }
  const knownHashes = new Set(known.flatMap(hashesOf))
  const knownNames = new Set(known.map(({ name }) => name))
  const unknown = [...journal.values()].filter(({ hash }) => !knownHashes.has(hash))
  const newer = unknown.filter(({ oldestVersion }) => oldestVersion !== null && knownNames.has(oldestVersion)).length
  return { pending, newer, unknown: unknown.length - newer }
}

function entryOf(migration: Migration, journal: ReadonlyMap<string, JournalEntry>): JournalEntry | undefined {
  return hashesOf(migration)
    .map((hash) => journal.get(hash))
    .find((entry) => entry !== undefined)
}

async function readJournal(db: MySql2Database): Promise<JournalEntry[]> {
  try {
    const [rows] = await db.execute(sql.raw(`select * from ${MIGRATIONS_TABLE}`))
    return (rows as unknown as JournalRow[]).map(({ hash, oldest_version }) => parseEntry(hash, oldest_version))
  } catch (error) {
    if (dbErrorCode(error) === 'ER_NO_SUCH_TABLE') return []
    throw error
  }
}

interface JournalRow {
  hash: string
  oldest_version?: string | null
}
