import { civilOf, dayNumber, daysInMonth, weekdayOf } from '../ical/civil'
import type { RecurrenceRule } from '../ical/recurrence-rule'
import { type Clock, readClock } from './clock'
import { type ClockRange, isEdge, readClockRange } from './clock-range'
import type { Days, Place } from './dates'
import { behindInclusive, readDays } from './days'
import { readLength } from './lengths'
import { isMoved } from './moved'
import { numberWord, readCardinal } from './numbers'
import { readExceptions, readRecurrence, readWeekdayList } from './recurrence'
import type { Recurring } from './recurrence-parts'
import type { Sentence } from './sentence'
import { isWeekdayAt } from './weekday-list'
import { readFirstOf, readWholeWeek } from './weekdays'
import { DAY_PARTS, type DayPart, EXCEPT, PART_HOURS, set, TO, UNTIL, weekdayCode } from './words'

/** What a sentence says of when. */
export interface When {
  days: Days | null
  start: Clock | null
  end: Clock | null
  length: { minutes: number; days: number | null } | null
  part: DayPart | null
  rule: RecurrenceRule | null
  /** Day number of the last day of the series. */
  until: number | null
  count: number | null
  /** The hours are those of an evening: dinner. */
  isLate: boolean
}

/** They need no day before them. */
const ADVERBS = set('vorm nachm morgens vormittags mittags nachmittags abends nachts tonight')
/** Each of the days has its own. */
const EACH = set('jeweils')
const LEADS = set('in the at am this early late every jeden jede')
const LATE = set(
  'dinner supper cinema movie movies concert theatre theater party drinks pub abendessen kino konzert feier disco',
)
const FOR = set('for fuer lasting dauert lasts dauer')
const TIMES = set('times mal occurrences x termine wiederholungen sessions lessons classes abende einheiten')
/** Three times a day is no end of a series. */
const PER = set('a per pro am im die daily weekly monthly taeglich woechentlich monatlich')

/** Takes everything that is said of when. */
export function takeWhen(sentence: Sentence, place: Place): When {
  const isLate = sentence.tokens.some(({ key }) => LATE.has(key))
  const repeating = takeRule(sentence)
  const rule = repeating?.rule ?? null
  const until = rule === null ? null : takeUntil(sentence, place)
  const count = rule === null ? null : (takeCount(sentence) ?? (until === null ? repeating!.count : null))
  const clear = takeClock(sentence, isClear) ?? takeClock(sentence, isName)
  const spoken = takeLength(sentence, clear !== null)
  const days = takeDays(sentence, place) ?? (rule === null ? null : takeFirstOf(sentence, place))
  const part = takePart(sentence)
  const clock = clear ?? takeClock(sentence, () => true)
  const beside = spoken ?? (clock === null ? null : takeLength(sentence, true))
  const isTimed = clock !== null || part !== null
  const ending = !isTimed || clock?.end != null ? null : takeEnding(sentence, place, days, clock !== null)
  const endDay = ending?.day ?? (rule === null && ending === null ? takeEndDay(sentence, place, days, clock) : null)
  const lasting = days === null || endDay === null ? days : { ...days, last: endDay }
  const isOneDay = rule === null && lasting !== null && lasting.last === lasting.first && ending === null
  const length = beside ?? (isOneDay && clock?.end == null ? takeLengthOf(sentence, lasting) : null)
  const isSpan = rule === null && days !== null && days.last > days.first && endDay === null
  const hasEach = takeEach(sentence, rule !== null || isSpan) || (days?.isEach === true && isTimed)
  const isEach = isSpan && (hasEach || isWithinDay(clock))
  const repeated: RecurrenceRule | null = isEach ? { frequency: 'daily' } : rule
  const isBound = repeated !== null && lasting !== null && (isEach || isLonger(lasting, repeated))
  const isOpen = days === null && rule === null && clock === null && part === null && length === null
  return {
    days: isOpen ? takeWeek(sentence, place) : isBound ? { ...lasting, last: lasting.first, kind: 'date' } : lasting,
    start: clock?.start ?? saidMinutes(days),
    end: clock?.end ?? ending?.clock ?? null,
    length,
    part,
    rule: rule === null || days === null ? repeated : withDaysOf(rule, days),
    until: until === null ? (isBound ? lasting.last : null) : endAfter(days, until),
    count,
    isLate,
  }
}

