import { IcalError } from '../ical/error'
import { MAX_NESTING } from '../ical/limits'
import { parseLine } from '../ical/parse'
import { OPERATION } from '../ical/x-properties'
import { eachLine } from './lines'
import { mended } from './mended'

/** Definitions of time zones by TZID, each as its lines. */
export type ZoneDefinitions = Map<string, string[]>

/** A VEVENT of a file: its lines from BEGIN to END, and the zones that its calendar defines. */
export interface CollectedEvent {
  lines: string[]
  zones: ZoneDefinitions
}

/** What a file holds. */
export interface Collected {
  events: CollectedEvent[]
  /** Other things, one for each UID; and events that no calendar server takes. */
  others: Set<string>
}

/** Of all kinds, in one file. */
const MAX_COMPONENTS = 200_000
/** Characters of one event: inline pictures have some hundred thousand. */
const MAX_EVENT_LENGTH = 2_000_000
const MAX_ZONES = 500
const MAX_ZONE_LENGTH = 64_000

/** They belong to a meeting: a server that reads them writes to people. The last one is a write's that was ours. */
const LEFT_OUT = new Set(['ATTENDEE', 'ORGANIZER', 'REQUEST-STATUS', OPERATION])
/** What an alarm may do besides speaking up: send mail, start a program. */
const ACTING = new Set(['EMAIL', 'PROCEDURE'])

/**
 * Reads a file into its events, without anything that could make a server write to somebody.
 * @throws IcalError when it is no calendar, ends too early, or holds more than any calendar does
 */
export async function collect(bytes: Uint8Array): Promise<Collected> {
  const file = new Collecting()
  await eachLine(bytes, (line) => file.take(line))
  return file.end()
}

class Collecting {
  readonly #found: Collected = { events: [], others: new Set() }
  /** Names of the components that are open, the outermost first. */
  readonly #open: string[] = []
  #components = 0
  #hasCalendar = false
  #zones: ZoneDefinitions = new Map()
  #lines: string[] = []
  #length = 0
  #uid = ''

  take(line: string): void {
    const name = nameOf(line)
    if (name === 'BEGIN') this.#begin(line)
    else if (name === 'END') this.#end()
    else if (this.#open.length > 1) this.#keep(name, line)
  }

  end(): Collected {
    if (!this.#hasCalendar) throw new IcalError('not a calendar')
    if (this.#open.length > 0) throw new IcalError('a calendar that ends too early')
    return this.#found
  }

  #begin(line: string): void {
    this.#components += 1
    if (this.#components > MAX_COMPONENTS) throw new IcalError('a calendar with too many components')
    if (this.#open.length >= MAX_NESTING) throw new IcalError('components nested too deep')
    const component = componentOf(line)
    if (this.#open.length === 0) {
      if (component !== 'VCALENDAR') throw new IcalError('not a calendar')
      this.#hasCalendar = true
      this.#zones = new Map()
    } else if (this.#open.length === 1) {
      this.#lines = []
      this.#length = 0
      this.#uid = ''
    }
    this.#open.push(component)
    if (this.#open.length > 1) this.#push(`BEGIN:${component}`)
  }

  /** Ends what is open, whatever the line calls it. */
  #end(): void {
    const component = this.#open.at(-1)
    if (component === undefined) return
    if (this.#open.length > 1) this.#push(`END:${component}`)
    this.#open.pop()
    if (this.#open.length === 1) this.#close(component)
  }

  #keep(name: string, line: string): void {
    if (this.#open.length === 2 && name === 'UID') this.#uid ||= line
    if (LEFT_OUT.has(name)) return
    // Of an event of that length nothing is kept: mending would take as long as all the rest.
    const isMended = this.#open[1] === 'VEVENT' && line.length <= MAX_EVENT_LENGTH
    const kept = isMended ? mended(line) : line
    if (kept !== null) this.#push(name === 'ACTION' && isActing(kept) ? 'ACTION:DISPLAY' : kept)
  }

  /** Of an event only alarms are kept besides its own lines. */
  #push(line: string): void {
    if (this.#open[1] === 'VEVENT' && this.#open.length > 2 && (this.#open[2] !== 'VALARM' || this.#open.length > 3))
      return
    this.#length += line.length
    if (this.#length <= MAX_EVENT_LENGTH) this.#lines.push(line)
  }

  #close(component: string): void {
    const lines = this.#lines
    this.#lines = []
    if (component === 'VTIMEZONE') this.#define(lines)
    else if (component === 'VEVENT' && this.#length <= MAX_EVENT_LENGTH) {
      this.#found.events.push({ lines, zones: this.#zones })
    } else {
      const { others } = this.#found
      others.add(`${component} ${this.#uid || others.size}`)
    }
  }

  #define(lines: string[]): void {
    const id = lines.find((line) => nameOf(line) === 'TZID')
    const tzid = id === undefined ? undefined : parseLine(id)?.value
    if (tzid === undefined || this.#length > MAX_ZONE_LENGTH || this.#zones.size >= MAX_ZONES) return
    this.#zones.set(tzid, lines)
  }
}

/** The name of a content line, in upper case. */
export function nameOf(line: string): string {
  const end = line.search(/[:;]/)
  return end < 0 ? '' : line.slice(0, end).trim().toUpperCase()
}

const isActing = (line: string) => ACTING.has(parseLine(line)?.value.trim().toUpperCase() ?? '')

const componentOf = (line: string) =>
  line
    .slice(line.indexOf(':') + 1)
    .trim()
    .toUpperCase()
