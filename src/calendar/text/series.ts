import { civilOf, dayNumber, daysInMonth } from '../ical/civil'
import type { RecurrenceRule } from '../ical/recurrence-rule'
import { isEdge } from './clock-range'
import type { Days, Place } from './dates'
import { behindInclusive, readDays } from './days'
import { numberWord, readCardinal } from './numbers'
import { readExceptions, readRecurrence, readWeekdayList } from './recurrence'
import type { Recurring } from './recurrence-parts'
import type { Sentence } from './sentence'
import { isWeekdayAt } from './weekday-list'
import { readFirstOf, readWeekOfSeries } from './weekdays'
import { LASTING, MONTHS, STARTING, set, TO, UNTIL } from './words'

/** How an event repeats. */
export interface Series {
  rule: RecurrenceRule
  /** Day number of the last day. */
  until: number | null
  count: number | null
}

const TIMES = set('times mal occurrences x termine wiederholungen sessions lessons classes abende einheiten')
/** Three times a day is no end of a series. */
const PER = set('a per pro am im die daily weekly monthly taeglich woechentlich monatlich')

/** Takes what is said of how an event repeats, and until when or how often. */
export function takeSeries(sentence: Sentence, place: Place): Series | null {
  const found = takeRule(sentence)
  if (found === null) return null
  const until = takeUntil(sentence, place)
  return { rule: found.rule, until, count: takeCount(sentence) ?? (until === null ? found.count : null) }
}

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

/** How often: 10 times, 10 mal, 10x. */
function takeCount(sentence: Sentence): number | null {
  const found = sentence.find((at) => {
    const said = readTimes(sentence, at)
    if (said === null || PER.has(sentence.tokens[said.to]?.key ?? '')) return null
    const from = LASTING.has(sentence.key(at - 1)) || sentence.key(at - 1) === ',' ? at - 1 : at
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
  if (key === 'x' && sentence.tokens[at + 1]?.isGlued) {
    const count = sentence.number(at + 1)
    return count === null || count < 2 ? null : { count, to: at + 2 }
  }
  const number = sentence.number(at, 3)
  const said = number === null ? readCardinal(sentence, at) : { value: number, to: at + 1 }
  if (said === null || said.value < 1 || !TIMES.has(sentence.key(said.to))) return null
  return { count: said.value, to: said.to + 1 }
}

/** In December, im Mai 2027: what is left of it. */
function readMonth(sentence: Sentence, at: number, place: Place): Days | null {
  const first = MONTHS.has(sentence.key(at + 1)) ? readFirstOf(sentence, at + 1, place) : null
  if (first === null) return null
  const { year, month } = civilOf(first.first)
  return { ...first, from: at, last: dayNumber(year, month, daysInMonth(year, month)), isWhole: true }
}

const ONWARDS = set('on onwards onward')

/**
 * Where a series starts: the first day of a week or a month, from January, ab nächster Woche; the whole month of every
 * Monday in December, the whole week of every day next week.
 */
export function takeFirstOf(sentence: Sentence, place: Place, { rule }: Series): Days | null {
  const isWithinMonth = rule.frequency === 'daily' || rule.frequency === 'weekly'
  const isWithinWeek = rule.frequency === 'daily' || (rule.weekdays?.length ?? 0) > 1
  const found = sentence.find((at) => {
    const week = isWithinWeek ? readWeekOfSeries(sentence, at, place) : null
    if (week !== null) return week
    if (isWithinMonth && ['in', 'im'].includes(sentence.key(at))) return readMonth(sentence, at, place)
    if (!STARTING.has(sentence.key(at))) return null
    const first = readFirstOf(sentence, ['in', 'der', 'from'].includes(sentence.key(at + 1)) ? at + 2 : at + 1, place)
    if (first === null || TO.has(sentence.key(first.to))) return null
    const isOnwards = ONWARDS.has(sentence.key(first.to)) && isEdge(sentence, first.to + 1)
    return { ...first, from: at, to: isOnwards ? first.to + 1 : first.to }
  })
  // How long it goes on is a part of the rule.
  if (found !== null) sentence.take(found.isWhole === true ? 'recurrence' : 'when', found.from, found.to)
  return found
}
