import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createDrain } from '../../../src/calendar/outbox/drain'
import { pruneOutbox } from '../../../src/calendar/outbox/prune'
import { idempotencyKeys, outbox } from '../../../src/platform/db/schema'
import { PRUNED_AT_ONCE } from '../../../src/platform/pruning'
import { setScene } from './setting'

const scene = setScene()
const old = new Date('2026-10-21T11:59:59Z')
const young = new Date('2026-10-21T12:00:00Z')

const row = (uid: string, updatedAt: Date, columns: Partial<typeof outbox.$inferInsert> = {}) => ({
  authorId: scene.ada.id,
  calendarId: scene.calendar.id,
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

const uids = async () => (await scene.diary.rows()).map(({ uid }) => uid)

test('writes that ended more than 30 days ago go, pending ones and what they need stay', async () => {
  await scene.diary.ctx.db
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
  await pruneOutbox(scene.diary.ctx)
  expect(await uids()).toEqual(['old pending', 'young done', 'old copy of a waiting move', 'waiting original'])
})

test('a long backlog goes a thousand at a time', async () => {
  const backlog = Array.from({ length: PRUNED_AT_ONCE + 1 }, (_, index) => row(`old ${index}`, old))
  await scene.diary.ctx.db.insert(outbox).values(backlog)
  expect(await pruneOutbox(scene.diary.ctx)).toBe(1000)
  expect(await pruneOutbox(scene.diary.ctx)).toBe(1)
  expect(await uids()).toEqual([])
})

describe('what cannot be pruned keeps no write from going out', () => {
  test('when the database refuses', async () => {
    await scene.diary.ctx.db.insert(outbox).values(row('old', old))
    const fail = `signal sqlstate '45000' set message_text = 'broken off'`
    await scene.diary.ctx.db.execute(sql.raw(`create trigger keep before delete on outbox for each row ${fail}`))
    const { uid } = await scene.create()
    await createDrain(scene.diary.ctx).drain()
    await scene.diary.ctx.db.execute(sql.raw('drop trigger keep'))
    expect((await scene.diary.status(scene.ada, uid)).status).toBe('done')
    expect(await uids()).toEqual(['old', uid])
  })

  test('while somebody holds the rows', async () => {
    await scene.diary.ctx.db.insert(outbox).values(row('old', old))
    const { uid } = await scene.create()
    const holder = await scene.diary.ctx.db.$client.getConnection()
    await holder.query('begin')
    await holder.query("select * from outbox where uid = 'old' for update")
    const drain = createDrain(scene.diary.ctx)
    await drain.wake()
    while (scene.sent('PUT').length === 0) await Bun.sleep(5)
    expect(await uids()).toEqual(['old', uid])
    await holder.query('commit')
    holder.release()
    await drain.drain()
    expect((await scene.diary.status(scene.ada, uid)).status).toBe('done')
  })
})

test('a drain tidies up once an hour, and goes on at once where there is more', async () => {
  const { db } = scene.diary.ctx
  const backlog = Array.from({ length: PRUNED_AT_ONCE + 1 }, (_, index) => row(`old ${index}`, old))
  await db.insert(outbox).values(backlog)
  const drain = createDrain(scene.diary.ctx)
  await drain.drain()
  expect(await uids()).toHaveLength(1)
  await drain.drain()
  expect(await uids()).toEqual([])
  await db.insert(outbox).values(row('later', old))
  scene.diary.clock.advance(3_599_999)
  await drain.drain()
  expect(await uids()).toEqual(['later'])
  scene.diary.clock.advance(1)
  await drain.drain()
  expect(await uids()).toEqual([])
})

test('keys that are no longer kept go with it', async () => {
  const { db } = scene.diary.ctx
  const key = { userId: scene.ada.id, requestDigest: 'digest', response: '{}' }
  await db.delete(idempotencyKeys)
  await db.insert(idempotencyKeys).values([
    { ...key, key: 'kept', createdAt: new Date('2026-11-13T12:00:00Z') },
    { ...key, key: 'past', createdAt: new Date('2026-11-13T11:59:59Z') },
  ])
  await createDrain(scene.diary.ctx).drain()
  expect((await db.select().from(idempotencyKeys)).map((row) => row.key)).toEqual(['kept'])
})
