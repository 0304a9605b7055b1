import { beforeAll, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { countQuery, notDoneQuery, oldestPendingQuery } from '../../../src/calendar/outbox/counts'
import { outbox } from '../../../src/platform/db/schema'
import { seatCast } from '../../support/cast'
import { insertCalendar } from '../../support/diary'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'

const DONE = 3_000

const household = opened(openHousehold)
let calendarId: number

beforeAll(async () => {
  const { ctx, clock } = household
  const { ada } = await seatCast(ctx)
  calendarId = (await insertCalendar(ctx, ada.id, 'https://cal.test/ada/')).id
  const row = (status: typeof outbox.$inferInsert.status, index: number) => ({
    authorId: ada.id,
    calendarId,
    uid: `${status}-${index}`,
    operation: 'create' as const,
    status,
    href: `/${index}.ics`,
    operationId: randomUUID(),
    nextAttemptAt: ctx.now(),
    createdAt: ctx.now(),
    updatedAt: ctx.now(),
  })
  await ctx.db.insert(outbox).values(Array.from({ length: DONE }, (_, index) => row('done', index)))
  clock.set('2026-12-01T08:00:00Z')
  await ctx.db.insert(outbox).values([row('pending', 0), row('failed', 1)])
  clock.set('2026-12-01T09:00:00Z')
  await ctx.db.insert(outbox).values([row('pending', 2), row('dead', 3)])
  await ctx.db.execute(sql`analyze table ${outbox}`)
})

async function explain(query: { getSQL(): SQL }) {
  const [rows] = await household.ctx.db.execute(sql`explain ${query.getSQL()}`)
  return (rows as unknown as { rows: number; Extra: string }[])[0]!
}

test('what is not done is counted without a look at what is', async () => {
  const query = notDoneQuery(household.ctx.db)
  expect(Number((await explain(query)).rows)).toBeLessThan(20)
  const counted = (await query).toSorted((a, b) => (a.status < b.status ? -1 : 1))
  expect(counted).toEqual([
    { calendarId, status: 'dead', rows: 1 },
    { calendarId, status: 'failed', rows: 1 },
    { calendarId, status: 'pending', rows: 2 },
  ])
})

test('all states are counted from an index, and the oldest that waits is found among those', async () => {
  const { db } = household.ctx
  expect((await explain(countQuery(db))).Extra).toContain('Using index')
  expect(Object.fromEntries((await countQuery(db)).map(({ status, rows }) => [status, rows]))).toEqual({
    done: DONE,
    pending: 2,
    failed: 1,
    dead: 1,
  })
  expect(Number((await explain(oldestPendingQuery(db))).rows)).toBeLessThan(20)
  expect(await oldestPendingQuery(db)).toEqual([{ createdAt: new Date('2026-12-01T08:00:00Z') }])
})
