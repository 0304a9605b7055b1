import type { RecurrenceRule } from '../ical/recurrence-rule'
import type { Sentence } from './sentence'
import { AND, WEEKDAY_NAMES, WEEKDAY_PLURALS, WEEKDAY_SHORTS, weekdayCode } from './words'

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
    if (next === to && sentence.key(next).length < 3) break
    if (['on', 'every', 'jeden'].includes(sentence.key(next))) next += 1
  }
  const last = untilWeekday(sentence, at, to)
  if (last !== null) return last
  const weekdays = [...found].sort((one, other) => one - other).map(weekdayCode)
  return found.size === 0 ? null : { weekdays, to }
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
