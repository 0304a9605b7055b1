import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { desc } from 'drizzle-orm'
import { summarize } from '../../../src/calendar/ical/summary'
import { upsertEvents } from '../../../src/calendar/sync/store-events'
import { householdZone } from '../../../src/household/settings'
import { events, outbox } from '../../../src/platform/db/schema'
import { eventText } from '../../support/caldav'
import { ask, seatedCast } from '../../support/cast'
import { slowness } from '../../support/cpu'
import { insertCalendar } from '../../support/diary'
import { holdOf } from '../../support/event-loop'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { listenToStatements } from '../../support/statements'
import { hostileKinds } from '../ical/hostile-objects'

const MAX_MS = 100
const MAX_MB = 100
const MEGABYTE = 1024 * 1024

interface Write {
  id: number
  uid: string
  current: { title: string; description: string } | null
}

const household = opened(() => openHousehold({ at: '2026-11-20T12:00:00Z' }))
const cast = seatedCast(household)
let calendarId: number

beforeAll(async () => {
  calendarId = (await insertCalendar(household.ctx, cast.ada.id, 'https://cal.test/ada/')).id
})
beforeEach(async () => {
  await household.ctx.db.delete(outbox)
  await household.ctx.db.delete(events)
})

async function cache(data: string): Promise<string> {
  const { ctx } = household
  const summary = summarize(data, await householdZone(ctx))
  await upsertEvents(ctx.db, calendarId, [{ href: `/${summary.uid}`, etag: '"1"', data, summary }], ctx.now())
  return summary.uid
}

/** Changes that wait; a server that is down for long has many. */
async function wait(uid: string, count: number, groupId: (index: number) => string | null = () => null) {
  const { ctx } = household
  const rows = Array.from({ length: count }, (_, index) => ({
    authorId: cast.ada.id,
    calendarId,
    uid,
    operation: 'update' as const,
    groupId: groupId(index),
    payload: JSON.stringify({ title: `Try ${index}` }),
    sourceObject: 'x'.repeat(1000),
    href: `/${uid}`,
    operationId: crypto.randomUUID(),
    nextAttemptAt: ctx.now(),
    createdAt: ctx.now(),
    updatedAt: ctx.now(),
  }))
  await ctx.db.insert(outbox).values(rows)
}

async function read(): Promise<Write[]> {
  const { status, body } = await ask<{ writes: Write[] }>(household, cast.ada, 'GET /api/me/writes')
  expect(status).toBe(200)
  return body.writes
}

describe('a list of writes', () => {
  test('of one event as large as the cache takes reads it once, and holds nobody up', async () => {
    const guests = hostileKinds().find(({ kind }) => kind === 'as many guests as are read')!
    const uid = await cache(guests.text)
    await wait(uid, 60)
    await read()
    Bun.gc(true)
    const before = process.memoryUsage.rss()
    const { result, heldMs } = await holdOf(read)
    const grownMb = (process.memoryUsage.rss() - before) / MEGABYTE
    expect(result.map(({ current }) => current?.title)).toEqual(Array(60).fill(''))
    expect(heldMs).toBeLessThan(MAX_MS * slowness())
    expect(grownMb).toBeLessThan(MAX_MB)
  })

  test('ends where the texts of its events become too many, after the newest', async () => {
    await wait(await cache(eventText('long', { DESCRIPTION: 'd'.repeat(100_000) })), 60)
    const found = await read()
    expect(found.length).toBeGreaterThan(30)
    expect(found.length).toBeLessThan(45)
    const ids = await household.ctx.db.select({ id: outbox.id }).from(outbox).orderBy(desc(outbox.id))
    expect(found.map(({ id }) => id)).toEqual(ids.slice(0, found.length).map(({ id }) => id))
  })

  test('has five hundred at most, the newest, and a move counts once', async () => {
    const uid = await cache(eventText('choir'))
    await wait(uid, 10)
    await wait(uid, 990, (index) => `move ${Math.floor(index / 2)}`)
    await wait(uid, 10)
    const heard = listenToStatements(household.ctx)
    const found = await read()
    expect(found).toHaveLength(500)
    expect(found.map(({ id }) => id)).toEqual(found.map(({ id }) => id).sort((a, b) => b - a))
    expect(found.slice(0, 10).every(({ id }, at) => at === 0 || id === found[at - 1]!.id - 1)).toBe(true)
    expect(heard.filter((statement) => statement.includes('`raw_vevent`')).length).toBeLessThan(3)
  })
})
