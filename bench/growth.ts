/** Ten years of a household of eight beside its last year alone: what grows with the past, in one run. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { countQuery, oldestPendingQuery } from '../src/calendar/outbox/counts'
import { createReminders } from '../src/calendar/reminders'
import { resummarize } from '../src/calendar/sync'
import { subscribe } from '../src/features/push/subscriptions'
import { outbox } from '../src/platform/db/schema'
import { ask } from '../tests/support/cast'
import { threadMs } from '../tests/support/cpu'
import { holdOf } from '../tests/support/event-loop'
import type { Bench, Report } from './figure'
import { syncCosts } from './support/changed-object'
import { objectOf, storeTexts } from './support/stored-events'
import { type Grown, NOW, openGrown } from './support/ten-years'
import { median } from './support/time'

const MINUTE_MS = 60_000
const ROUNDS = 30
/** Objects of calendars that are read from a server. */
const [FEW, MANY] = [100, 10_000]
const TICKS = 60
/** A month's, which is as long as they are kept: an import of some ten thousand events among them. */
const WRITES = 100_000
const WRITES_AT_ONCE = 5_000

export const bench: Bench = async (report) => {
  const began = performance.now()
  const old = await openGrown()
  const young = await openGrown({ years: 1 })
  report({ name: 'both households written', value: (performance.now() - began) / 1000, unit: 's' })
  try {
    await reads(old, young, report)
    await ticks(old, young, report)
    await changed(old, young, report)
    await operators(old, report)
    await sizes(old, report)
    await zoneChange(old, report)
  } finally {
    await old.close()
    await young.close()
  }
  const costs = await syncCosts([FEW, MANY])
  const [few, many] = [costs.get(FEW)!, costs.get(MANY)!]
  report({ name: `sync of one changed object among ${MANY}`, value: many, unit: 'ms CPU' })
  report({ name: `the same beside one among ${FEW}`, value: many / few, unit: 'times', goal: 'about 1' })
}

interface Cost {
  /** Milliseconds on the clock: ours and the database's. */
  wall: number
  /** Milliseconds that this thread worked. */
  cpu: number
}

/** What a screen asks for, in turn in both, and each time after the first answer. */
async function reads(old: Grown, young: Grown, report: Report) {
  for (const [what, pathOf] of [
    ['month', () => '/api/events?start=2026-10-26&end=2026-12-07'],
    ['lists', () => '/api/lists'],
    ['list of 250', ({ listIds }: Grown) => `/api/lists/${listIds[0]}/items`],
  ] as const) {
    const read = (one: Grown) => costOf(() => get(one, pathOf(one)))
    const [first, firstYoung] = [await read(old), await read(young)]
    report({ name: `${what}: first`, value: first.wall, unit: 'ms' })
    report({ name: `${what}: first, old / young`, value: first.wall / firstYoung.wall, unit: 'times' })
    const [ours, theirs] = await inTurn(
      () => read(old),
      () => read(young),
    )
    report({ name: `${what}: median`, value: ours.wall, unit: 'ms' })
    const goal = what === 'month' ? '≤ 1.2' : undefined
    report({ name: `${what}: median, old / young`, value: ours.wall / theirs.wall, unit: 'times', goal })
  }
}

async function ticks(old: Grown, young: Grown, report: Report) {
  const [ours, theirs] = [await openTicks(old), await openTicks(young)]
  report({ name: 'reminder tick: first', value: (await ours.tick(0)).cpu, unit: 'ms CPU' })
  await theirs.tick(0)
  for (let minute = 1; minute <= TICKS; minute++) {
    await ours.tick(minute)
    await theirs.tick(minute)
  }
  let minute = TICKS
  const costs: number[] = []
  const others: number[] = []
  for (let round = 0; round < TICKS; round++) {
    minute += 1
    costs.push((await ours.tick(minute)).cpu)
    others.push((await theirs.tick(minute)).cpu)
  }
  report({ name: 'reminder tick: median', value: median(costs), unit: 'ms CPU', goal: '< 20' })
  report({ name: 'reminder tick: worst', value: Math.max(...costs), unit: 'ms CPU' })
  report({ name: 'reminder tick: old / young', value: median(costs) / median(others), unit: 'times' })
  await ours.stop()
  await theirs.stop()
}

async function openTicks(grown: Grown) {
  const { ctx, clock, cast } = grown
  for (const [index, { id }] of [cast.ada, cast.ben].entries()) {
    await subscribe(ctx, id, { endpoint: `https://push.example.org/${index}`, p256dh: 'p', auth: 'a' })
  }
  const reminders = createReminders(ctx, { pusher: { send: async () => ({ kind: 'accepted' }) } })
  return {
    async tick(minute: number) {
      clock.set(new Date(NOW + minute * MINUTE_MS).toISOString())
      const cost = await costOf(() => reminders.remind())
      await reminders.settled()
      return cost
    },
    stop: () => reminders.stop(),
  }
}

