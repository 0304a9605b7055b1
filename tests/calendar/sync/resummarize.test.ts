import { beforeEach, expect, spyOn, test } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import { summarize } from '../../../src/calendar/ical/summary'
import { changeTimezone, resummarize } from '../../../src/calendar/sync'
import { upsertEvents } from '../../../src/calendar/sync/store-events'
import { householdZone } from '../../../src/household/settings'
import { appConfig, calendars, events } from '../../../src/platform/db/schema'
import { foreground } from '../../../src/platform/foreground'
import { eventText } from '../../support/caldav'
import { ask, seatedCast } from '../../support/cast'
import { type CalendarRow, cacheEvent, insertCalendar } from '../../support/diary'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { Service, serviceEnvironment } from '../../support/service'
import { listenToStatements } from '../../support/statements'

const LARGE = 6
const SMALL = 250
const PHOTO = `ATTACH:${'x'.repeat(3 * 1024 * 1024)}`

const household = opened(openHousehold)
const cast = seatedCast(household)

/** Nine o'clock in Berlin and in New York. */
const [NINE_THERE, NINE_HERE] = ['2026-12-01T08:00:00.000Z', '2026-12-01T14:00:00.000Z']

beforeEach(async () => {
  await household.ctx.db.delete(calendars)
  await household.ctx.db.delete(appConfig)
})

const startsOf = async ({ id }: CalendarRow) => {
  const { db } = household.ctx
  const rows = await db
    .select({ at: events.dtstartUtc })
    .from(events)
    .where(eq(events.calendarId, id))
    .orderBy(events.id)
  return rows.map(({ at }) => at?.toISOString())
}

const makeCalendar = async (name: string, count: number) => {
  const calendar = await insertCalendar(household.ctx, cast.ada.id, `https://cal.test/${name}/`)
  for (let index = 0; index < count; index++) {
    await cacheEvent(household.ctx, calendar, `${name}-${index}`, { DTSTART: '20261201T090000' })
  }
  return calendar
}

test('the answer does not wait for the cache, which is asked to follow', async () => {
  const { ctx } = household
  const calendar = await makeCalendar('tea', 3)
  let asked = 0
  ctx.signals.timezone = () => void asked++
  const put = (timezone: string) => ask(household, cast.ada, 'PUT /api/admin/config/timezone', { timezone })
  expect(await put('America/New_York')).toMatchObject({ status: 200, body: { ok: true } })
  expect(await startsOf(calendar)).toEqual([NINE_THERE, NINE_THERE, NINE_THERE])
  expect(asked).toBe(1)
  await resummarize(ctx)
  expect(await startsOf(calendar)).toEqual([NINE_HERE, NINE_HERE, NINE_HERE])
  await put('America/New_York')
  expect(asked).toBe(1)
})

test('what was interrupted goes on where it was, and begins anew in a third zone', async () => {
  const { ctx } = household
  const [tea, choir] = [await makeCalendar('tea', 2), await makeCalendar('choir', 2)]
  await changeTimezone(ctx, 'America/New_York')
  let portions = 0
  await resummarize(ctx, () => portions++ > 0)
  expect(await startsOf(tea)).toEqual([NINE_HERE, NINE_HERE])
  expect(await startsOf(choir)).toEqual([NINE_THERE, NINE_THERE])

  const heard = listenToStatements(ctx)
  await resummarize(ctx)
  expect(await startsOf(choir)).toEqual([NINE_HERE, NINE_HERE])
  expect(heard.filter((statement) => /^insert into `events`/i.test(statement))).toHaveLength(1)
  heard.length = 0
  await resummarize(ctx)
  expect(heard).toHaveLength(1)

  await changeTimezone(ctx, 'Europe/London')
  portions = 0
  await resummarize(ctx, () => portions++ > 0)
  await changeTimezone(ctx, 'Europe/Berlin')
  await resummarize(ctx)
  expect([...(await startsOf(tea)), ...(await startsOf(choir))]).toEqual(Array(4).fill(NINE_THERE))
})

