/** Letters that have no decomposition (UAX 15), as they are written where keyboards lack them. */
const BASIC: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
const SPECIAL = new RegExp(`[${Object.keys(BASIC).join('')}]`, 'g')

/**
 * A text in lower case with those letters in basic ones; accents are left to NFKD. The web client imports this file by value:
 * it imports nothing itself.
 */
export const inBasicLetters = (text: string): string => text.replace(SPECIAL, (letter) => BASIC[letter]!)
