import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Claim, claimRow, release } from '../../../src/calendar/outbox/claims'
import { outbox } from '../../../src/platform/db/schema'
import { type Diary, FORM, insertCalendar, openDiary } from '../../support/diary'

setDefaultTimeout(30_000)

let diary: Diary
let rowId: number
const held: Claim[] = []

beforeAll(async () => {
  diary = await openDiary()
  await insertCalendar(diary.ctx, diary.cast.ada.id, 'https://cal.test/ada/')
})
afterAll(() => diary.close())
beforeEach(async () => {
  for (const claim of held.splice(0)) claim.end()
  diary.clock.set('2026-11-20T12:00:00Z')
  await diary.ctx.db.delete(outbox)
  await diary.done(diary.cast.ada, 'POST /api/events/create', FORM)
  rowId = (await diary.rows())[0]!.id
})

async function claim(holder: string): Promise<Claim | null> {
  const claim = await claimRow(diary.ctx, rowId, holder)
  if (claim !== null) held.push(claim)
  return claim
}

test('of many who want a row at once one gets it', async () => {
  const claims = await Promise.all(Array.from({ length: 10 }, (_, index) => claim(`drain-${index}`)))
  const [winner, ...others] = claims.filter((one) => one !== null)
  expect(others).toEqual([])
  expect((await diary.rows())[0]?.claimedBy).toBe(winner!.holder)
})

test('a claim lasts twenty seconds, unless it is given back', async () => {
  const first = await claim('one')
  diary.clock.advance(19_999)
  expect(await claim('two')).toBeNull()
  diary.clock.advance(1)
  expect(await claim('two')).not.toBeNull()
  await release(diary.ctx, first!)
  expect((await diary.rows())[0]?.claimedBy).toBe('two')
  await release(diary.ctx, held.at(-1)!)
  expect(await claim('three')).not.toBeNull()
})

test.each<[string, Partial<typeof outbox.$inferInsert>]>([
  ['is not due', { nextAttemptAt: new Date('2026-11-20T12:15:00Z') }],
  ['waits for a day, as its server has asked', { nextAttemptAt: new Date('2026-11-21T12:00:00Z') }],
  ['has come to its end', { status: 'done' }],
])('a row that %s is given to nobody', async (_, columns) => {
  await diary.ctx.db.update(outbox).set(columns)
  expect(await claim('one')).toBeNull()
})

describe('a clock that was set back', () => {
  test.each<[string, Partial<typeof outbox.$inferInsert>]>([
    ['a claim that nobody can have made', { claimedBy: 'crashed', claimedUntil: new Date('2026-11-20T13:00:00Z') }],
    ['a retry', { nextAttemptAt: new Date('2026-11-20T13:00:15Z'), updatedAt: new Date('2026-11-20T13:00:00Z') }],
    ['a new write', { nextAttemptAt: new Date('2026-11-20T13:00:00Z'), updatedAt: new Date('2026-11-20T13:00:00Z') }],
    ['a wait longer than any', { nextAttemptAt: new Date('2026-11-22T12:00:00Z') }],
  ])('leaves no row behind: %s', async (_, columns) => {
    await diary.ctx.db.update(outbox).set(columns)
    expect(await claim('one')).not.toBeNull()
  })

  test('a little, as clocks of two processes differ, takes no row from who holds it', async () => {
    await diary.ctx.db.update(outbox).set({ claimedBy: 'other', claimedUntil: new Date('2026-11-20T12:01:00Z') })
    expect(await claim('one')).toBeNull()
  })
})
