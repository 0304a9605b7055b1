import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/mysql2'
import type mysql from 'mysql2/promise'
import { backup } from '../../src/platform/db/backup/backup'
import { BackupError } from '../../src/platform/db/backup/format'
import { restore } from '../../src/platform/db/backup/restore'
import { connect } from '../../src/platform/db/connect'
import { MIGRATIONS_TABLE } from '../../src/platform/db/journal'
import { applyStatements, MigrationError, migrate } from '../../src/platform/db/migrate'
import { compareMigrations, knownMigrations } from '../../src/platform/db/migrations'
import { MIGRATIONS_FOLDER } from '../../src/platform/installation'
import { createDatabase, type TestDatabase } from '../support/database'
import { refusal, Service, serviceEnvironment } from '../support/service'

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
    await withMigration(
      'create table extra (id int);\n--> statement-breakpoint\n-- of which version\nalter table nowhere add x int;',
    )
    const words = await failure(folder)
    expect(words).toContain('9999_next failed at statement 2 of 2')
    expect(words).toContain(': alter table nowhere add x int;\n')
    expect(words).toContain('The 1 statement(s) before it were applied')
    expect(words).toContain('Restore the backup')
    expect(words).toContain(`Table '${database.config.name}.nowhere' doesn't exist`)
  })

  test.each(['alter table nowhere add x int;', 'update nowhere set x = 1;'])(
    'removes every trace of one whose first statement fails, so that the old version goes on: %s',
    async (first) => {
      await migrate(database.config)
      await withMigration(first)
      expect(await failure(folder)).toContain('Nothing of this migration was applied')
      expect(await migrate(database.config)).toBe(0)
      const { pending, unknown } = await compare()
      expect({ pending, unknown }).toEqual({ pending: [], unknown: 0 })
    },
  )

  test('refuses a database that a newer version has used', async () => {
    await withMigration('create table extra (id int);')
    await migrate(database.config, folder)
    expect(await failure()).toContain('newer version')
  })
})

