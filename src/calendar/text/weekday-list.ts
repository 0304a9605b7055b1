import type { RecurrenceRule } from '../ical/recurrence-rule'
import type { Sentence } from './sentence'
import { AND, AT, WEEKDAY_NAMES, WEEKDAY_PLURALS, WEEKDAY_SHORTS, weekdayCode } from './words'

/** Monday, Wed and Fri; Mo, Mi und Fr; dienstags. */
export function readWeekdays(
  sentence: Sentence,
  at: number,
): { weekdays: NonNullable<RecurrenceRule['weekdays']>; to: number } | null {
  const found = new Set<number>()
  let to = at
  for (let next = at; ; ) {
    const weekday = weekdayAt(sentence, next)
    if (weekday === null) break
    found.add(weekday)
    to = sentence.isGlued(next + 1, '.') ? next + 2 : next + 1
    next = to
    while (AND.has(sentence.key(next)) || sentence.key(next) === '/') next += 1
    // Mon Wed Fri; the short ones of German are words as well.
    if (next === to && sentence.key(next).length < 3 && !isAbbreviationBehind(sentence, next)) break
    if (['on', 'every', 'jeden'].includes(sentence.key(next))) next += 1
  }
  const last = untilWeekday(sentence, at, to)
  if (last !== null) return last
  const weekdays = [...found].sort((one, other) => one - other).map(weekdayCode)
  return found.size === 0 ? null : { weekdays, to }
}

/** Di, Do; neither DO nor do. */
const isAbbreviation = (sentence: Sentence, at: number) =>
  isWeekdayAt(sentence, at) && /^\p{Lu}\p{Ll}$/u.test(sentence.tokens[at]!.text)

/** The Do of Di Do 18 Uhr; not that of So Do it. */
function isAbbreviationBehind(sentence: Sentence, at: number): boolean {
  let to = at
  while (to - at < 7 && isAbbreviation(sentence, to)) to += 1
  const isOver = sentence.token(to)?.kind !== 'word' || AT.has(sentence.key(to))
  return to > at && isAbbreviation(sentence, at - 1) && isOver
}

/** Mo-Fr, Monday to Friday. */
function untilWeekday(sentence: Sentence, at: number, to: number) {
  const first = weekdayAt(sentence, at)
  const last = ['-', '–', 'to', 'through', 'thru', 'bis'].includes(sentence.key(to))
    ? weekdayAt(sentence, to + 1)
    : null
  if (first === null || last === null || last <= first) return null
  const weekdays = Array.from({ length: last - first + 1 }, (_, index) => weekdayCode(first + index))
  return { weekdays, to: to + 2 }
}

export const isWeekdayAt = (sentence: Sentence, at: number) => weekdayAt(sentence, at) !== null

function weekdayAt(sentence: Sentence, at: number): number | null {
  const key = sentence.key(at)
  return WEEKDAY_NAMES.get(key) ?? WEEKDAY_SHORTS.get(key) ?? WEEKDAY_PLURALS.get(key) ?? null
}
