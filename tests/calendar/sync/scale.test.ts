import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { count, eq, sql } from 'drizzle-orm'
import { calendars, events } from '../../../src/platform/db/schema'
import { eventText, giveAccount } from '../../support/caldav'
import { type Cast, seatCast } from '../../support/cast'
import { slowness } from '../../support/cpu'
import { type Household, openHousehold } from '../../support/household'
import { type LargeCalendar, openLargeCalendars } from '../../support/large-calendar'
import { type FaultProxy, startProxy } from '../../support/proxy'
import { CALDAV_USERS } from '../../support/servers'
import { type SyncFigures, syncInOwnProcess } from './own-process'
import { DAY_MS } from './setting'

const SMALL = 50
const LARGE = 10_000
/** For a server that takes 15 s of processor time for its first look, on a machine that is as busy as can be. */
const PATIENCE_MS = 600_000
const MIB = 1024 * 1024
const MAX_GROWN_MIB = 250
const MAX_HELD_MS = 100

let large: LargeCalendar
let proxy: FaultProxy
let household: Household
let cast: Cast

beforeAll(async () => {
  large = await openLargeCalendars([SMALL, LARGE])
  proxy = await startProxy(large.server.url)
  household = await openHousehold({ env: { CALDAV_URL: proxy.url } })
  cast = await seatCast(household.ctx)
  await giveAccount(household.ctx, cast.ada.id, 'ada', proxy.url)
}, PATIENCE_MS)
afterAll(async () => {
  await household.close()
  await proxy.stop()
  await large.stop()
})

const rows = () => household.ctx.db.select({ id: events.id, at: events.updatedAt }).from(events)

async function cachedCount(size: number) {
  const [row] = await household.ctx.db
    .select({ count: count() })
    .from(events)
    .innerJoin(calendars, eq(events.calendarId, calendars.id))
    .where(eq(calendars.displayName, String(size)))
  return row?.count
}

function expectModest({ grownBytes, heldMs }: SyncFigures) {
  expect(grownBytes / MIB).toBeLessThan(MAX_GROWN_MIB)
  expect(heldMs).toBeLessThan(MAX_HELD_MS * slowness())
}

describe('a calendar of 10,000 events', () => {
  test(
    'comes by its etags and in slices, without taking much memory or holding the process up',
    async () => {
      expectModest(await syncInOwnProcess(household.config, cast.ada.id))
      expect(await cachedCount(LARGE)).toBe(LARGE)
      expect(await cachedCount(SMALL)).toBe(SMALL)
      // The home, then for each calendar the etags and the objects by the hundred.
      expect(proxy.requests).toHaveLength(1 + (1 + 1) + (1 + LARGE / 100))
    },
    PATIENCE_MS,
  )

  test(
    'is read whole a day later under the same bounds; what is unchanged is not written',
    async () => {
      const before = await rows()
      expectModest(await syncInOwnProcess(household.config, cast.ada.id, 1))
      expect(await rows()).toEqual(before)
      const passes = await household.ctx.db.select({ at: calendars.lastFullSyncAt }).from(calendars)
      const later = new Date(household.clock.now().getTime() + DAY_MS)
      expect(passes).toEqual([{ at: later }, { at: later }])
    },
    PATIENCE_MS,
  )
})

/** How many rows the database has read so far, through whatever index. */
async function rowsRead(): Promise<number> {
  const [found] = await household.ctx.db.execute(sql`show global status like 'Handler_read%'`)
  return (found as unknown as { Value: string }[]).reduce((sum, { Value }) => sum + Number(Value), 0)
}

/** What is about one calendar after an event of it has changed: requests, bytes, rows read from the database. */
async function costOfOneChange(size: number, summary: string) {
  const authorization = `Basic ${btoa(`ada:${CALDAV_USERS.ada}`)}`
  const body = eventText('event-7', { SUMMARY: summary, DESCRIPTION: 'x'.repeat(350) })
  const url = new URL(`/ada/${size}/event-7.ics`, large.server.url)
  await fetch(url, { method: 'PUT', headers: { authorization }, body, keepalive: false })
  proxy.reset()
  const before = await rowsRead()
  await syncInOwnProcess(household.config, cast.ada.id, 1)
  const read = (await rowsRead()) - before
  const about = proxy.requests.filter(({ path }) => path === `/ada/${size}/`)
  return {
    requests: about.length,
    bytes: about.reduce((sum, request) => sum + request.body.length + request.bytesDown, 0),
    rows: read,
  }
}

test(
  'one change costs the same among 50 and among 10,000',
  async () => {
    const small = await costOfOneChange(SMALL, 'Changed')
    const among = await costOfOneChange(LARGE, 'Changed')
    expect(among.requests).toBe(2)
    expect(among.requests).toBe(small.requests)
    // The paths differ by a few digits.
    expect(Math.abs(among.bytes - small.bytes)).toBeLessThan(50)
    expect(among.bytes).toBeLessThan(5000)
    // A row here and there for statistics.
    expect(among.rows).toBeLessThan(small.rows + 100)
  },
  PATIENCE_MS,
)
