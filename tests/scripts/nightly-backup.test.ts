import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { lists } from '../../src/platform/db/schema'
import { seatCast } from '../support/cast'
import { createDatabase } from '../support/database'
import { standInForDocker } from '../support/docker'
import { type Household, openHousehold } from '../support/household'
import { servers } from '../support/servers'
import { databaseVariables } from '../support/service'

const ROOT = join(import.meta.dir, '../..')
const BASE_PATH = `${dirname(Bun.which('bun') ?? '')}:/usr/bin:/bin`
const NAME = /^corkboard-\d{4}-\d\d-\d\d-\d{6}$/

let household: Household
let programs: string
let folder: string
beforeAll(async () => {
  household = await openHousehold()
  const { ctx } = household
  const { ada } = await seatCast(ctx)
  await ctx.db.insert(lists).values({ ownerId: ada.id, name: 'Groceries', createdAt: ctx.now(), updatedAt: ctx.now() })
  programs = await standInForDocker(await servers.folder('docker'))
})
afterAll(() => household.close())
beforeEach(async () => {
  folder = join(await servers.folder('nightly'), 'with a blank')
})

/** A line of the manual in a shell, as cron would run it: with next to nothing in its environment. */
async function shell(line: string, env: Record<string, string> = {}) {
  const child = Bun.spawn(['sh', '-c', line], {
    cwd: ROOT,
    env: {
      PATH: `${programs}:${BASE_PATH}`,
      ...databaseVariables(household.config.database),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, words] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { exitCode: await child.exited, output, words }
}

const nightly = (env?: Record<string, string>) => shell(`bin/backup '${folder}'`, env)
const found = () => readdir(folder).then((names) => names.sort())

describe('the nightly backup', () => {
  test('is one dated file for its owner alone, checked after it has arrived', async () => {
    const { exitCode, output } = await nightly()
    const [name = '', ...others] = await found()
    expect(name).toMatch(NAME)
    expect(others).toEqual([])
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect({ exitCode, output }).toEqual({
      exitCode: 0,
      output: expect.stringContaining(`${join(folder, name)}: The backup is whole`),
    })
  })

  const failures: [string, Record<string, string>, string][] = [
    ['the service is not running', { DOCKER_FAILS: '1' }, 'is not running'],
    ['the database is down', { DB_PORT: '1' }, 'The database cannot be reached'],
    ['the database is empty', { DB_NAME: 'EMPTY' }, 'no tables of Corkboard'],
  ]
  test.each(failures)('when %s leaves the one before alone, nothing else, and says so', async (_, env, words) => {
    const empty = await createDatabase()
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'corkboard-2026-11-19-033000'), 'the one before')
    const failed = await nightly(env.DB_NAME === 'EMPTY' ? { DB_NAME: empty.config.name } : env)
    await empty.drop()
    expect(failed.exitCode).not.toBe(0)
    expect(failed.output).toBe('')
    expect(failed.words).toContain(words)
    expect(await found()).toEqual(['corkboard-2026-11-19-033000'])
    expect(await Bun.file(join(folder, 'corkboard-2026-11-19-033000')).text()).toBe('the one before')
  })

  test('that arrives cut short is none', async () => {
    const cutting = await standInForDocker(await servers.folder('cutting'))
    const docker = join(cutting, 'docker')
    const whole = await Bun.file(docker).text()
    await writeFile(
      docker,
      whole.replace('exec "$@"', 'if [[ $* == *--check* ]]; then exec "$@"; else "$@" | head -c 200; fi'),
    )
    const failed = await nightly({ PATH: `${cutting}:${BASE_PATH}` })
    expect(failed.exitCode).not.toBe(0)
    expect(failed.words).toContain('The backup cannot be used')
    expect(await found()).toEqual([])
  })

  test('of two in one second keeps both, or says that it kept one', async () => {
    const runs = await Promise.all([nightly(), nightly(), nightly()])
    const kept = await found()
    expect(kept.filter((name) => !NAME.test(name))).toEqual([])
    expect(runs.filter(({ exitCode }) => exitCode === 0)).toHaveLength(kept.length)
    for (const { words } of runs.filter(({ exitCode }) => exitCode !== 0)) expect(words).toContain('exists already')
  })

  test('says how it is called', async () => {
    expect(await shell('bin/backup')).toMatchObject({ exitCode: 2, words: 'usage: bin/backup FOLDER\n' })
  })
})

describe('the manual', () => {
  let manual: string
  beforeAll(async () => {
    manual = await Bun.file(join(ROOT, 'docs/operating.md')).text()
  })
  const line = (pattern: RegExp) => pattern.exec(manual)?.[0] ?? ''

  test('has a line for cron that works as it stands there', async () => {
    const cron = line(/^[\d*]+ [\d*]+ \* \* \* .*$/m)
    // To cron a percent sign ends the line.
    expect(cron).not.toContain('%')
    const command = cron.split(' ').slice(5).join(' ')
    expect(await Bun.file(join(ROOT, 'README.md')).text()).toContain(cron)
    const here = command.replace('/srv/corkboard/', `${ROOT}/`).replace('/srv/backups', `'${folder}'`)
    expect(await shell(`cd / && ${here}`)).toMatchObject({ exitCode: 0, output: '' })
    expect(await found()).toEqual([expect.stringMatching(NAME)])
  })

  test('restores that file with the line that is written there', async () => {
    await nightly()
    const [name = ''] = await found()
    const empty = await createDatabase()
    const restore = line(/^docker compose run .* restore - .*$/m)
    const here = restore.replace(/< \S+$/, `< '${join(folder, name)}'`)
    expect(await shell(here, { DB_NAME: empty.config.name })).toMatchObject({ exitCode: 0, words: '' })
    await empty.drop()
  })
})
