import { summarize } from '../../src/calendar/ical/summary'
import { UTC, zoneOf } from '../../src/calendar/ical/zone'
import { upsertEvents } from '../../src/calendar/sync/store-events'
import type { Context } from '../../src/platform/context'

/** The zone of every household that is measured. */
export const ZONE = zoneOf('Europe/Berlin') ?? UTC

const AT_ONCE = 1_000

/** An instant as iCalendar writes it in UTC (RFC 5545, 3.3.5). */
export const stampOf = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')

/** An object with one event (RFC 5545, 3.6.1) of some lines beside its UID. */
export const objectOf = (uid: string, lines: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join(
    '\r\n',
  )

/** The lines of an alarm so many minutes before the start; null: none. */
export const alarmOf = (lead: number | null): string[] =>
  lead === null ? [] : ['BEGIN:VALARM', 'ACTION:DISPLAY', `TRIGGER:-PT${lead}M`, 'END:VALARM']

/** Stores objects as a sync does, without a server. */
export async function storeTexts(ctx: Context, calendarId: number, texts: Iterable<string>): Promise<void> {
  for (const some of portionsOf(texts)) {
    const items = some.map((data) => {
      const summary = summarize(data, ZONE)
      return { href: `/${summary.uid}.ics`, etag: '"1"', data, summary }
    })
    await upsertEvents(ctx.db, calendarId, items, ctx.now())
  }
}

function* portionsOf<One>(all: Iterable<One>): Generator<One[]> {
  let portion: One[] = []
  for (const one of all) {
    portion.push(one)
    if (portion.length < AT_ONCE) continue
    yield portion
    portion = []
  }
  if (portion.length > 0) yield portion
}
