import * as de from 'chrono-node/de'
import * as en from 'chrono-node/en'
import { civilOf, DAY, dayNumber } from '../ical/civil'
import { type Days, type Place, single } from './dates'
import type { Sentence } from './sentence'
import { AT, MONTHS_PER, TO } from './words'

const READERS = { en: en.GB, de: de.casual }
const MAX_TOKENS = 8
/** Of one sentence: more is no sentence, and each costs. */
const MAX_READS = 20

/** Days counted from today by a number, and those of the ISO calendar: in 3 weeks, yesterday, 2026-12-24. */
export function readByChrono(sentence: Sentence, at: number, { today, second, language }: Place): Days | null {
  const first = sentence.token(at)
  if (first === undefined || !isPromising(sentence, at)) return null
  if (sentence.relativeReads >= MAX_READS) return null
  sentence.relativeReads += 1
  let to = at + 1
  while (to < at + MAX_TOKENS && sentence.token(to) !== undefined && !isTimeAt(sentence, to)) to += 1
  const text = sentence.textOf(at, to)
  // The wall clock of the household as if it were UTC: the machine's zone is not asked.
  const reference = { instant: new Date((today * DAY + second) * 1000), timezone: 0 }
  for (const each of language === 'de' ? (['de', 'en'] as const) : (['en', 'de'] as const)) {
    const result = READERS[each].parse(text, reference)[0]
    if (result === undefined || result.index !== 0 || result.end !== null) continue
    const { start } = result
    const end = first.from + result.text.length
    const count = sentence.tokens.slice(at, to).findIndex((token) => token.from >= end)
    const until = count === -1 ? to : at + count
    // Counted in these, the day is that of today.
    const isOfMonths = MONTHS_PER.has(sentence.key(until - 1))
    if (!isOfMonths && !(['day', 'month', 'year'] as const).every((part) => start.isCertain(part))) continue
    const day = dayNumber(start.get('year')!, start.get('month')!, start.get('day')!)
    if (Math.abs(civilOf(day).year - civilOf(today).year) > 100) continue
    const minutes = start.isCertain('hour') ? { minutes: start.get('hour')! * 60 + (start.get('minute') ?? 0) } : {}
    return { ...single(at, until, day, 'date'), ...minutes }
  }
  return null
}

/** At 3, 15-17: of the hours we read more, and 2026-12-24 is none. */
const isTimeAt = (sentence: Sentence, at: number) =>
  AT.has(sentence.key(at)) ||
  (sentence.number(at) !== null && !sentence.tokens[at]!.isGlued && TO.has(sentence.key(at + 1)))

/** What the library may look at: the rest is ours to read, or not to be read at all. */
function isPromising(sentence: Sentence, at: number): boolean {
  const key = sentence.key(at)
  if (key === 'in') return sentence.number(at + 1, 3) !== null
  if (key === 'yesterday' || key === 'gestern' || key === 'vorgestern') return true
  const isYear = sentence.number(at, 4) !== null && sentence.token(at)!.text.length === 4
  return (
    isYear &&
    ['-', '/'].includes(sentence.key(at + 1)) &&
    sentence.isGlued(at + 1, sentence.key(at + 1)) &&
    sentence.number(at + 2) !== null &&
    sentence.isGlued(at + 3, sentence.key(at + 1))
  )
}
