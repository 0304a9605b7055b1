import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import { summarize } from '../../../src/calendar/ical/summary'
import { UTC } from '../../../src/calendar/ical/zone'
import { upsertEvents } from '../../../src/calendar/sync/store-events'
import { events, eventWords } from '../../../src/platform/db/schema'
import { inTransaction } from '../../../src/platform/db/transaction'
import { foreground } from '../../../src/platform/foreground'
import { eventText } from '../../support/caldav'
import { seatCast } from '../../support/cast'
import { slowness } from '../../support/cpu'
import { insertCalendar } from '../../support/diary'
import { leastHoldOf } from '../../support/event-loop'
import { type Household, openHousehold } from '../../support/household'

/** What a sync stores in one transaction. */
const MANY = 300
const MAX_HELD_MS = 4
const LARGE = 64 * 1024

let household: Household
let calendarId: number
beforeEach(async () => {
  household = await openHousehold()
  const { ada } = await seatCast(household.ctx)
  calendarId = (await insertCalendar(household.ctx, ada.id, 'https://cal.test/ada/')).id
})
afterEach(() => household.close())

const eventOf = (number: number, more: Record<string, string> = {}) => {
  const data = eventText(`event-${number}`, more)
  return { href: `/ada/${number}.ics`, etag: '"1"' as string | null, data, summary: summarize(data, UTC) }
}
const manyOf = (count: number, more: Record<string, string> = {}) =>
  Array.from({ length: count }, (_, number) => eventOf(number, more))

const store = (items: ReturnType<typeof manyOf>) =>
  upsertEvents(household.ctx.db, calendarId, items, household.ctx.now())

const byHref = (one: { href: string }, other: { href: string }) => (one.href < other.href ? -1 : 1)

const stored = () =>
  household.ctx.db
    .select({ id: events.id, href: events.href, etag: events.etag, title: events.title, data: events.rawVevent })
    .from(events)
    .where(eq(events.calendarId, calendarId))
    .orderBy(asc(events.href))

test.each([1, 19, 20, 21, 120])('%d events arrive as they were, and each can be found', async (count) => {
  const items = manyOf(count, { SUMMARY: `Zoë’s "50 %?" \\\\ 🎂 ' values on duplicate key` })
  await store(items)
  expect(await stored()).toEqual(
    items
      .toSorted(byHref)
      .map(({ href, etag, data, summary }) => ({ id: expect.any(Number), href, etag, title: summary.title, data })),
  )
  expect(await household.ctx.db.$count(eventWords)).toBe(count)
})

test('events that are stored again keep their ids, and lose what they no longer have', async () => {
  await store(manyOf(60, { LOCATION: 'Somewhere' }))
  const before = await stored()
  await store(manyOf(60, { SUMMARY: 'Moved' }).map((item) => ({ ...item, etag: null })))
  const after = await stored()
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  expect(new Set(after.map(({ title, etag }) => `${title} ${etag}`))).toEqual(new Set(['Moved null']))
  const places = await household.ctx.db.selectDistinct({ location: events.location }).from(events)
  expect(places).toEqual([{ location: null }])
})

test('a long text among short ones arrives as they do', async () => {
  const items = manyOf(60)
  items[7] = eventOf(7, { DESCRIPTION: 'x'.repeat(LARGE) })
  await store(items)
  expect((await stored()).map(({ data }) => data)).toEqual(items.toSorted(byHref).map(({ data }) => data))
})

test('events of a transaction that fails are gone with it', async () => {
  const { db, now } = household.ctx
  const failing = inTransaction(db, async (tx) => {
    await upsertEvents(tx, calendarId, manyOf(60), now())
    throw new Error('too late')
  })
  expect(await failing.catch(String)).toContain('too late')
  expect([await db.$count(events), await db.$count(eventWords)]).toEqual([0, 0])
})

test('as many as a sync stores at once hold the event loop for a moment only', async () => {
  const limitMs = MAX_HELD_MS * slowness()
  const items = manyOf(MANY, { LOCATION: 'Somewhere', DESCRIPTION: 'x'.repeat(350) })
  const { heldMs } = await leastHoldOf(() => store(items), limitMs)
  expect(heldMs).toBeLessThan(limitMs)
})

test.each([
  [1, 0],
  [20, 0],
  [21, 1],
  [60, 2],
])('beside a request, storing %d events gives way between statements: %d times', async (count, times) => {
  const giveWay = spyOn(foreground, 'giveWay')
  const end = foreground.begin()
  try {
    await store(manyOf(count))
    expect(giveWay).toHaveBeenCalledTimes(times)
  } finally {
    end()
    giveWay.mockRestore()
  }
})
