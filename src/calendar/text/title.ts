import type { Sentence } from './sentence'
import { set } from './words'

/** Words that mean nothing without what stood behind or before them. */
const DANGLING = set(
  'on at from until till to um am ab den dem der the im and und for fuer bis zum vom von with mit by starting this ,',
)
const MARKS = set(', ; : - – — . / & + @ | • *')

/** What is left of a sentence. */
export function titleOf(sentence: Sentence): string {
  hideEmptyBrackets(sentence)
  const pieces = sentence.pieces().flatMap(({ from, to }) => {
    const trimmed = trim(sentence, from, to)
    return trimmed === '' || (from > 0 && /^!+$/.test(trimmed)) ? [] : [trimmed]
  })
  return pieces
    .reduce((title, piece) => title + (title.endsWith('(') || /^[)?]/.test(piece) ? '' : ' ') + piece, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** Brackets around nothing but what was understood, and signs between. */
function hideEmptyBrackets(sentence: Sentence): void {
  for (let at = 0; at < sentence.length; at += 1) {
    if (sentence.key(at) !== '(') continue
    let [next, hasTaken] = [at + 1, false]
    for (; sentence.isTaken(next) || MARKS.has(sentence.key(next)); next += 1) hasTaken ||= sentence.isTaken(next)
    if (hasTaken && sentence.key(next) === ')') sentence.hide(at, next + 1)
  }
}

function trim(sentence: Sentence, from: number, to: number): string {
  let [start, end] = [from, to]
  const isWhole = (at: number) => at === 0 || at === sentence.length
  while (start < end && MARKS.has(sentence.key(start)) && (start > 0 || sentence.length > 1)) start += 1
  while (start < end && isLoose(sentence, end - 1, isWhole(end))) end -= 1
  return sentence.textOf(start, end)
}

function isLoose(sentence: Sentence, at: number, isLast: boolean): boolean {
  const key = sentence.key(at)
  // 31.4. is as it was.
  if (key === '.' && sentence.tokens[at - 1]?.kind === 'number') return false
  if (MARKS.has(key)) return true
  return !isLast && DANGLING.has(key) && !sentence.isNoted(at) && !sentence.tokens[at]!.isGlued
}
