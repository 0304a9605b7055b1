import type { Context } from '../../platform/context'
import { TimeSlice } from '../../platform/time-slice'
import { readTexts } from '../object-texts'
import { birthdayDues } from './birthdays'
import { duesOfSingle } from './due'
import { keyOf } from './message'
import { canRemindUntil, readLeads, readSingles, type SeriesRow, type SingleRow } from './queries'
import type { CalendarDue } from './recipients'
import { existing } from './series-rows'
import type { Tick } from './tick'
import type { TickWindow } from './tick-window'

const DUES_AT_ONCE = 50
/** Of those that did not fit. */
const TAKEN_IN_AT_ONCE = 100

/**
 * Yields the reminders in the window piece by piece: first birthdays and those of the shared calendar, then the others
 * without copies of these.
 */
export async function* duesWithin(
  ctx: Context,
  tick: Tick,
  window: TickWindow,
): AsyncGenerator<readonly CalendarDue[]> {
  yield await birthdayDues(ctx, window, tick.household)
  const singles = await readSingles(ctx, await readLeads(ctx), window, tick.household)
  const rows = await tick.rows.read(ctx, tick.revisions, window.from)
  const recurring = rows.filter((row) => canRemindUntil(row, window.to))
  await takeIn(ctx, tick, recurring)
  const isOfShared = (calendarId: number) => tick.calendars.get(calendarId)?.isShared === true
  const shared = new Set<string>()
  for await (const dues of duesOf(ctx, tick, window, { singles, recurring }, isOfShared)) {
    for (const due of dues) shared.add(keyOf(due))
    yield dues
  }
  for await (const dues of duesOf(ctx, tick, window, { singles, recurring }, (id) => !isOfShared(id))) {
    yield shared.size === 0 ? dues : dues.filter((due) => !shared.has(keyOf(due)))
  }
}

/** Reads the texts of the recurring events that are not cached in this version. */
async function takeIn(ctx: Context, { series, household }: Tick, recurring: readonly SeriesRow[]): Promise<void> {
  const unread = new Map(series.unread(recurring, household).map((row) => [row.id, row]))
  for await (const { id, text } of readTexts(ctx, [...unread.keys()])) {
    const isReadable = series.read(unread.get(id)!, text, household)
    if (!isReadable) ctx.log.warn('event cannot be read and does not remind', { event: id })
  }
}

async function* duesOf(
  ctx: Context,
  tick: Tick,
  window: TickWindow,
  { singles, recurring }: { singles: readonly SingleRow[]; recurring: readonly SeriesRow[] },
  isOf: (calendarId: number) => boolean,
): AsyncGenerator<readonly CalendarDue[]> {
  const { series, household, allowance } = tick
  const slice = new TimeSlice()
  yield singles.flatMap((event) => {
    const dues = isOf(event.calendarId) ? duesOfSingle(event, window, household) : []
    return dues.map((due) => ({ ...due, calendarId: event.calendarId, eventId: event.id }))
  })
  let found: CalendarDue[] = []
  const theirs = recurring.filter(({ calendarId }) => isOf(calendarId))
  for (const [index, row] of theirs.entries()) {
    // Not all that were taken in fit beside each other, nor do some that are large.
    for (const most of [TAKEN_IN_AT_ONCE, 1]) {
      if (!series.has(row, household)) await takeIn(ctx, tick, theirs.slice(index, index + most))
    }
    const report = (problem: string) => ctx.log.warn('an event does not remind in full', { event: row.id, problem })
    for (const some of series.due(row, window, household, allowance, report)) {
      for (const due of some) found.push({ ...due, calendarId: row.calendarId, eventId: row.id })
      if (slice.isOver) await slice.next()
    }
    if (found.length < DUES_AT_ONCE) continue
    yield await ofExisting(ctx, found)
    found = []
  }
  yield await ofExisting(ctx, found)
}

/** Those of events that nobody has deleted. */
async function ofExisting(ctx: Context, dues: readonly CalendarDue[]): Promise<CalendarDue[]> {
  const ids = await existing(
    ctx,
    dues.map(({ eventId }) => eventId),
  )
  return dues.filter(({ eventId }) => ids.has(eventId))
}
