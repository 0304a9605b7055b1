import { inBasicLetters } from '../../platform/basic-letters'

/** As the column holds it. */
const MAX_WORD_LENGTH = 40
/** Of one event; a long letter in its notes stays below. */
const MAX_WORDS = 1000
/** Of texts without blanks, every character may begin a word. */
const MAX_BEGINNINGS = 30

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' }

const WORDS = /[\p{L}\p{N}\p{M}]+|\p{Extended_Pictographic}/gu
const WITHOUT_BLANKS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u
const ASCII = /^[a-z0-9]*$/

/** The words of a text as they are written, in small letters. */
const split = (text: string): readonly string[] => text.normalize('NFC').toLowerCase().match(WORDS) ?? []

/**
 * The spellings that a word counts as: without accents, and one with umlauts also as it is written where keyboards lack
 * them. None for a word that is nothing but accents.
 */
function spellingsOf(word: string): string[] {
  if (ASCII.test(word)) return [word.slice(0, MAX_WORD_LENGTH)]
  const written = word.replace(/[äöü]/g, (letter) => UMLAUTS[letter]!)
  return [...new Set([plain(word), plain(written)])].filter((spelling) => spelling !== '')
}

function plain(word: string): string {
  const bare = inBasicLetters(word).normalize('NFKD')
  // Decomposing gives capitals and signs of its own (№, ½).
  const letters = bare.replace(/[^\p{L}\p{N}\p{Mc}\p{Extended_Pictographic}]/gu, '').toLowerCase()
  return [...letters].slice(0, MAX_WORD_LENGTH).join('')
}

/** The words that texts are found by, each once; words of the first texts go before. */
export function wordsOf(texts: Iterable<string>): string[] {
  const words = new Set<string>()
  for (const text of texts) {
    for (const word of split(text)) {
      for (const spelling of spellingsOf(word)) {
        for (const beginning of beginningsOf(spelling)) words.add(beginning)
      }
      if (words.size >= MAX_WORDS) return [...words].slice(0, MAX_WORDS)
    }
  }
  return [...words]
}

/** Where nothing stands between words, each character may begin one. */
function beginningsOf(word: string): string[] {
  if (ASCII.test(word) || !WITHOUT_BLANKS.test(word)) return [word]
  const letters = [...word]
  return letters.slice(0, MAX_BEGINNINGS).map((_, from) => letters.slice(from).join(''))
}

/** A word that is looked for: the beginnings that it may have, any of which will do. */
export type Wanted = readonly string[]

/** What a query looks for; every one of it has to be found. Words that begin longer ones are left out. */
export function wantedOf(query: string): Wanted[] {
  const byName = new Map(split(query).map((word): [string, Wanted] => [spellingsOf(word).join(' '), spellingsOf(word)]))
  const all = [...byName.values()].filter((spellings) => spellings.length > 0)
  return all.filter(
    (one, index) => !all.some((other, at) => implies(other, one) && (at < index || !implies(one, other))),
  )
}

/** Whether all that says the one says the other as well. */
const implies = (one: Wanted, other: Wanted): boolean => one.every((word) => isFoundIn(other, [word]))

/** Whether any of these words begins as it is wanted. */
export const isFoundIn = (wanted: Wanted, words: readonly string[]): boolean =>
  words.some((word) => wanted.some((beginning) => word.startsWith(beginning)))
