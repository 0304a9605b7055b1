import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { RowDataPacket } from 'mysql2/promise'
import { writeChecked } from '../../src/platform/db/backup/checked'
import { connect } from '../../src/platform/db/connect'
import { type Home, openHome, somebody } from '../features/backups/night'
import { createDatabase } from '../support/database'
import { standInForDocker } from '../support/docker'
import { servers } from '../support/servers'
import { databaseVariables, shellVariables } from '../support/service'

const ROOT = join(import.meta.dir, '../..')

let home: Home
let plain: string
let encrypted: string
let identity: string
let scratch: string
beforeAll(async () => {
  home = await openHome()
  const { recipient, ...own } = await somebody()
  const write = async (name: string, whom: string | null) => {
    const path = join(home.folder, name)
    const order = { path, now: home.clock.now(), recipient: whom, signal: new AbortController().signal }
    await writeChecked(home.config.database, order)
    return path
  }
  plain = await write('plain', null)
  encrypted = await write('encrypted', recipient)
  identity = join(home.folder, 'identity.txt')
  await writeFile(identity, `# public key: ${recipient}\n${own.identity}\n`, { mode: 0o600 })
  scratch = `${home.config.database.name}_drill`
})
afterAll(() => home.close())

let empty: Awaited<ReturnType<typeof createDatabase>>
beforeEach(async () => {
  await empty?.drop()
  empty = await createDatabase()
})
afterAll(() => empty.drop())

async function run(command: string[], env: Record<string, string> = {}, input?: string) {
  const child = Bun.spawn(command, {
    cwd: ROOT,
    env: { ...shellVariables(), ...databaseVariables(home.config.database), ...env },
    stdio: [input === undefined ? 'ignore' : Bun.file(input), 'pipe', 'pipe'],
  })
  const [output, words] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { exitCode: await child.exited, output: output.trim(), words: words.trim() }
}

const script = (name: string, args: string[], env?: Record<string, string>, input?: string) =>
  run([process.execPath, `scripts/${name}.ts`, ...args], env, input)

async function databases(): Promise<string[]> {
  const connection = await connect(home.config.database)
  const [rows] = await connection.query<RowDataPacket[]>('show databases')
  await connection.end()
  return rows.map(({ Database }) => Database as string)
}

const RESTORES = /^The backup restores: \d+ rows; 3 members, 0 events, 1 lists\. What was restored is gone again\.$/

describe('the drill', () => {
  test('restores a backup beside the household, looks at it, and leaves nothing', async () => {
    const before = await databases()
    for (const args of [[plain], [encrypted, '--identity', identity]]) {
      const told = await script('backup', ['--drill', ...args])
      expect(told).toEqual({ exitCode: 0, words: '', output: expect.stringMatching(RESTORES) })
    }
    expect((await script('backup', ['--drill', '-'], {}, plain)).output).toMatch(RESTORES)
    expect(await databases()).toEqual(before)
  })

  test('of a file that does not restore says why, and leaves nothing', async () => {
    const lines = Buffer.from(Bun.gunzipSync(await readFile(plain))).toString()
    const broken = join(home.folder, 'broken')
    await writeFile(broken, Bun.gzipSync(Buffer.from(lines.replace('"#2563EB"', `"${'#'.repeat(300)}"`))))
    const told = await script('backup', ['--drill', broken])
    expect(told).toMatchObject({ exitCode: 1, output: '' })
    expect(told.words).toStartWith('The drill failed: ER_DATA_TOO_LONG')
    expect(await databases()).not.toContain(scratch)
  })

  test('drops no database that it has not made', async () => {
    const connection = await connect(home.config.database)
    await connection.query('create database ??', [scratch])
    const told = await script('backup', ['--drill', plain])
    expect(told.words).toStartWith(`The drill failed: There is a database ${scratch}: another drill is running`)
    expect(await databases()).toContain(scratch)
    await connection.query('drop database ??', [scratch])
    await connection.end()
  })

  test('says which right is missing, and runs with it', async () => {
    const connection = await connect(home.config.database)
    const { name } = home.config.database
    const user = 'drilled'
    await connection.query(`create user ${user}@'127.0.0.1' identified by 'drilled'`)
    try {
      await connection.query('grant all privileges on ??.* to ??@`127.0.0.1`', [name, user])
      const asUser = { DB_USER: user, DB_PASSWORD: 'drilled' }
      const { words } = await script('backup', ['--drill', plain], asUser)
      const [, grant = ''] = /Let it, once: (.*)$/.exec(words) ?? []
      expect(words).toContain(`DB_USER may not create the database ${scratch}.`)
      await connection.query(grant)
      expect((await script('backup', ['--drill', plain], asUser)).output).toMatch(RESTORES)
    } finally {
      await connection.query(`drop user ${user}@'127.0.0.1'`)
      await connection.end()
    }
  })
})

describe('an encrypted backup', () => {
  const RESTORED = /^Restored \d+ rows from .*\. Everybody signs in anew\.$/

  test.each(['the option', 'the variable'])('is checked and restored with its identity by %s', async (how) => {
    const args = how === 'the option' ? ['--identity', identity] : []
    const env: Record<string, string> = how === 'the option' ? {} : { BACKUP_AGE_IDENTITY_FILE: identity }
    expect((await script('backup', ['--check', encrypted, ...args], env)).output).toStartWith('The backup is whole')
    const told = await script('restore', [encrypted, ...args], { ...env, DB_NAME: empty.config.name })
    expect(told).toEqual({ exitCode: 0, words: '', output: expect.stringMatching(RESTORED) })
  })

  const refusals: [string, () => string[], string][] = [
    ['no identity', () => [], 'The backup is encrypted. Name the file with the identity'],
    ['no such file', () => ['--identity', '/nowhere'], 'There is no such file or folder.'],
    ['another file', () => ['--identity', plain], 'The identity file is not one that age-keygen has written'],
  ]
  test.each(refusals)('with %s is refused in words', async (_, args, words) => {
    const check = await script('backup', ['--check', encrypted, ...args()])
    expect(check).toMatchObject({ exitCode: 1, output: '' })
    expect(check.words).toStartWith(`The backup cannot be used: ${words}`)
    const restored = await script('restore', [encrypted, ...args()], { DB_NAME: empty.config.name })
    expect(restored.words).toStartWith(`Nothing was restored: ${words}`)
  })
})

describe('the drill with compose', () => {
  test('restores into a project of its own, which is gone afterwards', async () => {
    const folder = await servers.folder('docker')
    const programs = await standInForDocker(folder)
    const PATH = `${programs}:${dirname(Bun.which('bun') ?? '')}:/usr/bin:/bin`
    const env = { PATH, DRILL_DB_NAME: empty.config.name }
    const told = await run(['bin/restore-drill', plain], env)
    expect(told).toMatchObject({ exitCode: 0, words: '' })
    expect(told.output).toMatch(/^\/.*\/plain restores: Restored \d+ rows\. They are gone again\.$/)
    expect(await readFile(join(folder, 'asked'), 'utf8')).toBe('up --detach --wait database\ndown --volumes\n')
    // What the stand-in did not remove is refused.
    const again = await run(['bin/restore-drill', plain], env)
    expect(again.exitCode).not.toBe(0)
    expect(again.words).toContain('is not empty')
    expect(await readFile(join(folder, 'asked'), 'utf8')).toEndWith('database\ndown --volumes\n')
  })

  test('says how it is called', async () => {
    expect(await run(['bin/restore-drill'])).toMatchObject({
      exitCode: 2,
      words: expect.stringContaining('usage: bin/restore-drill FILE'),
    })
  })
})
