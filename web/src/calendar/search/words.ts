import { inBasicLetters } from '../../../../src/platform/basic-letters'

/** As the service takes words apart and folds them, so that what it found is marked. */

const WORD = /[\p{L}\p{N}\p{M}]+|\p{Extended_Pictographic}/gu
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' }

const plain = (word: string) =>
  inBasicLetters(word)
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')

/** Without accents, and with umlauts written out. */
function spellingsOf(word: string): string[] {
  const small = word.normalize('NFC').toLowerCase()
  return [plain(small), plain(small.replace(/[äöü]/g, (letter) => UMLAUTS[letter]!))]
}

/** The beginnings that the words of a query may have. */
export const soughtIn = (query: string): string[][] => (query.match(WORD) ?? []).map(spellingsOf)

const begins = (word: string, beginnings: readonly string[]) =>
  spellingsOf(word).some((spelling) => beginnings.some((beginning) => spelling.startsWith(beginning)))

/** Whether a text has a word for each that is sought. */
export function isIn(text: string, sought: readonly string[][]): boolean {
  const words = text.match(WORD) ?? []
  return sought.every((beginnings) => words.some((word) => begins(word, beginnings)))
}

export interface Piece {
  text: string
  isSought: boolean
}

const BEFORE = 40
const MAX_LENGTH = 160

/** Some of a text around the first word that is sought, in pieces; none where it has no such word. */
export function piecesAround(text: string, sought: readonly string[][]): Piece[] {
  const found = [...text.matchAll(WORD)].filter(({ 0: word }) => sought.some((beginnings) => begins(word, beginnings)))
  if (found[0] === undefined) return []
  const from = found[0].index <= BEFORE ? 0 : text.lastIndexOf(' ', found[0].index - BEFORE) + 1
  const to = Math.min(text.length, from + MAX_LENGTH)
  const pieces: Piece[] = []
  let at = from
  for (const { 0: word, index } of found) {
    if (index + word.length > to) break
    pieces.push({ text: text.slice(at, index), isSought: false }, { text: word, isSought: true })
    at = index + word.length
  }
  pieces.push({ text: `${text.slice(at, to).toWellFormed()}${to < text.length ? '…' : ''}`, isSought: false })
  if (from > 0) pieces.unshift({ text: '…', isSought: false })
  return pieces.filter((piece) => piece.text !== '')
}
