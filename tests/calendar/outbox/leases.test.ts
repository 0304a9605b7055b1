import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type Lease, leaseRow, release } from '../../../src/calendar/outbox/leases'
import { outbox } from '../../../src/platform/db/schema'
import { type Diary, FORM, insertCalendar, openDiary } from '../../support/diary'

let diary: Diary
let rowId: number

beforeAll(async () => {
  diary = await openDiary()
  await insertCalendar(diary.ctx, diary.cast.ada.id, 'https://cal.test/ada/')
})
afterAll(() => diary.close())
beforeEach(async () => {
  diary.clock.set('2026-11-20T12:00:00Z')
  await diary.ctx.db.delete(outbox)
  await diary.done(diary.cast.ada, 'POST /api/events/create', FORM)
  rowId = (await diary.rows())[0]!.id
})

/** As a process takes it that is gone since: every five real seconds another one renews it. */
async function lease(holder: string): Promise<Lease | null> {
  const lease = await leaseRow(diary.ctx, rowId, holder)
  lease?.end()
  return lease
}

test('of many who want a row at once one gets it', async () => {
  const leases = await Promise.all(Array.from({ length: 10 }, (_, index) => lease(`drain-${index}`)))
  const [winner, ...others] = leases.filter((one) => one !== null)
  expect(others).toEqual([])
  expect((await diary.rows())[0]?.claimedBy).toBe(winner!.holder)
})

test('a lease lasts twenty seconds, unless it is given back', async () => {
  const first = await lease('one')
  diary.clock.advance(19_999)
  expect(await lease('two')).toBeNull()
  diary.clock.advance(1)
  const second = await lease('two')
  expect(second).not.toBeNull()
  await release(diary.ctx, first!)
  expect((await diary.rows())[0]?.claimedBy).toBe('two')
  await release(diary.ctx, second!)
  expect(await lease('three')).not.toBeNull()
})

test.each<[string, Partial<typeof outbox.$inferInsert>]>([
  ['is not due', { nextAttemptAt: new Date('2026-11-20T12:15:00Z') }],
  ['waits for a day, as its server has asked', { nextAttemptAt: new Date('2026-11-21T12:00:00Z') }],
  ['has come to its end', { status: 'done' }],
])('a row that %s is given to nobody', async (_, columns) => {
  await diary.ctx.db.update(outbox).set(columns)
  expect(await lease('one')).toBeNull()
})

describe('a clock that was set back', () => {
  test.each<[string, Partial<typeof outbox.$inferInsert>]>([
    ['a lease that nobody can have made', { claimedBy: 'crashed', claimedUntil: new Date('2026-11-20T13:00:00Z') }],
    ['a retry', { nextAttemptAt: new Date('2026-11-20T13:00:15Z'), updatedAt: new Date('2026-11-20T13:00:00Z') }],
    ['a new write', { nextAttemptAt: new Date('2026-11-20T13:00:00Z'), updatedAt: new Date('2026-11-20T13:00:00Z') }],
    ['a wait longer than any', { nextAttemptAt: new Date('2026-11-22T12:00:00Z') }],
  ])('leaves no row behind: %s', async (_, columns) => {
    await diary.ctx.db.update(outbox).set(columns)
    expect(await lease('one')).not.toBeNull()
  })

  test('a little, as clocks of two processes differ, takes no row from who holds it', async () => {
    await diary.ctx.db.update(outbox).set({ claimedBy: 'other', claimedUntil: new Date('2026-11-20T12:01:00Z') })
    expect(await lease('one')).toBeNull()
  })
})