describe('a version before', () => {
  const known = JSON.parse(readFileSync(join(MIGRATIONS_FOLDER, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[]
  }
  const newest = known.entries.at(-1)!.tag
  const EXTRA = 'create table extra (id int primary key);'

  test('may run on a migration that names it, half applied too, and its migrator finds nothing to do', async () => {
    await migrate(database.config)
    await withMigration(
      `-- oldest-version: ${newest}\n${EXTRA}\n--> statement-breakpoint\nalter table later add x int;`,
    )
    expect(await failure(folder)).toContain('failed at statement 2 of 2')
    expect(await compare()).toEqual({ pending: [], newer: 1, unknown: 0 })
    await run('create table later (id int primary key)')
    await migrate(database.config, folder)
    expect(await compare()).toEqual({ pending: [], newer: 1, unknown: 0 })
    const lines: string[] = []
    expect(await migrate(database.config, undefined, (line) => lines.push(line))).toBe(0)
    expect(lines).toEqual(['The database has 1 migration(s) of a newer version, on which this one may run.'])
  })

  test.each([
    ['names none', EXTRA],
    ['names a later version', `-- oldest-version: 9998_later\n${EXTRA}`],
  ])('may not run on one that %s', async (_, text) => {
    await withMigration(text)
    await migrate(database.config, folder)
    expect(await compare()).toEqual({ pending: [], newer: 0, unknown: 1 })
  })

  test('starts after the migration and serves', async () => {
    await withMigration(`-- oldest-version: ${newest}\n${EXTRA}`)
    await migrate(database.config, folder)
    const service = new Service(serviceEnvironment(database.config, { DEV_AUTH_BYPASS: 'true' }))
    expect((await fetch(`${await service.baseUrl()}/api/lists`)).status).toBe(200)
    expect(await service.said('the database was migrated by a newer version')).toMatchObject({ level: 'info' })
    expect(await service.stop()).toBe(0)
  })
})

describe('the migrations of this version', () => {
  test('give every table a primary key, as a cluster asks for', async () => {
    await migrate(database.config)
    expect(await withoutPrimaryKey()).toEqual([])
  })

  test('go on behind any of their statements that was applied unnoted', async () => {
    const connection = await connect(database.config)
    for (const migration of knownMigrations()) {
      for (const [applied, statement] of migration.statements.entries()) {
        await connection.query(statement)
        const untilHere = { ...migration, statements: migration.statements.slice(0, applied + 1) }
        await applyStatements(connection, { ...untilHere, applied, isStopped: false })
      }
    }
    await connection.end()
    expect(await withoutPrimaryKey()).toEqual([])
  })

  test('add the key that the first one lacked to a database from before, and lose nothing', async () => {
    await asBeforeTheKey()
    expect(await withoutPrimaryKey()).toEqual(['idempotency_keys'])
    await run("insert into members (display_name, color, created_at) values ('Ada', '#0F766E', now(3))")
    await run(`insert into idempotency_keys (user_id, idempotency_key, request_digest, created_at)
      select id, 'k', repeat('0', 64), now(3) from members`)
    await migrate(database.config)
    expect(await withoutPrimaryKey()).toEqual([])
    expect(await count('idempotency_keys')).toBe(1)
    expect(await compare()).toEqual({ pending: [], newer: 0, unknown: 0 })
    expect(await keysOf('idempotency_keys')).toEqual(['PRIMARY', 'idempotency_keys_age'])
  })

  test('take a backup from before the key, and give it the key', async () => {
    await asBeforeTheKey()
    const file = join(folder, 'household.backup')
    await backup(database.config, file, new Date())
    const empty = await createDatabase()
    await restore(empty.config, file, new Date())
    expect(await withoutPrimaryKey(empty)).toEqual([])
    await empty.drop()
  })

  test('say from the tenth on on which version before they may run, and such ones only add', () => {
    const migrations = knownMigrations()
    const names = migrations.map(({ name }) => name)
    for (const [index, { name, statements, oldestVersion }] of migrations.entries()) {
      if (index < 10) continue
      expect({ name, oldestVersion }).toEqual({ name, oldestVersion: expect.any(String) })
      expect(names.slice(0, index + 1)).toContain(oldestVersion!)
      if (oldestVersion === name) continue
      expect({ name, contracting: statements.filter(isContracting) }).toEqual({ name, contracting: [] })
    }
  })

  test.each([
    ['DROP TABLE `lists`;', true],
    ['ALTER TABLE `lists` DROP COLUMN `name`;', true],
    ['ALTER TABLE `lists` MODIFY COLUMN `name` text;', true],
    ['ALTER TABLE `lists` RENAME COLUMN `name` TO `title`;', true],
    ['ALTER TABLE `lists` ADD `title` text NOT NULL;', true],
    ['ALTER TABLE `lists` ADD `count` int DEFAULT 1 NOT NULL;', false],
    ['ALTER TABLE `lists` ADD `title` text;', false],
    ['CREATE TABLE `more` (\n  `id` int NOT NULL);', false],
  ])('%s takes something from a version before: %p', (statement, contracting) => {
    expect(isContracting(statement)).toBe(contracting)
  })
})

/** Whether a version that does not know of the statement could fail after it. */
function isContracting(statement: string): boolean {
  if (/^\s*(--.*\n)*\s*(DROP TABLE|RENAME TABLE)|\b(DROP COLUMN|MODIFY|CHANGE|RENAME)\b/i.test(statement)) return true
  return /^ALTER TABLE \S+ ADD (?!CONSTRAINT|PRIMARY|INDEX)/im.test(statement) && /NOT NULL/i.test(statement)
    ? !/DEFAULT/i.test(statement)
    : false
}

/** A database that the first version made. */
async function asBeforeTheKey() {
  const path = join(folder, '0000_household.sql')
  const text = await Bun.file(path).text()
  const before = text.replace(
    'CONSTRAINT `idempotency_keys_user_id_idempotency_key_pk` PRIMARY KEY(',
    'CONSTRAINT `idempotency_keys_member` UNIQUE(',
  )
  expect(before).not.toBe(text)
  await writeFile(path, before)
  const journalPath = join(folder, 'meta/_journal.json')
  const journal = await Bun.file(journalPath).json()
  await writeFile(journalPath, JSON.stringify({ ...journal, entries: journal.entries.slice(0, 10) }))
  await migrate(database.config, folder)
}

async function rows(statement: string, { config } = database): Promise<Record<string, string>[]> {
  const connection = await connect(config)
  const [found] = await connection.query(statement)
  await connection.end()
  return found as Record<string, string>[]
}

const keysOf = async (table: string) => {
  const found = await rows(`show index from ${table}`)
  return [...new Set(found.map(({ Key_name }) => Key_name!))]
}

async function withoutPrimaryKey(of = database): Promise<string[]> {
  const found = await rows(
    `select table_name as name from information_schema.tables t where table_schema = database() and not exists (
      select * from information_schema.table_constraints c
      where c.table_schema = t.table_schema and c.table_name = t.table_name and c.constraint_type = 'PRIMARY KEY')`,
    of,
  )
  return found.map(({ name }) => name!)
}

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

  test('is refused again where somebody has made what it would make, and does not take that for its own', async () => {
    await run('create table later (id int, x text)')
    expect(await failure(folder)).toContain("Duplicate column name 'x'")
    expect(await failure(folder)).toContain("Duplicate column name 'x'")
    expect(await compare(folder)).toMatchObject({ pending: [{ applied: 1 }] })
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

/** A run in a process of its own. */
function migrating() {
  const source = `
    const { migrate } = await import('./src/platform/db/migrate')
    const { toldToStop } = await import('./scripts/operator/told-to-stop')
    await migrate(${JSON.stringify(database.config)}, '${folder}', undefined, toldToStop())`
  return Bun.spawn([process.execPath, '-e', source], { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] })
}

/** The connections that are at a statement with this beginning. */
async function whoIsAt(watching: mysql.Connection, statement: string): Promise<number[]> {
  const [found] = await watching.query(
    'select id from information_schema.processlist where db = database() and info like ?',
    [`${statement}%`],
  )
  return (found as { id: number }[]).map(({ id }) => id)
}

const isAt = async (watching: mysql.Connection, statement: string) => (await whoIsAt(watching, statement)).length > 0

/** A run that is given a signal while its second statement waits for a table. */
async function interrupted(signal: NodeJS.Signals) {
  await migrate(database.config)
  await run('create table extra (id int)')
  await withMigration(
    ['create table more (id int);', 'alter table extra add x int;', 'create table last (id int);'].join(
      '\n--> statement-breakpoint\n',
    ),
  )
  const holding = await connect(database.config)
  await holding.query('lock tables extra write')
  const child = migrating()
  const isWaiting = () => isAt(holding, 'alter table extra')
  await until(isWaiting)
  child.kill(signal)
  if (signal === 'SIGKILL') await child.exited
  await holding.query('unlock tables')
  await until(async () => !(await isWaiting()))
  return { holding, child }
}

test.each([
  ['has still applied', 'alter table extra add column if not exists x int'],
  ['has not applied', 'alter table extra drop column if exists x'],
])('a run that is killed amid a statement is gone on with, where the server %s it', async (_, meanwhile) => {
  const { holding } = await interrupted('SIGKILL')
  // Whether the server goes on for somebody who has gone is its own affair.
  await holding.query(meanwhile)
  await holding.end()

  const lines: string[] = []
  expect(await migrate(database.config, folder, (line) => lines.push(line))).toBe(1)
  expect(lines).toContain('Going on with 9999_next: 1 of 3 statements were applied before')
  expect((await rows('show columns from extra')).map(({ Field }) => Field)).toEqual(['id', 'x'])
  expect(await count('last')).toBe(0)
  expect(await compare(folder)).toMatchObject({ pending: [], unknown: 0 })
})

test('a run that is killed behind a change of rows, before that is noted, has not made it', async () => {
  await migrate(database.config)
  await run('create table numbers (n int)')
  await run('insert into numbers values (1)')
  await withMigration('create table extra (id int);\n--> statement-breakpoint\nupdate numbers set n = n + 1;')
  const [holding, noting] = [await connect(database.config), await connect(database.config)]
  await holding.query('begin')
  await holding.query('select n from numbers for update')
  const child = migrating()
  await until(() => isAt(noting, 'update numbers'))
  await noting.query('begin')
  await noting.query(`select hash from ${MIGRATIONS_TABLE} for update`)
  await holding.query('rollback')
  await until(() => isAt(holding, `update ${MIGRATIONS_TABLE}`))
  child.kill('SIGKILL')
  await child.exited
  for (const id of await whoIsAt(holding, `update ${MIGRATIONS_TABLE}`)) await holding.query(`kill ${id}`)
  await noting.end()
  await until(async () => !(await isAt(holding, `update ${MIGRATIONS_TABLE}`)))
  await holding.end()

  expect(await migrate(database.config, folder)).toBe(1)
  expect(await rows('select n from numbers')).toEqual([{ n: 2 }] as never)
})

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'a run that gets %s stops behind its statement, and the next goes on',
  async (signal) => {
    const { holding, child } = await interrupted(signal)
    await holding.end()
    expect(await child.exited).toBe(1)
    expect(await new Response(child.stderr).text()).toContain('It was told to stop')
    const lines: string[] = []
    expect(await migrate(database.config, folder, (line) => lines.push(line))).toBe(1)
    expect(lines).toContain('Going on with 9999_next: 2 of 3 statements were applied before')
  },
)

async function until(condition: () => Promise<boolean>) {
  const deadline = performance.now() + 60_000
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('the condition did not come true in time')
    await Bun.sleep(5)
  }
}
