import { createWriteStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import type mysql from 'mysql2/promise'
import type { Config } from '../../config'
import { TimeSlice } from '../../time-slice'
import { connect } from '../connect'
import { MIGRATIONS_TABLE, parseEntry } from '../journal'
import { writeAside } from './files'
import { BackupError, encodeValue, FORMAT, FORMAT_VERSION, type Line } from './format'
import { type Writing, writeLines } from './lines'

const PAGE = 1_000
/** A server that stands still would be waited for without end. */
const QUERY_MS = 120_000

/**
 * Writes the whole database into one file: one consistent moment, whatever is written meanwhile. Calendar passwords
 * stay encrypted; the key is not in the file. The file appears under its name only when it is complete. Returns the
 * number of rows.
 * @throws BackupError when there is a file already that is not to be replaced
 */
export async function backup(
  database: Config['database'],
  path: string,
  now: Date,
  { replace = false } = {},
): Promise<number> {
  const target = await targetOf(path, replace)
  return writeAside(target, (draft) =>
    backupTo(database, () => createWriteStream(draft, { mode: 0o600, flags: 'wx' }), now),
  )
}

/**
 * The same into a stream, which is opened when the database has answered, and ended. Whoever reads it sees from its last
 * line whether it is complete.
 */
export async function backupTo(
  database: Config['database'],
  open: () => Writable,
  now: Date,
  writing: Writing = {},
): Promise<number> {
  const connection = await connect(database, { dateStrings: true })
  let rows = 0
  try {
    await select(connection, 'set session transaction isolation level repeatable read')
    await select(connection, 'start transaction with consistent snapshot, read only')
    await writeLines(
      open(),
      dump(connection, now, () => rows++),
      writing,
    )
    return rows
  } finally {
    // Nothing is left to be said, and a server that stands still would not hear it.
    connection.destroy()
  }
}

/** Where the file goes; a link is followed. @throws BackupError for what must not be overwritten */
async function targetOf(path: string, replace: boolean): Promise<string> {
  const target = await realpath(path).catch(() => path)
  const found = await stat(target).catch(() => null)
  if (found !== null && !found.isFile()) throw new BackupError('FILE is a folder or a device. Name a file.')
  if (found !== null && !replace) throw new BackupError('FILE exists. Name another, or add --replace.')
  return target
}

async function* dump(connection: mysql.Connection, now: Date, count: () => void): AsyncGenerator<Line> {
  const migrations = await appliedMigrations(connection)
  yield { header: { format: FORMAT, version: FORMAT_VERSION, createdAt: now.toISOString(), migrations } }
  const slice = new TimeSlice()
  let rows = 0
  for (const table of await tables(connection)) {
    const columns = await columnsOf(connection, table)
    yield { table, columns: columns.all }
    for await (const row of pages(connection, table, columns)) {
      // The service answers requests meanwhile.
      if (slice.isOver) await slice.next()
      rows++
      count()
      yield { row: row.map(encodeValue) }
    }
  }
  yield { trailer: { rows } }
}

/** @throws BackupError in the middle of one: no version could restore it */
async function appliedMigrations(connection: mysql.Connection): Promise<string[]> {
  const rows = await select(connection, `select hash from \`${MIGRATIONS_TABLE}\` order by id`)
  const journal = (rows.flat() as string[]).map((text) => parseEntry(text))
  if (journal.some(({ applied }) => applied !== null)) {
    throw new BackupError(
      'A migration has stopped half way. Run  bun run db:migrate  and do what it says, then try again.',
    )
  }
  return journal.map(({ hash }) => hash)
}

async function tables(connection: mysql.Connection): Promise<string[]> {
  const rows = await select(
    connection,
    "select table_name from information_schema.tables where table_schema = database() and table_type = 'BASE TABLE' order by table_name",
  )
  return (rows.flat() as string[]).filter((name) => name !== MIGRATIONS_TABLE)
}

interface Columns {
  all: string[]
  /** What orders the rows without two being equal. */
  key: string[]
}

async function columnsOf(connection: mysql.Connection, table: string): Promise<Columns> {
  const rows = (await select(
    connection,
    'select column_name, column_key from information_schema.columns where table_schema = database() and table_name = ? order by ordinal_position',
    [table],
  )) as [string, string][]
  const primary = rows.filter(([, key]) => key === 'PRI').map(([name]) => name)
  const all = rows.map(([name]) => name)
  return { all, key: primary.length > 0 ? primary : all }
}

/** Rows a page at a time: a household's calendars need not fit into memory. */
async function* pages(connection: mysql.Connection, table: string, { all, key }: Columns): AsyncGenerator<unknown[]> {
  const quote = (names: string[]) => names.map((name) => `\`${name}\``).join(', ')
  for (let offset = 0; ; offset += PAGE) {
    const sql = `select ${quote(all)} from \`${table}\` order by ${quote(key)} limit ${PAGE} offset ${offset}`
    const rows = await select(connection, sql)
    yield* rows
    if (rows.length < PAGE) return
  }
}

async function select(connection: mysql.Connection, sql: string, values: unknown[] = []): Promise<unknown[][]> {
  const [rows] = await connection.query({ sql, values, rowsAsArray: true, timeout: QUERY_MS })
  return rows as unknown[][]
}
