import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { createApp } from '../../src/app'
import { openDatabase } from '../../src/platform/db/client'
import { connect } from '../../src/platform/db/connect'
import { appConfig, events, members } from '../../src/platform/db/schema'
import { describeError } from '../../src/platform/log'
import { createMetrics } from '../../src/platform/metrics'
import { ask, seatedCast } from '../support/cast'
import { openHousehold } from '../support/household'
import { opened } from '../support/opened'

/** What a person has entered: it must never stand in a log. */
const PRIVATE = "Dr. O'Hara's \\ 'private' note"

const household = opened(openHousehold)
const cast = seatedCast(household)

const reasonOf = async (query: PromiseLike<unknown>) => {
  const words = describeError(await Promise.resolve(query).catch((error) => error))
  for (const part of ['Hara', 'private', 'note']) expect(words).not.toContain(part)
  return words
}

test('a failed query is told in the words of the server, without what was asked', async () => {
  const { db } = household.ctx
  const now = household.clock.now()
  const setting = { key: PRIVATE, value: PRIVATE, updatedAt: now }
  await db.insert(appConfig).values(setting)
  const told = await Promise.all([
    reasonOf(db.insert(appConfig).values(setting)),
    reasonOf(db.insert(appConfig).values({ ...setting, key: PRIVATE.repeat(10) })),
    reasonOf(db.execute(sql`select * from ${sql.raw('absent')} where a = ${PRIVATE}`)),
    reasonOf(db.execute(sql`select ${sql.raw('nothing')} from members where display_name = ${PRIVATE}`)),
    reasonOf(db.execute(sql`selekt ${PRIVATE} from members`)),
    reasonOf(
      db
        .update(members)
        .set({ createdAt: sql`${PRIVATE}` })
        .where(eq(members.id, cast.ada.id)),
    ),
    reasonOf(db.delete(events).where(sql`id = ${PRIVATE} collate nothing`)),
  ])
  expect(told).toEqual([
    "ER_DUP_ENTRY Duplicate entry '…' for key 'PRIMARY'",
    "ER_DATA_TOO_LONG Data too long for column 'key' at row 1",
    `ER_NO_SUCH_TABLE Table '${household.config.database.name}.absent' doesn't exist`,
    expect.stringMatching(/^ER_BAD_FIELD_ERROR Unknown column 'nothing' in '(SELECT|field list)'$/),
    expect.stringMatching(/^ER_PARSE_ERROR You have an error in your SQL syntax; .* near '…/),
    expect.stringMatching(/^ER_TRUNCATED_WRONG_VALUE Incorrect datetime value: '…/),
    expect.stringMatching(/^ER_UNKNOWN_COLLATION Unknown collation: '…'/),
  ])
})

test('a server that refuses the account says whom', async () => {
  const refused = connect({ ...household.config.database, user: 'nobody', password: PRIVATE })
  expect(await reasonOf(refused)).toMatch(/^ER_ACCESS_DENIED_ERROR Access denied for user 'nobody'@'[\w.]+'/)
})

test('the log names the request and the reason, the answer neither', async () => {
  const ctx = { ...household.ctx, metrics: createMetrics() }
  const elsewhere = openDatabase({ ...household.config.database, name: 'mysql' })
  const app = createApp({ ...ctx, db: elsewhere.db })
  const { status, body, headers } = await ask({ app }, cast.ada, 'GET /api/me')
  expect({ status, body }).toEqual({ status: 503, body: { error: 'Service unavailable' } })
  const line = household.logLines.find((entry) => entry.includes('database unavailable'))
  expect(JSON.parse(line ?? '')).toMatchObject({
    id: headers.get('x-request-id'),
    route: '/api/me',
    error: expect.stringContaining("Table 'mysql.members' doesn't exist"),
  })
  await elsewhere.close()
})
