import { TimeSlice } from '../../platform/time-slice'
import { MAX_NESTING, MAX_PHYSICAL_LINES } from '../ical/limits'
import { zoneOf } from '../ical/zone'
import { MAX_OBJECT_BYTES } from '../sync/read-objects'
import { FeedError } from './error'
import { unfolded } from './unfolded'

/**
 * A VEVENT of a feed as it stands there, and those VTIMEZONEs of its calendar by their TZID that are not looked up by
 * their names anyway (`ObjectZones`).
 */
export interface FeedEvent {
  text: string
  zones: ReadonlyMap<string, string>
}

export interface SplitFeed {
  /** The lines of the first calendar that belong to none of its components. */
  header: string
  events: FeedEvent[]
  /** Beginnings of events that have no end of their own, or are larger than any that is read. */
  broken: string[]
}

/** Of one feed, of every kind and at every depth. */
const MAX_COMPONENTS = 200_000
const MAX_HEADER_LINES = 200
const MAX_HEADER_LINE = 2000
/** Real ones have a few thousand characters; one is kept with every object that names it. */
const MAX_ZONE_LENGTH = 64 * 1024
const MAX_ZONES = 1000
/** Of an event that is left out: its UID stands there. */
const MAX_BEGINNING = 16 * 1024
/** Lines between two looks at the clock. */
const LINES_PER_STEP = 200

const UPPER_B = 0x42
const LOWER_B = 0x62
const UPPER_E = 0x45
const LOWER_E = 0x65
const BYTE_ORDER_MARK = 0xfeff
/** Blanks before a name count with it: what may stand on either side of nothing costs the square of its length. */
const BOUNDARY = /^\uFEFF?(BEGIN|END)[ \t]*(?:;[^:]*)?:(?:[ \t]*(\S+))?[ \t]*$/i

interface Open {
  name: string
  start: number
  /** Its first, from zero. */
  line: number
}

/**
 * Takes a stream of calendars (RFC 5545 3.4) apart, whose lines end in line feeds: one pass over its lines, in slices.
 * Complete is only what begins with BEGIN:VCALENDAR and ends all of its calendars; an event that is not ended, or too large,
 * is left out.
 * @throws FeedError not-calendar, truncated, too-large
 */
export async function splitFeed(text: string): Promise<SplitFeed> {
  const components = new Components(text)
  const header: string[] = []
  const slice = new TimeSlice()
  for (let from = 0, line = 0; from < text.length; line++) {
    if (line % LINES_PER_STEP === 0) await slice.giveWay()
    const found = text.indexOf('\n', from)
    const to = found < 0 ? text.length : found
    const boundary = mayBeBoundary(text.charCodeAt(from)) ? BOUNDARY.exec(text.slice(from, to)) : null
    if (boundary !== null) {
      const name = (boundary[2] ?? '').toUpperCase()
      if (boundary[1]!.toUpperCase() === 'BEGIN') components.begin(name, from, line)
      else components.end(name, from, to, line)
    } else if (components.isInFirstHeader && header.length < MAX_HEADER_LINES) {
      header.push(text.slice(from, Math.min(to, from + MAX_HEADER_LINE)))
    }
    if (components.calendars === 0 && text.slice(from, to).trim() !== '') throw new FeedError('not-calendar')
    from = to + 1
  }
  if (components.calendars === 0) throw new FeedError('not-calendar')
  if (components.isOpen) throw new FeedError('truncated')
  const { events, broken } = components
  return { header: header.join('\n'), events, broken }
}

/** The components of a feed as its lines open and close them, and the events that have been closed. */
class Components {
  readonly events: FeedEvent[] = []
  readonly broken: string[] = []
  /** How many have begun. */
  calendars = 0
  readonly #text: string
  readonly #open: Open[] = []
  #zones = new Map<string, string>()
  #count = 0

  constructor(text: string) {
    this.#text = text
  }

  get isOpen(): boolean {
    return this.#open.length > 0
  }

  /** Whether a line here belongs to the first calendar alone. */
  get isInFirstHeader(): boolean {
    return this.#open.length === 1 && this.calendars === 1
  }

  begin(name: string, start: number, line: number): void {
    if (!this.isOpen && name !== 'VCALENDAR') return
    if (!this.isOpen) {
      this.#zones = new Map()
      this.calendars++
    }
    this.#count++
    if (this.#count > MAX_COMPONENTS) throw new FeedError('too-large')
    if (this.#open.length > MAX_NESTING) throw new FeedError('not-calendar')
    if (name === 'VEVENT' || name === 'VCALENDAR') this.#dropEvent(start)
    this.#open.push({ name, start, line })
  }

  end(name: string, lineStart: number, lineEnd: number, line: number): void {
    const at = this.#open.findLastIndex((component) => component.name === name)
    if (at < 0) return
    if (name === 'VCALENDAR') this.#dropEvent(lineStart)
    const ended = this.#open[at]!
    this.#open.length = at
    if (name === 'VEVENT') this.#keepEvent(ended, lineEnd, line)
    if (name === 'VTIMEZONE') keepZone(this.#zones, this.#text.slice(ended.start, lineEnd))
  }

  #keepEvent({ start, line: firstLine }: Open, end: number, line: number): void {
    // In UTF-8 no text is shorter than that.
    const isTooLarge = end - start > MAX_OBJECT_BYTES || line - firstLine > MAX_PHYSICAL_LINES
    if (isTooLarge) this.#leaveOut(start, end)
    else this.events.push({ text: this.#text.slice(start, end), zones: this.#zones })
  }

  /** An event cannot stand in an event: the outer one has no end. */
  #dropEvent(end: number): void {
    const at = this.#open.findIndex(({ name }) => name === 'VEVENT')
    if (at < 0) return
    this.#leaveOut(this.#open[at]!.start, end)
    this.#open.length = at
  }

  #leaveOut(start: number, end: number): void {
    this.broken.push(this.#text.slice(start, Math.min(end, start + MAX_BEGINNING)))
  }
}

function mayBeBoundary(code: number): boolean {
  return code === UPPER_B || code === UPPER_E || code === LOWER_B || code === LOWER_E || code === BYTE_ORDER_MARK
}

function keepZone(zones: Map<string, string>, text: string): void {
  const tzid = /^TZID[^:\n]*:(.*)$/im.exec(unfolded(text.slice(0, MAX_ZONE_LENGTH)))?.[1]?.trim()
  if (tzid === undefined || tzid === '' || text.length > MAX_ZONE_LENGTH || zones.size >= MAX_ZONES) return
  if (tzid.includes('/') && zoneOf(tzid) !== null) return
  zones.set(tzid, text)
}
