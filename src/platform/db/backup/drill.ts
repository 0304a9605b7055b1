import type mysql from 'mysql2/promise'
import type { Config } from '../../config'
import { connect } from '../connect'
import { dbErrorCode } from '../errors'
import { BackupError } from './format'
import { type Identities, restore } from './restore'

const MAX_DATABASE_NAME_LENGTH = 64

/** What was restored, and is gone again. */
export interface Drill {
  rows: number
  members: number
  events: number
  lists: number
}

/**
 * Restores a backup into a database of its own beside the household's, looks at it as the newest version has it, and
 * drops it again, whatever happened. The household's database is not touched.
 * @throws BackupError when the backup does not restore, when there is a database of that name, or no right to make one
 */
export async function drill(
  database: Config['database'],
  path: string,
  now: Date,
  identities: Identities = {},
): Promise<Drill> {
  const name = `${database.name.slice(0, MAX_DATABASE_NAME_LENGTH - '_drill'.length)}_drill`
  const connection = await connect(database, { database: undefined })
  try {
    await create(connection, name)
    try {
      const rows = await restore({ ...database, name }, path, now, identities)
      const count = (table: string) => countOf(connection, name, table)
      return { rows, members: await count('members'), events: await count('events'), lists: await count('lists') }
    } finally {
      await connection.query('drop database ??', [name])
    }
  } finally {
    await connection.end()
  }
}

async function create(connection: mysql.Connection, name: string) {
  try {
    await connection.query('create database ?? character set utf8mb4 collate utf8mb4_unicode_ci', [name])
  } catch (error) {
    const code = dbErrorCode(error)
    if (code === 'ER_DB_CREATE_EXISTS') {
      throw new BackupError(
        `There is a database ${name}: another drill is running, or one was killed. If none is, drop it: drop database \`${name}\``,
      )
    }
    if (code === 'ER_DBACCESS_DENIED_ERROR') {
      const pattern = name.replaceAll('_', '\\_')
      throw new BackupError(
        `DB_USER may not create the database ${name}. Let it, once: grant all privileges on \`${pattern}\`.* to ${await accountOf(connection)}`,
      )
    }
    throw error
  }
}

/** As a grant names it: a name without its host would be another account. */
async function accountOf(connection: mysql.Connection): Promise<string> {
  const [[row]] = await connection.query<mysql.RowDataPacket[]>('select current_user() as account')
  const [, user = '', host = ''] = /^(.*)@([^@]*)$/s.exec(row!.account) ?? []
  return `\`${user}\`@\`${host}\``
}

async function countOf(connection: mysql.Connection, name: string, table: string): Promise<number> {
  const [[row]] = await connection.query<mysql.RowDataPacket[]>('select count(*) as number from ??.??', [name, table])
  return row?.number as number
}
