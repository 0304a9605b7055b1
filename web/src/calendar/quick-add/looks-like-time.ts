import type { Formats } from '../../i18n/format'
import { DAY } from '../../lib/tz'

/** Some day in each month. */
const MONTHS = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 15) / DAY)
const WEEK = [0, 1, 2, 3, 4, 5, 6]

/** Whether somebody who reads a text would find a time in it: a figure, a weekday, a month, a word such as "tomorrow". */
export function looksLikeTime(
  text: string,
  timeWords: readonly string[],
  formats: Pick<Formats, 'weekday' | 'weekdayShort' | 'month'>,
): boolean {
  const names = [
    ...WEEK.flatMap((day) => [formats.weekday(day), formats.weekdayShort(day)]),
    ...MONTHS.flatMap((day) => [formats.month(day), formats.month(day).slice(0, 3)]),
  ]
  const told = new Set([...timeWords, ...names.map((name) => name.toLowerCase().replace('.', ''))])
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return words.some((word) => /\d/.test(word) || told.has(word))
}