const isName = ({ start }: ClockRange) => start.isName === true
const isClear = (range: ClockRange) => !isName(range) && (range.start.isClear || range.end?.isClear === true)

const saidMinutes = (days: Days | null): Clock | null =>
  days?.minutes === undefined
    ? null
    : { minutes: days.minutes, to: days.to, isClear: true, isOpen: false, hasHalf: true, isFromNow: true }

/** Jeweils: on each of the days. */
function takeEach(sentence: Sentence, isFitting: boolean): boolean {
  const at = isFitting ? sentence.tokens.findIndex(({ key }) => EACH.has(key)) : -1
  if (at >= 0) sentence.take('recurrence', at, at + 1)
  return at >= 0
}

/** Monday to Friday 6-14: each day has its own, where it ends before the night. */
function isWithinDay(clock: ClockRange | null): boolean {
  if (clock === null || clock.end === null) return false
  const { start, end } = clock
  return end.minutes > start.minutes || (end.isOpen && end.minutes < 720 && end.minutes + 720 > start.minutes)
}

/** Monday to Friday, weekly or every day. */
function withDaysOf(rule: RecurrenceRule, { kind, first, last }: Days): RecurrenceRule {
  const { frequency, interval, weekdays } = rule
  const isDaily = frequency === 'daily' && interval === undefined && last > first
  if (!(frequency === 'weekly' || isDaily) || weekdays !== undefined || kind !== 'weekday' || last - first > 5)
    return rule
  const days = Array.from({ length: last - first + 1 }, (_, index) => weekdayOf(first + index))
  return { ...rule, frequency: 'weekly', weekdays: days.sort((one, other) => one - other).map(weekdayCode) }
}

const PERIODS = { daily: 1, weekly: 7, monthly: 28, yearly: 365 }

/** Every Monday from 4 January to 29 March: such days bound the series, its events are shorter. */
const isLonger = ({ kind, first, last }: Days, { frequency, interval = 1 }: RecurrenceRule) =>
  kind === 'date' && last - first >= PERIODS[frequency] * interval

function takeRule(sentence: Sentence): { rule: RecurrenceRule; count: number | null } | null {
  const found = takeRecurring(sentence, (at) => readRecurrence(sentence, at))
  const isPlain = found === null || (found.rule.frequency === 'weekly' && found.rule.weekdays === undefined)
  const list = isPlain ? takeRecurring(sentence, (at) => readWeekdayList(sentence, at)) : null
  if (found === null && list === null) return null
  const rule = { ...list?.rule, ...found?.rule } as RecurrenceRule
  const less = takeRecurring(sentence, (at) => readExceptions(sentence, at, rule))
  return { rule: less?.rule ?? rule, count: found === null ? list!.count : null }
}

function takeRecurring<T extends Recurring>(sentence: Sentence, read: (at: number) => T | null): T | null {
  const found = sentence.find(read)
  if (found !== null) sentence.take('recurrence', found.from, found.to)
  return found
}

/** The last day of a series: until 18 December. */
function takeUntil(sentence: Sentence, place: Place): number | null {
  const found = sentence.find((at) => {
    const until = sentence.reads(at, 'up', 'to') ? at + 1 : UNTIL.has(sentence.key(at)) ? at : null
    if (until === null || isWeekdayAt(sentence, at - 1)) return null
    const days = readDays(sentence, behindInclusive(sentence, until + 1), place)
    return days === null ? null : { ...days, from: at }
  })
  if (found === null) return null
  sentence.take('recurrence', found.from, found.to)
  return found.first
}

/** From January until December: the one after that January. */
function endAfter(days: Days | null, until: number): number {
  if (days?.kind !== 'date' || until >= days.first) return until
  const { year, month, day } = civilOf(until)
  return dayNumber(year + 1, month, Math.min(day, daysInMonth(year + 1, month)))
}

/** How often: 10 times, 10 mal, 10x. */
function takeCount(sentence: Sentence): number | null {
  const found = sentence.find((at) => {
    const said = readTimes(sentence, at)
    if (said === null || PER.has(sentence.tokens[said.to]?.key ?? '')) return null
    const from = FOR.has(sentence.key(at - 1)) || sentence.key(at - 1) === ',' ? at - 1 : at
    return { ...said, from }
  })
  if (found === null) return null
  sentence.take('recurrence', found.from, found.to)
  return found.count
}

