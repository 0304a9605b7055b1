/** How long a member waits while another one sends a thousand requests a second, or has ten thousand events fetched. */

import { join } from 'node:path'
import { count, eq } from 'drizzle-orm'
import { calendars, events } from '../src/platform/db/schema'
import { giveAccount } from '../tests/support/caldav'
import type { Member } from '../tests/support/cast'
import type { Household } from '../tests/support/household'
import { openLargeCalendars } from '../tests/support/large-calendar'
import type { Bench } from './figure'
import { atQuarter, QUARTER, type Scene } from './support/quarter'
import { startService, type Target } from './support/target'
import { median, quantile, timed } from './support/time'

const READS = 600
const PAUSE_MS = 10
const WARM_UP = 100
const MANY_EVENTS = 10_000
const PATH = `/api/events?start=${QUARTER.start}&end=${QUARTER.end}&household=true`

export const bench: Bench = (report) =>
  atQuarter(async (scene) => {
    const { server, stop } = await openLargeCalendars([MANY_EVENTS])
    try {
      const waits = await measure(scene, server.url)
      for (const [name, all] of Object.entries(waits)) {
        report({ name: `a read ${name}: median`, value: median(all), unit: 'ms' })
        report({ name: `a read ${name}: p99`, value: quantile(all, 0.99), unit: 'ms' })
      }
      const { alone, ...others } = waits
      for (const [name, all] of Object.entries(others)) {
        const ratio = quantile(all, 0.99) / quantile(alone, 0.99)
        report({ name: `p99: ${name} / alone`, value: ratio, unit: 'times', goal: '≤ 2' })
      }
    } finally {
      await stop()
    }
  })

async function measure({ household, ada, ben, cleo }: Scene, calendarServer: string) {
  const { database } = household.config
  const first = await startService(database)
  let alone: number[]
  let flooded: number[]
  try {
    await waitsOf(first, ben, WARM_UP)
    alone = await waitsOf(first, ben, READS)
    flooded = await whileFlooded(first, ada, () => waitsOf(first, ben, READS))
  } finally {
    await first.stop()
  }
  await giveAccount(household.ctx, cleo.id, 'ada', calendarServer)
  // It begins to fetch as soon as it has started.
  const second = await startService(database, { CALDAV_URL: calendarServer })
  try {
    await waitsOf(second, ben, WARM_UP)
    const synced: number[] = []
    while ((await fetchedBy(household, cleo)) < MANY_EVENTS) synced.push(...(await waitsOf(second, ben, 20)))
    return { alone, 'beside a flood': flooded, 'beside a first sync': synced }
  } finally {
    await second.stop()
  }
}

async function whileFlooded<T>({ origin }: Target, by: Member, work: () => Promise<T>): Promise<T> {
  const flood = Bun.spawn([process.execPath, join(import.meta.dir, 'support/flood.ts'), origin + PATH, by.cookie])
  try {
    await Bun.sleep(1_000)
    return await work()
  } finally {
    flood.kill()
    await flood.exited
  }
}

async function fetchedBy({ ctx }: Household, { id }: Member): Promise<number> {
  const ofMember = eq(calendars.userId, id)
  const rows = ctx.db.select({ number: count() }).from(events).innerJoin(calendars, eq(events.calendarId, calendars.id))
  const [row] = await rows.where(ofMember)
  return row!.number
}

/** Milliseconds that each of so many reads took, one after the other. */
async function waitsOf({ origin }: Target, { cookie }: Member, reads: number): Promise<number[]> {
  const all: number[] = []
  for (let number = 0; number < reads; number++) {
    all.push(await timed(() => read(origin, cookie)))
    await Bun.sleep(PAUSE_MS)
  }
  return all
}

async function read(origin: string, cookie: string) {
  const headers = { cookie, 'accept-encoding': 'gzip' }
  const response = await fetch(`${origin}${PATH}`, { headers, decompress: false })
  if (response.status !== 200) throw new Error(`status ${response.status}`)
  await response.arrayBuffer()
}
