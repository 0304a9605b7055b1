import { beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Finding, Source } from '../../../scripts/doctor/check'
import { describeFinding, examine } from '../../../scripts/doctor/run'
import { notePoll, storeCredential } from '../../../src/household/credentials'
import { SETTING, setSetting, setSettings } from '../../../src/household/settings'
import { addLocalMember } from '../../../src/identity/local/accounts'
import { oidcSettings } from '../../../src/identity/oidc/settings'
import { createContext } from '../../../src/platform/context'
import { seal } from '../../../src/platform/crypto/seal'
import { openDatabase } from '../../../src/platform/db/client'
import { connect } from '../../../src/platform/db/connect'
import { appConfig, calendars, members, subscriptions } from '../../../src/platform/db/schema'
import { inspectConfig } from '../../../src/platform/load-config'
import { seatedCast } from '../../support/cast'
import { createDatabase } from '../../support/database'
import { startDatabaseProxy } from '../../support/database-proxy'
import { type Household, openHousehold } from '../../support/household'
import { createMigratedDatabase } from '../../support/migrated-database'
import { opened } from '../../support/opened'
import { secret } from '../../support/secrets'
import { serviceEnvironment } from '../../support/service'

const ROOT = join(import.meta.dir, '../../..')
const APP_PASSWORD = secret('app-password-of-ada')
const NOBODY_DECIDES = 'the wizard is closed, and no administrator can sign in'
const ACCOUNT = { providerType: 'caldav', accountEmail: 'ada@example.org', appPassword: APP_PASSWORD }

const household = opened(openHousehold)
const cast = seatedCast(household, { anew: true })

beforeEach(async () => {
  await household.ctx.db.delete(appConfig)
})

const source = (more: Partial<Source> = {}): Source => ({
  ...inspectConfig(household.env),
  db: household.ctx.db,
  now: () => new Date(),
  ...more,
})

async function found(name: string, more: Partial<Source> = {}): Promise<Finding> {
  const findings = await examine(source(more))
  return findings.find(({ check }) => check === name)!
}

const withProvider = () =>
  inspectConfig({
    ...household.env,
    OIDC_ISSUER: 'https://id.example.org',
    OIDC_CLIENT_ID: 'corkboard',
    OIDC_CLIENT_SECRET: secret('client-secret'),
    OIDC_AUTH_EXTERNAL_URL: 'https://home.example.org',
  })

async function doctor(env: Record<string, string>, ...args: string[]) {
  const child = Bun.spawn([process.execPath, 'run', '--silent', 'doctor', ...args], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, words] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { output, words, exitCode: await child.exited }
}

const environment = (database: Household['config']['database'], more = {}) =>
  serviceEnvironment(database, { NODE_ENV: 'production', TZ: 'Europe/Berlin', ...more })

