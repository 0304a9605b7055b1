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
  /** The primary key in the order of its index; empty where the table has none. */
  key: string[]
}

async function columnsOf(connection: mysql.Connection, table: string): Promise<Columns> {
  const namesIn = async (view: string, order: string) =>
    (
      await select(
        connection,
        `select column_name from information_schema.${view} where table_schema = database() and table_name = ? ${order}`,
        [table],
      )
    ).flat() as string[]
  return {
    all: await namesIn('columns', 'order by ordinal_position'),
    key: await namesIn('statistics', "and index_name = 'PRIMARY' order by seq_in_index"),
  }
}

/** Rows a page at a time: a household's calendars need not fit into memory. */
async function* pages(connection: mysql.Connection, table: string, { all, key }: Columns): AsyncGenerator<unknown[]> {
  const from = `select ${quoted(all)} from ${quoted([table])}`
  const order = `order by ${quoted(key.length > 0 ? key : all)} limit ${PAGE}`
  let page: Page = { where: '', values: [], offset: 0 }
  for (;;) {
    const rows = await select(connection, `${from} ${page.where} ${order} offset ${page.offset}`, page.values)
    yield* rows
    if (rows.length < PAGE) return
    const last = rows.at(-1)!
    const values = key.map((name) => last[all.indexOf(name)])
    page = key.length > 0 ? pageBehind(key, values) : { ...page, offset: page.offset + PAGE }
  }
}

interface Page {
  where: string
  values: unknown[]
  /** The rows before it are read anew, and not sent. */
  offset: number
}

/** The page behind the row with that key. MariaDB finds no place in an index by `(a, b) > (?, ?)`. */
function pageBehind(key: readonly string[], values: readonly unknown[]): Page {
  const isBehind = key.map((name, at) =>
    [...key.slice(0, at).map((same) => `\`${same}\` = ?`), `\`${name}\` > ?`].join(' and '),
  )
  return { where: `where ${isBehind.join(' or ')}`, values: key.flatMap((_, at) => values.slice(0, at + 1)), offset: 0 }
}

const quoted = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

async function select(connection: mysql.Connection, sql: string, values: unknown[] = []): Promise<unknown[][]> {
  const [rows] = await connection.query({ sql, values, rowsAsArray: true, timeout: QUERY_MS })
  return rows as unknown[][]
}
