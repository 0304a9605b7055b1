import type { Sentence } from './sentence'
import { numberWord, set } from './words'

const MINUTES = set('min mins minute minutes minuten')
const HOURS = set('h hr hrs hour hours std stunde stunden')
const DAYS = set('day days tag tage tagen')
const WEEKS = set('week weeks woche wochen')
const HALF = set('halb halbe halben halbes halber')

export interface Length {
  minutes: number
  /** In whole days, where it was said in days. */
  days: number | null
  to: number
}

/** 2 hours, 90 min, 1.5h, 1h30, 1h30m, half an hour, eineinhalb Stunden, 3 days. */
export function readLength(sentence: Sentence, at: number): Length | null {
  if (sentence.reads(at, 'half', 'an', 'hour')) return { minutes: 30, days: null, to: at + 3 }
  if (sentence.reads(at, 'an', 'hour', 'and', 'a', 'half')) return { minutes: 90, days: null, to: at + 5 }
  if (sentence.reads(at, 'half', 'a', 'day')) return null
  const isHalf = HALF.has(sentence.key(at + 1)) && ['eine', 'einer', 'ne'].includes(sentence.key(at))
  const half = isHalf ? at + 1 : at
  if (HALF.has(sentence.key(half)) && HOURS.has(sentence.key(half + 1)))
    return { minutes: 30, days: null, to: half + 2 }
  if (sentence.reads(at, 'viertelstunde')) return { minutes: 15, days: null, to: at + 1 }
  if (sentence.reads(at, 'eine', 'viertelstunde')) return { minutes: 15, days: null, to: at + 2 }
  if (['anderthalb', 'eineinhalb'].includes(sentence.key(at)) && HOURS.has(sentence.key(at + 1))) {
    return { minutes: 90, days: null, to: at + 2 }
  }
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
    if (rest === null || !(hasUnit || (isGlued && rest < 60))) return { minutes: value * 60, days: null, to: end }
    return { minutes: value * 60 + rest, days: null, to: hasUnit ? end + 2 : end + 1 }
  }
  if (!Number.isInteger(value)) return null
  const days = DAYS.has(unit) ? value : WEEKS.has(unit) ? 7 * value : null
  return days === null ? null : { minutes: days * 1440, days, to: to + 1 }
}

function readAmount(sentence: Sentence, at: number): { value: number; to: number } | null {
  const whole = sentence.number(at, 3)
  if (whole === null) {
    const word = numberWord(sentence.key(at))
    return word === null ? null : { value: word, to: at + 1 }
  }
  if (sentence.tokens[at]!.isGlued && at > 0 && /[.:,/-]/.test(sentence.tokens[at - 1]!.text)) return null
  const tenths = sentence.number(at + 2)
  const isPoint = sentence.isGlued(at + 1, '.') || sentence.isGlued(at + 1, ',')
  if (isPoint && tenths !== null && sentence.tokens[at + 2]!.isGlued) {
    return { value: whole + tenths / 10 ** sentence.tokens[at + 2]!.text.length, to: at + 3 }
  }
  return { value: whole, to: at + 1 }
}
