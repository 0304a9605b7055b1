import type { Sentence } from './sentence'
import { AND, ARTICLES, EXCEPT, MONTHS, set, UNTIL, WEEKDAY_NAMES } from './words'

const ENGLISH = set('at @')
const GERMAN = set('im beim bei')
const GERMAN_ARTICLES = set('der dem den')
const WITH_ARTICLE = set('in an auf')
const ENDS = set(', ; ( ) with mit for fuer and und – — -')
/** Behind a place at the end; a dot may be that of Main St. */
const END_MARKS = set('! :')
const NO_PLACES = set(
  'monatsende jahresende ende anfang mitte end beginning start ruhe form not all least last once first bed ordnung arbeit english german french spanish englisch deutsch mathe franzoesisch spanisch spring summer autumn winter',
)
/** Einmal im Monat, am Karfreitag. */
const GERMAN_TIMES = set(
  'monat jahr tag woche kw wochenende ferien feiertag feiertagen weihnachten ostern pfingsten silvester heiligabend neujahr nikolaus nikolaustag valentinstag muttertag vatertag rosenmontag aschermittwoch gruendonnerstag karfreitag ostersonntag ostermontag pfingstsonntag pfingstmontag fronleichnam weihnachtstag',
)
/** At Christmas, in the week; not at Christmas Market. */
const ENGLISH_TIMES = set('week weekend month year day holidays christmas xmas easter thanksgiving halloween')
const HOME = set('home hause')

/** The words of a place; `from` and `to` (exclusive) count tokens of the sentence. */
export interface FoundPlace {
  from: number
  to: number
  place: string
}

/** Where it is: at Main St, @school, in der Schule, im Rathaus, bei Oma, in Berlin. */
export function readPlace(sentence: Sentence, at: number): FoundPlace | null {
  const lead = readLead(sentence, at)
  if (lead === null || EXCEPT.has(sentence.key(at - 1))) return null
  let to = lead
  if (isOfTwo(sentence, to)) to += 3
  while (sentence.token(to) !== undefined && !isEnd(sentence, to) && !isLabel(sentence, to)) to += 1
  const isLast = sentence.token(to) === undefined
  while (isLast && to > lead && END_MARKS.has(sentence.key(to - 1))) to -= 1
  while (to > lead && UNTIL.has(sentence.key(to - 1))) to -= 1
  const place = sentence.textOf(lead, to)
  return place === '' || isNoPlace(sentence, lead) ? null : { from: at, to, place }
}

/** Ort: Aula. */
const WHERE = set('wo where ort location venue')
/** Where: Aula Who: all */
const isLabel = (sentence: Sentence, at: number) => sentence.token(at)?.kind === 'word' && sentence.isGlued(at + 1, ':')

function isNoPlace(sentence: Sentence, at: number): boolean {
  const key = sentence.key(at)
  if (ENGLISH_TIMES.has(key)) return !isName(sentence, at + 1)
  // In der ersten Januarwoche.
  if (sentence.key(at + 1).endsWith('woche') || key.endsWith('woche')) return true
  return [NO_PLACES, GERMAN_TIMES, MONTHS, WEEKDAY_NAMES].some((words) => words.has(key))
}

/** Bei Lisa und Mark, with nothing behind it that is not understood. */
const isOfTwo = (sentence: Sentence, at: number) =>
  isName(sentence, at) &&
  AND.has(sentence.key(at + 1)) &&
  isName(sentence, at + 2) &&
  sentence.token(at + 3) === undefined

function isEnd(sentence: Sentence, at: number): boolean {
  const key = sentence.key(at)
  if (key === '-' || key === '–') return !(sentence.tokens[at]!.isGlued && sentence.tokens[at + 1]?.isGlued)
  return ENDS.has(key)
}

/** Behind the words that lead to a place; null where none do. */
function readLead(sentence: Sentence, at: number): number | null {
  const [key, next] = [sentence.key(at), sentence.key(at + 1)]
  if (WHERE.has(key) && isLabel(sentence, at)) return at + 2
  // Check-in.
  if (sentence.tokens[at]?.isGlued === true && sentence.key(at - 1) === '-') return null
  if (sentence.tokens[at - 1]?.isGlued === true && key !== '@' && sentence.tokens[at - 1]?.key === "'") return null
  if (ENGLISH.has(key)) return ARTICLES.has(next) && next !== 'a' ? at + 2 : at + 1
  if (at === 0) return null
  if (GERMAN.has(key)) return ARTICLES.has(next) ? at + 2 : at + 1
  if (key === 'am') return isName(sentence, at + 1) ? at + 1 : null
  if (WITH_ARTICLE.has(key) && GERMAN_ARTICLES.has(next)) return at + 2
  if (key === 'zu' && HOME.has(next)) return at
  if (key !== 'in') return null
  if (next === 'the') return sentence.token(at + 2) === undefined ? null : at + 2
  return isName(sentence, at + 1) ? at + 1 : null
}

function isName(sentence: Sentence, at: number): boolean {
  const text = sentence.token(at)?.text ?? ''
  return /^\p{Lu}/u.test(text) && text.length > 1
}