describe('what is looked at', () => {
  test('a password that another key has stored does not open, and is whose', async () => {
    const { ctx } = household
    await storeCredential(ctx, ctx.db, cast.ada.id, ACCOUNT, { homeUrl: 'https://dav.example.org/' })
    expect(await found('key')).toMatchObject({ level: 'ok', says: 'opens 1 of 1 calendar passwords' })
    const env = { ...household.env, APP_PASSWORD_ENCRYPTION_KEY: 'ab'.repeat(32) }
    const closed = await found('key', inspectConfig(env))
    expect(closed).toMatchObject({ level: 'fail', says: 'opens 0 of 1 calendar passwords; not those of Ada' })
  })

  test('nor does the link of a subscription', async () => {
    const { db, config, now } = household.ctx
    const userId = cast.ben.id
    const calendar = { userId, displayName: 'School', color: '#000000', url: 'subscription:2', source: 'feed' as const }
    const [row] = await db.insert(calendars).values(calendar).$returningId()
    const sealedUrl = seal('https://school.example.org/secret.ics', config.encryptionKey, userId)
    const holidays = { userId, country: 'DE', nextFetchAt: now() }
    const [other] = await db
      .insert(calendars)
      .values({ ...calendar, url: 'subscription:3' })
      .$returningId()
    await db.insert(subscriptions).values([
      { userId, calendarId: row!.id, sealedUrl, nextFetchAt: now() },
      { ...holidays, calendarId: other!.id },
    ])
    expect(await found('key')).toMatchObject({
      level: 'ok',
      says: 'opens 0 of 0 calendar passwords, 1 of 1 links of subscriptions',
    })
    const env = { ...household.env, APP_PASSWORD_ENCRYPTION_KEY: 'ab'.repeat(32) }
    expect(await found('key', inspectConfig(env))).toMatchObject({
      level: 'fail',
      says: 'opens 0 of 0 calendar passwords, 0 of 1 links of subscriptions; not those of Ben',
    })
  })

  test('a database whose user may read alone, and not one whose user may write', async () => {
    const { config } = household
    const admin = await connect(config.database)
    await admin.query("create user reader@`127.0.0.1` identified by 'reader'")
    const own = openDatabase({ ...config.database, user: 'reader', password: 'reader' })
    try {
      await admin.query('grant select on ??.* to reader@`127.0.0.1`', [config.database.name])
      const { level, says } = await found('database', { db: own.db })
      expect(level).toBe('fail')
      expect(says).toEndWith('but DB_USER may not INSERT, UPDATE, DELETE')
      expect(await found('database')).toMatchObject({ level: 'ok' })
    } finally {
      await own.close()
      await admin.query('drop user reader@`127.0.0.1`')
      await admin.end()
    }
  })

  test('an account that fails is told with its member and the reason', async () => {
    const { ctx } = household
    await storeCredential(ctx, ctx.db, cast.ada.id, ACCOUNT, { homeUrl: 'https://dav.example.org/' })
    await notePoll(ctx, cast.ada.id, 'The calendar server refused the app password.')
    const { level, says } = await found('accounts', { now: ctx.now })
    expect(level).toBe('warn')
    expect(says).toStartWith('Ada: The calendar server refused the app password. (last asked ')
    await notePoll(ctx, cast.ada.id, null)
    expect(await found('accounts', { now: ctx.now })).toMatchObject({ level: 'ok' })
  })

  test('a calendar that was not read, but none that is no CalDAV calendar', async () => {
    const { db } = household.ctx
    const row = { userId: cast.ben.id, displayName: 'Secret plans', color: '#000000' }
    await db.insert(calendars).values([
      { ...row, url: 'https://dav.example.org/1/' },
      { ...row, url: 'subscription:1', source: 'feed' },
    ])
    const { level, says } = await found('calendars')
    expect(level).toBe('warn')
    expect(says).toMatch(/^1 of 1 calendar not read for over an hour: \d+ of Ben \(never\)$/)
  })

  test('the wizard, as long as nobody can sign in who decides', async () => {
    const { ctx } = household
    expect(await found('setup')).toMatchObject({ level: 'fail' })
    await addLocalMember(ctx, { displayName: 'Eve', username: 'eve', password: 'a good password', isAdmin: true })
    expect(await found('setup')).toMatchObject({ level: 'ok' })
    await ctx.db.delete(members).where(eq(members.displayName, 'Eve'))
    await setSetting(ctx, SETTING.setupComplete, 'true')
    expect(await found('setup', withProvider())).toMatchObject({ level: 'warn' })
    expect(await found('setup')).toMatchObject({ level: 'fail', says: NOBODY_DECIDES })
  })

  test('an administrator whose identity provider is not there any more', async () => {
    const { ctx } = household
    await ctx.db.update(members).set({ claimed: true }).where(eq(members.id, cast.ada.id))
    expect(await found('setup', withProvider())).toMatchObject({ level: 'ok' })
    expect(await found('setup')).toMatchObject({ level: 'fail', says: NOBODY_DECIDES })
    await setSetting(ctx, SETTING.oidcIssuer, 'https://id.example.org')
    expect(await found('setup')).toMatchObject({ level: 'ok' })
  })

  test('a wizard that was left before its end, and closed by the next start with its provider', async () => {
    const { ctx } = household
    await setSettings(ctx, ctx.db, {
      [SETTING.oidcIssuer]: 'https://id.example.org',
      [SETTING.oidcClientId]: 'corkboard',
      [SETTING.externalUrl]: 'https://home.example.org',
    })
    expect(await oidcSettings(createContext(ctx))).not.toBeNull()
    expect(await found('setup')).toMatchObject({ level: 'fail', says: NOBODY_DECIDES })
    await ctx.db.update(members).set({ isAdmin: false })
    expect(await found('setup')).toMatchObject({ level: 'warn' })
    await setSetting(ctx, SETTING.setupComplete, 'true')
    expect(await found('setup')).toMatchObject({ level: 'fail', says: NOBODY_DECIDES })
  })

  test('clocks, from where they are asked', async () => {
    expect(await found('clock')).toMatchObject({ level: 'ok' })
    const late = () => new Date(Date.now() - 3_600_000)
    expect(await found('clock', { now: late })).toMatchObject({ level: 'warn' })
  })

  test('the zone that was chosen', async () => {
    await setSetting(household.ctx, SETTING.timezone, 'Europe/Paris')
    expect(await found('time zone')).toMatchObject({ level: 'ok', says: 'Europe/Paris' })
  })

  test('without changing anything', async () => {
    const { db } = household.ctx
    await setSetting(household.ctx, SETTING.oidcIssuer, 'https://id.example.org')
    await setSetting(household.ctx, SETTING.oidcClientId, 'corkboard')
    await setSetting(household.ctx, SETTING.externalUrl, 'https://corkboard.example.org')
    const everything = async () => {
      const [rows] = (await db.execute('show tables')) as unknown as [Record<string, string>[]]
      const names = rows.flatMap((row) => Object.values(row)).join(', ')
      const [sums] = (await db.execute(`checksum table ${names}`)) as unknown as [unknown[]]
      return sums
    }
    const before = await everything()
    await examine(source())
    expect(await everything()).toEqual(before)
  })
})

