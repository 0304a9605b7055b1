import { MINUTES_A_DAY } from '../ical/civil'
import { readHalf } from './half-of-day'
import { isAmount, isHouse } from './number-context'
import { numberWord, readCardinal } from './numbers'
import type { Sentence } from './sentence'
import { AT, DAY_WORDS, set, TO, WEEKDAY_NAMES } from './words'

/** A time of day as it was said. */
export interface Clock {
  /** Since midnight; 1440 for 24:00. */
  minutes: number
  /** Exclusive. */
  to: number
  /** It reads as a time wherever it stands; a mere number does after `at`. */
  isClear: boolean
  /** Noon or midnight, which may be a part of a name. */
  isName?: boolean
  /** 7ish: a time wherever it stands, too. */
  isAbout?: boolean
  /** In words: half past eight. */
  isSpoken?: boolean
  /** Half of the day not said: it may be twelve hours later. */
  isOpen: boolean
  /** Said with its half: am, pm. */
  hasHalf?: boolean
  /** Counted from now: in two hours. */
  isFromNow?: boolean
}

const NOON = set('noon midday')
const MIDNIGHT = set('midnight mitternacht')
/** Behind them a number with a full stop in it is a time. */
const ENDS = set('uhr am pm h')

/** A time of day; `isSaid`: something before it says that it is one. */
export function readClock(sentence: Sentence, at: number, isSaid = false): Clock | null {
  const clock =
    readIsoTime(sentence, at) ??
    readWords(sentence, at) ??
    readDigits(sentence, at, isSaid) ??
    readHourWord(sentence, at, isSaid)
  return clock === null ? null : withIsh(sentence, clock)
}

/** 7ish, 6:30-ish; twentyish are a number of something. */
function withIsh(sentence: Sentence, clock: Clock): Clock {
  const at = sentence.isGlued(clock.to, '-') ? clock.to + 1 : clock.to
  return sentence.isGlued(at, 'ish') && clock.isOpen ? { ...clock, to: at + 1, isAbout: true } : clock
}

/** The time of 2026-12-01T10:00, with seconds or without; none with a zone, which is another's. */
function readIsoTime(sentence: Sentence, at: number): Clock | null {
  const isBehindDate = [sentence.tokens[at - 4], sentence.tokens[at - 2]].every((token) => token?.text === '-')
  if (!isBehindDate || !sentence.isGlued(at, 't') || sentence.tokens[at - 5]?.text.length !== 4) return null
  const [hour, minute] = [minuteAt(sentence, at + 1), minuteAt(sentence, at + 3)]
  if (hour === null || minute === null || !sentence.isGlued(at + 2, ':')) return null
  const to = sentence.isGlued(at + 4, ':') && minuteAt(sentence, at + 5) !== null ? at + 6 : at + 4
  const isFraction = sentence.isGlued(to, '.') && sentence.number(to + 1, 9) !== null
  return isFraction || sentence.isGlued(to, 'z') || sentence.isGlued(to, '+')
    ? null
    : clockOf(hour, minute, to, { isClear: true, isOpen: false })
}

/** Noon, half past three, viertel nach drei, halb vier. */
function readWords(sentence: Sentence, at: number): Clock | null {
  const key = sentence.key(at)
  const isTwelve = sentence.number(at) === 12 && (NOON.has(sentence.key(at + 1)) || MIDNIGHT.has(sentence.key(at + 1)))
  if (isTwelve) return readWords(sentence, at + 1)
  if (NOON.has(key)) return { minutes: 12 * 60, to: at + 1, isName: true, ...WITH_HALF }
  if (MIDNIGHT.has(key)) return { minutes: MINUTES_A_DAY, to: at + 1, isClear: true, isName: true, isOpen: false }
  const side = sentence.key(at + 1)
  if (key === 'a' && side === 'quarter') return readWords(sentence, at + 1)
  const shift = {
    half: { past: 30 },
    quarter: { past: 15, to: -15, of: -15, till: -15 },
    viertel: { nach: 15, vor: -15 },
  }[key] as Record<string, number> | undefined
  if (shift?.[side] !== undefined) return shifted(sentence, at + 2, shift[side])
  if (key === 'halb') return shifted(sentence, at + 1, -30)
  if (key === 'half') return shifted(sentence, at + 1, 30)
  if (key === 'dreiviertel') return shifted(sentence, at + 1, -15)
  if (key === 'drei' && side === 'viertel') return shifted(sentence, at + 2, -15)
  // Um viertel acht: a quarter of the eighth hour.
  if (key === 'viertel' && isBehindDay(sentence, at)) return shifted(sentence, at + 1, -45)
  const minutes = sentence.number(at) ?? readCardinal(sentence, at)?.value ?? null
  // At ten to four; nine to five is a range.
  const isBefore = side === 'to' && sentence.key(at - 1) === 'at' && (minutes === 5 || (minutes ?? 0) % 10 === 0)
  const by = isBefore && sentence.number(at) === null ? -1 : { past: 1, nach: 1, vor: -1 }[side]
  if (minutes === null || by === undefined || minutes >= 30) return null
  // Fünf vor halb acht.
  const isHalf = sentence.key(at + 2) === 'halb'
  return shifted(sentence, isHalf ? at + 3 : at + 2, by * minutes - (isHalf ? 30 : 0))
}

