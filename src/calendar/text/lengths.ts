import { MINUTES_A_DAY } from '../ical/civil'
import { numberWord, readCardinal } from './numbers'
import type { Sentence } from './sentence'
import { set, WEEKDAY_NAMES } from './words'

const MINUTES = set('min mins minute minutes minuten')
const HOURS = set('h hr hrs hour hours std stunde stunden')
const DAYS = set('day days tag tage tagen')
const WEEKS = set('week weeks woche wochen')
const FORTNIGHTS = set('fortnight fortnights')
const HALF = 'halb halbe halben halbes halber'.split(' ')

export interface Length {
  minutes: number
  /** In whole days, where it was said in days. */
  days: number | null
  to: number
}

/** Hours that no number says. */
const SAID: readonly (readonly [keys: readonly string[], minutes: number])[] = [
  [['half', 'an', 'hour'], 30],
  [['a', 'half', 'hour'], 30],
  [['an', 'hour', 'and', 'a', 'half'], 90],
  [['an', 'hour', 'and', 'a', 'quarter'], 75],
  [['a', 'quarter', 'of', 'an', 'hour'], 15],
  [['quarter', 'of', 'an', 'hour'], 15],
  [['three', 'quarters', 'of', 'an', 'hour'], 45],
  ...['', 'eine', 'einer', 'ne'].flatMap((article) => {
    const lead = article === '' ? [] : [article]
    return [
      ...HALF.map((half) => [[...lead, half, 'stunde'], 30] as const),
      [[...lead, 'viertelstunde'], 15] as const,
      [[...lead, 'dreiviertelstunde'], 45] as const,
    ]
  }),
]
const PHRASES = Map.groupBy(SAID, ([keys]) => keys[0]!)
/** Hours and a half in a word. */
const HALVES = new Map([
  ['anderthalb', 1.5],
  ['eineinhalb', 1.5],
  ['zweieinhalb', 2.5],
  ['dreieinhalb', 3.5],
])

/** 2 hours, 90 min, 1.5h, 1h30, 1h30m, half an hour, eineinhalb Stunden, 3 days. */
export function readLength(sentence: Sentence, at: number): Length | null {
  const phrase = PHRASES.get(sentence.key(at))?.find(([keys]) => sentence.reads(at, ...keys))
  if (phrase !== undefined) return { minutes: phrase[1], days: null, to: at + phrase[0].length }
  const amount = readAmount(sentence, at)
  if (amount === null) return null
  const { value, to } = amount
  const unit = sentence.key(to)
  const end = sentence.isGlued(to + 1, '.') ? to + 2 : to + 1
  if (MINUTES.has(unit)) return { minutes: value, days: null, to: end }
  if (HOURS.has(unit)) {
    const rest = sentence.number(end)
    const hasUnit = MINUTES.has(sentence.key(end + 1)) || sentence.isGlued(end + 1, 'm')
    const isGlued = sentence.tokens[end]?.isGlued === true && sentence.tokens[end].text.length === 2
    if (rest === null || !(hasUnit || (isGlued && rest < 60) || isBareMinutes(sentence, end)))
      return { minutes: value * 60, days: null, to: end }
    return { minutes: value * 60 + rest, days: null, to: hasUnit ? end + 2 : end + 1 }
  }
  if (!Number.isInteger(value)) return null
  const each = DAYS.has(unit) ? 1 : WEEKS.has(unit) ? 7 : FORTNIGHTS.has(unit) ? 14 : null
  if (each === null) return null
  const days = each * value
  return { minutes: days * MINUTES_A_DAY, days, to: to + 1 }
}

/** The 30 of 1 Std 30, at the end or before a day: 30 of something is none. */
function isBareMinutes(sentence: Sentence, at: number): boolean {
  const minutes = sentence.number(at)
  const next = sentence.key(at + 1)
  const isOver = sentence.token(at + 1) === undefined || [',', ';', ')'].includes(next) || WEEKDAY_NAMES.has(next)
  return minutes !== null && sentence.tokens[at]!.text.length === 2 && minutes < 60 && minutes % 5 === 0 && isOver
}

function readAmount(sentence: Sentence, at: number): { value: number; to: number } | null {
  const whole = sentence.number(at, 3)
  if (whole === null) return readAmountWord(sentence, at)
  if (sentence.tokens[at]!.isGlued && at > 0 && /[.:,/-]/.test(sentence.tokens[at - 1]!.text)) return null
  const tenths = sentence.number(at + 2)
  const isPoint = sentence.isGlued(at + 1, '.') || sentence.isGlued(at + 1, ',')
  if (isPoint && tenths !== null && sentence.tokens[at + 2]!.isGlued) {
    return { value: whole + tenths / 10 ** sentence.tokens[at + 2]!.text.length, to: at + 3 }
  }
  if (sentence.reads(at + 1, '1', '/', '2')) return { value: whole + 0.5, to: at + 4 }
  return sentence.key(at + 1) === '½' ? { value: whole + 0.5, to: at + 2 } : { value: whole, to: at + 1 }
}

function readAmountWord(sentence: Sentence, at: number): { value: number; to: number } | null {
  const key = sentence.key(at)
  const halves = HALVES.get(key)
  if (halves !== undefined) return { value: halves, to: at + 1 }
  const cardinal = readCardinal(sentence, at)
  const article = numberWord(key)
  if (cardinal === null) return article === null ? null : { value: article, to: at + 1 }
  const isAndHalf = sentence.reads(cardinal.to, 'and', 'a', 'half')
  return isAndHalf ? { value: cardinal.value + 0.5, to: cardinal.to + 3 } : cardinal
}
