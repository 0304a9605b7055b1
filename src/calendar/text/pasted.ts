import type { Sentence } from './sentence'
import { ARTICLES, set } from './words'

/** What messengers put before a line that is copied: [25.11.26, 09:12] Lisa:, 25/11/2026, 09:12 - Lisa: */
const DATE = String.raw`\d{1,2}[./]\d{1,2}[./]\d{2,4}`
const TIME = String.raw`\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]m)?`
const STAMP = new RegExp(String.raw`^\s*\[?(?:${DATE},? ${TIME}|${TIME},? ${DATE})\]?(?: [-–])? (?=[^:]{1,40}: )`, 'i')

/** When a message was written is not when it is about. */
export function hideStamp(sentence: Sentence): void {
  const end = STAMP.exec(sentence.text)?.[0].length ?? 0
  const to = sentence.tokens.findIndex(({ from }) => from >= end)
  if (to > 0) sentence.hide(0, to)
}

const WHEN = set('wann when datum date zeit uhrzeit time beginn')

/** Datum: 3.12. Uhrzeit: 19 Uhr. What such a word announces is understood, unless nothing else would be left. */
export function hideLabels(sentence: Sentence): void {
  const labels = sentence.tokens.flatMap(({ key }, at) => (WHEN.has(key) && isLabel(sentence, at) ? [at] : []))
  const words = sentence.tokens.filter(({ kind }, at) => kind !== 'mark' && !sentence.isTaken(at))
  if (words.length > labels.length) for (const at of labels) sentence.hide(at, at + 2)
}

/** Save the date: is none. */
const isLabel = (sentence: Sentence, at: number) =>
  !sentence.isTaken(at) &&
  sentence.key(at + 1) === ':' &&
  sentence.isTaken(at + 2) &&
  !ARTICLES.has(sentence.key(at - 1))
