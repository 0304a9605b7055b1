import { beforeEach, describe, expect, test } from 'bun:test'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { SETTING, setSettings } from '../../src/household/settings'
import { oidcSettings } from '../../src/identity/oidc/settings'
import { createContext } from '../../src/platform/context'
import { appConfig, calendarCredentials, calendars } from '../../src/platform/db/schema'
import { caldavUrl, giveAccount, makeCalendar, removeCalendars } from '../support/caldav'
import { ask, seatedCast } from '../support/cast'
import { insertCalendar } from '../support/diary'
import { openHousehold } from '../support/household'
import { opened } from '../support/opened'
import { serviceEnvironment } from '../support/service'

const ROOT = join(import.meta.dir, '../..')

const household = opened(openHousehold)
const cast = seatedCast(household, { anew: true })

beforeEach(async () => {
  await household.ctx.db.delete(appConfig)
})

/** Runs a command of the package as an operator would. */
async function run(command: string, args: string[], env: Record<string, string> = {}) {
  const child = Bun.spawn([process.execPath, 'run', '--silent', command, ...args], {
    cwd: ROOT,
    env: serviceEnvironment(household.config.database, env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, words] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { output: output === '' ? null : JSON.parse(output), words, exitCode: await child.exited }
}

describe('bun run provider', () => {
  const STORED = { issuer: 'https://id.example.org/', clientId: 'corkboard', externalUrl: 'https://home.example.org' }
  const store = () =>
    setSettings(household.ctx, household.ctx.db, {
      [SETTING.oidcIssuer]: STORED.issuer,
      [SETTING.oidcClientId]: STORED.clientId,
      [SETTING.externalUrl]: STORED.externalUrl,
    })

  test('shows what the wizard has stored, without letting it take effect', async () => {
    expect((await run('provider', ['show'])).output).toEqual({ environment: null, stored: null })
    await store()
    const shown = { environment: null, stored: { ...STORED, isInEffect: false } }
    for (const _ of 'twice') expect((await run('provider', ['show'])).output).toEqual(shown)
    const { output } = await run('provider', ['show'], { OIDC_ISSUER: 'https://other.example.org' })
    expect(output.environment).toBe('https://other.example.org')
  })

  test('forgets it when that is said twice, and a service that runs does without', async () => {
    await store()
    const { ctx } = household
    let at = ctx.now().getTime()
    const service = createContext({ ...ctx, now: () => new Date(at) })
    expect((await oidcSettings(service))?.issuer.href).toBe(STORED.issuer)
    expect(await run('provider', ['forget'])).toMatchObject({ output: null, exitCode: 1 })
    at += 2_000
    expect(await oidcSettings(service)).not.toBeNull()
    expect(await run('provider', ['forget', '--yes'])).toMatchObject({
      output: { forgotten: STORED.issuer },
      exitCode: 0,
    })
    at += 2_000
    expect(await oidcSettings(service)).toBeNull()
    expect(await oidcSettings(createContext(ctx))).toBeNull()
    const again = await run('provider', ['forget', '--yes'])
    expect(again).toMatchObject({ words: 'No provider is stored.\n', exitCode: 1 })
  })
})

describe('bun run sync now', () => {
  test('reads the calendars of everybody, or of one', async () => {
    const { ctx } = household
    const server = { CALDAV_URL: await caldavUrl() }
    await giveAccount(ctx, cast.ada.id, 'ada', server.CALDAV_URL)
    await giveAccount(ctx, cast.ben.id, 'ben', server.CALDAV_URL)
    await makeCalendar('ada')
    await makeCalendar('ben')
    const of = (memberId: number) => ctx.db.$count(calendars, eq(calendars.userId, memberId))
    const one = await run('sync', ['now', '--id', String(cast.ben.id)], server)
    expect(one).toEqual({ output: [{ member: cast.ben.id, error: null }], words: '', exitCode: 0 })
    expect([await of(cast.ada.id), (await of(cast.ben.id)) > 0]).toEqual([0, true])
    const all = await run('sync', ['now'], server)
    expect(all.output).toHaveLength(2)
    expect(await of(cast.ada.id)).toBeGreaterThan(0)
    for (const who of ['ada', 'ben'] as const) await removeCalendars(who)
  })

  test('says which account failed, and why', async () => {
    const { ctx } = household
    await giveAccount(ctx, cast.ada.id, 'ada', await caldavUrl())
    const wrongKey = { APP_PASSWORD_ENCRYPTION_KEY: 'ab'.repeat(32) }
    const failed = await run('sync', ['now'], wrongKey)
    expect(failed.exitCode).toBe(1)
    expect(failed.output[0].error).toContain('does not open')
    await ctx.db.delete(calendarCredentials)
    const none = await run('sync', ['now', '--id', String(cast.ada.id)])
    expect(none).toMatchObject({ words: 'This member has no calendar account.\n', exitCode: 1 })
  })

  test('needs the whole configuration', async () => {
    const wrong = await run('sync', ['now'], { PORT: 'eighty' })
    expect(wrong).toMatchObject({ output: null, exitCode: 1 })
    expect(wrong.words).toContain('The configuration is wrong:\n  PORT: a port number')
  })
})

test('bun run calendar list names every calendar and its owner', async () => {
  const { id } = await insertCalendar(household.ctx, cast.ben.id, 'https://cal.test/home/', { displayName: 'Home' })
  const { output } = await run('calendar', ['list'])
  expect(output).toEqual([{ id, displayName: 'Home', isShared: false, ownerId: cast.ben.id, ownerName: 'Ben' }])
})

describe('bun run export', () => {
  test('writes what an administrator takes along, for its owner alone, and over nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'corkboard-export-'))
    const file = join(folder, 'household.zip')
    await ask(household, cast.ada, 'POST /api/lists', { name: 'Groceries', isShared: true })
    expect(await run('export', ['--admin', file])).toEqual({ output: { file }, words: '', exitCode: 0 })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const files = unzipSync(new Uint8Array(await readFile(file)))
    expect(JSON.parse(strFromU8(files['members.json']!)).members).toHaveLength(3)
    expect(Object.keys(files)).toContain('lists/Groceries.json')
    const again = await run('export', ['--admin', file])
    expect(again).toMatchObject({ words: 'FILE exists. Name another.\n', exitCode: 1 })
    const nowhere = await run('export', ['--admin', join(folder, 'a/b')])
    expect(nowhere).toMatchObject({ words: 'There is no such file or folder.\n', exitCode: 1 })
    expect(await readdir(folder)).toEqual(['household.zip'])
    await rm(folder, { recursive: true })
  })

  test('writes to standard output, and nothing else there: a container has no folder that outlives the command', async () => {
    const { stdout, stderr, exitCode } = Bun.spawnSync(
      [process.execPath, 'run', '--silent', 'export', '--admin', '-'],
      { cwd: ROOT, env: serviceEnvironment(household.config.database) },
    )
    expect({ words: `${stderr}`, exitCode }).toEqual({ words: '', exitCode: 0 })
    expect(Object.keys(unzipSync(stdout))).toContain('members.json')
    expect(await Bun.file(join(ROOT, '-')).exists()).toBe(false)
  })
})

test.each([
  ['provider', []],
  ['provider', ['forget', '--force']],
  ['provider', ['show', 'stored']],
  ['sync', []],
  ['sync', ['later']],
  ['sync', ['now', 'ada']],
  ['calendar', ['remove']],
  ['calendar', ['list', 'ada']],
  ['export', []],
  ['export', ['household.zip']],
])('%s %j is answered with the usage', async (command, args) => {
  const { output, words, exitCode } = await run(command, args)
  expect({ output, exitCode }).toEqual({ output: null, exitCode: 1 })
  expect(words).toMatch(new RegExp(`^(There is a word too many.*\n\n)?bun run ${command} `))
  expect(words).toEndWith(
    '\n\nDB_HOST and DB_PORT, or DB_SOCKET, with DB_USER, DB_PASSWORD and DB_NAME name the database.\n',
  )
})
