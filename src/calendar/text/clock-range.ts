import { MINUTES_A_DAY } from '../ical/civil'
import { type Clock, readClock } from './clock'
import { isAmount, isCounted, isFraction, isHouse } from './number-context'
import type { Sentence } from './sentence'
import { AT, DAY_WORDS, MONTHS, set, TO, UNTIL, WEEKDAY_NAMES, WEEKDAY_SHORTS } from './words'

/** A time of day, or two that belong together. */
export interface ClockRange {
  from: number
  to: number
  start: Clock
  end: Clock | null
}

/** They lead to a time as well, but a mere number behind them may be an amount: about 20 cookies. */
const ABOUT = set('ca circa etwa ungefaehr around about roughly approximately spaetestens')
const FROM = set('from von between zwischen')
const FOLLOWING = set('at in im with mit for fuer bei beim am on an auf every jeden jede und and')
/** Before it few events begin: a small number is rather a score or an amount. */
const BREAKFAST = 7 * 60

/** A range or a time: what is clear first, then numbers after `at`. */
export function readClockRange(sentence: Sentence, at: number): ClockRange | null {
  const isFrom = FROM.has(sentence.key(at))
  const from = behindLead(sentence, at)
  const isAt = from > at
  const isAfterDay = sentence.isTaken(from - 1)
  const isSaid = isAt || isAfterDay || (sentence.key(from - 1) === ',' && sentence.isTaken(from - 2))
  const start = readClock(sentence, from, isSaid && (isAt || !isCounted(sentence, from)))
  if (start === null || (!isAt && !start.isClear && isCounted(sentence, from))) return null
  const isTo = TO.has(sentence.key(start.to)) || (isFrom && ['and', 'und'].includes(sentence.key(start.to)))
  const isDash = isTo && sentence.token(start.to)?.kind === 'mark'
  const prefixed = isTo && AT.has(sentence.key(start.to + 1)) ? 1 : 0
  const end = isTo ? readClock(sentence, start.to + 1 + prefixed, true) : null
  const isSure = isFrom || (!isDash && isBeforeDay(sentence, from, start, end))
  if (end !== null && isRange(sentence, start, end, { isAt: isAt || isAfterDay, isFrom: isSure, isDash }))
    return { from: at, to: end.to, start, end }
  if (!start.isClear && start.isAbout !== true && !(isLedMerely(sentence, at, from, start) && isAlone(sentence, start)))
    return null
  return { from: at, to: start.to, start, end: null }
}

const DAY_LEADS = set('on am every jeden this diesen')
/** What is counted from one number to another. */
const RANGED = set(
  'age ages aged kids children years pages chapters levels weeks steps rows verses episodes questions exercises groups teams grades classes rooms units read alter kinder jahre seiten kapitel stufen wochen folgen aufgaben gruppen klassen raeume lesen score won lost',
)

/** Swimming 4 to 5 Saturday; not chapters 4 to 5 Saturday, and ten to five is a time. */
function isBeforeDay(sentence: Sentence, from: number, start: Clock, end: Clock | null): boolean {
  if (end === null || sentence.number(from) === null || !sentence.isTaken(end.to)) return false
  const day = DAY_LEADS.has(sentence.tokens[end.to]!.key) ? end.to + 1 : end.to
  const key = sentence.tokens[day]?.key ?? ''
  const isDay = [WEEKDAY_NAMES, WEEKDAY_SHORTS, ...DAY_WORDS].some((words) => words.has(key))
  return isDay && start.minutes < end.minutes && !RANGED.has(sentence.key(from - 1))
}

/** Behind the words that lead to a time: um, starting at, ab ca. */
function behindLead(sentence: Sentence, at: number): number {
  let to = at
  while (to - at < 3 && [AT, FROM, ABOUT].some((words) => words.has(sentence.key(to))))
    to += sentence.isGlued(to + 1, '.') ? 2 : 1
  return to
}

/** Bis 16 Uhr, until about 5: whether a time is an end alone. */
export function isBehindUntil(sentence: Sentence, at: number): boolean {
  let from = at - 1
  while (sentence.key(from) === '.' || [AT, ABOUT].some((words) => words.has(sentence.key(from)))) from -= 1
  return UNTIL.has(sentence.key(from))
}

/** Whether a mere number is meant as a time: at 3, tomorrow 9, Sat 9; neither tomorrow 3 rolls, nor about 20 cookies, nor 1 von 3. */
function isLedMerely(sentence: Sentence, at: number, from: number, { to, minutes }: Clock): boolean {
  if (FROM.has(sentence.key(at)) && sentence.number(at - 1) !== null) return false
  if (AT.has(sentence.key(at)) || FROM.has(sentence.key(at))) return true
  const before = sentence.tokens[from - 1]
  const isAfterDay =
    before !== undefined && sentence.isTaken(from - 1) && DAY_WORDS.some((words) => words.has(before.key))
  if (isAfterDay && minutes >= BREAKFAST && minutes < MINUTES_A_DAY) return true
  return (from > at || isAfterDay || isAfterWeekday(sentence, from)) && isEdge(sentence, to)
}

function isAfterWeekday(sentence: Sentence, at: number): boolean {
  const day = sentence.tokens[at - 1]?.text === '.' ? at - 2 : at - 1
  const key = sentence.tokens[day]?.key ?? ''
  return sentence.isTaken(day) && (WEEKDAY_NAMES.has(key) || WEEKDAY_SHORTS.has(key))
}

function isRange(
  sentence: Sentence,
  start: Clock,
  end: Clock,
  { isAt, isFrom, isDash }: { isAt: boolean; isFrom: boolean; isDash: boolean },
): boolean {
  if (!end.isClear && !isAlone(sentence, end)) return false
  if (start.isClear || end.isClear || isFrom || isAt) return true
  // 19-20, but no score, no ages and no sizes.
  return isDash && start.minutes >= BREAKFAST && start.minutes < end.minutes && isEdge(sentence, end.to)
}

/** A mere number is no time where a day, a house or a quantity would be. */
function isAlone(sentence: Sentence, { to, minutes }: Clock): boolean {
  const next = sentence.key(to)
  if (MONTHS.has(next) || sentence.isGlued(to, '.') || sentence.isGlued(to, '/') || sentence.isGlued(to, ':'))
    return false
  if (minutes > MINUTES_A_DAY || isFraction(sentence, to) || isHouse(sentence, to)) return false
  return (
    !isAmount(sentence, to) &&
    (next === '' || sentence.token(to)?.isGlued !== true || sentence.token(to)?.kind === 'mark')
  )
}

/** Whether a number or a day that ends there goes on in no word of a title. */
export const isEdge = (sentence: Sentence, at: number) => {
  const token = sentence.token(at)
  return token === undefined || token.kind === 'mark' || FOLLOWING.has(token.key)
}
