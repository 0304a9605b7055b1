import type Holidays from 'date-holidays'
import { requireHolidays } from '../../platform/installation'

let loaded: typeof Holidays | null = null

/** The rules of all countries: 37 MB and a tenth of a second, for those alone who ask. */
export function library(): typeof Holidays {
  loaded ??= requireHolidays() as typeof Holidays
  return loaded
}
