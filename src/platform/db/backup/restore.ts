import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type mysql from 'mysql2/promise'
import type { Config } from '../../config'
import { MINUTE_MS } from '../../durations'
import { connect } from '../connect'
import { hashesOf } from '../former-hashes'
import { createJournal, type Migration, noteApplied } from '../journal'
import { applyStatements, holdLock, migrate } from '../migrate'
import { knownMigrations } from '../migrations'
import { type Contents, readContents } from './contents'
import { BackupError, decodeValue, type Header, type Line } from './format'
import { readLines } from './lines'
import { opened } from './opened'

const BATCH = 200

/**
 * Restores a backup into an empty database: first the schema that the backup was made with, then its rows and the record
 * of its migrations in one transaction, then the migrations that have come since. Interrupted, it leaves a database that
 * the service does not start on. The file is read to its end before anything is written. Every session ends. Returns
 * the number of rows. An encrypted file is opened with one of the identities.
 * @throws BackupError with the reason, nothing restored
 */
export async function restore(
  database: Config['database'],
  path: string,
  now: Date,
  { identities = [] }: Identities = {},
): Promise<number> {
  const read = () => readLines(opened(createReadStream(path), identities))
  const contents = await readContents(read())
  const migrations = migrationsOf(contents.header)
  const connection = await connect(database, { dateStrings: true })
  try {
    await holdLock(connection)
    await refuseUnlessEmpty(connection)
    await fill(connection, { migrations, contents, read, now })
  } finally {
    await connection.end()
  }
  await migrate(database)
  return contents.rows
}

export interface Identities {
  /** Of age; see `readIdentities`. */
  identities?: readonly string[]
}

interface Filling {
  migrations: Migration[]
  contents: Contents
  /** The file's lines, from its beginning. */
  read: () => AsyncIterable<Line>
  now: Date
}

async function fill(connection: mysql.Connection, { migrations, contents, read, now }: Filling) {
  try {
    for (const migration of migrations) await applyStatements(connection, migration)
    await refuseUnknownNames(connection, contents)
    await createJournal(connection)
    await connection.query('set foreign_key_checks = 0')
    await connection.beginTransaction()
    await insertRows(connection, read())
    await refuseUnlessCounted(connection, contents)
    await endSessions(connection, now)
    for (const migration of migrations) await noteApplied(connection, migration, migration.statements.length)
    await connection.commit()
  } catch (error) {
    // Empty as it was, so that the next try is not refused; without a connection the next try says so.
    await dropTables(connection).catch(() => {})
    throw error
  }
}

async function dropTables(connection: mysql.Connection) {
  await connection.rollback()
  await connection.query('set foreign_key_checks = 0')
  for (const name of await tableNames(connection)) await connection.query(`drop table \`${name}\``)
}

/**
 * Reads a backup to its end without a database.
 * @throws BackupError when it is damaged, or this version could not restore it
 */
export async function checkBackup(input: Readable, { identities = [] }: Identities = {}): Promise<Contents> {
  const contents = await readContents(readLines(opened(input, identities)))
  migrationsOf(contents.header)
  return contents
}

/** The migrations that the backup's database had. @throws BackupError when this version does not know them all */
function migrationsOf(header: Header): Migration[] {
  const known = knownMigrations()
  const isPrefix = header.migrations.every((hash, index) => {
    const migration = known[index]
    return migration !== undefined && hashesOf(migration).includes(hash)
  })
  if (!isPrefix) {
    throw new BackupError(
      'The backup was made by another version of Corkboard, newer than this one. Restore it with that version.',
    )
  }
  return known.slice(0, header.migrations.length)
}

async function refuseUnlessEmpty(connection: mysql.Connection) {
  if ((await tableNames(connection)).length === 0) return
  throw new BackupError(
    'The database DB_NAME is not empty. Restore into a new one, so that nothing is overwritten; one that an interrupted ' +
      'restore has left can be dropped and created again.',
  )
}

async function tableNames(connection: mysql.Connection): Promise<string[]> {
  const [tables] = await connection.query<mysql.RowDataPacket[]>(
    'select table_name as name from information_schema.tables where table_schema = database()',
  )
  return tables.map(({ name }) => name as string)
}

/** Names go into statements: only those that the schema has. @throws BackupError */
async function refuseUnknownNames(connection: mysql.Connection, { tables }: Contents) {
  const [rows] = await connection.query<mysql.RowDataPacket[]>(
    'select table_name as name, column_name as col from information_schema.columns where table_schema = database()',
  )
  const known = new Set(rows.map(({ name, col }) => JSON.stringify([name, col])))
  for (const [table, { columns }] of tables) {
    if (columns.length > 0 && columns.every((column) => known.has(JSON.stringify([table, column])))) continue
    throw new BackupError('The file names a table or a column that its version of Corkboard does not have.')
  }
}

async function insertRows(connection: mysql.Connection, lines: AsyncIterable<Line>) {
  let into: { table: string; columns: string[] } | null = null
  let batch: unknown[][] = []
  const flush = async () => {
    if (into !== null && batch.length > 0) {
      await connection.query('insert into ?? (??) values ?', [into.table, into.columns, batch])
    }
    batch = []
  }
  for await (const line of lines) {
    if ('table' in line) {
      await flush()
      into = line
    }
    if ('row' in line) batch.push(line.row.map(decodeValue))
    if (batch.length >= BATCH) await flush()
  }
  await flush()
}

/** What the database holds must be what the file held. @throws BackupError */
async function refuseUnlessCounted(connection: mysql.Connection, { tables }: Contents) {
  for (const [table, { rows }] of tables) {
    const [[found]] = await connection.query<mysql.RowDataPacket[]>('select count(*) as number from ??', [table])
    if (found?.number === rows) continue
    throw new BackupError(`The table ${table} has ${found?.number} rows, and ${rows} in the file.`)
  }
}

/**
 * Sessions that were ended after the backup would live again, and those begun since would go on with members who may be
 * others. Nobody knows how often a version was raised since; minutes since 1970 are above that, and grow from restore to
 * restore.
 */
async function endSessions(connection: mysql.Connection, now: Date) {
  const minutes = Math.floor(now.getTime() / MINUTE_MS)
  await connection.query('update members set session_version = greatest(session_version + 1, ?)', [minutes])
  // Older backups lack some of these tables.
  const tables = await tableNames(connection)
  if (tables.includes('displays')) {
    await connection.query('update displays set token_digest = null')
    await connection.query('delete from pairing_codes')
  }
  // One that was open may have been used or withdrawn since.
  if (tables.includes('invitations')) await connection.query('delete from invitations where used_at is null')
  for (const table of REVOCABLE.filter((name) => tables.includes(name))) {
    await connection.query('delete from ??', [table])
  }
}

/**
 * What was revoked since would be good again, and a phone that was lost would be reminded. Without checks of foreign keys
 * nothing cascades.
 */
const REVOCABLE = [
  'api_tokens',
  'feed_calendars',
  'feed_lists',
  'feeds',
  'device_sessions',
  'push_subscriptions',
  'sent_reminders',
]
