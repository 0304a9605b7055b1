import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Db } from './client'
import { dbErrorCode } from './errors'

export const MIGRATIONS_FOLDER = `${import.meta.dir}/../../../drizzle`
const TABLE = '__drizzle_migrations'

/**
 * How many migrations of this version the database lacks, and how many it has that this version does not know.
 * @throws the database's error when it cannot be reached
 */
export async function compareMigrations(db: Db, folder = MIGRATIONS_FOLDER) {
  const known = readMigrationFiles({ migrationsFolder: folder }).map((migration) => migration.hash)
  const applied = new Set(await appliedHashes(db))
  return {
    pending: known.filter((hash) => !applied.has(hash)).length,
    unknown: [...applied].filter((hash) => !known.includes(hash)).length,
  }
}

async function appliedHashes(db: Db): Promise<string[]> {
  try {
    const [rows] = await db.execute(sql.raw(`select hash from ${TABLE}`))
    return (rows as unknown as { hash: string }[]).map((row) => row.hash)
  } catch (error) {
    if (dbErrorCode(error) === 'ER_NO_SUCH_TABLE') return []
    throw error
  }
}
