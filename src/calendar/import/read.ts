import { eq } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import { events } from '../../platform/db/schema'
import { TimeSlice } from '../../platform/time-slice'
import { dayOfWall, formatIsoDate } from '../ical/civil'
import { IcalError } from '../ical/error'
import { utcText } from '../ical/lines'
import { mainEvent, readObject } from '../ical/object'
import { type Prepared, prepareObject } from '../ical/prepare'
import { lastInstantOf } from '../ical/series'
import { startOf } from '../ical/times'
import { toWallSeconds, type Zone } from '../ical/zone'
import { readTexts } from '../object-texts'
import { readableOf } from '../readable-events'
import { type Collected, collect } from './collect'
import { type ImportedObject, type NamedEvent, named, objectsOf } from './object'

/** A file as it is to be imported. */
export interface ImportedFile {
  objects: ImportedObject[]
  /** What is no event, and events that cannot be read. */
  skipped: number
  /** The first and the last day of its events; null: there is none, or no last one. */
  from: string | null
  to: string | null
}

/** Characters of all objects of a file: a zone stands in each that names it. */
const MAX_LENGTH = 200 * 1024 * 1024

/**
 * Reads a calendar file, in slices.
 * @throws IcalError when it is no calendar, ends too early, or holds more than any calendar does
 */
export async function readCalendarFile(bytes: Uint8Array, household: Zone, now: Date): Promise<ImportedFile> {
  return arranged(await collect(bytes), household, now, MAX_LENGTH)
}

/** Reads the objects of a cached calendar in the same way; one that cannot be read is skipped. */
export async function readCachedCalendar(ctx: Context, calendarId: number, household: Zone): Promise<ImportedFile> {
  const rows = await ctx.db.select({ id: events.id }).from(events).where(eq(events.calendarId, calendarId))
  const all: Collected = { events: [], others: new Set() }
  const ids = rows.map(({ id }) => id)
  for await (const { id, text } of readTexts(ctx, ids)) {
    try {
      const one = await collect(Buffer.from(text))
      all.events.push(...one.events)
      for (const other of one.others) all.others.add(other)
    } catch (error) {
      if (!(error instanceof IcalError)) throw error
      all.others.add(`row ${id}`)
    }
  }
  return arranged(all, household, ctx.now(), Number.POSITIVE_INFINITY)
}

/** @throws IcalError when the objects are longer than `maxLength` together */
async function arranged(
  { events, others }: Collected,
  household: Zone,
  now: Date,
  maxLength: number,
): Promise<ImportedFile> {
  const slice = new TimeSlice()
  const byUid = new Map<string, NamedEvent[]>()
  for (const event of events) {
    const one = named(event)
    const known = byUid.get(one.uid)
    if (known === undefined) byUid.set(one.uid, [one])
    else known.push(one)
    await slice.giveWay()
  }
  const file = { objects: [] as ImportedObject[], skipped: others.size }
  const days = new Days(household)
  let length = 0
  for (const [uid, group] of byUid) {
    byUid.delete(uid)
    const readable = await readableOf(group, ({ lines }) => lines.join('\n'), slice)
    file.skipped += group.length - readable.length
    for (const object of objectsOf(readable, { household, stamp: utcText(now) })) {
      length += object.text.length
      if (length > maxLength) throw new IcalError('a calendar that is too large with its zones')
      if (days.take(object.text)) file.objects.push(object)
      else file.skipped += 1
      await slice.giveWay()
    }
  }
  return { ...file, ...days.bounds }
}

/** From when to when objects go. */
class Days {
  #first: string | null = null
  #last: string | null = null
  #isEndless = false

  constructor(private readonly household: Zone) {}

  /** Whether the object can be read; if so it counts. */
  take(text: string): boolean {
    try {
      const object = readObject(text, this.household)
      const prepared = prepareObject(object)
      const { isDate } = startOf(mainEvent(object), object.zones)
      const last = endOfLast(prepared)
      this.#count(this.#dayOf(prepared.first, isDate), Number.isFinite(last) ? this.#dayOf(last, isDate) : null)
      return true
    } catch (error) {
      if (error instanceof IcalError) return false
      throw error
    }
  }

  get bounds() {
    return { from: this.#first, to: this.#isEndless ? null : this.#last }
  }

  #count(first: string, last: string | null): void {
    if (this.#first === null || first < this.#first) this.#first = first
    if (last === null) this.#isEndless = true
    else if (this.#last === null || last > this.#last) this.#last = last
  }

  #dayOf(seconds: number, isDate: boolean): string {
    return formatIsoDate(dayOfWall(isDate ? seconds : toWallSeconds(this.household, seconds)))
  }
}

/** The last second of an object's occurrences, as its rules bound them; without the slack of what the cache keeps. */
function endOfLast({ first, groups }: Prepared): number {
  const ends = groups.flatMap(({ series, overrides }) => [
    ...overrides.map(({ end }) => end),
    ...series.flatMap(({ rules, added, start, reach, last }) =>
      rules.length === 0
        ? last
        : [...rules.map((rule) => lastInstantOf(rule, start) + reach), ...added.map(({ end }) => end)],
    ),
  ])
  const end = ends.reduce((most, each) => Math.max(most, each), first)
  return end > first ? end - 1 : end
}
