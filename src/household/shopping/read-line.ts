import { itemKey } from './item-key'
import { QUANTITY } from './quantity'
import { isDozen, unitOf } from './units'

/** What somebody wrote into a shopping list, taken apart. */
export interface ItemLine {
  text: string
  amount: string | null
}

const START = new RegExp(`^(?:${QUANTITY})(?![\\d.,/½⅓⅔¼¾⅕⅛⅜⅝⅞])`)
const TIMES = /^ ?[x×*](?=[ \d]|$)/i
const TIMES_AT_END = /^[x×*] ?([1-9]\d?)$/i
/** A unit as it is written, with the dot of an abbreviation. */
const UNIT = /^( ?)(fl\.? oz|\p{L}{1,14}|×)\.?(?= |$)/iu
const OF = /^ (?:of|von) /i
const BEGINS_A_NAME = /^[\p{L}\p{Extended_Pictographic}]/u
const SAYS_SOMETHING = /[\p{L}\p{Extended_Pictographic}]/u
const BETWEEN = ' ,;:–—-'
const WHOLE_UP_TO_99 = /^[1-9]\d?$/
const DECIMAL = /[.,]/
/** Words of the longest amount: 6 x 1 1/2 fl oz. */
const MAX_WORDS = 6

/** Numbers as words. */
const WORDS: Readonly<Record<string, string>> = {
  ...{ two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8', nine: '9', ten: '10' },
  ...{ eleven: '11', twelve: '12', zwei: '2', drei: '3', vier: '4', funf: '5', sechs: '6', sieben: '7', acht: '8' },
  ...{ neun: '9', zehn: '10', elf: '11', zwolf: '12' },
}
/** The same where a unit follows; without one they are articles. */
const ONE = /^(?:half an?|(?:eine?[nr]? )?halbe[srn]?|(an?|one|eine?[nmr]?)) /i
/** German tells some from a pair by its small letter. */
const SOME = /^[Ee]in paar /

/** What comes after a number that belongs to a name, or that is no amount: 7 up, 2 in 1 shampoo, 1 or 2 onions. */
const AFTER_NUMBER_IN_NAME = new Set(
  'up in bis to oder or ply layer layers lagig lagiges lagige minute minutes minuten hour stunden day days tage way star stars sterne season seasons jahreszeiten spice spices gewurze gewurz krauter grain korn musketeers percent prozent er fach watt volt zoll inch year years jahre euro cent'.split(
    ' ',
  ),
)
/** What comes before one: Type 405, size 4, vitamin B 12. */
const BEFORE_NUMBER_IN_NAME = new Set(
  'type typ in te no nr number nummer size grosse gr stage stufe level vitamin omega vol band part teil formel formula pre hipp aptamil milumil beba bebivita humana pampers lsf spf faktor factor iphone ipad playstation xbox chanel heinz aa aaa'.split(
    ' ',
  ),
)

/**
 * Takes the amount off the beginning or the end of a line: "2 l milk", "Milch 2 l" and "500g flour" say 2 l, 2 l and
 * 500 g, "3 x eggs" says 3. A number that belongs to the name stays there: "7 up", "flour type 405". Where nothing would
 * be left, the whole line is the text. The time is linear in the length of the line.
 */
export function readItemLine(text: string): ItemLine {
  const line = text.trim().replace(/\s+/gu, ' ')
  return fromBeginning(line) ?? fromEnd(line) ?? { text: text.trim(), amount: null }
}

function fromBeginning(line: string): ItemLine | null {
  const found = amountAt(inDigits(line))
  if (found === null) return null
  const { amount, rest, isBare } = found
  const text = trimmed(rest.replace(OF, ' '))
  if (!SAYS_SOMETHING.test(text)) return null
  if (isBare && !canCount(amount, text)) return null
  return { text, amount }
}

function fromEnd(line: string): ItemLine | null {
  const isBracketed = line.endsWith(')')
  const words = (isBracketed ? line.slice(0, -1) : line).split(' ')
  for (let count = Math.min(MAX_WORDS, words.length - 1); count > 0; count--) {
    const end = words.slice(-count).join(' ')
    if (isBracketed && !end.startsWith('(')) continue
    const amount = amountAtEnd(isBracketed ? end.slice(1) : end, words.at(-count - 1)!)
    const text = trimmed(words.slice(0, -count).join(' '))
    if (amount !== null && SAYS_SOMETHING.test(text)) return { text, amount }
  }
  return null
}

function amountAtEnd(end: string, before: string): string | null {
  const [, times] = TIMES_AT_END.exec(end) ?? []
  if (times !== undefined) return times
  const found = amountAt(end)
  if (found === null || found.rest !== '') return null
  return found.isBare && !canStandAlone(found.amount, before) ? null : found.amount
}

interface Found {
  amount: string
  rest: string
  /** It is a number and nothing else. */
  isBare: boolean
}

/** The amount with which a text begins. */
function amountAt(text: string): Found | null {
  const [whole] = START.exec(text) ?? []
  if (whole === undefined) return null
  const quantity = compact(whole)
  const rest = text.slice(whole.length)
  const [times] = TIMES.exec(rest) ?? []
  if (times === undefined) return withUnit(quantity, rest) ?? bare(quantity, rest)
  const counted = rest.slice(times.length)
  const each = START.exec(counted.trimStart())
  if (each === null) return { amount: quantity, rest: counted, isBare: false }
  const measured = withUnit(compact(each[0]), counted.trimStart().slice(each[0].length))
  return measured && { ...measured, amount: `${quantity} x ${measured.amount}` }
}

function withUnit(quantity: string, rest: string): Found | null {
  const [whole, , written] = UNIT.exec(rest) ?? []
  if (whole === undefined || unitOf(written!) === undefined) return null
  const after = rest.slice(whole.length)
  if (isDozen(written!)) return dozens(quantity, after)
  return { amount: `${quantity} ${whole.trim()}`, rest: after, isBare: false }
}

function dozens(quantity: string, rest: string): Found | null {
  const count = quantity === '½' ? 6 : Number(quantity) * 12
  return Number.isInteger(count) ? { amount: String(count), rest, isBare: false } : null
}

/** A range without the blanks around its dash. */
const compact = (quantity: string) => quantity.replace(/ ?([-–]) ?/, '$1')

const bare = (quantity: string, rest: string): Found | null =>
  rest === '' || rest.startsWith(' ') ? { amount: quantity, rest, isBare: true } : null

/** Number words at the beginning as digits: "a bunch of" is one, "a" by itself is no number. */
function inDigits(line: string): string {
  if (SOME.test(line)) return line
  const [article, one] = ONE.exec(line) ?? []
  if (article !== undefined) {
    const inFigures = `${one === undefined ? '½' : '1'} ${line.slice(article.length)}`
    return amountAt(inFigures)?.isBare === false ? inFigures : line
  }
  const [first] = line.split(' ', 1) as [string]
  const digits = WORDS[itemKey(first)]
  return digits === undefined ? line : digits + line.slice(first.length)
}

/** Whether a number counts what comes after it, rather than being a part of its name. */
function canCount(quantity: string, name: string): boolean {
  const [next] = itemKey(name).split(/[ -]/, 1) as [string]
  return BEGINS_A_NAME.test(name) && !AFTER_NUMBER_IN_NAME.has(next) && !/^(?:0$|\d{4})/.test(quantity)
}

/** The same of what comes before it. "Milk 1.5" tells how fat it is. */
function canStandAlone(quantity: string, before: string): boolean {
  const word = itemKey(before).replaceAll('.', '')
  if (DECIMAL.test(quantity) || BEFORE_NUMBER_IN_NAME.has(word) || /^[a-z\d]$/.test(word)) return false
  return !/^\d+$/.test(quantity) || WHOLE_UP_TO_99.test(quantity)
}

function trimmed(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && BETWEEN.includes(text[start]!)) start++
  while (end > start && BETWEEN.includes(text[end - 1]!)) end--
  return text.slice(start, end)
}
