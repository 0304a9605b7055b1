import type { Sentence } from './sentence'
import { MONTHS, set, TO } from './words'

const SIDES = new Map([
  ['am', 0],
  ['pm', 12],
  ['a', 0],
  ['p', 12],
])

/** am, pm, a.m., p. m. */
export function readHalf(sentence: Sentence, at: number): { hours: number; to: number } | null {
  const key = sentence.key(at)
  const hours = SIDES.get(key)
  if (hours === undefined) return null
  // 2:30p
  if (key.length === 1 && sentence.isGlued(at, key) && sentence.isGlued(at - 2, ':')) return { hours, to: at + 1 }
  if (key.length === 1 && isInRange(sentence, at)) return { hours, to: at + 1 }
  if (key.length === 2) {
    // German: am Montag.
    return sentence.tokens[at]!.isGlued || key === 'pm' || !isGermanAm(sentence, at) ? { hours, to: at + 1 } : null
  }
  if (sentence.isGlued(at + 1, '.') && sentence.key(at + 2) === 'm') {
    return { hours, to: sentence.isGlued(at + 3, '.') ? at + 4 : at + 3 }
  }
  return null
}

/** 9a-1p: both say their half. */
function isInRange(sentence: Sentence, at: number): boolean {
  const isHalfAt = (place: number) => SIDES.has(sentence.tokens[place]?.key ?? '') && sentence.tokens[place]!.isGlued
  const isAfterNumber = (place: number) => sentence.tokens[place - 1]?.kind === 'number' && isHalfAt(place)
  const other = TO.has(sentence.tokens[at + 1]?.key ?? '')
    ? at + 3
    : TO.has(sentence.tokens[at - 2]?.key ?? '')
      ? at - 3
      : null
  return other !== null && isAfterNumber(at) && isAfterNumber(other)
}

/** The am of 6 am. */
export const isHalfOfDay = (sentence: Sentence, at: number) =>
  sentence.number(at - 1) !== null && readHalf(sentence, at) !== null

function isGermanAm(sentence: Sentence, at: number): boolean {
  const next = sentence.tokens[at + 1]
  if (next === undefined || ENGLISH_DAY.test(next.key) || MONTHS.has(next.key)) return false
  if (isLedInGerman(sentence, at) || GERMAN_DAY.test(next.key)) return true
  if (sentence.language === 'en') return false
  if (next.kind === 'number') return sentence.isGlued(at + 2, '.')
  return /^(?:\p{Lu}|(?:montag|dienstag|mitt|donn|freitag|sam|sonn|abend|morgen|nachm|vorm))/u.test(next.text)
}

/** Um 9 am, um 9:30 am. */
function isLedInGerman(sentence: Sentence, at: number): boolean {
  const hour = [':', '.'].includes(sentence.key(at - 2)) ? at - 3 : at - 1
  return GERMAN_AT.has(sentence.tokens[hour - 1]?.key ?? '')
}
const GERMAN_AT = set('um ab gegen von bis')
const GERMAN_DAY = /^(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)/
const ENGLISH_DAY =
  /^(?:(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:days?)?|today|tomorrow|tonight|every|each|next|this)$/
