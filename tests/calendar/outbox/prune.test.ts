import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { pruneOutbox } from '../../../src/calendar/outbox/prune'
import { outbox } from '../../../src/platform/db/schema'
import { type CalendarRow, type Diary, insertCalendar, openDiary } from '../../support/diary'

setDefaultTimeout(30_000)

let diary: Diary
let calendar: CalendarRow
beforeAll(async () => {
  diary = await openDiary({ at: '2026-11-20T12:00:00Z' })
  calendar = await insertCalendar(diary.ctx, diary.cast.ada.id, 'https://cal.test/ada/')
})
afterAll(() => diary.close())

test('writes that ended more than 30 days ago go, pending ones and what they need stay', async () => {
  const old = new Date('2026-10-21T11:59:59Z')
  const young = new Date('2026-10-21T12:00:00Z')
  const row = (uid: string, updatedAt: Date, columns: Partial<typeof outbox.$inferInsert> = {}) => ({
    authorId: diary.cast.ada.id,
    calendarId: calendar.id,
    uid,
    operation: 'create' as const,
    status: 'done' as const,
    href: '/x.ics',
    operationId: 'op',
    nextAttemptAt: old,
    createdAt: old,
    updatedAt,
    ...columns,
  })
  await diary.ctx.db
    .insert(outbox)
    .values([
      row('old done', old),
      row('old failed', old, { status: 'failed' }),
      row('old dead', old, { status: 'dead' }),
      row('old pending', old, { status: 'pending' }),
      row('young done', young),
      row('old copy of a waiting move', old, { groupId: 'waiting' }),
      row('waiting original', old, { groupId: 'waiting', operation: 'delete', status: 'pending' }),
      row('old copy of a move', old, { groupId: 'over' }),
      row('old original', old, { groupId: 'over', operation: 'delete' }),
    ])
  await pruneOutbox(diary.ctx)
  expect((await diary.rows()).map(({ uid }) => uid)).toEqual([
    'old pending',
    'young done',
    'old copy of a waiting move',
    'waiting original',
  ])
})