const isBehindDay = (sentence: Sentence, at: number) => {
  const before = sentence.tokens[at - 1]?.key ?? ''
  return AT.has(before) || WEEKDAY_NAMES.has(before) || DAY_WORDS.some((words) => words.has(before))
}

function shifted(sentence: Sentence, at: number, by: number): Clock | null {
  const hour = sentence.number(at) ?? hourWord(sentence.key(at))
  if (hour === null || hour > 24 || hour === 0) return null
  const half = readHalf(sentence, at + 1)
  const base = (half === null ? hour : (hour % 12) + half.hours) * 60
  const minutes = base + by
  const isUhr = sentence.key(at + 1) === 'uhr'
  return {
    minutes,
    to: half?.to ?? at + (isUhr ? 2 : 1),
    isClear: true,
    isOpen: half === null && hour <= 12,
    isSpoken: true,
    hasHalf: half !== null,
  }
}

/** 15:00, 15.30 Uhr, 15 Uhr 30, 3pm, 3 o'clock, 17h30. */
function readDigits(sentence: Sentence, at: number, isSaid: boolean): Clock | null {
  if (HHMM.has(sentence.key(at - 1)) && sentence.token(at)?.text.length === 4) return readFourDigits(sentence, at)
  const hour = sentence.number(at)
  if (hour === null || hour > 24 || (sentence.tokens[at]!.isGlued && isWithin(sentence, at))) return null
  const isPadded = sentence.tokens[at]!.text.startsWith('0')
  const sign = sentence.key(at + 1)
  // On the 3. 19 Uhr.
  const isApart = sign === '.' && sentence.tokens[at + 2]?.isGlued !== true
  const minute = isApart ? null : minuteAt(sentence, at + 2)
  if (sentence.isGlued(at + 1, ':') && minute !== null) return withHalf(sentence, at + 3, hour, minute, isPadded)
  if (sentence.isGlued(at + 1, '.') && minute !== null) {
    const ends = ENDS.has(sentence.key(at + 3))
    const isMere = isSaid && !sentence.isGlued(at + 3, '.') && !isAmount(sentence, at + 3)
    if (ends || isMere || isBeforeEnd(sentence, at + 3)) return withHalf(sentence, at + 3, hour, minute, isPadded)
    return null
  }
  if (sign === 'uhr') {
    const after = minuteBehindUhr(sentence, at + 2)
    return clockOf(hour, after.minute, after.to, { isClear: true, isOpen: hour < 6 && !isPadded })
  }
  if (sign === 'oclock') return clockOf(hour, 0, at + 2, { isClear: true, isOpen: hour <= 12 })
  if (sign === 'o' && sentence.key(at + 3) === 'clock') {
    return clockOf(hour, 0, at + 4, { isClear: true, isOpen: hour <= 12 })
  }
  if (sentence.isGlued(at + 1, 'h') && (isSaid || (hour > 5 && minute !== null))) {
    return clockOf(hour, minute ?? 0, minute === null ? at + 2 : at + 3, { isClear: true, isOpen: false })
  }
  const half = readHalf(sentence, at + 1)
  if (half !== null && hour <= 12 && hour > 0) {
    return clockOf((hour % 12) + half.hours, 0, half.to, WITH_HALF)
  }
  return clockOf(hour, 0, at + 1, { isClear: false, isOpen: hour <= 12 && !isPadded })
}

