import { isMoreThanOne, QUANTITY, type Quantity, quantityOf, sumOfQuantities } from './quantity'
import { pluralOf, unitName } from './units'

const NO_AMOUNT = '1'
const TERM = new RegExp(`^(${QUANTITY})(?![\\d.,/])(.*)$`)

/** One of the amounts that stand side by side in an amount. */
interface Term {
  /** As it is written; for a sum, as it is to be written. */
  written: string
  /** Null where it says no number, or one that can be read in two ways. */
  quantity: Quantity | null
  unit: string
}

/**
 * What two amounts of one item are together: "1 l" and "500 ml" stand side by side as "1 l + 500 ml", those of one unit
 * are added. No amount counts as one piece. Nothing is converted or rounded. It can be longer than `MAX_AMOUNT_LENGTH`
 * allows: then the two cannot be one item.
 */
export function sumOfAmounts(one: string | null, other: string | null): string {
  const terms = termsOf(one)
  for (const term of termsOf(other)) addTo(terms, term)
  return terms.map(({ written }) => written).join(' + ')
}

/** Adds a term to the first that it makes one sum with, else at the end. */
function addTo(terms: Term[], term: Term): void {
  const unit = unitName(term.unit)
  for (const [index, each] of terms.entries()) {
    const sum = unitName(each.unit) === unit ? sumOf(each, term) : null
    if (sum === null) continue
    terms[index] = sum
    return
  }
  terms.push(term)
}

const termsOf = (amount: string | null): Term[] => (amount ?? NO_AMOUNT).split(' + ').map((each) => termOf(each.trim()))

function termOf(written: string): Term {
  const [, number, unit = ''] = TERM.exec(written) ?? []
  if (number === undefined) return { written, quantity: null, unit: written }
  return { written, quantity: quantityOf(number), unit: unit.trim() }
}

/** Null where they stand side by side. */
function sumOf(one: Term, other: Term): Term | null {
  if (one.quantity === null || other.quantity === null) return null
  const sum = sumOfQuantities(one.quantity, other.quantity)
  if (sum === null) return null
  const unit = one.unit || other.unit
  const written = isMoreThanOne(sum) ? pluralOf(unit) : unit
  return termOf(written === '' ? sum : `${sum} ${written}`)
}
