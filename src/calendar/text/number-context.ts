import type { Sentence } from './sentence'
import { AT, set, TO } from './words'

/** A number behind one of these belongs to it, with what follows its full stop: room 4.12, € 12.50. */
const SECTIONED = set('version raum room kapitel chapter zimmer kanal channel unit v formula formel chf eur euro € $ £')
/** A number behind one of these belongs to it: platform 3. */
const COUNTED = set(
  'nr no number nummer gate gleis platform klasse class level stufe termin teil part haus bus tram linie line step episode folge seite page grade year under ueber u g apartment flat team track windows iphone fsk size groesse',
)
/** A number behind one of these is an age, unless it begins a range: turns 8. */
const AGED = set('turns turning wird')
/** A number before a name that ends in one of these is a house: 12 Main Street. */
const STREET = set(
  'st street str strasse rd road ave avenue lane ln drive way square platz weg allee gasse court blvd boulevard',
)
const UNITS = set(
  'days day tage tagen weeks week wochen min mins minuten minutes std stunden hours hour h km m cm miles kg g gramm l ml liter litre litres % ° € $ £ eur euro euros dollars pounds people leute kids kinder st nd rd th',
)

/** Whether what stands before says that a number with a full stop in it is a name: "Room 4.12". */
export const isSection = (sentence: Sentence, at: number) => SECTIONED.has(sentence.key(at - 1))

/** Whether what stands before says that a number is a name: "Platform 3", "Room 12". */
export const isCounted = (sentence: Sentence, at: number) =>
  isSection(sentence, at) || COUNTED.has(sentence.key(at - 1)) || isAge(sentence, at)

const isAge = (sentence: Sentence, at: number) => AGED.has(sentence.key(at - 1)) && !isNumberRange(sentence, at)

/** Two numbers with a dash or a word between them: 9-3, 8 bis 12. */
export const isNumberRange = (sentence: Sentence, at: number) =>
  sentence.number(at) !== null && TO.has(sentence.key(at + 1)) && sentence.number(at + 2) !== null

/** Whether what stands behind a number says that it is an amount: 3 kg, 10 days. */
export const isAmount = (sentence: Sentence, at: number) => UNITS.has(sentence.key(at))

/** Um 3, von 9. */
export const isLedNumber = (sentence: Sentence, at: number) =>
  AT.has(sentence.key(at)) && sentence.number(at + 1) !== null

/** Whether a number goes on behind a comma: 1,5. */
export function isFraction(sentence: Sentence, at: number): boolean {
  const token = sentence.token(at + 1)
  return sentence.isGlued(at, ',') && token?.kind === 'number' && token.isGlued
}

/** Whether a number before these words is that of a house: 12 Main Street. */
export function isHouse(sentence: Sentence, at: number): boolean {
  for (let ahead = at; ahead < at + 4 && sentence.token(ahead)?.kind === 'word'; ahead += 1) {
    if (AT.has(sentence.key(ahead))) return false
    if (STREET.has(sentence.key(ahead))) return true
  }
  return false
}
