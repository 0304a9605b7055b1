import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { readDevices } from '../../src/calendar/reminders/devices'
import { rememberDevice } from '../../src/identity/devices/devices'
import { issueLocalSession, LOCAL_SESSION_COOKIE } from '../../src/identity/local/local-session'
import { backup } from '../../src/platform/db/backup/backup'
import { BackupError } from '../../src/platform/db/backup/format'
import { restore } from '../../src/platform/db/backup/restore'
import { connect } from '../../src/platform/db/connect'
import {
  deviceSessions,
  feedLists,
  listItems,
  listRanks,
  lists,
  members,
  pushSubscriptions,
  rememberedItems,
  sentReminders,
} from '../../src/platform/db/schema'
import { addDisplay, pair } from '../features/displays/kitchen'
import { ask, type Cast, seatCast } from '../support/cast'
import { createDatabase, type TestDatabase } from '../support/database'
import { type Household, openHousehold } from '../support/household'
import { rejectionOf } from '../support/rejection'
import { servers } from '../support/servers'

let household: Household
let cast: Cast
let empty: TestDatabase
let file: string

beforeEach(async () => {
  household = await openHousehold()
  cast = await seatCast(household.ctx)
  empty = await createDatabase()
  file = join(await servers.folder('backup'), 'household.backup')
  await fill()
})
afterEach(async () => {
  await household.close()
  await empty.drop()
})

/** Text that is awkward for a file format, more rows than one batch, and bytes. */
async function fill() {
  const { db, now } = household.ctx
  const at = now()
  const owner = cast.ada.id
  await db.insert(lists).values({ name: 'Zwieback 🥖 "quoted"\n\\', ownerId: owner, createdAt: at, updatedAt: at })
  const rows = Array.from({ length: 450 }, (_, n) => ({
    listId: 1,
    text: `item ${n}`,
    rank: `a${n}`,
    createdAt: at,
    updatedAt: at,
  }))
  await db.insert(listItems).values(rows)
  await db.insert(members).values({ color: '#123456', oidcIss: 'https://id', oidcSub: 'sub ', createdAt: at })
}

async function contents(database: TestDatabase['config']): Promise<string> {
  const connection = await connect(database, { dateStrings: true })
  const [tables] = await connection.query(
    'select table_name as name from information_schema.tables where table_schema = database() order by 1',
  )
  const all: Record<string, unknown> = {}
  for (const { name } of tables as { name: string }[]) {
    const [rows] = await connection.query(`select * from \`${name}\` order by 1, 2`)
    // Raised by a restore.
    all[name] = (rows as Record<string, unknown>[]).map(({ session_version: _, ...row }) => row)
  }
  await connection.end()
  return JSON.stringify(all)
}

