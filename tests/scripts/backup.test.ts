import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RowDataPacket } from 'mysql2/promise'
import { connect } from '../../src/platform/db/connect'
import { listItems, lists } from '../../src/platform/db/schema'
import { seatCast } from '../support/cast'
import { createDatabase, type TestDatabase } from '../support/database'
import { startDatabaseProxy } from '../support/database-proxy'
import { type Household, openHousehold } from '../support/household'
import { servers } from '../support/servers'
import { databaseVariables, refusal, serviceEnvironment, shellVariables } from '../support/service'

const ROOT = join(import.meta.dir, '../..')
const ITEMS = 6_000

let household: Household
let empty: TestDatabase
let folder: string
let file: string
beforeAll(async () => {
  household = await openHousehold()
  const { ctx } = household
  const { ada } = await seatCast(ctx)
  const times = { createdAt: ctx.now(), updatedAt: ctx.now() }
  await ctx.db.insert(lists).values({ ownerId: ada.id, name: 'Groceries', ...times })
  for (let from = 0; from < ITEMS; from += 1_000) {
    const text = () => crypto.randomUUID().repeat(10)
    await ctx.db
      .insert(listItems)
      .values(Array.from({ length: 1_000 }, (_, n) => ({ listId: 1, text: text(), rank: `a${from + n}`, ...times })))
  }
})
afterAll(async () => {
  await household.close()
  await empty.drop()
})
beforeEach(async () => {
  await empty?.drop()
  empty = await createDatabase()
  folder = await servers.folder('operator')
  file = join(folder, 'household.backup')
})

type Name = 'backup' | 'restore' | 'migrate'

function command(name: Name, args: string[], env: Record<string, string> = {}, input = new Uint8Array()) {
  return Bun.spawn([process.execPath, `scripts/${name}.ts`, ...args], {
    cwd: ROOT,
    env: { ...shellVariables(), ...databaseVariables(household.config.database), ...env },
    stdio: [new Blob([input]), 'pipe', 'pipe'],
  })
}

async function run(...[name, args, env, input]: Parameters<typeof command>) {
  const child = command(name, args, env, input)
  const [output, words] = await Promise.all([
    new Response(child.stdout).arrayBuffer(),
    new Response(child.stderr).text(),
  ])
  return {
    exitCode: await child.exited,
    bytes: new Uint8Array(output),
    output: new TextDecoder().decode(output),
    words: words.trim(),
  }
}

const intoEmpty = () => ({ DB_NAME: empty.config.name })

