import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { packedText } from '../../src/platform/db/packed-text'
import { events } from '../../src/platform/db/schema'
import { type Household, openHousehold } from '../support/household'

let household: Household
beforeAll(async () => {
  household = await openHousehold()
})
afterAll(() => household.close())

const LARGE = 64 * 1024

test.each([
  ['empty', ''],
  ['short', 'Dinner'],
  ['just below what is packed', 'x'.repeat(LARGE - 1)],
  ['just what is packed', 'x'.repeat(LARGE)],
  ['of all kinds of signs', `Zoë’s 🎂 \\ ' " \u0000 \r\n ${'ä€😀'.repeat(LARGE)}`],
  ['long', 'SUMMARY:Dinner\r\n'.repeat(300_000)],
])('a text that is %s arrives as it was', async (_what, text) => {
  const packed = await packedText(text)
  const [rows] = await household.ctx.db.execute(sql`select convert(${packed} using utf8mb4) as arrived`)
  const [{ arrived }] = rows as unknown as [{ arrived: string }]
  expect(arrived === text).toBe(true)
})

test('a long text costs a statement a fraction of its length', async () => {
  const packed = await packedText('SUMMARY:Dinner\r\n'.repeat(10_000))
  const { params } = household.ctx.db
    .select({ packed: sql`${packed}` })
    .from(events)
    .toSQL()
  expect((params[0] as Buffer).byteLength).toBeLessThan(10_000)
})
