import { and, asc, eq, inArray } from 'drizzle-orm'
import { formatIsoDate, parseIsoDate } from '../../calendar/ical/civil'
import { dayOf, dayStart, type Zone } from '../../calendar/ical/zone'
import { withoutCopies } from '../../calendar/window/copies'
import type { CachedOccurrence, WindowReader } from '../../calendar/window/reader'
import { isOnlyTimes } from '../../household/calendars'
import type { Context } from '../../platform/context'
import { listItems } from '../../platform/db/schema'
import type { FeedDays } from './model'
import { type FeedContents, isBusyIn } from './read'

const DAYS = 2

/** Today and tomorrow, where the household lives, with what is open on the lists. */
export async function readDays(ctx: Context, window: WindowReader, contents: FeedContents): Promise<FeedDays> {
  const { zone, lists } = contents
  const today = parseIsoDate(dayOf(zone, ctx.now()))!
  const dates = Array.from({ length: DAYS }, (_, index) => formatIsoDate(today + index))
  const occurrences = await told(window, contents, { start: dates[0]!, end: formatIsoDate(today + DAYS) })
  const items = await openItems(ctx, contents)
  return {
    timezone: zone.id,
    days: dates.map((date, index) => {
      const next = formatIsoDate(today + index + 1)
      return { date, events: occurrences.filter((one) => isOn(one, { date, next }, zone)).map(present) }
    }),
    lists: lists.map(({ id, name }) => ({
      id,
      name,
      items: items.filter(({ listId }) => listId === id).map(({ text }) => ({ text })),
    })),
  }
}

async function told(window: WindowReader, contents: FeedContents, days: { start: string; end: string }) {
  const { calendars } = contents
  const byId = new Map(calendars.map((calendar) => [calendar.id, calendar]))
  const calendarOf = ({ calendarId }: CachedOccurrence) => byId.get(calendarId)!
  const isBusy = (one: CachedOccurrence) => isBusyIn(contents, calendarOf(one), one)
  const isOpaque = (one: CachedOccurrence) => isOnlyTimes(calendarOf(one), one)
  const all = await window.read([...byId.keys()], days)
  const sharedId = calendars.find(({ isShared }) => isShared)?.id ?? null
  const whole = new Set(
    withoutCopies(
      all.filter((one) => !isOpaque(one)),
      sharedId,
    ),
  )
  return all
    .filter((one) => (whole.has(one) || isOpaque(one)) && !(isBusy(one) && one.isTransparent))
    .map((one) => (isBusy(one) ? { ...one, title: contents.busy } : one))
    .sort(asTold)
}

/** By what is told alone: the place of a busy one says nothing of its title. */
const asTold = (a: CachedOccurrence, b: CachedOccurrence) =>
  a.startsAt - b.startsAt || inOrder(a.title, b.title) || inOrder(a.end, b.end)
const inOrder = (a: string, b: string) => Number(a > b) - Number(a < b)

const present = ({ title, start, end, allDay }: CachedOccurrence) => ({ title, start, end, allDay })

/** An event without length is on the day that it begins on. */
function isOn({ allDay, start, end }: CachedOccurrence, { date, next }: { date: string; next: string }, zone: Zone) {
  if (allDay) return start < next && end > date
  const [from, to] = [dayStart(zone, date).getTime(), dayStart(zone, next).getTime()]
  const [begins, ends] = [Date.parse(start), Date.parse(end)]
  return begins < to && (ends > from || begins >= from)
}

async function openItems({ db }: Context, { lists }: FeedContents) {
  if (lists.length === 0) return []
  const { listId, text, rank, id, checked } = listItems
  const ids = lists.map((list) => list.id)
  return db
    .select({ listId, text })
    .from(listItems)
    .where(and(inArray(listId, ids), eq(checked, false)))
    .orderBy(asc(listId), asc(rank), asc(id))
}
