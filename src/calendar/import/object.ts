import { CALENDAR_LINES, UID_SUFFIX } from '../ical/build'
import { foldLine } from '../ical/lines'
import { latestVersions } from '../ical/object'
import { type Property, parseLine } from '../ical/parse'
import type { Zone } from '../ical/zone'
import { ObjectZones } from '../ical/zone/resolve'
import { vtimezoneLines } from '../ical/zone/write'
import { type CollectedEvent, nameOf, type ZoneDefinitions } from './collect'

/** An event with its overrides, as it is written to a calendar server. */
export interface ImportedObject {
  uid: string
  text: string
}

/** A VEVENT with what names it. */
export interface NamedEvent extends CollectedEvent {
  uid: string
  start: string
  sequence: number
  /** As RECURRENCE-ID says it; null: it is no override. */
  recurrenceId: string | null
}

/** UIDs that are longer are replaced: servers make file names of them. */
const LONGEST_UID = 255
/** Properties that differ from one export of an event to the next. */
const PASSING = new Set(['UID', 'DTSTAMP', 'CREATED', 'LAST-MODIFIED', 'SEQUENCE'])

const REPEATING = new Set(['RRULE', 'RDATE'])

/** What names a VEVENT. Without a UID it gets one of what it says, so that the same event gets the same one. */
export function named({ lines, zones }: CollectedEvent): NamedEvent {
  const own = ownLines(lines)
  const first = (name: string): Property | null => {
    const line = own.find((candidate) => nameOf(candidate) === name)
    return line === undefined ? null : parseLine(line)
  }
  const given = first('UID')?.value ?? ''
  const isUsable = given !== '' && given.length <= LONGEST_UID
  const uid = isUsable ? given : `${digestOf(given === '' ? contentsOf(lines) : given)}${UID_SUFFIX}`
  const start = first('DTSTART')
  const recurrenceId = first('RECURRENCE-ID')
  const sequence = Number.parseInt(first('SEQUENCE')?.value ?? '0', 10)
  return {
    lines: isUsable ? lines : withUid(lines, uid),
    zones,
    uid,
    start: start === null ? '' : start.withValue(start.value),
    sequence: Number.isNaN(sequence) ? 0 : sequence,
    recurrenceId: recurrenceId === null ? null : recurrenceId.withValue(recurrenceId.value),
  }
}

/**
 * The events of one UID as objects, usually one. Of several with no RECURRENCE-ID the highest SEQUENCE counts; of one
 * SEQUENCE all that start at different times stand, each under a UID of its own, the overrides with the first that repeats.
 */
export function objectsOf(
  events: readonly NamedEvent[],
  options: { household: Zone; stamp: string },
): ImportedObject[] {
  const masters = events.filter(({ recurrenceId }) => recurrenceId === null)
  const highest = Math.max(...masters.map(({ sequence }) => sequence))
  const standing = latestVersions(
    masters.filter(({ sequence }) => sequence === highest),
    ({ start }) => start,
    ({ sequence }) => sequence,
  ).toSorted((a, b) => (a.start < b.start ? -1 : 1))
  const overrides = latestVersions(
    events.filter(({ recurrenceId }) => recurrenceId !== null),
    ({ recurrenceId }) => recurrenceId,
    ({ sequence }) => sequence,
  )
  const [first] = standing
  if (first === undefined) return [objectOf(overrides, options)]
  const series = standing.find(repeats) ?? first
  return standing.map((master) => {
    const all = master === series ? [master, ...overrides] : [master]
    if (master === first) return objectOf(all, options)
    const uid = `${master.uid}-${digestOf(master.start).slice(0, 8)}`
    return objectOf(
      all.map((event) => ({ ...event, uid, lines: withUid(event.lines, uid) })),
      options,
    )
  })
}

/** Whether it has a rule or added dates. */
const repeats = ({ lines }: NamedEvent) => ownLines(lines).some((line) => REPEATING.has(nameOf(line)))

function objectOf(events: readonly NamedEvent[], { household, stamp }: { household: Zone; stamp: string }) {
  const lines = [
    ...CALENDAR_LINES,
    ...zonesOf(events, household),
    ...events.flatMap((event) => withStamp(event.lines, stamp)),
    'END:VCALENDAR',
  ]
  return { uid: events[0]!.uid, text: lines.map((line) => foldLine(line, '\r\n')).join('') }
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
  return vtimezoneLines({ ...zone, id: tzid }, Math.min(2037, Math.max(1970, Math.min(...years))))
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
const digestOf = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex').slice(0, 32)
