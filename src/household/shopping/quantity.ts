const GLYPHS: Readonly<Record<string, string>> = {
  '½': '1/2',
  '⅓': '1/3',
  '⅔': '2/3',
  '¼': '1/4',
  '¾': '3/4',
  '⅕': '1/5',
  '⅛': '1/8',
  '⅜': '3/8',
  '⅝': '5/8',
  '⅞': '7/8',
}
const ANY_GLYPH = `[${Object.keys(GLYPHS).join('')}]`
const HAS_GLYPH = new RegExp(ANY_GLYPH)
const WHOLE = String.raw`(?:0|[1-9]\d{0,5})`
const SIMPLE_FRACTION = String.raw`[1-9]\d?\/[1-9]\d?`
/** 3, 1.5, 1,5, 1/2, 1 1/2, ½, 1½ or 1 ½. A number that begins with noughts is part of a name. */
const NUMBER = `(?:${WHOLE} )?${SIMPLE_FRACTION}|(?:${WHOLE} ?)?${ANY_GLYPH}|${WHOLE}(?:[.,]\\d{1,3})?`
/** A pattern of what amounts count with: a number, or a range of two. Its parts are bounded: it never backtracks far. */
export const QUANTITY = `(?:${NUMBER})(?: ?[-–] ?(?:${NUMBER}))?`

const FRACTION = new RegExp(`^(?:(${WHOLE}) ?)?(?:(${SIMPLE_FRACTION})|(${ANY_GLYPH}))$`)
/** 1.000 is a thousand to one reader and one to the other. */
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/
const LARGEST_DENOMINATOR = 1000

/** How a quantity was written, which its sum keeps. */
interface Style {
  comma: boolean
  fraction: boolean
  glyph: boolean
}

/** A number, or the two ends of a range. */
export interface Quantity {
  ends: Fraction[]
  style: Style
}

interface Fraction {
  over: number
  under: number
}

/** The value of what matches `QUANTITY` whole; null where it could be read in two ways. */
export function quantityOf(written: string): Quantity | null {
  const numbers = written.split(/ ?[-–] ?/)
  if (numbers.some((number) => AMBIGUOUS.test(number))) return null
  const glyph = HAS_GLYPH.test(written)
  return {
    ends: numbers.map(fractionOf),
    style: { comma: written.includes(','), fraction: glyph || written.includes('/'), glyph },
  }
}

/** Their sum as text, in the way that they were written; null where that would not be exact. */
export function sumOfQuantities(one: Quantity, other: Quantity): string | null {
  const style = {
    comma: one.style.comma || other.style.comma,
    fraction: one.style.fraction || other.style.fraction,
    glyph: one.style.glyph || other.style.glyph,
  }
  const [low, high] = [endsOf(one), endsOf(other)] as const
  const ends = low.map((end, index) => sum(end, high[index]!))
  if (ends.some(({ under }) => under > LARGEST_DENOMINATOR)) return null
  const [from, to] = ends.map((end) => write(end, style))
  return from === to ? from! : `${from}-${to}`
}

/** Whether a unit stands in the plural behind this amount; true where it is no number. */
export const isMoreThanOne = (written: string) =>
  quantityOf(written)?.ends.some(({ over, under }) => over > under) ?? true

const endsOf = ({ ends }: Quantity): [Fraction, Fraction] => [ends[0]!, ends.at(-1)!]

function fractionOf(number: string): Fraction {
  const [, whole = '0', simple, glyph] = FRACTION.exec(number) ?? []
  const parts = simple ?? (glyph && GLYPHS[glyph])
  if (parts !== undefined) {
    const [over, under] = parts.split('/').map(Number) as [number, number]
    return { over: Number(whole) * under + over, under }
  }
  const [integer, decimals = ''] = number.split(/[.,]/) as [string, string?]
  return { over: Number(integer + decimals), under: 10 ** decimals.length }
}

function sum(one: Fraction, other: Fraction): Fraction {
  const over = one.over * other.under + other.over * one.under
  const under = one.under * other.under
  const shared = greatestDivisor(over, under)
  return { over: over / shared, under: under / shared }
}

const greatestDivisor = (one: number, other: number): number =>
  other === 0 ? one : greatestDivisor(other, one % other)

function write({ over, under }: Fraction, { comma, fraction, glyph }: Style): string {
  if (under === 1) return String(over)
  const isDecimal = 1000 % under === 0
  if (isDecimal && !fraction) return String(over / under).replace('.', comma ? ',' : '.')
  const whole = Math.floor(over / under)
  const rest = `${over % under}/${under}`
  const [sign] = glyph ? (Object.entries(GLYPHS).find(([, parts]) => parts === rest) ?? []) : []
  if (sign !== undefined) return `${whole || ''}${sign}`
  return whole === 0 ? rest : `${whole} ${rest}`
}
