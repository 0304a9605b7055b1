import { and, eq, inArray, lt } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import { plainRows } from '../../platform/db/plain-rows'
import { events } from '../../platform/db/schema'
import { LruCache } from '../../platform/lru'
import { TimeSlice } from '../../platform/time-slice'
import { Allowance, CUT_SHORT, expand, type Prepared } from '../ical/expand'
import type { Zone } from '../ical/zone'
import { readTexts } from '../object-texts'
import { byStartThenTitle, type CachedOccurrence, cachedOccurrence, isoInstant } from './occurrence'
import { PreparedObjects, type Recurring, type Version } from './prepared'
import { isInWindowIndex, type Span, WINDOW_INDEX } from './span'

interface Window {
  objects: readonly (Recurring | null)[]
  /** In order. */
  occurrences: readonly CachedOccurrence[]
}

interface RecurringRow extends Version {
  calendar_id: number
  uid: string
  dtstart_utc: string | null
  dtstart_date: string | null
  private: 0 | 1
  reminder_lead_minutes: number | null
  reminder_is_custom: 0 | 1
}

const COLUMNS = {
  id: events.id,
  calendarId: events.calendarId,
  uid: events.uid,
  dtstartUtc: events.dtstartUtc,
  dtstartDate: events.dtstartDate,
  private: events.private,
  etag: events.etag,
  updatedAt: events.updatedAt,
  reminderLeadMinutes: events.reminderLeadMinutes,
  reminderIsCustom: events.reminderIsCustom,
}

/** What all occurrences of an event share. */
const eventOf = (row: RecurringRow) => ({
  calendarId: row.calendar_id,
  uid: row.uid,
  seriesStart: row.dtstart_date ?? isoInstant(row.dtstart_utc!),
  isPrivate: row.private === 1,
  reminderLeadMinutes: row.reminder_lead_minutes,
  reminderIsCustom: row.reminder_is_custom === 1,
})

/** A cached series, ready to be expanded. As long as it is cached, one version is one `prepared`. */
export interface StoredSeries extends ReturnType<typeof eventOf> {
  id: number
  prepared: Prepared
}

const IDS_AT_ONCE = 1000
/** Roughly 200 bytes each. */
const MAX_OCCURRENCES = 150_000

/** Reads and expands recurring events, and caches the result; for one household zone. */
export class RecurringReader {
  readonly #prepared: PreparedObjects
  readonly #windows = new LruCache<string, Window>(MAX_OCCURRENCES)

  constructor(
    private readonly ctx: Context,
    readonly zone: Zone,
  ) {
    this.#prepared = new PreparedObjects(zone, ctx.log)
  }

  /** The occurrences of these calendars that overlap the span, in order. Do not modify: the array is cached. */
  async read(calendarIds: readonly number[], span: Span): Promise<readonly CachedOccurrence[]> {
    const { rows, objects } = await this.#withObjects(await this.#select(calendarIds, span))
    const key = `${span.fromMs} ${span.toMs} ${calendarIds}`
    const known = this.#windows.get(key)
    const isCurrent = known?.objects.length === objects.length && objects.every((one, at) => one === known.objects[at])
    if (known !== undefined && isCurrent) return known.occurrences
    const occurrences = await this.#expandAll(rows, objects, span)
    this.#windows.set(key, { objects, occurrences }, occurrences.length + 1)
    return occurrences
  }

  /** These events as far as they recur and can be read. */
  async series(ids: readonly number[]): Promise<StoredSeries[]> {
    const found: StoredSeries[] = []
    for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
      const some = inArray(events.id, ids.slice(from, from + IDS_AT_ONCE))
      const query = this.ctx.db
        .select(COLUMNS)
        .from(events)
        .where(and(some, eq(events.hasRrule, true)))
      const { rows, objects } = await this.#withObjects(await plainRows<RecurringRow>(this.ctx.db, query))
      for (const [at, row] of rows.entries()) {
        const object = objects[at]
        if (object?.prepared) found.push({ ...eventOf(row), id: row.id, prepared: object.prepared })
      }
    }
    return found
  }

  async #expandAll(rows: readonly RecurringRow[], objects: readonly (Recurring | null)[], span: Span) {
    const allowance = new Allowance()
    const slice = new TimeSlice()
    const occurrences: CachedOccurrence[] = []
    for (const [at, row] of rows.entries()) {
      for (const occurrence of this.#expand(row, objects[at] ?? null, span, allowance)) occurrences.push(occurrence)
      await slice.giveWay()
    }
    return occurrences.sort(byStartThenTitle)
  }

  #select(calendarIds: readonly number[], { fromMs, toMs }: Span): Promise<RecurringRow[]> {
    const query = this.ctx.db
      .select(COLUMNS)
      .from(events, { forceIndex: WINDOW_INDEX })
      .where(and(isInWindowIndex(calendarIds, { isRecurring: true, fromMs }), lt(events.firstUtc, new Date(toMs))))
    return plainRows<RecurringRow>(this.ctx.db, query)
  }

  /** Rows with their prepared objects. Those that are not cached are read anew, each with the text of its version. */
  async #withObjects(selected: readonly RecurringRow[]) {
    const known = new Map(selected.map((row) => [row.id, { row, object: this.#prepared.find(row) }]))
    const unknown = selected.filter(({ id }) => known.get(id)!.object === null).map(({ id }) => id)
    for await (const { text, ...row } of readTexts<RecurringRow>(this.ctx, unknown, COLUMNS)) {
      known.set(row.id, { row, object: this.#prepared.add(row, text) })
    }
    const found = [...known.values()]
    return { rows: found.map(({ row }) => row), objects: found.map(({ object }) => object) }
  }

  #expand(
    row: RecurringRow,
    object: Recurring | null,
    { fromMs, toMs }: Span,
    allowance: Allowance,
  ): CachedOccurrence[] {
    if (object === null || object.prepared === null) return []
    const report = (problem: string) => {
      const level = problem === CUT_SHORT && !object.isToldOf ? 'warn' : 'debug'
      object.isToldOf ||= level === 'warn'
      this.ctx.log[level]('an event was not expanded in full', { eventId: row.id, problem })
    }
    const event = eventOf(row)
    const found = expand(object.prepared, fromMs, toMs, this.zone, report, allowance)
    return found.map((occurrence) => cachedOccurrence(event, occurrence, this.zone))
  }
}
