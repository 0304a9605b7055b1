/** Four calendars of a server are written to at a time, however many processes write. */
import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { createDrain, type Drain } from '../../../src/calendar/outbox/drain'
import { releaseWritesOf } from '../../../src/calendar/outbox/leases'
import { outbox } from '../../../src/platform/db/schema'
import type { CalendarRow } from '../../support/diary'
import { processesOn } from '../../support/processes'
import type { Fault } from '../../support/proxy'
import { isLook, listenToStatements } from '../../support/statements'
import { setScene } from './setting'

const scene = setScene()

/** Leases that do not run out while a busy machine takes its time; what is long past would be pruned. */
const STANDING = { clock: () => sql`cast('2999-01-01' as datetime(3))`, elapsed: () => 0 }

/** Holds writes until they are let go, and counts those that are under way. */
function holdWrites() {
  const held = { underWay: 0, most: 0, letGo: () => {} }
  const going = Promise.withResolvers<void>()
  held.letGo = going.resolve
  const fault: Fault = async ({ forward }) => {
    held.underWay++
    held.most = Math.max(held.most, held.underWay)
    await going.promise
    const answer = await forward()
    held.underWay--
    return answer
  }
  scene.diary.proxy.fault({ method: 'PUT' }, fault)
  return held
}

async function queueInEach(count: number): Promise<CalendarRow[]> {
  const calendars: CalendarRow[] = []
  for (let index = 0; index < count; index++) {
    const calendar = await scene.diary.calendar('ada')
    calendars.push(calendar)
    await scene.create({ title: `Event ${index}`, calendarUrl: calendar.url })
  }
  return calendars
}

test('two processes share the lanes to a server, and send everything once', async () => {
  const held = holdWrites()
  await queueInEach(10)
  const processes = await processesOn(scene.diary.ctx, 2, STANDING)
  const drains = processes.map(({ ctx }) => createDrain(ctx))
  const draining = drains.map((drain) => drain.drain())
  while (held.underWay < 4) await Bun.sleep(5)
  // Each looks again, and finds rows that nobody sends.
  for (const drain of [...drains, ...drains]) await drain.wake()
  await Promise.all(processes.map(({ leases }) => leases.beat()))
  held.letGo()
  await Promise.all(draining)
  const isDone = async () => (await scene.statuses()).every((status) => status === 'done')
  // A process that has found no lane looks again by itself; here it is told.
  while (!(await isDone())) await Promise.all(drains.map((drain) => drain.drain()))
  expect(scene.sent('PUT')).toHaveLength(10)
  expect(held.most).toBe(4)
  for (const drain of drains) await drain.stop()
  for (const { leases } of processes) await leases.stop()
})

test('what a process held that has ended is sent at once, its lanes are free', async () => {
  const [gone, survivor] = await processesOn(scene.diary.ctx, 2, STANDING)
  for (let lane = 0; lane < 4; lane++) expect(await gone!.ctx.leases.permit('lane', 4)).not.toBeNull()
  await queueInEach(1)
  const [row] = await scene.diary.rows()
  const claim = { claimedBy: gone!.leases.holder(), claimedUntil: new Date(scene.diary.clock.now().getTime() + 20_000) }
  await scene.diary.ctx.db.update(outbox).set(claim).where(eq(outbox.id, row!.id))
  const drain = createDrain(survivor!.ctx)
  await drain.drain()
  expect(await scene.statuses()).toEqual(['pending'])
  await releaseWritesOf(survivor!.ctx, [gone!.leases.holder()])
  await gone!.leases.stop()
  await drain.drain()
  expect(await scene.statuses()).toEqual(['done'])
  expect(await survivor!.ctx.leases.permit('lane', 4)).not.toBeNull()
  await drain.stop()
  await survivor!.leases.stop()
})

test('a process alone asks the database no more for a write than one without leases', async () => {
  // Whoever was alone a moment ago is so for a lease's time, which a busy machine may take for one write.
  const [alone] = await processesOn(scene.diary.ctx, 1, { elapsed: () => 0 })
  const drains = { without: scene.diary.drain, alone: createDrain(alone!.ctx) }
  // The hourly pruning belongs to no write.
  for (const drain of Object.values(drains)) await drain.drain()
  const heard = listenToStatements(scene.diary.ctx)
  const statementsOf = async (drain: Drain) => {
    heard.length = 0
    await scene.create()
    await drain.drain()
    return heard.filter((statement) => !isLook(statement)).map((statement) => statement.slice(0, 24))
  }
  const withLeases = await statementsOf(drains.alone)
  expect(withLeases).toEqual(await statementsOf(drains.without))
  expect(withLeases.length).toBeGreaterThan(10)
  await alone!.leases.stop()
})
