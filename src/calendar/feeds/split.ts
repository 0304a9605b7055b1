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
  const split: SplitFeed = { header: '', events: [], broken: [] }
  const open: Open[] = []
  const header: string[] = []
  let zones = new Map<string, string>()
  let count = 0
  let calendars = 0
  let lines = 0

  const leaveOut = (start: number, end: number) =>
    split.broken.push(text.slice(start, Math.min(end, start + MAX_BEGINNING)))
  const begin = (name: string, start: number) => {
    if (open.length === 0 && name !== 'VCALENDAR') return
    if (open.length === 0) {
      zones = new Map()
      calendars++
    }
    count++
    if (count > MAX_COMPONENTS) throw new FeedError('too-large')
    if (open.length > MAX_NESTING) throw new FeedError('not-calendar')
    if (name === 'VEVENT' || name === 'VCALENDAR') dropEvent(start)
    open.push({ name, start, line: lines })
  }
  /** An event cannot stand in an event: the outer one has no end. */
  const dropEvent = (end: number) => {
    const at = open.findIndex(({ name }) => name === 'VEVENT')
    if (at < 0) return
    leaveOut(open[at]!.start, end)
    open.length = at
  }
  const end = (name: string, lineStart: number, lineEnd: number) => {
    const at = open.findLastIndex((component) => component.name === name)
    if (at < 0) return
    if (name === 'VCALENDAR') dropEvent(lineStart)
    const { start, line } = open[at]!
    open.length = at
    if (name === 'VEVENT') {
      // In UTF-8 no text is shorter than that.
      const isTooLarge = lineEnd - start > MAX_OBJECT_BYTES || lines - line > MAX_PHYSICAL_LINES
      if (isTooLarge) leaveOut(start, lineEnd)
      else split.events.push({ text: text.slice(start, lineEnd), zones })
    }
    if (name === 'VTIMEZONE') keepZone(zones, text.slice(start, lineEnd))
  }

  const slice = new TimeSlice()
  for (let from = 0; from < text.length; lines++) {
    if (lines % LINES_PER_STEP === 0) await slice.giveWay()
    const found = text.indexOf('\n', from)
    const to = found < 0 ? text.length : found
    const boundary = mayBeBoundary(text.charCodeAt(from)) ? BOUNDARY.exec(text.slice(from, to)) : null
    if (boundary !== null) {
      const name = (boundary[2] ?? '').toUpperCase()
      if (boundary[1]!.toUpperCase() === 'BEGIN') begin(name, from)
      else end(name, from, to)
    } else if (open.length === 1 && calendars === 1 && header.length < MAX_HEADER_LINES) {
      header.push(text.slice(from, Math.min(to, from + MAX_HEADER_LINE)))
    }
    if (calendars === 0 && text.slice(from, to).trim() !== '') throw new FeedError('not-calendar')
    from = to + 1
  }
  if (calendars === 0) throw new FeedError('not-calendar')
  if (open.length > 0) throw new FeedError('truncated')
  return { ...split, header: header.join('\n') }
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