/** 10 times, six lessons, sechsmal. */
function readTimes(sentence: Sentence, at: number): { count: number; to: number } | null {
  const key = sentence.key(at)
  const once = key.endsWith('mal') ? numberWord(key.slice(0, -3)) : null
  if (once !== null) return once > 1 ? { count: once, to: at + 1 } : null
  const number = sentence.number(at, 3)
  const said = number === null ? readCardinal(sentence, at) : { value: number, to: at + 1 }
  if (said === null || said.value < 1 || !TIMES.has(sentence.key(said.to))) return null
  return { count: said.value, to: said.to + 1 }
}

function takeClock(sentence: Sentence, isWanted: (range: ClockRange) => boolean): ClockRange | null {
  const found = sentence.find((at) => {
    const range = readClockRange(sentence, at)
    return range !== null && isWanted(range) ? range : null
  })
  if (found === null) return null
  sentence.take('when', found.from, found.start.to)
  if (found.end !== null) sentence.take('end', found.start.to, found.to)
  return found
}

/** For two hours; without a word that leads to it beside a time alone. */
function takeLength(sentence: Sentence, hasTime: boolean): When['length'] {
  const found = sentence.find((at) => {
    const isLed = FOR.has(sentence.key(at))
    const length = readLength(sentence, isLed ? at + 1 : at)
    if (length === null || length.minutes === 0) return null
    const isLong = ['long', 'lang'].includes(sentence.key(length.to))
    const isFitting = isLed || isLong || (hasTime && length.days === null)
    return isFitting ? { ...length, from: at, to: isLong ? length.to + 1 : length.to } : null
  })
  if (found === null) return null
  sentence.take('end', found.from, found.to)
  return found
}

/** Beside a number of days that is no length: in 3 days, 3 weeks old, "28 Days Later". */
const NO_LENGTH_BEHIND = set('in nach after vor before alle every last past letzte letzten " “ „')
const NO_LENGTH_BEFORE = set('old alt ago later early late before after vor nach')

/** How many days from one on: 10 Tage ab 20.12., 2 weeks in Italy from 3 July; right behind it, Italy 3 July 2 weeks. */
function takeLengthOf(sentence: Sentence, { from, to }: Days): When['length'] {
  const isFrom = STARTING.has(sentence.tokens[from]!.key)
  let behind = to
  while (sentence.isTaken(behind)) behind += 1
  const found = sentence.find((at) => {
    const length = readLength(sentence, at)
    if (length === null || length.days === null || length.days === 0) return null
    if (NO_LENGTH_BEHIND.has(sentence.key(at - 1)) || NO_LENGTH_BEFORE.has(sentence.key(length.to))) return null
    return isFrom || (at === behind && isEdge(sentence, length.to)) ? { ...length, from: at } : null
  })
  if (found === null) return null
  // 2 weeks in Italy are a title.
  if (found.from === 0 && sentence.key(found.to) === 'in') sentence.note('end', found.from, found.to)
  else sentence.take('end', found.from, found.to)
  return found
}

const sureness = ({ kind, isGuess, isName }: Days) =>
  isGuess === true || isName === true ? 0 : kind === 'date' ? 2 : 1

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
    else if (isSurer && !EXCEPT.has(before)) best = hasMoved ? { ...days, first: days.last } : days
    at = days.to - 1
  }
  if (best === null) return null
  if (best.isName === true) sentence.note('when', best.from, best.to)
  else sentence.take('when', best.from, best.to)
  return best
}

const STARTING = set('from starting beginning start ab')
const ONWARDS = set('on onwards onward')

/** Where a series starts: the first day of a week or a month, from January, ab nächster Woche. */
function takeFirstOf(sentence: Sentence, place: Place): Days | null {
  const found = sentence.find((at) => {
    if (!STARTING.has(sentence.key(at))) return null
    const first = readFirstOf(sentence, ['in', 'der', 'from'].includes(sentence.key(at + 1)) ? at + 2 : at + 1, place)
    if (first === null || TO.has(sentence.key(first.to))) return null
    const isOnwards = ONWARDS.has(sentence.key(first.to)) && isEdge(sentence, first.to + 1)
    return { ...first, from: at, to: isOnwards ? first.to + 1 : first.to }
  })
  if (found !== null) sentence.take('when', found.from, found.to)
  return found
}

/** A whole week: where no day, time or length is said, which are surer to be meant. */
function takeWeek(sentence: Sentence, place: Place): Days | null {
  const found = sentence.find((at) => readWholeWeek(sentence, at, place))
  if (found !== null) sentence.take('when', found.from, found.to)
  return found
}

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

