import { drizzle } from 'drizzle-orm/mysql2'
import type mysql from 'mysql2/promise'
import type { Config } from '../config'
import { describeError } from '../log'
import { OperatorError } from '../operator'
import { connect } from './connect'
import { compareMigrations, MIGRATIONS_FOLDER, MIGRATIONS_TABLE, type Migration } from './migrations'

const LOCK = 'corkboard-migrate'
const LOCK_SECONDS = 60

/** A migration that could not be applied; the message says which statement and what to do. */
export class MigrationError extends OperatorError {
  override name = 'MigrationError'
}

/**
 * Applies the pending migrations one by one, on a connection that holds a named lock: of two migrators at once the
 * second waits and finds nothing to do. Stops at the first statement that fails; DDL cannot be rolled back.
 * Returns how many were applied.
 * @throws MigrationError
 */
export async function migrate(
  database: Config['database'],
  folder = MIGRATIONS_FOLDER,
  tell: (line: string) => void = () => {},
): Promise<number> {
  const connection = await connect(database)
  try {
    await holdLock(connection)
    const { pending, unknown } = await compareMigrations(drizzle(connection) as never, folder)
    if (unknown > 0) {
      throw new MigrationError(
        `The database has ${unknown} migration(s) that this version does not know: it was used by a newer version. ` +
          'Run that version, or restore a backup from before the upgrade.',
      )
    }
    if (pending.length > 0) tell(`To apply: ${pending.map(({ name }) => name).join(', ')}`)
    await createJournal(connection)
    for (const migration of pending) {
      await applyStatements(connection, migration)
      await record(connection, migration)
      tell(`Applied ${migration.name} (${migration.statements.length} statements)`)
    }
    return pending.length
  } finally {
    await connection.end()
  }
}

/** Until the connection ends. @throws MigrationError */
export async function holdLock(connection: mysql.Connection) {
  const [rows] = await connection.query<mysql.RowDataPacket[]>('select get_lock(?, ?) as held', [LOCK, LOCK_SECONDS])
  if (rows[0]?.held !== 1) {
    throw new MigrationError(`Another migration has held the lock for ${LOCK_SECONDS} s. Wait for it, then try again.`)
  }
}

/** The table in which drizzle's own migrator would keep the same record. */
export async function createJournal(connection: mysql.Connection) {
  await connection.query(
    `create table if not exists ${MIGRATIONS_TABLE} (id serial primary key, hash text not null, created_at bigint)`,
  )
}

/** @throws MigrationError at the first statement that fails */
export async function applyStatements(connection: mysql.Connection, { name, statements }: Migration) {
  for (const [index, statement] of statements.entries()) {
    try {
      await connection.query(statement)
    } catch (error) {
      throw new MigrationError(
        `Migration ${name} failed at statement ${index + 1} of ${statements.length} (${describeError(error)}): ` +
          `${statement.trim().split('\n')[0]}\n` +
          (index === 0
            ? 'Nothing of this migration was applied. Mend the cause, then run it again.'
            : `The ${index} statement(s) before it were applied and cannot be rolled back. ` +
              'Restore the backup from before the upgrade, mend the cause, then run it again.'),
      )
    }
  }
}

/** Notes that a migration has been applied. */
export async function record(connection: mysql.Connection, { hash, at }: Migration) {
  await connection.query(`insert into ${MIGRATIONS_TABLE} (hash, created_at) values (?, ?)`, [hash, at])
}
