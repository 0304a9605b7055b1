import { and, eq, gt, gte, or } from 'drizzle-orm'
import { CALENDAR_LINES } from '../../calendar/ical/build'
import { formatIsoDate, parseIsoDate, yearOf } from '../../calendar/ical/civil'
import { IcalError } from '../../calendar/ical/error'
import { calendarNameLines, foldedLines } from '../../calendar/ical/lines'
import { PublishedZones, publishedEvents } from '../../calendar/ical/publish'
import { dayOf, dayStart, type Zone } from '../../calendar/ical/zone'
import { vtimezoneLines } from '../../calendar/ical/zone/write'
import { readTexts } from '../../calendar/object-texts'
import { isInWindowIndex, WINDOW_INDEX } from '../../calendar/window/span'
import { busyUids } from '../../household/busy-uid'
import type { MemberCalendar } from '../../household/calendars'
import type { Context } from '../../platform/context'
import { events } from '../../platform/db/schema'
import { type FeedContents, isBusyIn } from './read'
import { readTodos } from './todos'

const DAYS_BACK = 90
/** Ids of events that are read together. */
const PORTION = 2000
const REFRESH = 'PT1H'
const PRIVACY = { private: events.private }

interface Privacy {
  private: 0 | 1
}

/** The calendar of a feed (RFC 5545, RFC 7986), in pieces. Reading it gives way to other requests. */
export async function readCalendar(ctx: Context, contents: FeedContents): Promise<string[]> {
  const { feed, calendars, zone } = contents
  const zones = new PublishedZones()
  const uids = new Uids(ctx)
  const pieces: string[] = []
  /** Of what shows as busy. */
  const hidden: string[] = []
  for (const calendar of calendars) {
    const rows = await currentRows(ctx, calendar, zone)
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (let from = 0; from < rows.length; from += PORTION) {
      const ids = rows.slice(from, from + PORTION).map(({ id }) => id)
      for await (const { id, text, private: isPrivate } of readTexts<Privacy>(ctx, ids, PRIVACY)) {
        const row = byId.get(id)!
        const busy = isBusyIn(contents, calendar, { isPrivate: isPrivate === 1 }) ? contents.busy : null
        const options = { household: zone, zones, busy, reminders: feed.reminders }
        const lines = uids.write(calendar, row.uid, (uidFor) => eventsOf(text, { ...options, uidFor }), busy)
        if (busy === null) pieces.push(foldedLines(lines))
        else hidden.push(foldedLines(lines))
      }
    }
  }
  // By their uids, which are made with a secret: their order tells neither calendars nor what came first.
  pieces.push(...hidden.sort())
  const todos = await readTodos(ctx, contents, zones)
  if (todos.length > 0) pieces.push(foldedLines(todos))
  const definitions = zones.definitions()
  // A calendar has one component at least (RFC 5545 3.4).
  const year = yearOf(ctx.now().getTime() / 1000)
  const needed = definitions.length + pieces.length > 0 ? definitions : vtimezoneLines(zone, year)
  return [foldedLines([...headLines(contents), ...needed]), ...pieces, foldedLines(['END:VCALENDAR'])]
}

function headLines(contents: FeedContents): string[] {
  const { feed, zone } = contents
  const name = feed.name ?? nameOf(contents) ?? 'Corkboard'
  return [
    ...CALENDAR_LINES,
    'CALSCALE:GREGORIAN',
    ...calendarNameLines(name),
    `X-WR-TIMEZONE:${zone.id}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
  ]
}

/** What a feed is called that was given no name. A busy calendar goes by whose it is: its own name says more than times. */
function nameOf(contents: FeedContents): string | null | undefined {
  const { calendars, lists } = contents
  const [first] = calendars
  if (first !== undefined && isBusyIn(contents, first)) return first.isShared ? null : first.ownerName
  return calendars.length + lists.length === 1 ? (first?.displayName ?? lists[0]?.name) : null
}

/** The events of a calendar that are not over since `DAYS_BACK`, and the series that still run; by id. */
async function currentRows(ctx: Context, { id: calendarId }: MemberCalendar, zone: Zone) {
  const date = formatIsoDate(parseIsoDate(dayOf(zone, ctx.now()))! - DAYS_BACK)
  const from = dayStart(zone, date)
  const { id, uid, allDay, dtstartUtc, dtendUtc, dtendDate, hasRrule } = events
  const isCurrent = or(
    eq(hasRrule, true),
    and(eq(allDay, true), gt(dtendDate, date)),
    and(eq(allDay, false), or(gt(dtendUtc, from), gte(dtstartUtc, from))),
  )
  const inIndex = (isRecurring: boolean) => isInWindowIndex([calendarId], { isRecurring, fromMs: from.getTime() })
  const rows = await ctx.db
    .select({ id, uid })
    .from(events, { forceIndex: WINDOW_INDEX })
    .where(and(or(inIndex(true), inIndex(false)), isCurrent))
  return rows.toSorted((a, b) => a.id - b.id)
}

/** None of an object that cannot be read: our own screens do not show it, either. */
function eventsOf(...given: Parameters<typeof publishedEvents>): string[] {
  try {
    return publishedEvents(...given)
  } catch (error) {
    if (!(error instanceof IcalError)) throw error
    return []
  }
}

const TIMES = /^(DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID)[;:]/

/**
 * Gives every event of a feed a uid of its own. The first calendar that holds a uid keeps it; a copy in another, at the
 * same times as the shared calendar's, is left out, as it is on our own screens.
 */
class Uids {
  private readonly derived: ReturnType<typeof busyUids>
  /** The times of what was written under its own uid; null: not the shared calendar's. */
  private readonly written = new Map<string, string | null>()

  constructor({ config }: Pick<Context, 'config'>) {
    this.derived = busyUids(config)
  }

  /** The lines that `write` makes, which asks for a uid for each event that it writes. */
  write(
    { id, isShared }: MemberCalendar,
    uid: string,
    write: (uidFor: (uid: string) => string) => string[],
    busy: string | null,
  ): string[] {
    const isOwnUid = busy === null && uid !== '' && !this.written.has(uid)
    let count = 0
    const lines = write((asked) => {
      count += 1
      return isOwnUid && count === 1 && asked === uid ? uid : this.derived('feed', id, uid, asked, count)
    })
    if (busy !== null) return lines
    const times = lines.filter((line) => TIMES.test(line)).join('\n')
    if (isOwnUid) this.written.set(uid, isShared ? times : null)
    else if (this.written.get(uid) === times) return []
    return lines
  }
}
