/** One change and 5,000 open streams that hear of it, beside the same frame sent by a bare Bun.serve. */
import type { Context } from '../src/platform/context'
import { members } from '../src/platform/db/schema'
import { ask, cookieFor, type Member, seatCast } from '../tests/support/cast'
import { openHousehold } from '../tests/support/household'
import type { Report } from './figure'
import { Listeners } from './support/listeners'
import { startBare, startService } from './support/target'
import { quantile } from './support/time'

const STREAMS = 5_000
/** As many streams as one member may have. */
const PER_MEMBER = 20
const CHANGES = 20
const WARM_UP = 5

export async function bench(report: Report): Promise<void> {
  const household = await openHousehold({ at: new Date().toISOString() })
  const { ada } = await seatCast(household.ctx)
  const cookies = await seatListeners(household.ctx, STREAMS / PER_MEMBER)
  const list = await ask<{ id: number }>(household, ada, 'POST /api/lists', { name: 'Groceries' })
  const item = await ask<{ id: number }>(household, ada, `POST /api/lists/${list.body.id}/items`, { text: 'Milk' })
  const { database } = household.config
  try {
    const ours = await measureService(database, ada, cookies, item.body.id)
    const payload = { id: item.body.id, listId: list.body.id }
    const data = JSON.stringify({ type: 'item:updated', listId: list.body.id, payload })
    const bare = await measureBare(
      database,
      `event: item:updated\nid: ${list.body.id}-${Date.now()}\ndata: ${data}\n\n`,
    )

    report({ name: `change → ${STREAMS} streams, p50 (the write included)`, value: ours.p50, unit: 'ms' })
    report({
      name: `change → ${STREAMS} streams, p99 (the write included)`,
      value: ours.p99,
      unit: 'ms',
      goal: '< 250',
    })
    report({ name: 'the same frame from a bare Bun.serve, p99', value: bare.p99, unit: 'ms' })
    report({ name: 'service / bare, p99', value: ours.p99 / bare.p99, unit: 'times', goal: '≤ 1.5' })
    report({ name: 'memory per open stream, service', value: ours.kilobytesPerStream, unit: 'kB' })
    report({ name: 'memory per open stream, bare', value: bare.kilobytesPerStream, unit: 'kB' })
  } finally {
    await household.close()
  }
}

type Database = Parameters<typeof startService>[0]

/** Members who hear of every shared list; returns their sessions. */
async function seatListeners(ctx: Context, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, () => ({ color: '#000000', createdAt: ctx.now() }))
  const ids = await ctx.db.insert(members).values(rows).$returningId()
  return Promise.all(ids.map(({ id }) => cookieFor(ctx, id)))
}

async function measureService(database: Database, { cookie }: Member, listeners: string[], itemId: number) {
  const service = await startService(database)
  const headers = { cookie, 'content-type': 'application/json' }
  const change = () =>
    fetch(`${service.origin}/api/list-items/${itemId}`, { method: 'PATCH', headers, body: '{"checked":true}' })
  return measure(service, '/api/sse/lists', listeners, change)
}

async function measureBare(database: Database, frame: string) {
  const bare = await startBare('sse', database)
  return measure(bare, '/stream', [''], () => fetch(`${bare.origin}/publish`, { method: 'POST', body: frame }))
}

async function measure(
  target: Awaited<ReturnType<typeof startService>>,
  path: string,
  cookies: readonly string[],
  publish: () => Promise<Response>,
) {
  const listeners = new Listeners()
  try {
    // The first hundred streams warm the code up; the memory it takes is not theirs.
    await listeners.open(100, target.origin, path, cookies)
    const before = await residentKilobytes(target.pid)
    await listeners.open(STREAMS, target.origin, path, cookies)
    const kilobytesPerStream = ((await residentKilobytes(target.pid)) - before) / (STREAMS - 100)
    const times: number[] = []
    for (let count = 0; count < WARM_UP + CHANGES; count++) {
      const arrivals = await listeners.arrivalsOf(publish)
      if (count >= WARM_UP) times.push(...arrivals)
    }
    return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), kilobytesPerStream }
  } finally {
    listeners.close()
    await target.stop()
  }
}

async function residentKilobytes(pid: number): Promise<number> {
  return Number(await Bun.$`ps -o rss= -p ${pid}`.text())
}
