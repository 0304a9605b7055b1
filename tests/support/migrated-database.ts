import mysql from 'mysql2/promise'
import { connect } from '../../src/platform/db/connect'
import { migrate } from '../../src/platform/db/migrate'
import { createDatabase, type TestDatabase } from './database'

let script: Promise<string> | null = null

/**
 * A database of its own with the newest schema. The run's first one is migrated, the others are made from what came of
 * it: an eighth of the processor's time.
 */
export async function createMigratedDatabase(): Promise<TestDatabase> {
  const database = await createDatabase()
  if (script === null) {
    script = migrate(database.config).then(() => scriptOf(database.config))
    // The next one tries anew.
    await script.catch((error) => {
      script = null
      throw error
    })
    return database
  }
  const connection = await connect(database.config, { multipleStatements: true })
  await connection.query(await script)
  await connection.end()
  return database
}

/** The statements that make all tables of a database and their rows anew, in an empty one. */
export async function scriptOf(config: TestDatabase['config']): Promise<string> {
  const connection = await connect(config, { rowsAsArray: true, bigNumberStrings: true, supportBigNumbers: true })
  const read = async (statement: string, ...names: unknown[]): Promise<string[][]> => {
    const [rows] = await connection.query<mysql.RowDataPacket[][]>(statement, names)
    return rows as unknown as string[][]
  }
  // Tables refer to those that come after them.
  const statements = ['set foreign_key_checks = 0']
  for (const [table] of await read('show tables')) {
    for (const [, create] of await read('show create table ??', table)) statements.push(create!)
    const rows = await read('select * from ??', table)
    if (rows.length > 0) statements.push(mysql.format('insert into ?? values ?', [table, rows]))
  }
  await connection.end()
  return statements.join(';\n')
}
