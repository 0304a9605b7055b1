import { drizzle } from 'drizzle-orm/mysql2'
import { migrate as applyMigrations } from 'drizzle-orm/mysql2/migrator'
import mysql from 'mysql2/promise'
import type { Config } from '../config'
import { compareMigrations, MIGRATIONS_FOLDER } from './migrations'

const LOCK = 'corkboard-migrate'
const LOCK_SECONDS = 60

/**
 * Applies the pending migrations on one connection that holds a named lock: two migrators at once would both start
 * the first pending file, and DDL cannot be rolled back. Returns how many were applied.
 */
export async function migrate(database: Config['database'], folder = MIGRATIONS_FOLDER): Promise<number> {
  const connection = await mysql.createConnection({
    host: database.host,
    port: database.port,
    user: database.user,
    password: database.password,
    database: database.name,
    charset: 'utf8mb4_unicode_ci',
    timezone: 'Z',
    connectTimeout: 5_000,
  })
  try {
    const [rows] = await connection.query<mysql.RowDataPacket[]>('select get_lock(?, ?) as held', [LOCK, LOCK_SECONDS])
    if (rows[0]?.held !== 1) throw new Error(`another migration has held the lock for ${LOCK_SECONDS} s`)
    const db = drizzle(connection)
    const { pending } = await compareMigrations(db as never, folder)
    if (pending > 0) await applyMigrations(db, { migrationsFolder: folder })
    return pending
  } finally {
    await connection.end()
  }
}
