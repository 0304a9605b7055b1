import { civilOf, dayNumber, daysInMonth, weekdayOf } from '../ical/civil'
import type { RecurrenceRule } from '../ical/recurrence-rule'
import type { Clock } from './clock'
import { type ClockRange, isBehindUntil, readClockRange } from './clock-range'
import type { Days, Place } from './dates'
import { readDays } from './days'
import { type Beginning, type Duration, type End, takeDaysLong, takeEnd, takeLength, takeUntilClock } from './ends'
import { isMoved } from './moved'
import type { Sentence } from './sentence'
import { type Series, takeFirstOf, takeSeries } from './series'
import { readWeekdays } from './weekday-list'
import { readWholeWeek } from './weekdays'
import { DAY_PARTS, type DayPart, EXCEPT, set, weekdayCode } from './words'

/** What a sentence says of when. */
export interface When {
  days: Days | null
  start: Clock | null
  end: Clock | null
  length: Duration | null
  part: DayPart | null
  rule: RecurrenceRule | null
  /** Day number of the last day of the series. */
  until: number | null
  count: number | null
  /** The hours are those of an evening: dinner. */
  isLate: boolean
  /** They are those of a morning: an early shift. */
  isEarly: boolean
}

const LATE = set(
  'dinner supper cinema movie movies concert theatre theater party drinks pub kino konzert feier disco evening night',
)
const NO_LATE = set('feierabend heiligabend sonnabend')
const isLateAt = (sentence: Sentence, at: number) => {
  const { key } = sentence.tokens[at]!
  return (
    LATE.has(key) ||
    (/.abend(?:essen|brot)?$|^abend(?:essen|brot)$|^nacht(?:schicht|dienst)$/.test(key) && !NO_LATE.has(key))
  )
}

const EARLY = set('breakfast fruehstueck fruehschicht fruehdienst')
const isEarlyAt = (sentence: Sentence, at: number) =>
  EARLY.has(sentence.tokens[at]!.key) || (sentence.key(at) === 'early' && sentence.key(at + 1) === 'shift')

/** What the steps of `takeWhen` have found. */
interface Found extends Pick<When, 'days' | 'part' | 'length' | 'isLate' | 'isEarly'> {
  series: Series | null
  clock: ClockRange | null
  end: End
  /** The rule of several days of which each has the hours. */
  each: RecurrenceRule | null
}

/**
 * Takes everything that is said of when. Each step sees only the words that those before it have left:
 * - a series comes before days: until 5 March is no day of the event, ten times no time;
 * - a clear time, and an end alone, come before days: the 3 of Dec 3pm is none of them;
 * - days come before their parts and mere numbers, which mean something beside them: tomorrow evening, tomorrow 9;
 * - a length is one by itself (for two hours), beside a time, or beside a day alone, in this order;
 * - the end comes after all that could be the beginning;
 * - a whole week is meant where nothing else is said.
 */
export function takeWhen(sentence: Sentence, place: Place): When {
  const isLate = sentence.tokens.some((_, at) => isLateAt(sentence, at))
  const isEarly = sentence.tokens.some((_, at) => isEarlyAt(sentence, at))
  const series = takeSeries(sentence, place)
  const sure = takeSureClock(sentence)
  const until = sure === null ? takeUntilClock(sentence) : null
  const spoken = takeLength(sentence, sure !== null)
  const days = takeDays(sentence, place) ?? (series === null ? null : takeFirstOf(sentence, place, series))
  const part = takePart(sentence)
  const clock = sure ?? takeMereClock(sentence)
  const beside = spoken ?? (clock === null ? null : takeLength(sentence, true))
  const beginning = { isSeries: series !== null, days, clock, part, until }
  const end = takeEnd(sentence, place, beginning)
  const length = beside ?? takeDaysLong(sentence, beginning, end)
  const each = takeEach(sentence, beginning, end)
  const weekly = takeWeekly(sentence, beginning, length)
  const isSaid = [series, days, clock, part, length, end.clock].some((found) => found !== null)
  const week = isSaid ? null : takeWeek(sentence, place)
  return whenOf({ series: series ?? weekly, days: days ?? week, clock, part, end, length, each, isLate, isEarly })
}

