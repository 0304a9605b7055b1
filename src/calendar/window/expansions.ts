import type { Log } from '../../platform/log'
import { IcalError } from '../ical/error'
import { expand, type Occurrence, type Prepared, prepare } from '../ical/expand'
import { dayStart, type Zone } from '../ical/zones'

/** A part of an answer that is the same for everybody who may read the event. */
export interface Expanded {
  title: string
  location: string | null
  allDay: boolean
  /** UTC instant, or date. */
  start: string
  /** UTC instant, or date after the last day. */
  end: string
  /** For ordering: the start in epoch milliseconds, of an all-day event its midnight in the household. */
  startsAt: number
  isRecurring: boolean
}

/** The instants [fromMs, toMs). */
export interface Span {
  fromMs: number
  toMs: number
}

/** A version of a cached object: an object that changes gets another one. */
export interface Version {
  id: number
  etag: string | null
  /** As the database writes it. */
  updatedAt: string
}

/** A recurring object made ready. Whoever holds it may use it, also when the collection has let it go. */
export interface Recurring {
  version: string
  /** Null: it cannot be read, and has no occurrences. */
  prepared: Prepared | null
  bySpan: Map<string, Expanded[]>
}

const MOST_OBJECTS = 5000
/** Roughly 200 bytes each. */
const MOST_OCCURRENCES = 150_000

/** Recurring objects, and what they come to in windows that were asked for; those not used for longest give way. */
export class Expansions {
  readonly #objects = new Map<number, Recurring>()
  #occurrences = 0

  constructor(
    private readonly zone: Zone,
    private readonly log: Log,
  ) {}

  /** Null: this version has not been added, or has given way. */
  find(version: Version): Recurring | null {
    const object = this.#objects.get(version.id)
    if (object?.version !== keyOf(version)) return null
    // The order of a Map is that of insertion: what was used last goes to the end.
    this.#objects.delete(version.id)
    this.#objects.set(version.id, object)
    return object
  }

  add(version: Version, text: string): Recurring {
    const object = { version: keyOf(version), prepared: this.#read(version, text), bySpan: new Map() }
    this.#forget(version.id)
    this.#objects.set(version.id, object)
    if (this.#objects.size > MOST_OBJECTS) this.#forget(this.#objects.keys().next().value!)
    return object
  }

  /** The occurrences that overlap the span. */
  within({ prepared, bySpan }: Recurring, span: Span): Expanded[] {
    if (prepared === null) return []
    const key = `${span.fromMs} ${span.toMs}`
    const known = bySpan.get(key)
    if (known !== undefined) return known
    const report = (problem: string) => this.log.debug('an event was not expanded in full', { problem })
    const found = expand(prepared, span.fromMs, span.toMs, this.zone, report).map((one) => describe(one, this.zone))
    if (this.#occurrences + found.length > MOST_OCCURRENCES) this.#forgetSpans()
    bySpan.set(key, found)
    this.#occurrences += found.length
    return found
  }

  #read({ id }: Version, text: string): Prepared | null {
    try {
      return prepare(text, this.zone)
    } catch (error) {
      if (!(error instanceof IcalError)) throw error
      this.log.warn('a cached event cannot be read', { eventId: id, problem: error.message })
      return null
    }
  }

  #forget(id: number): void {
    for (const found of this.#objects.get(id)?.bySpan.values() ?? []) this.#occurrences -= found.length
    this.#objects.delete(id)
  }

  #forgetSpans(): void {
    for (const { bySpan } of this.#objects.values()) bySpan.clear()
    this.#occurrences = 0
  }
}

const keyOf = ({ etag, updatedAt }: Version) => `${updatedAt} ${etag}`

function describe({ title, location, allDay, start, end, isRecurring }: Occurrence, zone: Zone): Expanded {
  const [startText, endText] = [new Date(start).toISOString(), new Date(end).toISOString()]
  if (!allDay) return { title, location, allDay, start: startText, end: endText, startsAt: start, isRecurring }
  const date = startText.slice(0, 10)
  const startsAt = dayStart(zone, date).getTime()
  return { title, location, allDay, start: date, end: endText.slice(0, 10), startsAt, isRecurring }
}
