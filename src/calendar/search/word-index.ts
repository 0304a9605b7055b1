import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import { plainRows } from '../../platform/db/plain-rows'
import { calendars, eventWords } from '../../platform/db/schema'
import { LruCache } from '../../platform/lru'
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

export interface Entries {
  /** By start, then id. */
  singles: readonly Entry[]
  series: readonly Entry[]
  /** The singles. */
  packed: Packed
}

interface Known extends Entries {
  revision: number
}

/** Characters of words, each kept twice, with what an entry weighs beside them: about 150 MB. */
const MOST_CHARACTERS = 80_000_000
const WEIGHT_OF_ENTRY = 100
const ROWS_AT_ONCE = 2_000

/**
 * What events are found by, in memory, by calendar; whoever asks first pays for reading it. Entries of events that were
 * deleted since stay: hits are read from the cache, where those are missing.
 */
export class WordIndex {
  readonly #known = new LruCache<number, Known>(MOST_CHARACTERS)
  readonly #underWay = new Map<number, Promise<Known>>()

  constructor(private readonly ctx: Pick<Context, 'db'>) {}

  /** The entries of these calendars as they are stored now. */
  async read(calendarIds: readonly number[]): Promise<Map<number, Entries>> {
    const rows = await this.ctx.db
      .select({ id: calendars.id, revision: calendars.wordsRevision })
      .from(calendars)
      .where(inArray(calendars.id, [...calendarIds]))
    const found = new Map<number, Entries>()
    for (const { id, revision } of rows) found.set(id, await this.#at(id, revision))
    return found
  }

  async #at(calendarId: number, revision: number): Promise<Known> {
    for (;;) {
      const known = this.#known.get(calendarId)
      if (known !== undefined && known.revision >= revision) return known
      const underWay = this.#underWay.get(calendarId)
      if (underWay === undefined) break
      const read = await underWay
      if (read.revision >= revision) return read
    }
    const reading = this.#readOn(calendarId, revision).finally(() => this.#underWay.delete(calendarId))
    this.#underWay.set(calendarId, reading)
    return reading
  }

  async #readOn(calendarId: number, revision: number): Promise<Known> {
    const before = this.#known.get(calendarId)
    const rows = before === undefined ? await this.#all(calendarId) : await this.#since(calendarId, before.revision)
    const known = { revision, ...withRows(before ?? NOTHING, rows) }
    const weight = [...known.singles, ...known.series].reduce((sum, one) => sum + one.words.length + WEIGHT_OF_ENTRY, 0)
    this.#known.set(calendarId, known, weight)
    return known
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

const NOTHING: Pick<Entries, 'singles' | 'series'> = { singles: [], series: [] }

function withRows(before: typeof NOTHING, rows: readonly Row[]): Entries {
  const isNew = new Set(rows.map(({ event_id }) => event_id))
  const kept = (entries: readonly Entry[]) => entries.filter(({ id }) => !isNew.has(id))
  const shown = rows.filter(({ words }) => words !== '')
  const added = (isRecurring: 0 | 1) => shown.filter((row) => row.is_recurring === isRecurring).map(entryOf)
  const singles = [...kept(before.singles), ...added(0)].sort((a, b) => a.startsAt - b.startsAt || a.id - b.id)
  return {
    singles,
    packed: pack(singles),
    series: [...kept(before.series), ...added(1)],
  }
}

const entryOf = ({ calendar_id, event_id, starts_at, ends_at, words }: Row): Entry => ({
  id: event_id,
  calendarId: calendar_id,
  startsAt: starts_at * 1000,
  endsAt: ends_at * 1000,
  words,
})
