import { sha256Hex } from '../../platform/crypto/sha256'
import { CALENDAR_LINES, UID_SUFFIX } from '../ical/build'
import { eachContentLine } from '../ical/content-lines'
import { foldedLines } from '../ical/lines'
import { latestVersions, sequenceIn } from '../ical/object'
import { type Property, parseLine } from '../ical/parse'
import type { Zone } from '../ical/zone'
import { ObjectZones } from '../ical/zone/resolve'
import { vtimezoneLines } from '../ical/zone/write'
import { objectsOfUid, type UidEvent } from '../objects-of-uid'
import { type CollectedEvent, nameOf, type ZoneDefinitions } from './collect'

/** An event with its overrides, as it is written to a calendar server. */
export interface ImportedObject {
  uid: string
  text: string
}

/** A VEVENT with what names it. */
export interface NamedEvent extends CollectedEvent, UidEvent {
  uid: string
}

/** UIDs that are longer are replaced: servers make file names of them. */
const LONGEST_SERVER_UID = 255
/** What of a text stands behind a backslash (RFC 5545 3.3.11), with it or without. */
const ESCAPABLE = /\\[\\;,nN]|[\\;,]/g
/** Properties that differ from one export of an event to the next. */
const PASSING = new Set(['UID', 'DTSTAMP', 'CREATED', 'LAST-MODIFIED', 'SEQUENCE'])

const REPEATING = new Set(['RRULE', 'RDATE'])
/** Characters that instances of one object may have, each with the zones of all: a statement stores them, and memory holds them. */
const MAX_APART_LENGTH = 4_000_000
const EVENT_BEGIN = 'BEGIN:VEVENT'
const EVENT_END = 'END:VEVENT'
const CALENDAR_END = 'END:VCALENDAR'

/** What names a VEVENT. Without a UID it gets one of what it says, so that the same event gets the same one. */
export function named({ lines, zones }: CollectedEvent): NamedEvent {
  const own = ownLines(lines)
  const first = (name: string): Property | null => {
    const line = own.find((candidate) => nameOf(candidate) === name)
    return line === undefined ? null : parseLine(line)
  }
  const given = first('UID')?.value ?? ''
  const written = escaped(given)
  const isUsable = written !== '' && written.length <= LONGEST_SERVER_UID
  const uid = isUsable ? written : `${digestOf(given === '' ? contentsOf(lines) : given)}${UID_SUFFIX}`
  const start = first('DTSTART')
  const recurrenceId = first('RECURRENCE-ID')
  return {
    lines: uid === given ? lines : withUid(lines, uid),
    zones,
    uid,
    start: start === null ? '' : start.withValue(start.value),
    sequence: sequenceIn(first('SEQUENCE')?.value),
    recurrenceId: recurrenceId === null ? null : recurrenceId.withValue(recurrenceId.value),
    repeats: own.some((line) => REPEATING.has(nameOf(line))),
  }
}

/** A UID as texts are written: of a bare comma some servers keep what stands before it, and mix up two events. */
const escaped = (uid: string) => uid.replace(ESCAPABLE, (found) => (found.length === 2 ? found : `\\${found}`))

/** The events of one UID as objects, usually one; of several each but the first stands under a UID of its own. */
export function objectsOf(
  events: readonly NamedEvent[],
  options: { household: Zone; stamp: string },
): ImportedObject[] {
  return objectsOfUid(events).map(({ master, overrides }, index) => {
    const latest = latestVersions(
      overrides,
      ({ recurrenceId }) => recurrenceId,
      ({ sequence }) => sequence,
    )
    const all = master === null ? latest : [master, ...latest]
    return objectOf(index === 0 ? all : apart(all), options)
  })
}

/** The same events under a UID that tells when they start. */
function apart(events: readonly NamedEvent[]): NamedEvent[] {
  const [first] = events
  const uid = `${first!.uid}-${digestOf(first!.start).slice(0, 8)}`
  return events.map((event) => ({ ...event, uid, lines: withUid(event.lines, uid) }))
}

