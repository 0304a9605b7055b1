import { DAY, isStorableDate, parseIsoDate } from './civil'
import type { Property } from './parse'

export { momentText as recurrenceIdOf } from './times'

const INSTANT = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(?:\.0{1,9})?Z$/

/**
 * Reads what RECURRENCE-ID holds (RFC 5545 3.8.4.4): the original start of an instance, as a date or as a UTC instant of
 * whole seconds. `seconds` are UTC, of a date its midnight as if it were UTC. Null: it is neither.
 */
export function parseRecurrenceId(text: string): { isDate: boolean; seconds: number } | null {
  const date = INSTANT.exec(text)?.[1] ?? text
  const day = isStorableDate(date) ? parseIsoDate(date) : null
  if (day === null) return null
  if (date === text) return { isDate: true, seconds: day * DAY }
  const milliseconds = Date.parse(text)
  return Number.isNaN(milliseconds) ? null : { isDate: false, seconds: milliseconds / 1000 }
}

/**
 * Whether a RECURRENCE-ID stands for its instance and all that follow (RFC 5545 3.2.13). One with THISANDPRIOR, which
 * RFC 2445 still had, is read as its instance alone.
 */
export const isRange = ({ params }: Property): boolean => params.RANGE?.toUpperCase() === 'THISANDFUTURE'