describe('an operator makes a backup', () => {
  test('and restores it into an empty database', async () => {
    expect(await run('backup', [file])).toMatchObject({ exitCode: 0, words: '' })
    expect(await readdir(folder)).toEqual(['household.backup'])
    expect(await run('restore', [file], intoEmpty())).toMatchObject({ exitCode: 0, words: '' })
    const again = await run('restore', [file], intoEmpty())
    expect(again.words).toStartWith('Nothing was restored: The database DB_NAME is not empty.')
    expect(again.exitCode).toBe(1)
  })

  test('and never overwrites a file unless it is told to; then through a link, onto the file behind it', async () => {
    const link = join(folder, 'link')
    await writeFile(file, 'the one from yesterday')
    await symlink(file, link)
    const refused = await run('backup', [link])
    expect(refused).toMatchObject({
      exitCode: 1,
      words: 'The backup failed: FILE exists. Name another, or add --replace.',
    })
    expect(await Bun.file(file).text()).toBe('the one from yesterday')
    expect((await run('backup', ['--replace', link])).exitCode).toBe(0)
    expect((await run('restore', [file], intoEmpty())).exitCode).toBe(0)
    expect((await readdir(folder)).sort()).toEqual(['household.backup', 'link'])
  })

  test('that nobody else may read', async () => {
    await run('backup', [file])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('on standard output, and restores it from standard input', async () => {
    const { exitCode, bytes, words } = await run('backup', ['-'])
    expect({ exitCode, words }).toEqual({ exitCode: 0, words: expect.stringMatching(/^Wrote \d{4} rows\. Keep APP_/) })
    expect(await run('backup', ['--check', '-'], {}, bytes)).toMatchObject({ exitCode: 0, words: '' })
    expect(await run('restore', ['-'], intoEmpty(), bytes)).toMatchObject({ exitCode: 0, words: '' })
  })

  test('on standard output for a reader who goes away, and says so', async () => {
    const child = command('backup', ['-'])
    await child.stdout.cancel()
    expect(await new Response(child.stderr).text()).toStartWith('The backup failed: ')
    expect(await child.exited).toBe(1)
  })

  test('and has it read to its end, without a database', async () => {
    await run('backup', [file])
    const nowhere = { DB_HOST: '' }
    const whole = await run('backup', ['--check', file], nowhere)
    expect(whole).toMatchObject({ exitCode: 0, words: '' })
    expect(whole.output).toMatch(/^The backup is whole: \d{4} rows of 20\d\d-\d\d-\d\dT\S+Z\.\n$/)
    const bytes = await Bun.file(file).bytes()
    const cut = await run('backup', ['--check', '-'], nowhere, bytes.subarray(0, bytes.length - 100))
    expect(cut).toMatchObject({ exitCode: 1, output: '' })
    expect(cut.words).toStartWith('The backup cannot be used: The file is not a Corkboard backup, or is damaged')
    expect((await run('backup', ['--check', '-'], nowhere)).exitCode).toBe(1)
  })

  test('that is killed leaves the one from yesterday, and nothing that a restore would take', async () => {
    await writeFile(file, 'the one from yesterday')
    const holding = await connect(household.config.database)
    await holding.query('lock tables list_items write')
    const child = command('backup', ['--replace', file])
    await until(async () => (await readdir(folder)).some((name) => name.includes('.part')))
    child.kill('SIGKILL')
    await child.exited
    await holding.end()
    expect(await Bun.file(file).text()).toBe('the one from yesterday')
    const left = (await readdir(folder)).find((name) => name.includes('.part'))!
    expect((await run('restore', [join(folder, left)], intoEmpty())).words).toMatch(/damaged|cut short|empty/)
    expect((await run('backup', ['--replace', file])).exitCode).toBe(0)
  })

  test('for which there is no room, and gets no file', async () => {
    const shell = Bun.spawn(['sh', '-c', `ulimit -f 8; exec "$0" "$@"`, process.execPath, 'scripts/backup.ts', file], {
      cwd: ROOT,
      env: { ...serviceEnvironment(household.config.database) },
      stdio: ['ignore', 'ignore', 'ignore'],
    })
    expect(await shell.exited).not.toBe(0)
    expect(existsSync(file)).toBe(false)
  })
})

describe('a restore that is killed', () => {
  test('leaves a database that the service does not start on', async () => {
    await run('backup', [file])
    const proxy = startDatabaseProxy(empty.config)
    // Every row is inserted by then, and nothing committed.
    const inTheMiddle = proxy.freezeAt('update members set session_version')
    const child = command('restore', [file], databaseVariables(proxy.config))
    await inTheMiddle
    child.kill('SIGKILL')
    await child.exited
    proxy.stop()
    const watching = await connect(empty.config)
    const [items] = await watching.query<RowDataPacket[]>('select id from list_items limit 1')
    await watching.end()
    expect(items).toHaveLength(0)
    const { exitCode, words } = await refusal(serviceEnvironment(empty.config))
    expect(exitCode).toBe(1)
    expect(words).toContain('behind')
  })
})

test('a restore that fails in the middle leaves the database as empty as it was', async () => {
  await run('backup', [file])
  const bytes = Bun.gunzipSync(await Bun.file(file).bytes())
  const broken = new TextDecoder().decode(bytes).replace(/"a5999"/, `"${'a'.repeat(300)}"`)
  await writeFile(file, Bun.gzipSync(new TextEncoder().encode(broken)))
  const { exitCode, words } = await run('restore', [file], intoEmpty())
  expect(exitCode).toBe(1)
  expect(words).toStartWith('Nothing was restored: ER_DATA_TOO_LONG')
  const connection = await connect(empty.config)
  expect((await connection.query('show tables'))[0]).toEqual([])
  await connection.end()
})

describe('what goes wrong is said in words, and nothing else happens', () => {
  const failures: [string, 'backup' | 'restore' | 'migrate', string[], Record<string, string>, string][] = [
    ['no file', 'backup', [], {}, 'The backup failed: Usage: bun run backup FILE'],
    ['two files', 'backup', ['FILE', 'OTHER'], {}, 'The backup failed: Usage: bun run backup FILE'],
    ['an unknown option', 'backup', ['--chekc', 'OTHER'], {}, 'The backup failed: Usage: bun run backup FILE'],
    [
      'no file to check',
      'backup',
      ['--check', 'FILE'],
      {},
      'The backup cannot be used: There is no such file or folder.',
    ],
    [
      'a folder to check',
      'backup',
      ['--check', 'FOLDER'],
      {},
      'The backup cannot be used: That is a folder. Name a file.',
    ],
    ['a folder', 'backup', ['FOLDER'], {}, 'The backup failed: FILE is a folder or a device. Name a file.'],
    ['a pipe', 'backup', ['PIPE'], {}, 'The backup failed: FILE is a folder or a device. Name a file.'],
    ['no such folder', 'backup', ['FOLDER/a/b'], {}, 'The backup failed: There is no such file or folder.'],
    ['no database', 'backup', ['FILE'], { DB_NAME: 'nix' }, 'There is no database DB_NAME. Create it first.'],
    ['an empty database', 'backup', ['FILE'], { DB_NAME: 'EMPTY' }, 'The database has no tables of Corkboard.'],
    ['no such user', 'backup', ['FILE'], { DB_USER: 'nobody' }, 'The database does not know DB_USER with DB_PASSWORD.'],
    ['nobody there', 'backup', ['FILE'], { DB_PORT: '1' }, 'The database cannot be reached.'],
    ['a bad port', 'backup', ['FILE'], { DB_PORT: 'x' }, 'DB_PORT: a port number from 1 to 65535'],
    ['no host', 'migrate', [], { DB_HOST: '' }, 'DB_HOST: the database host'],
    ['nobody there', 'migrate', [], { DB_PORT: '1' }, 'The migration failed: The database cannot be reached.'],
    ['no file', 'restore', [], {}, 'Nothing was restored: Usage: bun run restore FILE'],
    ['nothing on standard input', 'restore', ['-'], {}, 'Nothing was restored: The file is not a Corkboard backup'],
    ['no such file', 'restore', ['FILE'], {}, 'Nothing was restored: There is no such file or folder.'],
    ['a folder', 'restore', ['FOLDER'], {}, 'Nothing was restored: That is a folder. Name a file.'],
    ['another file', 'restore', ['OTHER'], {}, 'The file is not a Corkboard backup, or is damaged'],
  ]
  test.each(failures)('%s: %s', async (_, name, args, env, words) => {
    await mkdir(join(folder, 'other'))
    await writeFile(join(folder, 'other/file'), 'no backup')
    const pipe = join(folder, 'other/pipe')
    await Bun.$`mkfifo ${pipe}`
    const paths: Record<string, string> = { FILE: file, PIPE: pipe, FOLDER: folder, OTHER: join(folder, 'other/file') }
    const path = (text: string) => text.replace(/^[A-Z]+/, (word) => paths[word] ?? word)
    const own = env.DB_NAME === 'EMPTY' ? { DB_NAME: empty.config.name } : env
    const result = await run(name, args.map(path), own)
    expect(result).toMatchObject({ exitCode: 1, output: '' })
    expect(result.words).toContain(words)
    expect(result.words).not.toContain('Error')
    expect(await readdir(folder)).toEqual(['other'])
  })
})

async function until(condition: () => Promise<boolean>) {
  const deadline = performance.now() + 60_000
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('the condition did not come true in time')
    await Bun.sleep(2)
  }
}
