import type { Sentence } from './sentence'
import { numbered, set } from './words'

/** Numbers as words of English and German, folded. */

const ARTICLES = set('a an ein eine einen einem einer')
const DIGITS = ['ein', 'zwei', 'drei', 'vier', 'fuenf', 'sechs', 'sieben', 'acht', 'neun']
const TENS = numbered(['twenty zwanzig', 'thirty dreissig', 'forty vierzig', 'fifty fuenfzig'], 2)
const CARDINALS = new Map([
  ...numbered(
    [
      `${[...ARTICLES].join(' ')} one eins`,
      'two zwei',
      'three drei',
      'four vier',
      'five fuenf',
      'six sechs',
      'seven sieben',
      'eight acht',
      'nine neun',
      'ten zehn',
      'eleven elf',
      'twelve zwoelf',
      'thirteen dreizehn',
      'fourteen vierzehn',
      'fifteen fuenfzehn',
      'sixteen sechzehn',
      'seventeen siebzehn',
      'eighteen achtzehn',
      'nineteen neunzehn',
    ],
    1,
  ),
  ...[...TENS].flatMap(([word, tens]): [string, number][] => [
    [word, 10 * tens],
    ...DIGITS.map((digit, index): [string, number] => [`${digit}und${word}`, 10 * tens + index + 1]),
  ]),
  ...Object.entries({ fortyfive: 45, ninety: 90, neunzig: 90 }),
])
const ENGLISH_ORDINALS = [
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth',
  'sixteenth seventeenth eighteenth nineteenth twentieth',
]
const GERMAN_STEMS = [
  'erst zweit dritt viert fuenft sechst siebt acht neunt zehnt elft zwoelft dreizehnt vierzehnt fuenfzehnt sechzehnt',
  'siebzehnt achtzehnt neunzehnt zwanzigst',
  ...DIGITS.map((digit) => `${digit}undzwanzigst`),
  'dreissigst einunddreissigst',
]
const words = (rows: readonly string[]) => rows.join(' ').split(' ')
const ORDINALS = new Map([
  ...numbered(words(ENGLISH_ORDINALS), 1),
  ...numbered(
    words(GERMAN_STEMS).map((stem) => ['e', 'en', 'er', 'es'].map((end) => stem + end).join(' ')),
    1,
  ),
  ['thirtieth', 30] as const,
])

export const numberWord = (key: string) => CARDINALS.get(key) ?? null
const ordinalWord = (key: string) => ORDINALS.get(key) ?? null

interface NumberSaid {
  value: number
  /** Exclusive. */
  to: number
}

/** Seven, forty-five, fünfundvierzig; no article. */
export function readCardinal(sentence: Sentence, at: number): NumberSaid | null {
  const key = sentence.key(at)
  const digit = readDigitBehind(sentence, at, numberWord)
  if (digit !== null) return digit
  const value = ARTICLES.has(key) ? null : numberWord(key)
  return value === null ? null : { value, to: at + 1 }
}

/** Fourth, twenty-fourth, vierundzwanzigsten. */
export function readOrdinal(sentence: Sentence, at: number): NumberSaid | null {
  const digit = readDigitBehind(sentence, at, ordinalWord)
  if (digit !== null) return digit
  const value = ordinalWord(sentence.key(at))
  return value === null ? null : { value, to: at + 1 }
}

/** The four of twenty-four. */
function readDigitBehind(sentence: Sentence, at: number, wordOf: (key: string) => number | null): NumberSaid | null {
  const tens = ENGLISH_TENS.get(sentence.key(at))
  if (tens === undefined) return null
  const next = sentence.isGlued(at + 1, '-') ? at + 2 : at + 1
  const digit = ARTICLES.has(sentence.key(next)) ? null : wordOf(sentence.key(next))
  return digit === null || digit > 9 ? null : { value: 10 * tens + digit, to: next + 1 }
}
const ENGLISH_TENS = new Map([...TENS].filter(([word]) => word.endsWith('ty')))