const HHMM = set('at um @')
/** At 0900, um 1430. */
function readFourDigits(sentence: Sentence, at: number): Clock | null {
  const number = sentence.number(at, 4)
  if (number === null || number % 100 > 59 || isHouse(sentence, at + 1)) return null
  const isUhr = ['uhr', 'h', 'hrs', 'hours'].includes(sentence.key(at + 1))
  return clockOf(Math.floor(number / 100), number % 100, isUhr ? at + 2 : at + 1, { isClear: true, isOpen: false })
}

/** 15 Uhr 30, acht Uhr fünfzehn; no day of the month, and no length: 13 Uhr 45 Minuten. */
function minuteBehindUhr(sentence: Sentence, at: number): { minute: number; to: number } {
  const digits = minuteAt(sentence, at)
  const word = digits === null ? minuteWordAt(sentence, at) : { minute: digits, to: at + 1 }
  const isOther = word === null || ['.', ':'].some((sign) => sentence.isGlued(word.to, sign))
  return isOther || isAmount(sentence, word.to) ? { minute: 0, to: at } : word
}

/** Thirty, fünfzehn: minutes that are said. */
function minuteWordAt(sentence: Sentence, at: number): { minute: number; to: number } | null {
  const said = readCardinal(sentence, at)
  return said === null || said.value < 10 || said.value > 59 ? null : { minute: said.value, to: said.to }
}

/** 15.30-17 Uhr, 3.30-4.30pm. */
function isBeforeEnd(sentence: Sentence, at: number): boolean {
  if (!TO.has(sentence.key(at)) || sentence.number(at + 1) === null) return false
  return ENDS.has(sentence.key(sentence.isGlued(at + 2, '.') ? at + 4 : at + 2))
}

/** A number that goes on from a sign or a letter: 1.5, v2, a phone's. */
function isWithin(sentence: Sentence, at: number): boolean {
  const before = sentence.tokens[at - 1]!
  return before.kind === 'word' || '.:/,#+'.includes(before.text)
}

function withHalf(sentence: Sentence, at: number, hour: number, minute: number, isPadded: boolean): Clock | null {
  const half = readHalf(sentence, at)
  if (half !== null && hour <= 12) return clockOf((hour % 12) + half.hours, minute, half.to, WITH_HALF)
  const isUhr = ['uhr', 'h'].includes(sentence.key(at))
  return clockOf(hour, minute, isUhr ? at + 1 : at, { isClear: true, isOpen: !isUhr && !isPadded && hour <= 12 })
}

type Said = Pick<Clock, 'isClear' | 'isOpen' | 'hasHalf'>
const WITH_HALF: Said = { isClear: true, isOpen: false, hasHalf: true }

const clockOf = (hour: number, minute: number, to: number, said: Said): Clock | null =>
  hour * 60 + minute > MINUTES_A_DAY ? null : { minutes: hour * 60 + minute, to, ...said }

function minuteAt(sentence: Sentence, at: number): number | null {
  const minute = sentence.number(at)
  return minute !== null && minute < 60 && sentence.tokens[at]!.text.length === 2 ? minute : null
}

const hourWord = (key: string) => {
  const hour = ['a', 'an', 'ein', 'eine', 'einen', 'einem', 'einer'].includes(key) ? null : numberWord(key)
  return hour !== null && hour < 24 ? hour : null
}

/** Three o'clock, drei Uhr, at three. */
function readHourWord(sentence: Sentence, at: number, isSaid: boolean): Clock | null {
  const key = sentence.key(at)
  const isUhr = sentence.key(at + 1) === 'uhr'
  const hour = key === 'ein' && isUhr ? 1 : hourWord(key)
  if (hour === null) return null
  if (isUhr) {
    const after = minuteBehindUhr(sentence, at + 2)
    return clockOf(hour, after.minute, after.to, { isClear: true, isOpen: hour < 6 })
  }
  // At nine thirty, five thirty pm.
  const minute = minuteWordAt(sentence, at + 1)
  const half = minute === null ? null : readHalf(sentence, minute.to)
  if (minute !== null && hour <= 12 && (isSaid || half !== null)) {
    if (!isAmount(sentence, minute.to)) return withHalf(sentence, minute.to, hour, minute.minute, false)
  }
  const isClock = sentence.key(at + 1) === 'o' && sentence.key(at + 3) === 'clock'
  const side = readHalf(sentence, at + 1)
  if (side !== null) return clockOf((hour % 12) + side.hours, 0, side.to, WITH_HALF)
  return clockOf(hour, 0, isClock ? at + 4 : at + 1, { isClear: isClock, isOpen: hour <= 12 })
}
