import { afterAll, beforeAll, expect, test } from 'bun:test'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { count, eq } from 'drizzle-orm'
import { syncMember } from '../../../src/calendar/sync'
import { calendars, events } from '../../../src/platform/db/schema'
import { eventText, giveAccount } from '../../support/caldav'
import { type Cast, seatCast } from '../../support/cast'
import { type Household, openHousehold } from '../../support/household'
import { type LargeCalendar, openLargeCalendars } from '../../support/large-calendar'
import { type FaultProxy, startProxy } from '../../support/proxy'
import { CALDAV_USERS } from '../../support/servers'
import { DAY_MS } from './setting'

const SMALL = 50
const LARGE = 5000

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
}, 120_000)
afterAll(async () => {
  await household.close()
  await proxy.stop()
  await large.stop()
})

const sync = () => syncMember(household.ctx, cast.ada.id)

async function cachedCount(size: number) {
  const [row] = await household.ctx.db
    .select({ count: count() })
    .from(events)
    .innerJoin(calendars, eq(events.calendarId, calendars.id))
    .where(eq(calendars.displayName, String(size)))
  return row?.count
}

/** Requests and bytes about one calendar after an event of it has changed. */
async function costOfOneChange(size: number) {
  const authorization = `Basic ${btoa(`ada:${CALDAV_USERS.ada}`)}`
  const body = eventText('event-7', { SUMMARY: 'Changed', DESCRIPTION: 'x'.repeat(350) })
  const url = new URL(`/ada/${size}/event-7.ics`, large.server.url)
  await fetch(url, { method: 'PUT', headers: { authorization }, body, keepalive: false })
  proxy.reset()
  await sync()
  const about = proxy.requests.filter(({ path }) => path === `/ada/${size}/`)
  return {
    requests: about.length,
    bytes: about.reduce((sum, request) => sum + request.body.length + request.bytesDown, 0),
  }
}

test('a calendar of 5,000 events comes in one listing, and the process goes on answering meanwhile', async () => {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  await sync()
  delay.disable()
  expect(await cachedCount(LARGE)).toBe(LARGE)
  expect(await cachedCount(SMALL)).toBe(SMALL)
  expect(proxy.requests).toHaveLength(3)
  // Generous: the tests share the machine. Parsed by tsdav, this answer holds everything up for as long as it takes.
  expect(delay.max / 1e6).toBeLessThan(1500)
}, 120_000)

test('one change costs the same among 50 and among 5,000', async () => {
  const small = await costOfOneChange(SMALL)
  const among = await costOfOneChange(LARGE)
  expect(among.requests).toBe(2)
  expect(among.requests).toBe(small.requests)
  // The paths differ by two digits.
  expect(Math.abs(among.bytes - small.bytes)).toBeLessThan(50)
  expect(among.bytes).toBeLessThan(4000)
}, 60_000)

test('an answer that is too large for one piece is read in slices', async () => {
  const { db } = household.ctx
  await db.delete(calendars)
  proxy.reset()
  proxy.fault({ body: /calendar-query[\s\S]*calendar-data/ }, async () => ({ status: 507, headers: {}, body: '' }))
  await sync()
  expect(await cachedCount(LARGE)).toBe(LARGE)
  expect(proxy.requests.filter(({ body }) => body.includes('multiget'))).toHaveLength(51)
}, 120_000)

test('the daily pass over 5,000 unchanged events writes none of them', async () => {
  const rows = () => household.ctx.db.select({ id: events.id, at: events.updatedAt }).from(events)
  await sync()
  const before = await rows()
  household.clock.advance(DAY_MS)
  await sync()
  expect(await rows()).toEqual(before)
}, 60_000)
