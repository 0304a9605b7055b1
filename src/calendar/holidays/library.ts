import { createRequire } from 'node:module'
import type Holidays from 'date-holidays'

let loaded: typeof Holidays | null = null

/** The rules of all countries: 37 MB and a tenth of a second, for those alone who ask. */
export function library(): typeof Holidays {
  loaded ??= createRequire(import.meta.url)('date-holidays') as typeof Holidays
  return loaded
}
