import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import { plainRows } from '../../platform/db/plain-rows'
import { calendars, eventWords } from '../../platform/db/schema'
import { RevisedCache } from '../../platform/revised-cache'
import { TimeSlice } from '../../platform/time-slice'
import { type Packed, pack } from './packed'

/** An event as it is looked through. */
export interface Entry {
  id: number
  calendarId: number
  /** Milliseconds; of a series 0. */
  startsAt: number
  endsAt: number
  /** Folded, a blank before each. */
  words: string
}

export interface Segment {
  /** By start, then id. */
  singles: readonly Entry[]
  series: readonly Entry[]
  /** The singles. */
  packed: Packed
  /** Ids of events of which another segment says what they are now. */
  replaced: ReadonlySet<number>
}

interface Known {
  revision: number
  /** Nearly all, and what has changed since those were packed. */
  segments: readonly [all: Segment, recent: Segment]
}

/** Characters of words, each kept twice, with what an entry weighs beside them: about 150 MB. */
const MAX_CHARACTERS = 80_000_000
const WEIGHT_OF_ENTRY = 100
const ROWS_AT_ONCE = 2_000
/** Changes after which all are packed anew; a change takes time by their number. */
const MAX_RECENT = 500

/**
 * What events are found by, in memory, by calendar; whoever asks first pays for reading it. Entries of events that were
 * deleted since stay: hits are read from the cache, where those are missing.
 */
export class WordIndex {
  readonly #known = new RevisedCache<number, Known>(MAX_CHARACTERS, weightOf)

  constructor(private readonly ctx: Pick<Context, 'db'>) {}

  /** The entries of these calendars as they are stored now. */
  async read(calendarIds: readonly number[]): Promise<Map<number, readonly Segment[]>> {
    const rows = await this.ctx.db
      .select({ id: calendars.id, revision: calendars.wordsRevision })
      .from(calendars)
      .where(inArray(calendars.id, [...calendarIds]))
    const found = new Map<number, readonly Segment[]>()
    for (const { id, revision } of rows) {
      const known = await this.#known.at(id, revision, (before) => this.#readOn(id, revision, before))
      found.set(id, known.segments)
    }
    return found
  }

  async #readOn(calendarId: number, revision: number, before: Known | undefined): Promise<Known> {
    const rows = before === undefined ? await this.#all(calendarId) : await this.#since(calendarId, before.revision)
    return { revision, segments: withRows(before?.segments ?? [NOTHING, NOTHING], rows) }
  }

  async #all(calendarId: number): Promise<Row[]> {
    const all: Row[] = []
    const slice = new TimeSlice()
    for (let after = 0; ; after = all.at(-1)!.event_id) {
      const those = and(eq(eventWords.calendarId, calendarId), gt(eventWords.eventId, after))
      const query = this.ctx.db.select(COLUMNS).from(eventWords).where(those)
      const rows = await plainRows<Row>(this.ctx.db, query.orderBy(asc(eventWords.eventId)).limit(ROWS_AT_ONCE))
      for (const row of rows) all.push(row)
      if (rows.length < ROWS_AT_ONCE) return all
      await slice.giveWay()
    }
  }

  #since(calendarId: number, revision: number): Promise<Row[]> {
    const those = and(eq(eventWords.calendarId, calendarId), gt(eventWords.revision, revision))
    return plainRows<Row>(this.ctx.db, this.ctx.db.select(COLUMNS).from(eventWords).where(those))
  }
}

const COLUMNS = {
  calendarId: eventWords.calendarId,
  eventId: eventWords.eventId,
  isRecurring: eventWords.isRecurring,
  startsAt: eventWords.startsAt,
  endsAt: eventWords.endsAt,
  words: eventWords.words,
}

interface Row {
  calendar_id: number
  event_id: number
  is_recurring: 0 | 1
  starts_at: number
  ends_at: number
  words: string
}

const NOTHING = segmentOf([], [])

/** The segments with rows that came since. */
function withRows([all, recent]: Known['segments'], rows: readonly Row[]): Known['segments'] {
  const ids = new Set(rows.map(({ event_id }) => event_id))
  const shown = rows.filter(({ words }) => words !== '')
  const added = (isRecurring: 0 | 1) => shown.filter((row) => row.is_recurring === isRecurring).map(entryOf)
  const kept = (entries: readonly Entry[]) => entries.filter(({ id }) => !ids.has(id))
  const singles = [...kept(recent.singles), ...added(0)]
  const series = [...kept(recent.series), ...added(1)]
  const replaced = all.replaced.union(ids)
  if (replaced.size <= MAX_RECENT) return [{ ...all, replaced }, segmentOf(singles, series)]
  const left = (entries: readonly Entry[]) => entries.filter(({ id }) => !replaced.has(id))
  return [segmentOf([...left(all.singles), ...singles], [...left(all.series), ...series]), NOTHING]
}

function segmentOf(entries: readonly Entry[], series: readonly Entry[]): Segment {
  const singles = entries.toSorted((a, b) => a.startsAt - b.startsAt || a.id - b.id)
  return { singles, series, packed: pack(singles), replaced: new Set() }
}

/** In characters. */
const weightOf = ({ segments: [all, recent] }: Known): number => weightOfSegment(all) + weightOfSegment(recent)

/** A segment's bytes are about those of its words. */
const weightOfSegment = ({ packed, singles, series }: Segment): number =>
  packed.bytes.length +
  series.reduce((sum, { words }) => sum + words.length, 0) +
  (singles.length + series.length) * WEIGHT_OF_ENTRY

const entryOf = ({ calendar_id, event_id, starts_at, ends_at, words }: Row): Entry => ({
  id: event_id,
  calendarId: calendar_id,
  startsAt: starts_at * 1000,
  endsAt: ends_at * 1000,
  words,
})
