import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { backup } from '../../src/platform/db/backup/backup'
import { BackupError } from '../../src/platform/db/backup/format'
import { restore } from '../../src/platform/db/backup/restore'
import { connect } from '../../src/platform/db/connect'
import { listItems, lists, members } from '../../src/platform/db/schema'
import { type Cast, seatCast } from '../support/cast'
import { createDatabase, type TestDatabase } from '../support/database'
import { type Household, openHousehold } from '../support/household'
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
    all[name] = rows
  }
  await connection.end()
  return JSON.stringify(all)
}

describe('backup and restore', () => {
  test('bring the whole database back as it was', async () => {
    const written = await backup(household.config.database, file, household.clock.now())
    const restored = await restore(empty.config, file)
    expect(restored).toBe(written)
    expect(await contents(empty.config)).toBe(await contents(household.config.database))
  })

  test('never overwrite a database that holds something', async () => {
    await backup(household.config.database, file, household.clock.now())
    expect(restore(household.config.database, file)).rejects.toThrow(BackupError)
  })

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
    ['that is something else', () => Buffer.from('not a backup')],
    ['that is empty', () => Buffer.alloc(0)],
  ]
  test.each(damages)('a file %s is refused and leaves the database empty', async (_, damage) => {
    await backup(household.config.database, file, household.clock.now())
    await writeFile(file, damage(await readFile(file)))
    const failure = await restore(empty.config, file).catch((error) => error)
    expect(failure).toBeInstanceOf(BackupError)
    expect(await contents(empty.config)).toBe('{}')
  })

  test('a backup that fails leaves no file behind', async () => {
    const wrong = { ...household.config.database, name: 'nowhere' }
    expect(backup(wrong, file, household.clock.now())).rejects.toThrow()
    expect(await Bun.file(file).exists()).toBe(false)
  })
})