test('a calendar is announced once it has followed, and none that has not', async () => {
  const { ctx } = household
  const [tea, choir] = [await makeCalendar('tea', 1), await makeCalendar('choir', 1)]
  await changeTimezone(ctx, 'America/New_York')
  const told: number[] = []
  const end = ctx.hub.subscribe((one) => void (one.topic === 'calendar' && told.push(one.calendarId)))
  let portions = 0
  await resummarize(ctx, () => portions++ > 1)
  expect(told).toEqual([tea.id])
  await resummarize(ctx)
  expect(told).toEqual([tea.id, choir.id])
  end()
})

test('a service that was killed meanwhile goes on when it starts', async () => {
  const tea = await makeCalendar('tea', 1)
  await changeTimezone(household.ctx, 'America/New_York')
  const service = new Service(serviceEnvironment(household.config.database))
  try {
    await service.said('the cache follows the time zone')
    expect(await startsOf(tea)).toEqual([NINE_HERE])
  } finally {
    await service.stop()
  }
})

test('what says the same in every zone is left as it is', async () => {
  const { ctx, clock } = household
  const calendar = await insertCalendar(ctx, cast.ada.id, 'https://cal.test/fixed/')
  await cacheEvent(ctx, calendar, 'fixed', { DTSTART: '20261201T090000Z' })
  const row = async () => (await ctx.db.select().from(events).where(eq(events.calendarId, calendar.id)))[0]
  const before = await row()
  clock.advance(60_000)
  await changeTimezone(ctx, 'America/New_York')
  await resummarize(ctx)
  expect(await row()).toEqual(before!)
})

test('while it holds a calendar it gives way to nobody', async () => {
  const { ctx } = household
  const calendar = await insertCalendar(ctx, cast.ada.id, 'https://cal.test/fixed/')
  const zone = await householdZone(ctx)
  const items = Array.from({ length: 100 }, (_, index) => {
    const data = eventText(`event-${index}`, { DTSTART: '20261201T090000Z', RRULE: 'FREQ=DAILY;COUNT=500' })
    return { href: `/${index}.ics`, etag: '"1"', data, summary: summarize(data, zone) }
  })
  await upsertEvents(ctx.db, calendar.id, items, ctx.now())
  await changeTimezone(ctx, 'America/New_York')
  const heard = listenToStatements(ctx)
  const last = (form: RegExp) => heard.findLastIndex((statement) => form.test(statement))
  const held: boolean[] = []
  const giveWay = spyOn(foreground, 'giveWay').mockImplementation(async () => {
    held.push(last(/for update$/i) > last(/^(commit|rollback)/i))
  })
  try {
    await resummarize(ctx)
  } finally {
    giveWay.mockRestore()
  }
  expect(last(/for update$/i)).toBeGreaterThan(-1)
  expect(new Set(held)).toEqual(new Set([false]))
})

test('large objects are read again one by one, small ones some hundred at once', async () => {
  const { ctx } = household
  const calendar = await insertCalendar(ctx, cast.ada.id, 'https://cal.test/ada/')
  const zone = await householdZone(ctx)
  const names = Array.from({ length: LARGE + SMALL }, (_, index) => `event-${index}`)
  const items = names.map((uid, index) => {
    const data = eventText(uid, { DTSTART: '20261201T090000', ...(index < LARGE ? { raw: PHOTO } : {}) })
    return { href: `/${uid}.ics`, etag: '"1"', data, summary: summarize(data, zone) }
  })
  await upsertEvents(ctx.db, calendar.id, items, ctx.now())

  await changeTimezone(ctx, 'America/New_York')
  const heard = listenToStatements(ctx)
  await resummarize(ctx)
  const reads = heard.filter(
    (statement) => /^select .*`raw_vevent`.* from `events`/i.test(statement) && !/octet_length/.test(statement),
  )
  expect(reads.length).toBeGreaterThanOrEqual(LARGE)
  expect(reads.length).toBeLessThan(LARGE + 5)
  const starts = await ctx.db.select({ at: events.dtstartUtc }).from(events).orderBy(asc(events.id))
  expect(starts.map(({ at }) => at?.toISOString())).toEqual(names.map(() => '2026-12-01T14:00:00.000Z'))
})
