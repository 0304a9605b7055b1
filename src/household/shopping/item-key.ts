import { foldCase } from '../../calendar/ical/case-fold'
import { inBasicLetters } from '../../platform/basic-letters'

/** ASCII, where nothing but case and blanks is to be folded. */
const IS_PLAIN = /^[ -~]*$/

/**
 * What the texts of two items share that say the same: case, accents and blanks are folded. `Crème  Fraîche` and `creme
 * fraiche` have one key. A text of nothing but accents keeps its letters.
 */
export function itemKey(text: string): string {
  // Reading one line asks for the keys of a dozen words.
  if (IS_PLAIN.test(text)) return text.toLowerCase().trim().replace(/ +/g, ' ')
  const small = foldCase(text.normalize('NFC')).trim().replace(/\s+/gu, ' ')
  const bare = inBasicLetters(small)
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
  return bare.trim() === '' ? small : bare.toLowerCase()
}
