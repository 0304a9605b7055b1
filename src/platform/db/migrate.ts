import { drizzle } from 'drizzle-orm/mysql2'
import type mysql from 'mysql2/promise'
import { CliError } from '../cli-errors'
import type { Config } from '../config'
import { MIGRATIONS_FOLDER } from '../installation'
import { describeError } from '../log'
import { connect } from './connect'
import { dbErrorCode, dbErrorMessage } from './errors'
import { createJournal, forget, type Migration, noteApplied, noteStopped } from './journal'
import { compareMigrations, type PendingMigration } from './migrations'

const LOCK = 'corkboard-migrate'
const LOCK_SECONDS = 60

/** What the database says to a statement that it has applied before. */
const APPLIED_BEFORE = new Set([
  'ER_TABLE_EXISTS_ERROR',
  'ER_DUP_FIELDNAME',
  'ER_DUP_KEYNAME',
  'ER_FK_DUP_NAME',
  'ER_DUP_CONSTRAINT_NAME',
  'ER_MULTIPLE_PRI_KEY',
  'ER_CANT_DROP_FIELD_OR_KEY',
  'ER_BAD_TABLE_ERROR',
])

/** A migration that could not be applied; the message says which statement and what to do. */
export class MigrationError extends CliError {
  override name = 'MigrationError'
}

/**
 * Applies the pending migrations one by one, on a connection that holds a named lock: of two migrators at once the
 * second waits and finds nothing to do. Stops at the first statement that fails; DDL cannot be rolled back, so what was
 * applied is noted statement by statement, and a later run goes on behind it: also behind one that the server finished
 * unnoted, since the run was killed. Returns how many were applied. `stop`: ends it behind the statement that it is at.
 * @throws MigrationError
 */
export async function migrate(
  database: Config['database'],
  folder = MIGRATIONS_FOLDER,
  tell: (line: string) => void = () => {},
  stop?: AbortSignal,
): Promise<number> {
  const connection = await connect(database)
  try {
    await holdLock(connection)
    const { pending, newer, unknown } = await compareMigrations(drizzle(connection) as never, folder)
    if (unknown > 0) {
      throw new MigrationError(
        `The database has ${unknown} migration(s) that this version does not know: it was used by a newer version. ` +
          'Run that version, or restore a backup from before the upgrade.',
      )
    }
    if (newer > 0) tell(`The database has ${newer} migration(s) of a newer version, on which this one may run.`)
    if (pending.length > 0) tell(`To apply: ${pending.map(({ name }) => name).join(', ')}`)
    await createJournal(connection)
    for (const migration of pending) {
      heed(stop)
      await apply(connection, migration, tell, stop)
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

/** @throws MigrationError when it was told to stop */
function heed(stop?: AbortSignal) {
  if (stop?.aborted !== true) return
  throw new MigrationError('It was told to stop, and did so behind a whole statement. Run it again: it goes on there.')
}

async function apply(
  connection: mysql.Connection,
  migration: PendingMigration,
  tell: (line: string) => void,
  stop?: AbortSignal,
) {
  const { name, statements, applied } = migration
  let isUntouched = applied === null
  if (applied !== null) tell(`Going on with ${name}: ${applied} of ${statements.length} statements were applied before`)
  // Also where it goes on: from here on nobody knows whether the next statement was applied, until that is noted.
  await noteApplied(connection, migration, applied ?? 0)
  try {
    await applyStatements(
      connection,
      migration,
      async (done) => {
        isUntouched = false
        await noteApplied(connection, migration, done)
      },
      stop,
    )
  } catch (error) {
    if (error instanceof MigrationError) await (isUntouched ? forget : noteStopped)(connection, migration)
    throw error
  }
}

/**
 * Applies what is left of a migration, each statement and its note in one transaction, which matters for those that
 * change rows; `note` hears after each how many were applied.
 * @throws MigrationError at the first statement that the database refuses, and behind one when it was told to stop
 */
export async function applyStatements(
  connection: mysql.Connection,
  migration: Migration & Partial<Pick<PendingMigration, 'applied' | 'isStopped'>>,
  note: (applied: number) => Promise<void> = async () => {},
  stop?: AbortSignal,
) {
  const { statements, applied = null, isStopped = true } = migration
  for (const [index, statement] of statements.entries()) {
    if (index < (applied ?? 0)) continue
    await connection.beginTransaction()
    try {
      await connection.query(statement)
    } catch (error) {
      // Without an answer nobody knows whether it was applied.
      if (!isRefusal(error)) throw error
      const wasKilledHere = index === applied && !isStopped
      if (!wasKilledHere || !wasAppliedBefore(error)) {
        await connection.rollback()
        throw new MigrationError(refusalMessage(migration, index, error))
      }
    }
    await note(index + 1)
    await connection.commit()
    if (index + 1 < statements.length) heed(stop)
  }
}

/** MariaDB names no code of its own for a foreign key that is there. */
const wasAppliedBefore = (error: unknown) =>
  APPLIED_BEFORE.has(dbErrorCode(error) ?? '') || /\(errno: 121\b/.test(dbErrorMessage(error))

const isRefusal = (error: unknown) => (error as { sqlState?: unknown }).sqlState !== undefined

function refusalMessage(
  { name, statements, applied = null }: Migration & { applied?: number | null },
  index: number,
  error: unknown,
): string {
  const firstLine = statements[index]?.split('\n').find((line) => /^\s*(?!--)\S/.test(line))
  return (
    `Migration ${name} failed at statement ${index + 1} of ${statements.length} (${describeError(error)}): ${firstLine}\n` +
    whatWasApplied(index, applied, dbErrorCode(error) === 'ER_TABLE_EXISTS_ERROR')
  )
}

function whatWasApplied(index: number, before: number | null, isThere: boolean): string {
  if (index === 0 && before === null) {
    // A restore records the migrations together with its rows, last of all.
    return isThere
      ? 'Nothing of this migration was applied: the database has the table without a record of it, as a restore that was ' +
          'interrupted leaves it. In that case drop the database, create it again and restore once more; else name another ' +
          'one in DB_NAME.'
      : 'Nothing of this migration was applied. Mend the cause, then run it again.'
  }
  return (
    (index === before
      ? `${index} statement(s) of it were applied before and cannot be rolled back. `
      : `The ${index} statement(s) before it were applied and cannot be rolled back. `) +
    'Restore the backup from before the upgrade; or mend the cause and run it again: it goes on with this statement.'
  )
}
