import { sha256Hex } from '../../platform/crypto/sha256'
import { sequenceIn } from '../ical/object'
import { parseLine } from '../ical/parse'
import type { UidEvent } from '../objects-of-uid'
import type { FeedEvent } from './split'
import { unfolded } from './unfolded'

/** What tells the events of a feed apart, read without what is in them. */
export interface EventHead extends UidEvent {
  event: FeedEvent
  /** Null: it has none. */
  uid: string | null
  /** Of its lines, but for those that say what it is called and when it was written. */
  digest: string
}

/** RFC 5545 3.8.7: they say when something was written, and nothing of it. */
const STAMP = /^(?:DTSTAMP|LAST-MODIFIED|CREATED)[ \t]*[:;]/i
/** Of an event or an alarm (RFC 9074 4). */
const UID = /^UID[ \t]*[:;]/i
const BEGIN = /^BEGIN[ \t]*[:;]/i
const END = /^END[ \t]*[:;]/i
const READ = /^(UID|RECURRENCE-ID|SEQUENCE|DTSTART|RRULE|RDATE)[ \t]*((?:;[^":]*(?:"[^"]*"[^":]*)*)?):(.*)$/i

/** Of a line that is looked at: an UID is cut much earlier, and the rest of a rule names nothing. */
const MAX_LOOKED_AT = 64 * 1024

/** Reads an event of a feed; of each property the first counts, and those of its alarms do not. */
export function readHead(event: FeedEvent): EventHead {
  const lines: string[] = []
  const found = new Map<string, string>()
  let depth = 0
  for (const line of unfolded(event.text).split('\n')) {
    if (STAMP.test(line)) continue
    if (!UID.test(line)) lines.push(line)
    if (END.test(line)) depth--
    if (depth === 1) note(found, line)
    if (BEGIN.test(line)) depth++
  }
  return {
    event,
    uid: found.get('UID') || null,
    recurrenceId: found.get('RECURRENCE-ID') ?? null,
    sequence: sequenceIn(found.get('SEQUENCE')),
    start: found.get('DTSTART') ?? '',
    repeats: found.has('RRULE') || found.has('RDATE'),
    digest: sha256Hex(lines.join('\n')),
  }
}

function note(found: Map<string, string>, line: string): void {
  const [, name, , value] = READ.exec(line.slice(0, MAX_LOOKED_AT)) ?? []
  if (name === undefined || value === undefined) return
  const key = name.toUpperCase()
  if (found.has(key)) return
  const zone = key === 'DTSTART' ? (parseLine(line)?.params.TZID ?? '') : ''
  found.set(key, `${value.trim()} ${zone}`.trim())
}
