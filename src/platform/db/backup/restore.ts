import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type mysql from 'mysql2/promise'
import type { Config } from '../../config'
import { connect } from '../connect'
import { migrate } from '../migrate'
import { knownMigrations, MIGRATIONS_FOLDER } from '../migrations'
import { BackupError, checkHeader, decodeValue, type Header } from './format'
import { readLines } from './lines'

const BATCH = 200

/**
 * Restores a backup into an empty database: first the schema that the backup was made with, then its rows in one
 * transaction, then the migrations that have come since. The file is read to its end before anything is written.
 * Returns the number of rows.
 * @throws BackupError with the reason, nothing restored
 */
export async function restore(database: Config['database'], path: string): Promise<number> {
  const { header, rows } = await inspect(path)
  const folder = await migrationsOf(header)
  const connection = await connect(database, { dateStrings: true })
  try {
    await refuseUnlessEmpty(connection)
    await migrate(database, folder)
    await connection.query('set foreign_key_checks = 0')
    await connection.beginTransaction()
    await insertRows(connection, path)
    await connection.commit()
  } finally {
    await connection.end()
    await rm(folder, { recursive: true, force: true })
  }
  await migrate(database)
  return rows
}

/** Reads the whole file once. @throws BackupError when it is damaged or cut short */
async function inspect(path: string): Promise<{ header: Header; rows: number }> {
  let header: Header | null = null
  let rows = 0
  let promised: number | null = null
  for await (const line of readLines(path)) {
    header ??= checkHeader(line)
    if ('row' in line) rows++
    if ('trailer' in line) promised = line.trailer.rows
  }
  if (header === null) throw new BackupError('the file is empty')
  if (promised !== rows) throw new BackupError('the file is cut short')
  return { header, rows }
}

/** A folder with just the migrations that the backup's database had. */
async function migrationsOf(header: Header): Promise<string> {
  const known = knownMigrations()
  const isPrefix = header.migrations.every((hash, index) => known[index]?.hash === hash)
  if (!isPrefix) throw new BackupError('the backup was made by a version of Corkboard that this one does not know')
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-restore-'))
  await cp(MIGRATIONS_FOLDER, folder, { recursive: true })
  const journalPath = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(journalPath, 'utf8')) as { entries: unknown[] }
  journal.entries = journal.entries.slice(0, header.migrations.length)
  await writeFile(journalPath, JSON.stringify(journal))
  return folder
}

async function refuseUnlessEmpty(connection: mysql.Connection) {
  const [tables] = await connection.query<mysql.RowDataPacket[]>(
    'select table_name from information_schema.tables where table_schema = database() limit 1',
  )
  if (tables.length > 0) {
    throw new BackupError('the database is not empty; restore into a new one, so that nothing is overwritten')
  }
}

async function insertRows(connection: mysql.Connection, path: string) {
  let into = ''
  let batch: unknown[][] = []
  const flush = async () => {
    if (batch.length > 0) await connection.query(`${into} values ?`, [batch])
    batch = []
  }
  for await (const line of readLines(path)) {
    if ('table' in line) {
      await flush()
      into = `insert into \`${line.table}\` (${line.columns.map((name) => `\`${name}\``).join(', ')})`
    }
    if ('row' in line) batch.push(line.row.map(decodeValue))
    if (batch.length >= BATCH) await flush()
  }
  await flush()
}
