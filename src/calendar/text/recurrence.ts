import type { RecurrencePreset, RecurrenceRule } from '../ical/recurrence-rule'
import { WEEKDAYS } from '../ical/rule/parse'
import { readClockRange } from './clock-range'
import { EVERY, readEvery } from './every'
import { isHalfOfDay } from './half-of-day'
import { isNumberRange } from './number-context'
import { readCardinal } from './numbers'
import {
  FORTNIGHTLY,
  monthBehind,
  type Recurring,
  readCount,
  readNth,
  unitRule,
  WEEKEND,
  WORK,
  WORKDAYS,
  withDays,
} from './recurrence-parts'
import { type Sentence, tokensOf } from './sentence'
import { isWeekdayAt, readWeekdays } from './weekday-list'
import { AND, AT, EXCEPT, LAST, MONTHS, NEXT, PART_PLURALS, set, TO, WEEKDAY_PLURALS, WEEKDAY_SHORTS } from './words'

const PRESETS = new Map<string, RecurrencePreset>([
  ...['daily', 'taeglich'].map((key) => [key, 'daily'] as const),
  ...['weekly', 'woechentlich'].map((key) => [key, 'weekly'] as const),
  ...['monthly', 'monatlich'].map((key) => [key, 'monthly'] as const),
  ...['yearly', 'annually', 'jaehrlich'].map((key) => [key, 'yearly'] as const),
])
const INTERVALS = new Map<string, RecurrenceRule>([
  ...['fortnightly', 'biweekly', 'zweiwoechentlich', 'vierzehntaegig'].map((key) => [key, FORTNIGHTLY] as const),
  ...['quarterly', 'vierteljaehrlich'].map((key) => [key, { frequency: 'monthly', interval: 3 }] as const),
  ['halbjaehrlich', { frequency: 'monthly', interval: 6 }],
])
const WEEKENDS = set('weekends')

/** How an event repeats: every second Wednesday, alle zwei Wochen, dienstags, monthly. */
export function readRecurrence(sentence: Sentence, at: number): Recurring | null {
  if (isHalfOfDay(sentence, at)) return null
  const isLed = ['on', 'am', 'immer', 'always'].includes(sentence.key(at)) || sentence.reads(at, 'an', 'jedem')
  const from = isLed ? at + 1 : at
  const found =
    readEvery(sentence, from) ??
    readAdverb(sentence, from) ??
    readLetters(sentence, from) ??
    readOfMonth(sentence, at) ??
    readAlways(sentence, at)
  return found === null ? null : { ...found, from: at }
}

/** Weekdays by their letters, as American schools write them. */
const LETTERS = [
  ['M/W/F', 'MO WE FR'],
  ['MWF', 'MO WE FR'],
  ['M/W', 'MO WE'],
  ['T/Th', 'TU TH'],
  ['TTh', 'TU TH'],
  ['M-Th', 'MO TU WE TH'],
  ['M-F', 'MO TU WE TH FR'],
].map(([text, days]) => ({
  keys: tokensOf(text!).map(({ key }) => key),
  text,
  weekdays: days!.split(' ') as NonNullable<RecurrenceRule['weekdays']>,
}))

/** M/W/F 7:30am, 6am MWF: beside a time, since they are other things as well. */
function readLetters(sentence: Sentence, at: number): Recurring | null {
  const found = LETTERS.find(
    ({ keys, text }) => sentence.reads(at, ...keys) && sentence.textOf(at, at + keys.length) === text,
  )
  if (found === undefined) return null
  const to = at + found.keys.length
  const isBehindTime =
    isHalfOfDay(sentence, at - 1) || (sentence.number(at - 1) !== null && sentence.key(at - 2) === ':')
  const isBeforeTime = isNumberRange(sentence, to) || readClockRange(sentence, to)?.start.isClear === true
  if (sentence.isGlued(to, '/') || !(isBehindTime || isBeforeTime)) return null
  return { rule: { frequency: 'weekly', weekdays: found.weekdays }, from: at, to }
}