/** One object of a calendar changes; then somebody searches. */
async function changed(old: Grown, young: Grown, report: Report) {
  const search = (one: Grown) => get(one, '/api/events/search?q=zahnreinigung')
  report({ name: 'search: first', value: (await costOf(() => search(old))).cpu, unit: 'ms CPU' })
  await search(young)
  const [still] = await inTurn(
    () => costOf(() => search(old)),
    () => costOf(() => search(young)),
  )
  report({ name: 'search: nothing changed', value: still.cpu, unit: 'ms CPU' })
  let count = 0
  const change = async (one: Grown) => {
    count += 1
    const lines = [`SUMMARY:Changed ${count}`, 'DTSTART:20261120T100000Z']
    await storeTexts(one.ctx, one.calendarIds[0]!, [objectOf('single-0', lines)])
  }
  const [stored, storedYoung] = await inTurn(
    () => costOf(() => change(old)),
    () => costOf(() => change(young)),
  )
  report({ name: 'one object stored', value: stored.wall, unit: 'ms' })
  report({
    name: 'one object stored, old / young',
    value: stored.wall / storedYoung.wall,
    unit: 'times',
    goal: 'about 1',
  })
  const searchAnew = async (one: Grown) => {
    await change(one)
    return costOf(() => search(one))
  }
  const [anew] = await inTurn(
    () => searchAnew(old),
    () => searchAnew(young),
  )
  report({ name: 'search: after one change', value: anew.cpu, unit: 'ms CPU' })
  report({ name: 'search: changed / unchanged', value: anew.cpu / still.cpu, unit: 'times', goal: 'about 1' })
}

async function zoneChange(old: Grown, report: Report) {
  const body = { timezone: 'America/New_York' }
  const cost = await costOf(() => ask(old, old.cast.ada, 'PUT /api/admin/config/timezone', body))
  report({ name: 'a change of the zone is answered after', value: cost.wall, unit: 'ms', goal: '< 100' })
  const { result, heldMs } = await holdOf(() => costOf(() => resummarize(old.ctx)))
  report({ name: 'the cache has followed after', value: result.wall / 1000, unit: 's' })
  report({ name: 'the same: event loop held at most', value: heldMs, unit: 'ms', goal: '≤ 50' })
}

async function operators(old: Grown, report: Report) {
  await queueWrites(old)
  const [health] = await inTurn(() => costOf(() => get(old, '/api/admin/sync')))
  report({ name: `state of the synchronisation, ${WRITES} writes`, value: health.wall, unit: 'ms' })
  const readGauges = () => Promise.all([countQuery(old.ctx.db), oldestPendingQuery(old.ctx.db)])
  const [read] = await inTurn(() => costOf(readGauges))
  report({ name: `gauges of the outbox, ${WRITES} writes`, value: read.wall, unit: 'ms' })
}

/** What a row takes with its indexes. */
async function sizes({ ctx }: Grown, report: Report) {
  for (const table of ['events', 'event_words', 'list_items', 'outbox']) {
    await ctx.db.execute(sql.raw(`analyze table ${table}`))
    const [[row]] = (await ctx.db.execute(sql`
      select data_length + index_length as bytes, table_rows as number from information_schema.tables
      where table_schema = database() and table_name = ${table}`)) as unknown as [{ bytes: number; number: number }[]]
    report({ name: `a row of ${table}`, value: Number(row!.bytes) / Number(row!.number), unit: 'bytes' })
  }
}

async function queueWrites({ ctx, cast, calendarIds }: Grown) {
  const now = ctx.now()
  for (let from = 0; from < WRITES; from += WRITES_AT_ONCE) {
    const rows = Array.from({ length: WRITES_AT_ONCE }, (_, at) => ({
      authorId: cast.ada.id,
      calendarId: calendarIds[at % calendarIds.length]!,
      uid: `write-${from + at}`,
      operation: 'create' as const,
      status: 'done' as const,
      href: `/write-${from + at}.ics`,
      operationId: randomUUID(),
      nextAttemptAt: now,
      createdAt: now,
      updatedAt: now,
    }))
    await ctx.db.insert(outbox).values(rows)
  }
}

async function get(grown: Grown, path: string): Promise<void> {
  const { status } = await ask(grown, grown.cast.ada, `GET ${path}`)
  if (status !== 200) throw new Error(`${path}: status ${status}`)
}

async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const [start, cpu] = [performance.now(), threadMs()]
  await work()
  return { wall: performance.now() - start, cpu: threadMs() - cpu }
}

/** Medians of some rounds, each piece of work in turn: who else uses the machine slows all of them. */
async function inTurn<Works extends (() => Promise<Cost>)[]>(...works: Works): Promise<{ [At in keyof Works]: Cost }> {
  const costs: Cost[][] = works.map(() => [])
  for (let round = 0; round < ROUNDS; round++) for (const [at, work] of works.entries()) costs[at]!.push(await work())
  return costs.map((those) => ({
    wall: median(those.map(({ wall }) => wall)),
    cpu: median(those.map(({ cpu }) => cpu)),
  })) as { [At in keyof Works]: Cost }
}
