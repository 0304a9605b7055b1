import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../../src/platform/db/connect'
import { MigrationError, migrate } from '../../src/platform/db/migrate'
import { MIGRATIONS_FOLDER, MIGRATIONS_TABLE } from '../../src/platform/db/migrations'
import { createDatabase, type TestDatabase } from '../support/database'

let database: TestDatabase
let folder: string

beforeEach(async () => {
  database = await createDatabase()
  folder = await mkdtemp(join(tmpdir(), 'corkboard-migrations-'))
  await cp(MIGRATIONS_FOLDER, folder, { recursive: true })
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** A folder whose newest migration is the given text. */
async function withMigration(sql: string) {
  const journalPath = join(folder, 'meta/_journal.json')
  const journal = await Bun.file(journalPath).json()
  journal.entries.push({
    idx: journal.entries.length,
    version: '5',
    when: Date.now(),
    tag: '9999_next',
    breakpoints: true,
  })
  await writeFile(journalPath, JSON.stringify(journal))
  await writeFile(join(folder, '9999_next.sql'), sql)
}

async function count(table: string): Promise<number> {
  const connection = await connect(database.config)
  const [rows] = await connection.query(`select count(*) as n from ${table}`)
  await connection.end()
  return (rows as { n: number }[])[0]!.n
}

describe('migrations', () => {
  test('a second run finds nothing to do', async () => {
    expect(await migrate(database.config)).toBeGreaterThan(0)
    expect(await migrate(database.config)).toBe(0)
  })

  test('three migrators at once apply each migration once', async () => {
    const applied = await Promise.all([1, 2, 3].map(() => migrate(database.config)))
    expect(applied.filter((number) => number > 0)).toHaveLength(1)
    expect(await count(MIGRATIONS_TABLE)).toBe(Math.max(...applied))
  })

  test('says what it will do and what it did', async () => {
    const lines: string[] = []
    await migrate(database.config, undefined, (line) => lines.push(line))
    expect(lines[0]).toMatch(/^To apply: \d{4}_/)
    expect(lines.at(-1)).toMatch(/^Applied \d{4}_/)
  })

  test('stops at a statement that fails and says which one, and what to do', async () => {
    await withMigration('create table extra (id int);\n--> statement-breakpoint\nalter table nowhere add x int;')
    const failure = await migrate(database.config, folder).catch((error) => error)
    expect(failure).toBeInstanceOf(MigrationError)
    expect(failure.message).toContain('9999_next failed at statement 2 of 2')
    expect(failure.message).toContain('Restore the backup')
    expect(failure.message).toContain(`Table '${database.config.name}.nowhere' doesn't exist`)
  })

  test('refuses a database that a newer version has used', async () => {
    await withMigration('create table extra (id int);')
    await migrate(database.config, folder)
    const failure = await migrate(database.config).catch((error) => error)
    expect(failure).toBeInstanceOf(MigrationError)
    expect(failure.message).toContain('newer version')
  })
})
