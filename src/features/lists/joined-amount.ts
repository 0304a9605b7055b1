import { sumOfAmounts } from '../../household/shopping/amounts'
import { MAX_AMOUNT_LENGTH } from '../../platform/limits'

/** What two items that say the same are together; null: it would be too long for one. Pure. */
export function joinedAmount(one: string | null, other: string | null): string | null {
  const amount = sumOfAmounts(one, other)
  return [...amount].length <= MAX_AMOUNT_LENGTH ? amount : null
}
