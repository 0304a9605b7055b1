import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Connection, RowDataPacket } from 'mysql2/promise'
import { connect } from '../../src/platform/db/connect'
import { MigrationError, migrate } from '../../src/platform/db/migrate'
import { fillWithItems, openBeforeShopping } from '../support/before-migration'
import { watchStalls } from '../support/event-loop'
import { opened } from '../support/opened'
import { refusal, serviceEnvironment } from '../support/service'

const ITEMS = 50_000
const MAX_MS = 10_000

const before = opened(openBeforeShopping)
let connection: Connection
beforeAll(async () => {
  connection = await connect(before.database.config)
})
afterAll(() => connection.end())

async function rows(statement: string): Promise<RowDataPacket[]> {
  const [found] = await connection.query<RowDataPacket[]>(statement)
  return found
}

describe(`a household with ${ITEMS} items`, () => {
  test('is migrated in under ten seconds with every item as it was', async () => {
    await fillWithItems(before.database.config, ITEMS)
    const columns = 'id, list_id, text, checked, `rank`, client_id, created_at, updated_at'
    const digest = `select count(*) as n, bit_xor(crc32(concat_ws('|', ${columns}))) as sum from list_items`
    const [was] = await rows(digest)
    expect(was!.n).toBe(ITEMS)
    const { exitCode, words } = await refusal(serviceEnvironment(before.database.config))
    expect(exitCode).toBe(1)
    expect(words).toContain('The database is behind by')

    const beganAt = performance.now()
    const stalls = watchStalls()
    await migrate(before.database.config)
    expect(performance.now() - beganAt).toBeLessThan(MAX_MS + stalls.stop())

    expect(await rows(digest)).toEqual([was!])
    expect(await rows('select distinct kind, grouped from lists')).toMatchObject([{ kind: 'plain', grouped: 0 }])
    expect(await rows('select id from list_items where section is not null or due is not null')).toEqual([])
  })

  test('is refused to the version before', async () => {
    await migrate(before.database.config)
    const error = await migrate(before.database.config, before.folder).catch((error) => error)
    expect(error).toBeInstanceOf(MigrationError)
    expect(error.message).toContain('it was used by a newer version')
  })
})