describe('a database that is no help', () => {
  test('is asked once when it hangs, and everything else is said all the same', async () => {
    const proxy = startDatabaseProxy(household.config.database)
    const database = openDatabase(proxy.config)
    await database.db.execute('select 1')
    proxy.freeze()
    const findings = await examine(source({ db: database.db }), 50)
    expect(findings[0]).toMatchObject({ check: 'database', level: 'fail', says: 'no answer within 50 ms' })
    const levels = Object.fromEntries(findings.map(({ check, level }) => [check, level]))
    expect(levels).toMatchObject({ version: 'ok', configuration: 'ok', schema: 'warn', outbox: 'warn', disk: 'ok' })
    expect(findings.find(({ check }) => check === 'outbox')?.says).toBe('not checked: the database does not answer')
    proxy.stop()
    await database.close()
  })

  test.each([
    ['behind', 'delete from __drizzle_migrations order by id desc limit 1', 'app_config'],
    ['newer', "insert into __drizzle_migrations (hash, created_at) values ('later', 1)", 'api_tokens'],
  ])('is of another version: its tables are not judged where the schema is %s', async (is, journal, lost) => {
    const other = await createMigratedDatabase()
    const connection = await connect(other.config)
    await connection.query(journal)
    await connection.query('drop table ??', lost)
    await connection.end()
    const database = openDatabase(other.config)
    const findings = await examine(source({ db: database.db }))
    await database.close()
    await other.drop()
    expect(findings.filter(({ level }) => level === 'fail').map(({ check }) => check)).toEqual(['schema'])
    const unread = findings.filter(({ says }) => says === `not checked: the schema is ${is}`)
    expect(unread.map(({ check }) => check)).toEqual([
      'setup',
      'key',
      'accounts',
      'calendars',
      'outbox',
      'backups',
      'push',
      'time zone',
    ])
    expect(unread.every(({ level }) => level === 'warn')).toBe(true)
  })

  test('has no tables yet: the schema says what to do', async () => {
    const empty = await createDatabase()
    const database = openDatabase(empty.config)
    const findings = await examine(source({ db: database.db }))
    expect(findings.find(({ check }) => check === 'schema')).toMatchObject({
      level: 'fail',
      todo: 'bun run db:migrate',
    })
    expect(findings.find(({ check }) => check === 'outbox')).toMatchObject({ level: 'fail' })
    await database.close()
    await empty.drop()
  })
})

