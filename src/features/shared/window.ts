import { isStorableDate, parseIsoDate } from '../../calendar/ical/civil'
import type { Days } from '../../calendar/window/reader'
import { badRequest } from '../../platform/http-errors'

interface DaysQuery {
  start?: string
  end?: string
}

const MAX_DAYS = 90

/**
 * The days a client asks for, `start` inclusive and `end` exclusive.
 * @throws Refusal 400 unless both are dates that exist, in order, and at most 90 days apart
 */
export function windowOf(query: DaysQuery): Days {
  const days = daysOf(query)
  if (dayOf('end', days.end) - dayOf('start', days.start) > MAX_DAYS) {
    throw badRequest(`end: expected at most ${MAX_DAYS} days after start`)
  }
  return days
}

/** The same, however many. @throws Refusal 400 unless both are dates that exist, in order */
export function daysOf({ start = '', end = '' }: DaysQuery): Days {
  if (dayOf('end', end) <= dayOf('start', start)) throw badRequest('end: expected a day after start')
  return { start, end }
}

function dayOf(field: string, text: string): number {
  const day = isStorableDate(text) ? parseIsoDate(text) : null
  if (day === null) throw badRequest(`${field}: expected a date that exists, as YYYY-MM-DD`)
  return day
}