/** Weekdays in a row without a word of repetition: Tue/Thu is every week, Sat/Sun are those two. */
export function readWeekdayList(sentence: Sentence, at: number): (Recurring & { count: number | null }) | null {
  if ([NEXT, LAST, EXCEPT].some((words) => words.has(sentence.key(at - 1)))) return null
  let from = at
  while (['on', 'am', 'this', 'diesen'].includes(sentence.key(from))) from += 1
  const days = readWeekdays(sentence, from)
  const isPlural = WEEKDAY_PLURALS.has(sentence.key(from))
  if (days === null || (days.weekdays.length < 2 && !isPlural)) return null
  if (isPlural && isOfSome(sentence, from, days.weekdays.length)) return null
  const said = sentence.tokens.slice(from, days.to)
  const isSlashed = said.some(({ key }) => key === '/' || key === '+')
  const isShort = said.every(({ key }) => WEEKDAY_SHORTS.has(key))
  const isJoined = isSlashed || isShort || isPlural || days.weekdays.length > 2 || said.some(({ key }) => AND.has(key))
  // Sat and sun cream.
  const isBeforeWord = sentence.token(days.to)?.kind === 'word'
  const isWord =
    !isSlashed &&
    said.some(({ text, key }) => WEEKDAY_SHORTS.has(key) && text === key && (key.length < 3 || isBeforeWord))
  if (isWord || !isJoined || said.some(({ key }) => TO.has(key))) return null
  const [first, last] = [days.weekdays[0], days.weekdays.at(-1)].map((weekday) => WEEKDAYS.indexOf(weekday!))
  const isSchedule = isSlashed && last! - first! >= days.weekdays.length
  const count = isSchedule || isPlural ? null : days.weekdays.length
  return { rule: { frequency: 'weekly', weekdays: days.weekdays }, from: at, to: days.to, count }
}

/** Every day except Sunday: a rule of the weekdays that stay. */
export function readExceptions(sentence: Sentence, at: number, rule: RecurrenceRule): Recurring | null {
  const isBut = sentence.key(at) === 'but' && sentence.isTaken(at - 1)
  if (!isBut && !EXCEPT.has(sentence.key(at))) return null
  let from = at + 1
  while (['not', 'for', 'on', 'am', 'an', 'the'].includes(sentence.key(from))) from += 1
  const isWeekend = WEEKEND.has(sentence.key(from))
  const out = isWeekend ? { weekdays: WEEKDAYS.slice(5), to: from + 1 } : readWeekdays(sentence, from)
  const { frequency, interval, weekdays } = rule
  const all = frequency === 'daily' && interval === undefined ? WEEKDAYS : frequency === 'weekly' ? weekdays : undefined
  if (out === null || all === undefined) return null
  const left = all.filter((weekday) => !out.weekdays.includes(weekday))
  return left.length === 0 ? null : { rule: { ...rule, frequency: 'weekly', weekdays: left }, from: at, to: out.to }
}

const MONTH = set('month monat monats')
/** The 28th of next month is one day. */
const EACH_OF = set('the every each a any single jeden jedes einzelnen')

/** The first Monday of every month, am 15. jedes Monats, am ersten Montag im Monat. */
function readOfMonth(sentence: Sentence, at: number): Recurring | null {
  let from = at
  while (['on', 'am', 'the', 'immer'].includes(sentence.key(from))) from += 1
  const nth = readNth(sentence, from)
  const number = nth === null ? readCount(sentence, from) : null
  const to = nth?.to ?? (number?.isOrdinal && number.value <= 31 ? number.to : null)
  // The first and third Monday are more than a rule says.
  if (to === null || isBehindOrdinal(sentence, at)) return null
  const isEvery =
    ['every', 'each', 'jedes', 'jeden', 'a', 'of', 'im', 'des'].includes(sentence.key(to)) &&
    [to + 1, EACH_OF.has(sentence.key(to + 1)) ? to + 2 : to + 1].find((place) => MONTH.has(sentence.key(place)))
  if (!isEvery || (number !== null && ['im', 'des'].includes(sentence.key(to)))) return null
  // 1st of every month.
  if (number !== null && from === at && !EVERY.has(sentence.key(sentence.key(to) === 'of' ? to + 1 : to))) return null
  if (sentence.reads(to, 'of', 'the') && number !== null) return null
  const rule = nth?.rule ?? { monthDay: number!.value }
  return { rule: { frequency: 'monthly', ...rule }, from: at, to: isEvery + 1 }
}

const ALSO = set('and und & + /')
/** The third of 1. und 3. */
function isBehindOrdinal(sentence: Sentence, at: number): boolean {
  if (!ALSO.has(sentence.key(at - 1))) return false
  return [at - 2, at - 3].some((from) => {
    const count = readCount(sentence, from)
    return count?.isOrdinal === true && count.to === at - 1
  })
}