test('a finding is one line, whatever is in it', () => {
  const finding: Finding = { check: 'accounts', level: 'warn', says: 'A\nda\u001b[2J: x', todo: 'look' }
  expect(describeFinding(finding)).toBe('warn  accounts: A da [2J: x → look')
})

describe('bun run doctor', () => {
  test('is content with a household that is well, and says so a line each', async () => {
    const { ctx } = household
    await addLocalMember(ctx, { displayName: 'Eve', username: 'eve', password: 'a good password', isAdmin: true })
    await setSetting(ctx, SETTING.timezone, 'Europe/Berlin')
    await storeCredential(ctx, ctx.db, cast.ada.id, ACCOUNT, { homeUrl: 'https://dav.example.org/' })
    const env = environment(household.config.database)
    const { output, words, exitCode } = await doctor(env)
    expect({ words, exitCode }).toEqual({ words: '', exitCode: 0 })
    const lines = output.trimEnd().split('\n')
    for (const line of lines) expect(line).toMatch(/^(ok {2}|warn) {2}[a-z ]+: /)
    expect(lines[0]).toMatch(/^ok {4}database: 1\d\.\d+\.\d+-MariaDB.*, answers in [\d.]+ ms$/)
    const machines = await doctor(env, '--json')
    const { ok, checks } = JSON.parse(machines.output)
    expect({ ok, checks: checks.length, exitCode: machines.exitCode }).toEqual({
      ok: true,
      checks: lines.length,
      exitCode: 0,
    })
    for (const value of [APP_PASSWORD, env.LOCAL_SESSION_SECRET, env.APP_PASSWORD_ENCRYPTION_KEY, env.DB_PASSWORD]) {
      expect(output + machines.output).not.toContain(value)
    }
  })

  test('fails with everything that is wrong, and without what cannot be asked', async () => {
    const env = environment({ ...household.config.database, port: 9 }, { METRIC_TOKEN: 'hidden', PORT: 'eighty' })
    const { output, exitCode } = await doctor(env)
    expect(exitCode).toBe(1)
    expect(output).toContain('fail  database: The database cannot be reached.')
    expect(output).toContain('fail  configuration: PORT: a port number from 0 to 65535; METRIC_TOKEN: nothing reads it')
    expect(output).toContain('warn  key: not checked: the configuration is wrong')
    expect(output).not.toContain('hidden')
    const { checks } = JSON.parse((await doctor(env, '--json')).output) as { checks: object[] }
    expect(new Set(checks.flatMap(Object.keys))).toEqual(new Set(['check', 'level', 'says', 'todo']))
    const unnamed = await doctor({ PATH: process.env.PATH ?? '' })
    expect(unnamed).toMatchObject({ exitCode: 1, words: '' })
    expect(unnamed.output).toStartWith('fail  database: DB_* do not name one → see configuration\n')
  })

  test('an option that nobody knows is answered with the usage', async () => {
    expect(await doctor({ PATH: process.env.PATH ?? '' }, '--mend')).toMatchObject({ exitCode: 1, output: '' })
  })
})