/** What all of that says together. */
function whenOf({ series, days, clock, part, end, length, each, isLate, isEarly }: Found): When {
  const lasting = days === null || end.day === null ? days : { ...days, last: end.day }
  const rule = each ?? (series === null ? null : withDaysOf(series.rule, days))
  const isBound =
    rule !== null && lasting !== null && (each !== null || lasting.isWhole === true || isLonger(lasting, rule))
  const until = series?.until ?? null
  return {
    days: isBound ? { ...lasting, last: lasting.first, kind: 'date' } : lasting,
    start: clock?.start ?? saidMinutes(days),
    end: end.clock,
    length,
    part,
    rule,
    until: until !== null ? endAfter(days, until) : isBound ? lasting.last : null,
    count: series?.count ?? null,
    isLate,
    isEarly,
  }
}

const saidMinutes = (days: Days | null): Clock | null =>
  days?.minutes === undefined
    ? null
    : { minutes: days.minutes, to: days.to, isClear: true, isOpen: false, hasHalf: true, isFromNow: true }

/** Monday to Friday, weekly or every day. */
function withDaysOf(rule: RecurrenceRule, days: Days | null): RecurrenceRule {
  if (days === null) return rule
  const { kind, first, last } = days
  const { frequency, interval, weekdays } = rule
  const isDaily = frequency === 'daily' && interval === undefined && last > first
  if (!(frequency === 'weekly' || isDaily) || weekdays !== undefined || kind !== 'weekday' || last - first > 5)
    return rule
  const each = Array.from({ length: last - first + 1 }, (_, index) => weekdayOf(first + index))
  return { ...rule, frequency: 'weekly', weekdays: each.sort((one, other) => one - other).map(weekdayCode) }
}

const PERIODS = { daily: 1, weekly: 7, monthly: 28, yearly: 365 }

/** Every Monday from 4 January to 29 March: such days bound the series, its events are shorter. */
const isLonger = ({ kind, first, last }: Days, { frequency, interval = 1 }: RecurrenceRule) =>
  kind === 'date' && last - first >= PERIODS[frequency] * interval

/** From January until December: the one after that January. */
function endAfter(days: Days | null, until: number): number {
  if (days?.kind !== 'date' || until >= days.first) return until
  const { year, month, day } = civilOf(until)
  return dayNumber(year + 1, month, Math.min(day, daysInMonth(year + 1, month)))
}

/** A time that is clear wherever it stands; noon and midnight, which may be a part of a name, where there is none. */
const takeSureClock = (sentence: Sentence) => takeClock(sentence, isClear) ?? takeClock(sentence, isName)
/** A number that is a time by what stands before it: at 3, tomorrow 9. */
const takeMereClock = (sentence: Sentence) => takeClock(sentence, () => true)

const isName = ({ start }: ClockRange) => start.isName === true
const isClear = (range: ClockRange) => !isName(range) && (range.start.isClear || range.end?.isClear === true)

function takeClock(sentence: Sentence, isWanted: (range: ClockRange) => boolean): ClockRange | null {
  const found = sentence.find((at) => {
    const range = readClockRange(sentence, at)
    return range !== null && isWanted(range) && !isBehindUntil(sentence, at) ? range : null
  })
  if (found === null) return null
  sentence.take('when', found.from, found.start.to)
  if (found.end !== null) sentence.take('end', found.start.to, found.to)
  return found
}

/** Each of several days that has the hours: Monday to Friday 6-14, jeweils 8 Uhr, the 5th and 6th at 7pm; of two weeks, Mon-Fri. */
function takeEach(sentence: Sentence, { isSeries, days, clock, part }: Beginning, end: End): RecurrenceRule | null {
  const isSpan = !isSeries && days !== null && days.last > days.first && end.day === null
  const at = isSeries || isSpan ? sentence.tokens.findIndex((_, place) => isEachAt(sentence, place)) : -1
  if (at >= 0) sentence.take('recurrence', at, at + 1)
  const isTimed = clock !== null || part !== null
  const isEndAlone = !isTimed && end.clock !== null
  const isShift = clock?.end != null && sentence.tokens.some((_, place) => isShiftAt(sentence, place))
  const isEach = isSpan && (at >= 0 || isEndAlone || isWithinDay(clock) || isShift || (days.isEach === true && isTimed))
  if (!isEach) return null
  const among = sentence.find((from) => {
    const found = readWeekdays(sentence, from)
    return found === null || found.weekdays.length < 2 ? null : { ...found, from }
  })
  if (among === null) return { frequency: 'daily' }
  sentence.take('recurrence', among.from, among.to)
  return { frequency: 'weekly', weekdays: among.weekdays }
}