/** Immer am Montag, always on the 15th, immer am 24.12.; the date itself is read as others are. */
function readAlways(sentence: Sentence, at: number): Recurring | null {
  if (!['immer', 'always'].includes(sentence.key(at))) return null
  const isLed = ['am', 'on'].includes(sentence.key(at + 1))
  const start = isLed ? (sentence.key(at + 2) === 'the' ? at + 3 : at + 2) : at + 1
  const days = readWeekdays(sentence, start)
  if (days !== null) return { rule: { frequency: 'weekly', weekdays: days.weekdays }, from: at, to: days.to }
  if (!isLed) return null
  const count = readCount(sentence, start)
  const next = sentence.tokens[count?.to ?? start]
  const isOfYear = MONTHS.has(next?.key ?? '') || (count !== null && next?.kind === 'number' && next.isGlued)
  if (isOfYear) return { rule: { frequency: 'yearly' }, from: at, to: at + 1 }
  if (count?.isOrdinal !== true || count.value > 31) return null
  const to = count.to + monthBehind(sentence, count.to)
  return { rule: { frequency: 'monthly', monthDay: count.value }, from: at, to }
}

function readAdverb(sentence: Sentence, at: number): Recurring | null {
  const key = sentence.key(at)
  const counted = readCountedAdverb(sentence, at)
  if (counted !== null || sentence.isGlued(at - 1, '-')) return counted
  const preset = PRESETS.get(key)
  if (preset !== undefined) return withDays(sentence, { frequency: preset }, at, at + 1)
  const interval = INTERVALS.get(key)
  if (interval !== undefined) return withDays(sentence, interval, at, at + 1)
  const next = behindHyphen(sentence, at)
  if (key === 'bi' && sentence.key(next) === 'weekly') return withDays(sentence, FORTNIGHTLY, at, next + 1)
  const isWork = WORKDAYS.has(key) && key.endsWith('s')
  if (isWork) return { rule: { frequency: 'weekly', weekdays: WORK }, from: at, to: at + 1 }
  if (WEEKENDS.has(key)) return { rule: { frequency: 'weekly', weekdays: ['SA', 'SU'] }, from: at, to: at + 1 }
  const days = isWeekdayAt(sentence, at) ? readWeekdays(sentence, at) : null
  if (!WEEKDAY_PLURALS.has(key) && !PART_PLURALS.has(sentence.key(days?.to ?? at))) return null
  if (days === null || isOfSome(sentence, at, days.weekdays.length)) return null
  return { rule: { frequency: 'weekly', weekdays: days.weekdays }, from: at, to: days.to }
}

/** Two Fridays from now, both Mondays, no Tuesdays and Thursdays; at seven Fridays is each of them. */
function isOfSome(sentence: Sentence, at: number, weekdays: number): boolean {
  let from = at
  while ((AND.has(sentence.key(from - 1)) || sentence.key(from - 1) === 'or') && isWeekdayAt(sentence, from - 2))
    from -= 2
  const before = sentence.key(from - 1)
  if (before === 'both') return weekdays === 1
  if (before === 'no') return true
  if (sentence.number(from - 1) !== null) return sentence.reads(at + 1, 'from', 'now')
  if ((readCardinal(sentence, from - 1)?.value ?? 0) < 2) return false
  let number = from - 1
  while (readCardinal(sentence, number - 1) !== null) number -= 1
  return ![AT, TO, CLOCK].some((words) => words.has(sentence.key(number - 1)))
}
/** At half past seven Mondays, acht Uhr dreißig montags. */
const CLOCK = set('past half nach vor halb viertel dreiviertel uhr')

const behindHyphen = (sentence: Sentence, at: number) => (sentence.isGlued(at + 1, '-') ? at + 2 : at + 1)

/** 14-tägig, 2-wöchentlich; a course of three days is 3-tägig. */
function readCountedAdverb(sentence: Sentence, at: number): Recurring | null {
  const count = sentence.number(at)
  const next = behindHyphen(sentence, at)
  const key = sentence.key(next)
  const unit = key === 'taegig' ? 'daily' : PRESETS.get(key)
  if (count === null || count < 2 || unit === undefined || !sentence.tokens[next]!.isGlued) return null
  const rule = unitRule(unit, count)
  return key === 'taegig' && rule.frequency === 'daily' ? null : withDays(sentence, rule, at, next + 1)
}