describe('backup and restore', () => {
  test('bring the whole database back as it was', async () => {
    const written = await backup(household.config.database, file, household.clock.now())
    const restored = await restore(empty.config, file, household.clock.now())
    expect(restored).toBe(written)
    expect(await contents(empty.config)).toBe(await contents(household.config.database))
  })

  test('bring tables of many pages back, whatever their key', async () => {
    const { db, now } = household.ctx
    const [at, ownerId] = [now(), cast.ada.id]
    await db
      .insert(lists)
      .values(['Errands', 'Market'].map((name) => ({ name, ownerId, createdAt: at, updatedAt: at })))
    const remembered = Array.from({ length: 3100 }, (_, n) => ({
      listId: (n % 3) + 1,
      keyDigest: `${n * 7919}`,
      text: `item ${n}`,
      count: 1,
      weight: 1,
      lastAt: at,
      rounds: [],
      revision: 1,
    }))
    await db.insert(rememberedItems).values(remembered)
    // A key whose second column stands first in the table.
    const ids = Array.from({ length: 1100 }, (_, n) => n + 100)
    await db.insert(members).values(ids.map((id) => ({ id, color: '#123456', createdAt: at })))
    await db.insert(listRanks).values(ids.map((userId) => ({ userId, listId: (userId % 3) + 1, rank: 'a0' })))
    expect(await backup(household.config.database, file, at)).toBeGreaterThan(5300)
    await restore(empty.config, file, at)
    expect(await contents(empty.config)).toBe(await contents(household.config.database))
  })

  test('let no session live again that was ended after the backup, nor one that was begun since', async () => {
    const { ada } = cast
    const sessionOf = (sessionVersion: number) => issueLocalSession(household.ctx, { memberId: ada.id, sessionVersion })
    const sessions = await Promise.all([sessionOf(0), sessionOf(1), sessionOf(2)])
    await backup(household.config.database, file, household.clock.now())
    await restore(empty.config, file, household.clock.now())

    const restored = await openHousehold({ env: { DB_NAME: empty.config.name } })
    for (const session of sessions) {
      const answer = await ask(restored, { cookie: `${LOCAL_SESSION_COOKIE}=${session}` }, 'GET /api/me')
      expect(answer.status).toBe(401)
    }
    await restored.close()
  })

  test('let no display live again that was removed after the backup, and no code', async () => {
    const { display, code } = await addDisplay(household, cast)
    const { cookie } = await pair(household, code)
    expect((await ask(household, { cookie }, 'GET /api/display')).status).toBe(200)
    const { body } = await ask<{ code: string }>(household, cast.ada, `POST /api/admin/displays/${display.id}/code`)
    await backup(household.config.database, file, household.clock.now())
    await restore(empty.config, file, household.clock.now())

    const restored = await openHousehold({ env: { DB_NAME: empty.config.name } })
    expect((await ask(restored, { cookie }, 'GET /api/display')).status).toBe(401)
    expect((await ask(restored, null, 'POST /api/display/pair', { code: body.code })).status).toBe(401)
    await restored.close()
  })

  test('leave no invitation open that may have been used or withdrawn after the backup', async () => {
    const { body } = await ask<{ token: string }>(household, cast.ada, 'POST /api/admin/invitations', {})
    expect((await ask(household, null, 'POST /api/invitations/open', body)).status).toBe(200)
    await backup(household.config.database, file, household.clock.now())
    await restore(empty.config, file, household.clock.now())

    const restored = await openHousehold({ env: { DB_NAME: empty.config.name } })
    expect((await ask(restored, null, 'POST /api/invitations/open', body)).status).toBe(404)
    await restored.close()
  })

  test('let no token and no feed live again that may have been revoked after the backup', async () => {
    const list = await ask<{ id: number }>(household, cast.ada, 'POST /api/lists', { name: 'Errands' })
    const token = await ask<{ token: string }>(household, cast.ada, 'POST /api/me/tokens', {
      name: 'Hub',
      scope: 'read',
    })
    const given = { calendars: [], lists: [list.body.id] }
    const feed = await ask<{ token: string }>(household, cast.ada, 'POST /api/feeds', given)
    const headers = { authorization: `Bearer ${token.body.token}` }
    const statuses = async (of: Household) => [
      (await ask(of, null, 'GET /api/lists', undefined, headers)).status,
      (await ask(of, null, `GET /api/feeds/${feed.body.token}.ics`)).status,
    ]
    expect(await statuses(household)).toEqual([200, 200])
    await backup(household.config.database, file, household.clock.now())
    await restore(empty.config, file, household.clock.now())

    const restored = await openHousehold({ env: { DB_NAME: empty.config.name } })
    expect(await statuses(restored)).toEqual([401, 404])
    expect(await restored.ctx.db.$count(feedLists)).toBe(0)
    await restored.close()
  })

  test('remind no phone that may have been lost or signed out after the backup', async () => {
    const { ctx } = household
    const memberId = cast.ada.id
    const { id: deviceId } = await rememberDevice(
      ctx,
      { memberId, sessionVersion: 0 },
      { kind: 'local', name: 'Phone' },
    )
    const keys = { p256dh: 'p', auth: 'a', createdAt: ctx.now() }
    for (const [name, device] of [['remembered', deviceId] as const, ['not remembered', null] as const]) {
      const endpoint = { endpoint: `https://push.example.org/${name}`, endpointDigest: name }
      const row = { userId: memberId, deviceId: device, ...endpoint, ...keys }
      const [subscription] = await ctx.db.insert(pushSubscriptions).values(row).$returningId()
      const sent = { subscriptionId: subscription!.id, keyDigest: 'k', occurrenceAt: ctx.now(), createdAt: ctx.now() }
      await ctx.db.insert(sentReminders).values(sent)
    }
    expect(await readDevices(ctx, 'everyone')).toHaveLength(2)
    await backup(household.config.database, file, household.clock.now())
    await restore(empty.config, file, household.clock.now())

    const restored = await openHousehold({ env: { DB_NAME: empty.config.name } })
    expect(await readDevices(restored.ctx, 'everyone')).toEqual([])
    for (const table of [deviceSessions, sentReminders]) expect(await restored.ctx.db.$count(table)).toBe(0)
    await restored.close()
  })

  test('restored once more, end the sessions that were begun after the first time, too', async () => {
    await backup(household.config.database, file, household.clock.now())
    const versions = async (at: Date) => {
      await empty.drop()
      empty = await createDatabase()
      await restore(empty.config, file, at)
      const restored = await openHousehold({ env: { DB_NAME: empty.config.name } })
      const rows = await restored.ctx.db.select({ version: members.sessionVersion }).from(members)
      await restored.close()
      return Math.min(...rows.map(({ version }) => version))
    }
    const first = await versions(household.clock.now())
    household.clock.advance(10 * 60_000)
    // A password that was changed in between raises it by one.
    expect(await versions(household.clock.now())).toBeGreaterThan(first + 1)
  })

  test('never overwrite a database that holds something', async () => {
    await backup(household.config.database, file, household.clock.now())
    expect(await rejectionOf(restore(household.config.database, file, household.clock.now()))).toBeInstanceOf(
      BackupError,
    )
  })

  const edited = (from: string | RegExp, to: string) => (bytes: Buffer) =>
    gzipSync(gunzipSync(bytes).toString().replace(from, to))
  const damages: [string, (bytes: Buffer) => Buffer][] = [
    ['cut short', (bytes) => bytes.subarray(0, bytes.length - 200)],
    [
      'without its last line',
      (bytes) => gzipSync(gunzipSync(bytes).toString().trimEnd().split('\n').slice(0, -1).join('\n')),
    ],
    [
      'without one of its rows',
      (bytes) =>
        gzipSync(
          gunzipSync(bytes)
            .toString()
            .replace(/\{"row":.*\n/, ''),
        ),
    ],
    ['of a newer version', (bytes) => gzipSync(gunzipSync(bytes).toString().replace('"version":1', '"version":2'))],
    [
      'with migrations nobody knows',
      (bytes) =>
        gzipSync(
          gunzipSync(bytes)
            .toString()
            .replace(/"migrations":\["/, '"migrations":["f'),
        ),
    ],
    ['with a table nobody knows', edited('{"table":"lists"', '{"table":"nowhere"')],
    ['with a column nobody knows', edited('"columns":["id","list_id"', '"columns":["id","nowhere"')],
    ['with SQL for a table', edited('{"table":"lists"', '{"table":"lists` (id) select 1; -- "')],
    ['with the table of another database', edited('{"table":"lists"', '{"table":"mysql.global_priv"')],
    ['with SQL for a column', edited('"columns":["id","list_id"', '"columns":["id","list_id`) select 1; -- "')],
    ['with columns that are no names', edited('"columns":["id","list_id"', '"columns":[7,"list_id"')],
    ['with a row that is too long', edited('{"row":[1,', '{"row":[1,1,')],
    ['with a row that is none', edited(/\{"row":\[.*\]\}/, '{"row":{"id":1}}')],
    ['with a value that is none', edited('{"row":[1,', '{"row":[{"base64":1},')],
    ['with a row before any table', edited('{"table":', '{"row":[]}\n{"table":')],
    ['with a line that is none', edited('{"table":', '7\n{"table":')],
    ['without migrations', edited(/"migrations":\[[^\]]*\]/, '"migrations":null')],
    ['that is something else', () => Buffer.from('not a backup')],
    ['that is empty', () => Buffer.alloc(0)],
  ]
  test.each(damages)('a file %s is refused and leaves the database empty', async (_, damage) => {
    await backup(household.config.database, file, household.clock.now())
    await writeFile(file, damage(await readFile(file)))
    const failure = await restore(empty.config, file, household.clock.now()).catch((error) => error)
    expect(failure).toBeInstanceOf(BackupError)
    expect(await contents(empty.config)).toBe('{}')
  })

  test('a backup that fails leaves no file behind', async () => {
    const wrong = { ...household.config.database, name: 'nowhere' }
    expect(await rejectionOf(backup(wrong, file, household.clock.now()))).toBeInstanceOf(Error)
    expect(await Bun.file(file).exists()).toBe(false)
  })
})
