import { inArray } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import { events } from '../../platform/db/schema'
import { LruCache } from '../../platform/lru'
import { type CalendarRevision, readSeries, type SeriesRow } from './queries'

interface Known {
  revision: number
  /** Series that had ended before this are left out; epoch milliseconds. */
  from: number
  rows: readonly SeriesRow[]
}

/** Rows of some hundred bytes. */
const MAX_ROWS = 50_000

/**
 * The series that remind, by calendar: a tick reads those of calendars into which something came since. Rows of series
 * that were deleted since stay, so that what is due is to be looked up (`existing`).
 */
export class SeriesRows {
  readonly #known = new LruCache<number, Known>(MAX_ROWS)

  /** Those of the calendars that have not ended before `from`, and perhaps others; in the calendars' order. */
  async read(data: Pick<Context, 'db'>, calendars: readonly CalendarRevision[], from: number): Promise<SeriesRow[]> {
    const kept = new Map<number, readonly SeriesRow[]>()
    for (const { id, wordsRevision } of calendars) {
      const known = this.#known.get(id)
      if (known !== undefined && known.revision === wordsRevision && known.from <= from) kept.set(id, known.rows)
    }
    const stale = calendars.filter(({ id }) => !kept.has(id))
    const rows = await readSeries(
      data,
      stale.map(({ id }) => id),
      from,
    )
    const read = Map.groupBy(rows, ({ calendarId }) => calendarId)
    for (const { id, wordsRevision } of stale) {
      const those = read.get(id) ?? []
      kept.set(id, those)
      this.#known.set(id, { revision: wordsRevision, from, rows: those }, those.length + 1)
    }
    return calendars.flatMap(({ id }) => kept.get(id) ?? [])
  }
}

/** Which of these events are there still. */
export async function existing({ db }: Pick<Context, 'db'>, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: events.id })
    .from(events)
    .where(inArray(events.id, [...new Set(ids)]))
  return new Set(rows.map(({ id }) => id))
}
