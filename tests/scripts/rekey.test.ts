import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { loadAccount, storeCredential } from '../../src/household/credentials'
import { openOrNull, seal } from '../../src/platform/crypto/seal'
import { MIGRATIONS_TABLE } from '../../src/platform/db/journal'
import { calendars, homeAccounts, subscriptions } from '../../src/platform/db/schema'
import { type Cast, seatCast } from '../support/cast'
import { insertCalendar } from '../support/diary'
import { type Household, openHousehold, TEST_ENCRYPTION_KEY } from '../support/household'
import { secret } from '../support/secrets'
import { serviceEnvironment } from '../support/service'

const ROOT = join(import.meta.dir, '../..')
const NEW = secret('ffeeddccbbaa99887766554433221100ffeeddccbbaa99887766554433221100')
const STRANGE = Buffer.alloc(32, 7)
const LINK = 'https://school.example.org/secret-link.ics'
const newKey = Buffer.from(NEW, 'hex')

let household: Household
let cast: Cast
beforeAll(async () => {
  household = await openHousehold()
  const { ctx } = household
  cast = await seatCast(ctx)
  const { ada, ben, cleo } = cast
  const account = { providerType: 'caldav', accountEmail: 'ada@example.org', appPassword: 'app-password-of-ada' }
  await storeCredential(ctx, ctx.db, ada.id, account, { homeUrl: 'https://dav.example.org/' })
  const { encryptionKey } = ctx.config
  const { id: calendarId } = await insertCalendar(ctx, ben.id, 'corkboard:school')
  const link = { userId: ben.id, calendarId, nextFetchAt: ctx.now() }
  await ctx.db.insert(subscriptions).values({ ...link, sealedUrl: seal(LINK, encryptionKey, ben.id) })
  const home = { userId: cleo.id, username: 'cleo', createdAt: ctx.now() }
  await ctx.db.insert(homeAccounts).values({ ...home, appPassword: seal('home-password', encryptionKey, cleo.id) })
  const wizards = { userId: null, username: 'zoe', createdAt: ctx.now() }
  await ctx.db.insert(homeAccounts).values({ ...wizards, appPassword: seal('wizard-password', encryptionKey, 0) })
})
afterAll(() => household.close())

async function rekey(more: Record<string, string>, database = household.config.database, args: string[] = []) {
  const child = Bun.spawn([process.execPath, 'run', '--silent', 'rekey', ...args], {
    cwd: ROOT,
    env: serviceEnvironment(database, more),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, words] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { output: output.trim(), words: words.trim(), exitCode: await child.exited }
}

const BOTH = { APP_PASSWORD_ENCRYPTION_KEY: NEW, APP_PASSWORD_ENCRYPTION_KEY_PREVIOUS: TEST_ENCRYPTION_KEY }

test('who asks how it is done is told, and nothing is sealed anew', async () => {
  const { ctx, config } = household
  const before = await ctx.db.select().from(homeAccounts)
  const { output, words, exitCode } = await rekey(BOTH, config.database, ['--help'])
  expect({ output, exitCode }).toEqual({ output: '', exitCode: 1 })
  expect(words).toStartWith('Usage: bun run rekey')
  expect(await ctx.db.select().from(homeAccounts)).toEqual(before)
})

test('everything that is sealed opens with the new key afterwards, and a second run finds nothing to do', async () => {
  const { ctx } = household
  expect(await rekey(BOTH)).toEqual({ output: '4 sealed anew, 0 had the new key already.', words: '', exitCode: 0 })
  const changed = { ...ctx, config: { ...ctx.config, encryptionKey: newKey } }
  expect(await loadAccount(changed, cast.ada.id)).toMatchObject({ password: 'app-password-of-ada' })
  const [link] = await ctx.db.select().from(subscriptions)
  expect(openOrNull(link!.sealedUrl!, newKey, cast.ben.id)).toBe(LINK)
  const homes = await ctx.db.select().from(homeAccounts).orderBy(homeAccounts.id)
  expect(homes.map(({ appPassword, userId }) => openOrNull(appPassword!, newKey, userId ?? 0))).toEqual([
    'home-password',
    'wizard-password',
  ])
  expect(await rekey(BOTH)).toMatchObject({ output: '0 sealed anew, 4 had the new key already.', exitCode: 0 })
})

test('what neither key opens stays as it is, and is said', async () => {
  const { ctx } = household
  const sealed = seal(LINK, STRANGE, cast.ben.id)
  await ctx.db.update(subscriptions).set({ sealedUrl: sealed })
  const { words, exitCode } = await rekey(BOTH)
  expect({ exitCode, words }).toEqual({
    exitCode: 1,
    words: '1 open with neither key: their members enter their app password, or the link, once more.',
  })
  const [link] = await ctx.db.select().from(subscriptions)
  expect(link!.sealedUrl).toBe(sealed)
  await ctx.db.delete(calendars)
})

test('what a member who has left had begun is nobody’s loss', async () => {
  const { ctx } = household
  const left = { userId: null, username: 'eve', createdAt: ctx.now() }
  const [row] = await ctx.db
    .insert(homeAccounts)
    .values({ ...left, appPassword: seal('of nobody now', ctx.config.encryptionKey, 99) })
    .$returningId()
  expect(await rekey(BOTH)).toMatchObject({ words: '', exitCode: 0 })
  await ctx.db.delete(homeAccounts).where(eq(homeAccounts.id, row!.id))
})

test('without the former key, or with one that is none, nothing is changed', async () => {
  expect(await rekey({ APP_PASSWORD_ENCRYPTION_KEY: NEW })).toMatchObject({
    words: 'Nothing was changed: APP_PASSWORD_ENCRYPTION_KEY_PREVIOUS: expected the former key beside the new one.',
    exitCode: 1,
  })
  expect(await rekey({ ...BOTH, APP_PASSWORD_ENCRYPTION_KEY_PREVIOUS: 'short' })).toMatchObject({
    words: 'Nothing was changed: APP_PASSWORD_ENCRYPTION_KEY_PREVIOUS: the former key, 64 hexadecimal characters',
    exitCode: 1,
  })
})

test('a database that is behind is left as it is, and what to do is said', async () => {
  const behind = await openHousehold()
  await behind.ctx.db.execute(sql.raw(`delete from ${MIGRATIONS_TABLE} order by id desc limit 1`))
  const { words, exitCode } = await rekey(BOTH, behind.config.database)
  expect(words).toBe('Nothing was changed: The database is behind: run  bun run db:migrate  first.')
  expect(exitCode).toBe(1)
  await behind.close()
})

test('so is one of a newer version, which may have sealed more', async () => {
  const newer = await openHousehold()
  const journal = `insert into ${MIGRATIONS_TABLE} (hash, created_at, oldest_version) values ('of-tomorrow', 9e12, null)`
  await newer.ctx.db.execute(sql.raw(journal))
  const { words, exitCode } = await rekey(BOTH, newer.config.database)
  expect(words).toBe('Nothing was changed: The database was migrated by a newer version: run the command of that one.')
  expect(exitCode).toBe(1)
  await newer.close()
})