/**
 * The overrides of an object of this file's making that has no series, each as an event of its own under a UID that tells
 * which occurrence it was; none where it has one, or where that would be too much.
 */
export function instancesApart({ text }: Pick<ImportedObject, 'text'>): ImportedObject[] {
  if (text.length > MAX_APART_LENGTH) return []
  const lines: string[] = []
  eachContentLine(text, (line) => void lines.push(line))
  const first = lines.indexOf(EVENT_BEGIN)
  const head = lines.slice(0, first)
  const events: NamedEvent[] = []
  for (let begin = first; begin >= 0; begin = lines.indexOf(EVENT_BEGIN, begin + 1)) {
    events.push(named({ lines: lines.slice(begin, lines.indexOf(EVENT_END, begin) + 1), zones: new Map() }))
  }
  const headLength = head.join().length
  if (text.length + headLength * events.length > MAX_APART_LENGTH) return []
  if (events.some(({ recurrenceId }) => recurrenceId === null)) return []
  return events.map(({ uid, recurrenceId, lines: own }) => {
    const name = `${uid}-${digestOf(recurrenceId!).slice(0, 8)}`
    const single = withUid(own, name).filter((line) => nameOf(line) !== 'RECURRENCE-ID')
    return { uid: name, text: foldedLines([...head, ...single, CALENDAR_END]) }
  })
}

function objectOf(events: readonly NamedEvent[], { household, stamp }: { household: Zone; stamp: string }) {
  const lines = [
    ...CALENDAR_LINES,
    ...zonesOf(events, household),
    ...events.flatMap((event) => withStamp(event.lines, stamp)),
    CALENDAR_END,
  ]
  return { uid: events[0]!.uid, text: foldedLines(lines) }
}

/** Definitions of the zones that events name; of those that their file does not define, as they are understood here. */
function zonesOf(events: readonly NamedEvent[], household: Zone): string[] {
  const defined: ZoneDefinitions = new Map()
  for (const { lines, zones } of events) {
    for (const line of lines) {
      const tzid = line.includes('TZID=') || line.includes('tzid=') ? parseLine(line)?.params.TZID : undefined
      if (tzid !== undefined && !defined.has(tzid))
        defined.set(tzid, zones.get(tzid) ?? definitionOf(tzid, events, household))
    }
  }
  return [...defined.values()].flat()
}

function definitionOf(tzid: string, events: readonly NamedEvent[], household: Zone): string[] {
  const zone = new ObjectZones({ name: '', properties: [], components: [] }, household).resolve(tzid)
  const years = events.map(({ start }) => Number(/:(\d{4})/.exec(start)?.[1] ?? 1970))
  return vtimezoneLines({ ...zone, id: tzid }, Math.max(1970, Math.min(...years)))
}

/** The lines of the event itself, without those of its alarms. */
function ownLines(lines: readonly string[]): string[] {
  const alarm = lines.findIndex((line, index) => index > 0 && nameOf(line) === 'BEGIN')
  if (alarm < 0) return [...lines]
  const end = lines.findLastIndex((line, index) => index < lines.length - 1 && nameOf(line) === 'END')
  return [...lines.slice(0, alarm), ...lines.slice(end + 1)]
}

const withUid = (lines: readonly string[], uid: string) => [
  lines[0]!,
  `UID:${uid}`,
  ...lines.slice(1).filter((line) => nameOf(line) !== 'UID'),
]

/** RFC 5545 3.6.1 asks for DTSTAMP, and servers refuse events without. */
const withStamp = (lines: readonly string[], stamp: string) =>
  lines.some((line) => nameOf(line) === 'DTSTAMP') ? lines : [lines[0]!, `DTSTAMP:${stamp}`, ...lines.slice(1)]

const contentsOf = (lines: readonly string[]) =>
  lines
    .filter((line) => !PASSING.has(nameOf(line)))
    .toSorted()
    .join('\n')

/** 32 hexadecimal digits of SHA-256. */
const digestOf = (text: string) => sha256Hex(text).slice(0, 32)
