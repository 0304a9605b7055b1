/** The first and the next fetches of a feed, beside fetching it and parsing it with ical.js. */
import { sql } from 'drizzle-orm'
import ICAL from 'ical.js'
import { fetchDue } from '../src/calendar/feeds/fetch-due'
import { calendars } from '../src/platform/db/schema'
import { DAY_MS } from '../src/platform/durations'
import { foreground } from '../src/platform/foreground'
import { ask, type Member, seatCast } from '../tests/support/cast'
import { holdOf } from '../tests/support/event-loop'
import { type Household, openHousehold } from '../tests/support/household'
import type { Report } from './figure'
import { median, timed } from './support/time'

const EVENTS = 5000
const ROUNDS = 3

export async function bench(report: Report): Promise<void> {
  const text = feed(EVENTS)
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => answer(request, text) })
  const household = await openHousehold({
    env: { SUBSCRIPTIONS_ALLOW: `127.0.0.1:${server.port}`, LOG_LEVEL: 'error' },
  })
  try {
    const { ben } = await seatCast(household.ctx)
    await fetches(household, ben, `http://127.0.0.1:${server.port}/`, report)
  } finally {
    await household.close()
    await server.stop(true)
  }
}

async function fetches(household: Household, ben: Member, url: string, report: Report) {
  const { ctx, clock } = household
  const times = {
    bare: [] as number[],
    bareTimes: [] as number[],
    first: [] as number[],
    stored: [] as number[],
    unchanged: [] as number[],
    oneChange: [] as number[],
  }
  let heldMs = 0
  for (let round = 0; round < ROUNDS; round++) {
    times.bare.push(await timed(() => bare(url)))
    times.bareTimes.push(await timed(() => bareTimes(url)))
    await ctx.db.delete(calendars)
    await ask(household, ben, 'POST /api/subscriptions', { url })
    // Reading gives way to whoever was there a moment ago, and takes up to three times as long.
    while (foreground.isActive) await Bun.sleep(50)
    const held = await holdOf(async () => times.first.push(await timed(() => fetchDue(ctx))))
    heldMs = Math.max(heldMs, held.heldMs)
    times.stored.push(await timedStoring(household))
    clock.advance(DAY_MS / 4)
    times.unchanged.push(await timed(() => fetchDue(ctx)))
    version++
    clock.advance(DAY_MS / 4)
    times.oneChange.push(await timed(() => fetchDue(ctx)))
    clock.advance(-DAY_MS / 2)
  }
  const [first, ofBare, ofTimes] = [median(times.first), median(times.bare), median(times.bareTimes)]
  report({ name: `first fetch of a feed of ${EVENTS} events, stored`, value: first, unit: 'ms' })
  report({ name: 'fetched and parsed with ical.js, thrown away', value: ofBare, unit: 'ms' })
  report({ name: 'first fetch / parsed', value: first / ofBare, unit: 'times', goal: '≤ 1.5' })
  report({ name: 'the same, and the times of each event read', value: ofTimes, unit: 'ms' })
  report({ name: 'first fetch / times read', value: first / ofTimes, unit: 'times', goal: '≤ 1.5' })
  report({ name: 'its rows copied from table to table by the database alone', value: median(times.stored), unit: 'ms' })
  report({ name: 'rows copied / parsed', value: median(times.stored) / ofBare, unit: 'times' })
  report({ name: 'event loop held at most', value: heldMs, unit: 'ms', goal: '≤ 100' })
  report({ name: 'fetch after one change', value: median(times.oneChange), unit: 'ms' })
  report({ name: 'unchanged fetch', value: median(times.unchanged), unit: 'ms' })
}

/** How long the database takes to store the cached rows, without a service that makes them: nothing that stores is quicker. */
async function timedStoring({ ctx: { db } }: Household): Promise<number> {
  const tables = ['events', 'event_words'].map(
    (name) => [sql.identifier(name), sql.identifier(`bench_${name}`)] as const,
  )
  for (const [table, copy] of tables) await db.execute(sql`create or replace table ${copy} like ${table}`)
  const took = await timed(async () => {
    for (const [table, copy] of tables) await db.execute(sql`insert into ${copy} select * from ${table}`)
  })
  for (const [, copy] of tables) await db.execute(sql`drop table ${copy}`)
  return took
}

/** Parsed and no more: what happens when is not known yet. */
async function bare(url: string): Promise<ICAL.Component[]> {
  const calendar = new ICAL.Component(ICAL.parse(await (await fetch(url, { keepalive: false })).text()))
  const events = calendar.getAllSubcomponents('vevent')
  if (events.length !== EVENTS) throw new Error('misread')
  return events
}

/** The same, and when each event begins and ends: the least that a calendar has to know of them. */
async function bareTimes(url: string): Promise<void> {
  for (const component of await bare(url)) {
    const event = new ICAL.Event(component)
    if (!event.uid || event.startDate.toJSDate() > event.endDate.toJSDate()) throw new Error('misread')
  }
}

let version = 0

function answer(request: Request, text: string): Response {
  const etag = `"${version}"`
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304 })
  return new Response(text.replace('Event 7 ', `Event 7 in version ${version} `), { headers: { etag } })
}

/** As a school or a club writes it: one in ten weekly, all in a zone that is defined along, with words about it. */
export function feed(count: number): string {
  const events = Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.UTC(2026, 0, 1) + index * 2 * 60 * 60 * 1000).toISOString().replace(/[-:]|\.000/g, '')
    return [
      'BEGIN:VEVENT',
      `UID:event-${index}@feed.example`,
      'DTSTAMP:20260101T000000Z',
      `DTSTART;TZID=Europe/Berlin:${day.slice(0, 8)}T${String(8 + (index % 10)).padStart(2, '0')}0000`,
      'DURATION:PT45M',
      `SUMMARY:Event ${index} of the feed`,
      'LOCATION:Gym hall 2\\, Main Street 5',
      `DESCRIPTION:${'What to bring along and where to meet. '.repeat(8)}`.replace(/.{70}/g, '$&\r\n '),
      ...(index % 10 === 0 ? ['RRULE:FREQ=WEEKLY;COUNT=10'] : []),
      'END:VEVENT',
    ].join('\r\n')
  })
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Bench//EN', ZONE, ...events, 'END:VCALENDAR', ''].join('\r\n')
}

const ZONE = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Berlin',
  'BEGIN:DAYLIGHT',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'DTSTART:19700329T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'DTSTART:19701025T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
].join('\r\n')
