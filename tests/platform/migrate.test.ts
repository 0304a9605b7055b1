import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/mysql2'
import { backup } from '../../src/platform/db/backup/backup'
import { BackupError } from '../../src/platform/db/backup/format'
import { connect } from '../../src/platform/db/connect'
import { MIGRATIONS_TABLE } from '../../src/platform/db/journal'
import { MigrationError, migrate } from '../../src/platform/db/migrate'
import { compareMigrations } from '../../src/platform/db/migrations'
import { MIGRATIONS_FOLDER } from '../../src/platform/installation'
import { createDatabase, type TestDatabase } from '../support/database'
import { refusal, serviceEnvironment } from '../support/service'

const ROOT = join(import.meta.dir, '../..')

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

/** The words of a migration that must fail. */
async function failure(of = MIGRATIONS_FOLDER): Promise<string> {
  const error = await migrate(database.config, of).catch((error) => error)
  expect(error).toBeInstanceOf(MigrationError)
  return error.message
}

async function run(statement: string) {
  const connection = await connect(database.config)
  await connection.query(statement)
  await connection.end()
}

/** What a version with these migrations finds. */
async function compare(of = MIGRATIONS_FOLDER) {
  const connection = await connect(database.config)
  const found = await compareMigrations(drizzle(connection) as never, of)
  await connection.end()
  return found
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
    const words = await failure(folder)
    expect(words).toContain('9999_next failed at statement 2 of 2')
    expect(words).toContain('The 1 statement(s) before it were applied')
    expect(words).toContain('Restore the backup')
    expect(words).toContain(`Table '${database.config.name}.nowhere' doesn't exist`)
  })

  test('removes every trace of one whose first statement fails: the old version goes on', async () => {
    await migrate(database.config)
    await withMigration('alter table nowhere add x int;')
    expect(await failure(folder)).toContain('Nothing of this migration was applied')
    expect(await migrate(database.config)).toBe(0)
    const { pending, unknown } = await compare()
    expect({ pending, unknown }).toEqual({ pending: [], unknown: 0 })
  })

  test('refuses a database that a newer version has used', async () => {
    await withMigration('create table extra (id int);')
    await migrate(database.config, folder)
    expect(await failure()).toContain('newer version')
  })
})

describe('a migration that stopped half way', () => {
  const HALF = 'create table extra (id int);\n--> statement-breakpoint\nalter table later add x int;'
  beforeEach(async () => {
    await migrate(database.config)
    await withMigration(HALF)
    await failure(folder)
  })

  test('is told as it is by the second run, which applies nothing twice', async () => {
    const words = await failure(folder)
    expect(words).toContain('9999_next failed at statement 2 of 2')
    expect(words).toContain('1 statement(s) of it were applied before and cannot be rolled back')
    expect(words).not.toContain('Nothing of this migration')
  })

  test('goes on where it stopped once the cause is mended', async () => {
    await run('create table later (id int)')
    const lines: string[] = []
    expect(await migrate(database.config, folder, (line) => lines.push(line))).toBe(1)
    expect(lines).toContain('Going on with 9999_next: 1 of 2 statements were applied before')
    expect(await migrate(database.config, folder)).toBe(0)
    expect(await compare(folder)).toMatchObject({ pending: [], unknown: 0 })
  })

  test('is behind for its own version, and unknown to the version before, which does not start on it', async () => {
    expect(await compare(folder)).toMatchObject({ pending: [{ name: '9999_next' }], unknown: 0 })
    expect(await compare()).toMatchObject({ pending: [], unknown: 1 })
    expect(await failure()).toContain('newer version')
    const { exitCode, words } = await refusal(serviceEnvironment(database.config))
    expect(exitCode).toBe(1)
    expect(words).toContain('restore a backup from before the upgrade')
  })

  test('gets no backup, which nothing could restore', async () => {
    const file = join(folder, 'household.backup')
    const refused = await backup(database.config, file, new Date()).catch((error) => error)
    expect(refused).toBeInstanceOf(BackupError)
    expect(refused.message).toContain('bun run db:migrate')
  })
})

test('a run that is killed does not deny afterwards what it may have done', async () => {
  await migrate(database.config)
  await run('create table extra (id int)')
  await withMigration('create table more (id int);\n--> statement-breakpoint\nalter table extra add x int;')
  const holding = await connect(database.config)
  await holding.query('lock tables extra write')
  const source = `(await import('./src/platform/db/migrate')).migrate(${JSON.stringify(database.config)}, '${folder}')`
  const child = Bun.spawn([process.execPath, '-e', source], { cwd: ROOT, stdio: ['ignore', 'ignore', 'ignore'] })
  const isWaiting = async () => {
    const [rows] = await holding.query(
      "select id from information_schema.processlist where db = database() and info like 'alter table extra%'",
    )
    return (rows as unknown[]).length > 0
  }
  await until(isWaiting)
  child.kill('SIGKILL')
  await child.exited
  await holding.query('unlock tables')
  await until(async () => !(await isWaiting()))
  // Whether the server goes on for somebody who has gone is its own affair.
  await holding.query('alter table extra add column if not exists x int')
  await holding.end()

  const words = await failure(folder)
  expect(words).toContain('1 statement(s) of it were applied before')
  expect(words).toContain('interrupted run may have applied this one, too')
})

async function until(condition: () => Promise<boolean>) {
  const deadline = performance.now() + 20_000
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('the condition did not come true in time')
    await Bun.sleep(5)
  }
}
