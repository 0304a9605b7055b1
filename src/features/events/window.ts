import { parseIsoDate } from '../../calendar/ical/civil'
import { YEARS } from '../../calendar/outbox/check-form'
import type { Days } from '../../calendar/window/read'
import { badRequest } from '../../platform/http-errors'

const MOST_DAYS = 90

/**
 * The days a client asks for, `start` inclusive and `end` exclusive.
 * @throws Refusal 400 unless both are dates that exist, in order, and at most 90 days apart
 */
export function windowOf(query: { start?: string; end?: string }): Days {
  const { start = '', end = '' } = query
  const days = dayOf('end', end) - dayOf('start', start)
  if (days <= 0) throw badRequest('end: expected a day after start')
  if (days > MOST_DAYS) throw badRequest(`end: expected at most ${MOST_DAYS} days after start`)
  return { start, end }
}

function dayOf(field: string, text: string): number {
  const year = Number(text.slice(0, 4))
  const day = year >= YEARS.first && year <= YEARS.last ? parseIsoDate(text) : null
  if (day === null) throw badRequest(`${field}: expected a date that exists, as YYYY-MM-DD`)
  return day
}