/** The last of several days: behind the end of a range, or apart from the first. */
function takeEndDay(sentence: Sentence, place: Place, days: Days | null, clock: ClockRange | null): number | null {
  if (days === null) return null
  if (clock === null) return takeLastDay(sentence, place, days) ?? takeDayBehindStart(sentence, place, days, days.to)
  return clock.end === null
    ? takeDayBehindStart(sentence, place, days, Math.max(days.to, clock.to))
    : takeDayBehindEnd(sentence, place, days, clock)
}

/** The day alone that stands behind a start: Friday 4pm to Sunday; on it, it ends as what lasts an hour would. */
function takeDayBehindStart(sentence: Sentence, place: Place, days: Days, from: number): number | null {
  let at = from
  while (sentence.isTaken(at)) at += 1
  if (days.last > days.first || !TO.has(sentence.key(at))) return null
  const last = readDays(sentence, behindInclusive(sentence, at + 1), {
    ...place,
    today: days.first,
    looked: days.first,
  })
  if (last === null || last.last <= days.first) return null
  // Friday 7pm to Sunday school.
  if (!UNTIL.has(sentence.key(at)) && !isEdge(sentence, last.to)) return null
  sentence.take('end', at, last.to)
  return last.last
}

/** The day that stands behind the end of a range: Friday 6pm to 1pm on Sunday. */
function takeDayBehindEnd(sentence: Sentence, place: Place, days: Days, { from, to, end }: ClockRange): number | null {
  if (end === null || days.from > from) return null
  const found = readDays(sentence, to, { ...place, today: days.first, looked: days.first })
  if (found === null || found.last <= days.last) return null
  sentence.take('end', to, found.to)
  return found.last
}

/** The last of several days, apart from the first: from 2 January in Austria until the 9th. */
function takeLastDay(sentence: Sentence, place: Place, days: Days): number | null {
  if (days.last > days.first) return null
  const after = { ...place, today: days.first, looked: days.first }
  const found = sentence.find((at) => {
    if (at < days.to || !UNTIL.has(sentence.key(at))) return null
    const last = readDays(sentence, behindInclusive(sentence, at + 1), after)
    return last === null || last.last <= days.first ? null : { ...last, from: at }
  })
  if (found === null) return null
  sentence.take('end', found.from, found.to)
  return found.last
}

/** Pages 3-4, flight LH-12: it joins what stays in the title. */
const isHyphen = (sentence: Sentence, at: number) =>
  sentence.token(at)?.kind === 'mark' && sentence.tokens[at]!.isGlued && !sentence.isTaken(at - 1)

/** The evening of Sunday evening, as the end on that day. */
function readPartBehind(sentence: Sentence, at: number): Clock | null {
  const part = DAY_PARTS.get(sentence.key(at))
  if (part === undefined) return null
  return { minutes: PART_HOURS[part] * 60, to: at + 1, isClear: true, isOpen: false, hasHalf: true }
}

/** The end that stands apart from the start: tomorrow 15:00 until 17:00, Friday 5pm to Sunday 3pm, Friday morning to Sunday evening. */
function takeEnding(
  sentence: Sentence,
  place: Place,
  days: Days | null,
  hasClock: boolean,
): { clock: Clock; day: number | null } | null {
  const found = sentence.find((at) => {
    if (!TO.has(sentence.key(at)) || isHyphen(sentence, at)) return null
    const looked = days?.first ?? place.looked
    const day = days === null ? null : readDays(sentence, at + 1, { ...place, today: looked, looked })
    const next = day === null ? at + 1 : sentence.key(day.to) === ',' ? day.to + 1 : day.to
    const clock =
      readClockRange(sentence, next)?.start ??
      readClock(sentence, next, true) ??
      (day === null ? null : readPartBehind(sentence, next))
    // Nine to five is a musical.
    if (!hasClock && (days === null || day === null || day.last <= days.last)) return null
    const isMere = clock?.isClear === false && !UNTIL.has(sentence.key(at)) && !sentence.isTaken(at - 1)
    if (clock === null || isMere) return null
    const behind =
      day === null && days !== null ? readDays(sentence, clock.to, { ...place, today: looked, looked }) : null
    return { from: at, to: behind?.to ?? clock.to, clock, day: (day ?? behind)?.last ?? null }
  })
  if (found === null) return null
  sentence.take('end', found.from, found.to)
  return found
}
