import { type Clock, readClock } from './clock'
import { type ClockRange, isEdge, readClockRange } from './clock-range'
import { behindDay, type Days, type Place } from './dates'
import { behindInclusive, readDays } from './days'
import { readLength } from './lengths'
import type { Sentence } from './sentence'
import { DAY_PARTS, type DayPart, LASTING, PART_HOURS, STARTING, set, TO, UNTIL } from './words'

/** How long an event takes. */
export interface Duration {
  minutes: number
  /** In whole days, where it was said in days. */
  days: number | null
}

/** What is known of an event before its end is looked for. */
export interface Beginning {
  isSeries: boolean
  days: Days | null
  clock: ClockRange | null
  part: DayPart | null
  until: ClockEnd | null
}

/** A clear time behind until; `to`: exclusive. */
export interface ClockEnd {
  clock: Clock
  to: number
}

/** When an event ends. */
export interface End {
  clock: Clock | null
  /** Day number of the last of several days, where it stands apart from the first. */
  day: number | null
}

/** Takes an end that is said alone: until 4pm, bis spätestens 18 Uhr. */
export function takeUntilClock(sentence: Sentence): ClockEnd | null {
  const found = sentence.find((at) => {
    const range = UNTIL.has(sentence.key(at)) ? readClockRange(sentence, at + 1) : null
    return range?.start.isClear === true && range.end === null ? { from: at, to: range.to, clock: range.start } : null
  })
  if (found !== null) sentence.take('end', found.from, found.to)
  return found
}

/** Takes the end of an event: behind its time, on another day, or both. */
export function takeEnd(sentence: Sentence, place: Place, beginning: Beginning): End {
  const { isSeries, days, clock, until } = beginning
  if (until !== null)
    return { clock: until.clock, day: days === null ? null : takeDayAt(sentence, place, days, until.to) }
  const ending = clock?.end == null ? takeEnding(sentence, place, beginning) : null
  if (ending !== null) return ending
  return { clock: clock?.end ?? null, day: isSeries ? null : takeEndDay(sentence, place, days, clock) }
}

/** For two hours; without a word that leads to it beside a time alone. */
export function takeLength(sentence: Sentence, hasTime: boolean): Duration | null {
  const found = sentence.find((at) => {
    const isLed = LASTING.has(sentence.key(at))
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
export function takeDaysLong(sentence: Sentence, { isSeries, days }: Beginning, end: End): Duration | null {
  if (isSeries || days === null || (end.day ?? days.last) > days.first || end.clock !== null) return null
  const { from, to } = days
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
  const last = readDays(sentence, behindInclusive(sentence, at + 1), behindDay(place, days.first))
  if (last === null || last.last <= days.first) return null
  // Friday 7pm to Sunday school.
  if (!UNTIL.has(sentence.key(at)) && !isEdge(sentence, last.to)) return null
  sentence.take('end', at, last.to)
  return last.last
}

/** The day that stands behind the end of a range: Friday 6pm to 1pm on Sunday. */
function takeDayBehindEnd(sentence: Sentence, place: Place, days: Days, { from, to, end }: ClockRange): number | null {
  return end === null || days.from > from ? null : takeDayAt(sentence, place, days, to)
}

/** A later day at a place. */
function takeDayAt(sentence: Sentence, place: Place, days: Days, to: number): number | null {
  const found = readDays(sentence, to, behindDay(place, days.first))
  // Friday 5-6pm Halloween party.
  if (found === null || found.isName === true || found.last <= days.last) return null
  sentence.take('end', to, found.to)
  return found.last
}

/** The last of several days, apart from the first: from 2 January in Austria until the 9th. */
function takeLastDay(sentence: Sentence, place: Place, days: Days): number | null {
  if (days.last > days.first) return null
  const after = behindDay(place, days.first)
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
function takeEnding(sentence: Sentence, place: Place, { days, clock: start, part }: Beginning): End | null {
  const found = sentence.find((at) => {
    if (!TO.has(sentence.key(at)) || isHyphen(sentence, at)) return null
    const after = behindDay(place, days?.first ?? place.looked)
    const day = days === null ? null : readDays(sentence, at + 1, after)
    const next = day === null ? at + 1 : sentence.key(day.to) === ',' ? day.to + 1 : day.to
    const clock =
      readClockRange(sentence, next)?.start ??
      readClock(sentence, next, true) ??
      (day === null ? null : readPartBehind(sentence, next))
    if (clock === null) return null
    const isUntil = UNTIL.has(sentence.key(at))
    const isLater = part !== null && days !== null && day !== null && day.last > days.last
    const isBesideDay = isUntil && day === null && sentence.isTaken(at - 1) && isEdge(sentence, clock.to)
    // Nine to five is a musical.
    if (start === null && !isLater && !isBesideDay) return null
    if (!clock.isClear && !isUntil && !sentence.isTaken(at - 1)) return null
    const said = day === null && days !== null ? readDays(sentence, clock.to, after) : null
    const behind = said?.isName === true ? null : said
    return { from: at, to: behind?.to ?? clock.to, clock, day: (day ?? behind)?.last ?? null }
  })
  if (found === null) return null
  sentence.take('end', found.from, found.to)
  return found
}