const FEWEST_WEEKS = 4

/** Monday 6pm for ten weeks is a course; what goes on for two or three begins then. */
function takeWeekly(sentence: Sentence, { isSeries, days, clock }: Beginning, length: Duration | null): Series | null {
  const isOfWeeks = length?.days != null && length.days % 7 === 0 && length.days >= 7 * FEWEST_WEEKS
  if (isSeries || clock === null || days?.kind !== 'weekday' || days.last > days.first || !isOfWeeks) return null
  sentence.take('recurrence', days.from, days.to)
  return { rule: { frequency: 'weekly' }, until: null, count: null }
}

/** Jeweils, and je before the hours. */
const isEachAt = (sentence: Sentence, at: number) =>
  sentence.key(at) === 'jeweils' || (sentence.key(at) === 'je' && sentence.isTaken(at + 1))

/** What is done night after night. */
const isShiftAt = (sentence: Sentence, at: number) =>
  /^(?:shifts?|.*(?:schicht|dienst))$/.test(sentence.tokens[at]!.key)

/** Monday to Friday 6-14: each day has its own, where it ends before the night. */
function isWithinDay(clock: ClockRange | null): boolean {
  if (clock === null || clock.end === null) return false
  const { start, end } = clock
  return end.minutes > start.minutes || (end.isOpen && end.minutes < 720 && end.minutes + 720 > start.minutes)
}

const sureness = ({ kind, isGuess, isName }: Days) =>
  isGuess === true || isName === true ? 0 : kind === 'date' ? 2 : 1

/** Except Monday, not on 26 December. */
const isExcepted = (sentence: Sentence, at: number): boolean =>
  EXCEPT.has(sentence.key(at - 1)) ||
  NOT.has(sentence.key(at - 1)) ||
  (ON.has(sentence.key(at - 1)) && (EXCEPT.has(sentence.key(at - 2)) || NOT.has(sentence.key(at - 2))))

const NOT = set('not nicht')
const ON = set('on am')

/** The days that are meant: a date rather than a weekday. */
function takeDays(sentence: Sentence, place: Place): Days | null {
  const hasMoved = isMoved(sentence)
  let best: Days | null = null
  for (let at = 0; at < sentence.length; at += 1) {
    if (sentence.isTaken(at) || sentence.isNoted(at)) continue
    const days = readDays(sentence, at, place)
    if (days === null) continue
    const before = sentence.key(at - 1)
    const isSurer = best === null || sureness(days) > sureness(best)
    if (hasMoved && ['auf', 'to'].includes(before)) best = { ...days, from: at - 1 }
    else if (isSurer && !isExcepted(sentence, at)) best = hasMoved ? { ...days, first: days.last } : days
    at = days.to - 1
  }
  if (best === null) return null
  if (best.isName === true) sentence.note('when', best.from, best.to)
  else sentence.take('when', best.from, best.to)
  return best
}

/** A whole week: where no day, time or length is said, which are surer to be meant. */
function takeWeek(sentence: Sentence, place: Place): Days | null {
  const found = sentence.find((at) => readWholeWeek(sentence, at, place))
  if (found !== null) sentence.take('when', found.from, found.to)
  return found
}

/** They need no day before them. */
const ADVERBS = set('vorm nachm morgens vormittags mittags nachmittags abends nachts tonight')
const LEADS = set('in the at am this early late every jeden jede')

/** A part of the day beside the day, or after words that lead to it. */
function takePart(sentence: Sentence): DayPart | null {
  for (let at = 0; at < sentence.tokens.length; at += 1) {
    const key = sentence.tokens[at]!.key
    const part = DAY_PARTS.get(key)
    if (part === undefined) continue
    if (key === 'tonight') return part
    if (sentence.isTaken(at)) continue
    let from = at
    while (LEADS.has(sentence.key(from - 1))) from -= 1
    const isBeside = at > 0 && sentence.isTaken(from - 1)
    if (!(isBeside || ADVERBS.has(key) || from < at)) continue
    sentence.take('when', from, sentence.isGlued(at + 1, '.') ? at + 2 : at + 1)
    return part
  }
  return null
}
