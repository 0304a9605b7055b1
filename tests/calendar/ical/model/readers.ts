import ICAL from 'ical.js'
import rrule from 'rrule'
import { RRuleTemporal } from 'rrule-temporal'
import { expand, prepare } from '../../../../src/calendar/ical/expand'
import { zoneOf } from '../../../../src/calendar/ical/zone'
import { basic, type Clock, DAY, HOUSEHOLD, instantOf, wallOf, zoneNameOf } from './clock'
import { type ReadEvent, type ReadObject, secondsOf, type Time, wallOfTime } from './object'
import { peopleIn } from './people'
import { type Occurrence, sorted } from './series'

/** UTC seconds. */
export interface Span {
  from: number
  to: number
}

const household = zoneOf(HOUSEHOLD)!

/** The occurrences that begin in the span, by our own expansion. */
export function ours(text: string, { from, to }: Span): Occurrence[] {
  const found = expand(prepare(text, household), from * 1000, to * 1000, household, (problem) => {
    throw new Error(problem)
  })
  const inside = found.filter(({ start }) => start >= from * 1000 && start < to * 1000)
  return sorted(
    inside.map(({ recurrenceId, start, end, title, categories }) => ({
      recurrenceId,
      start,
      end,
      title,
      people: peopleIn(categories),
    })),
  )
}

/** What an independent reader makes of a text; it names no instances. */
export type Reader = (object: ReadObject, span: Span) => Occurrence[]

/** The rule by rrule on a wall clock carried as UTC. */
export const byRrule: Reader = (object, span) => bySets(object, span, rruleStarts)

/** The rule by rrule-temporal in the series' own zone. */
export const byRruleTemporal: Reader = (object, span) => bySets(object, span, temporalStarts)

/** Starts of a rule's instances, UTC seconds. */
type Starts = (rule: string, start: Time, to: number) => number[]

/** DTSTART, rule and RDATE without EXDATE and what overrides replace, and the overrides (RFC 5545 3.8.5). */
function bySets({ master, overrides, rule, excluded, added }: ReadObject, span: Span, startsOf: Starts): Occurrence[] {
  const ruled = rule === null ? [] : startsOf(rule, master.start, span.to)
  const starts = new Set([secondsOf(master.start), ...ruled, ...added.map(secondsOf)])
  for (const time of excluded) starts.delete(secondsOf(time))
  for (const { recurrenceId } of overrides) starts.delete(secondsOf(recurrenceId!))
  const plain = [...starts].map((start) => occurrence(start, master))
  const replaced = overrides.map((override) => occurrence(secondsOf(override.start), override))
  return inSpan([...plain, ...replaced], span)
}

const rruleStarts: Starts = (rule, start, to) => {
  const options = rrule.RRule.parseString(rule.replace(/;UNTIL=[^;]*/, ''))
  const until = untilOf(rule, start)
  const last = new Date((to + DAY) * 1000)
  const bounded = {
    ...options,
    dtstart: new Date(start.wall * 1000),
    ...(until === null ? {} : { until: new Date(until * 1000) }),
  }
  const walls = new rrule.RRule(bounded).between(new Date(0), last, true).map((wall) => wall.getTime() / 1000)
  const end = until === null ? Number.POSITIVE_INFINITY : instantOf(start.clock, until)
  // A wall-clock time in a gap comes before an UNTIL behind the gap, its instant need not.
  return walls.map((wall) => instantOf(start.clock, wall)).filter((instant) => instant <= end)
}

/** UNTIL on the wall clock of a start. */
export function untilOf(rule: string, { clock }: Time): number | null {
  const match = /UNTIL=(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?/.exec(rule)
  if (match === null) return null
  const [year, month, day, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map((part) => Number(part ?? 0))
  const seconds = Date.UTC(year!, month! - 1, day, hour, minute, second) / 1000
  return match[7] === 'Z' ? wallOf(clock, seconds) : seconds
}

const temporalStarts: Starts = (rule, { clock, wall }, to) => {
  const until = untilOf(rule, { clock, wall })
  const inUtc = until === null ? null : `${basic(instantOf(clock, until))}Z`
  const bounded = inUtc === null ? rule : rule.replace(/UNTIL=[^;]*/, `UNTIL=${inUtc}`)
  const zone = zoneNameOf(clock)
  const parsed = new RRuleTemporal({ rruleString: `DTSTART;TZID=${zone}:${basic(wall)}\nRRULE:${bounded}` })
  return parsed.between(new Date(0), new Date(to * 1000), true).map(({ epochMilliseconds }) => epochMilliseconds / 1000)
}

/** An RDATE may stand in UTC beside a start in a zone. */
const clockOf = ({ zone }: ICAL.Time, clock: Clock) => (zone === ICAL.Timezone.utcTimezone ? 'UTC' : clock)

/** ical.js from end to end; its times are read as walls, since it places those in gaps an hour early. */
export const byIcalJs: Reader = (object, span) => {
  const exceptions = object.overrides.map(({ component }) => component)
  const event = new ICAL.Event(object.master.component, { exceptions })
  const { clock } = object.master.start
  const found: Occurrence[] = []
  // An override may come long before its instance.
  const early = object.overrides.map(({ recurrenceId, start }) => secondsOf(recurrenceId!) - secondsOf(start))
  const last = span.to + Math.max(DAY, ...early)
  const iterator = event.iterator()
  for (let next = iterator.next(); next; next = iterator.next()) {
    if (wallOfTime(next) > last) break
    const { item, startDate } = event.getOccurrenceDetails(next)
    const override = object.overrides.find(({ component }) => component === item.component)
    const start = override ? secondsOf(override.start) : instantOf(clockOf(startDate, clock), wallOfTime(startDate))
    found.push(occurrence(start, { ...(override ?? object.master), title: item.summary }))
  }
  return inSpan(found, span)
}

const occurrence = (
  start: number,
  { length, title, people }: Omit<ReadEvent, 'component' | 'recurrenceId' | 'start'>,
): Occurrence => ({
  recurrenceId: null,
  start: start * 1000,
  end: (start + length) * 1000,
  title,
  people,
})

function inSpan(occurrences: Occurrence[], { from, to }: Span): Occurrence[] {
  return sorted(occurrences.filter(({ start }) => start >= from * 1000 && start < to * 1000))
}
