import { type EffectiveRange, RANGES } from '../../calendar/event-ref'
import { parseRecurrenceId, recurrenceIdOf } from '../../calendar/ical/recurrence-id'
import { badRequest } from '../../platform/http-errors'

/** The instance in a query, as it is written everywhere; null without one. @throws Refusal 400 */
export function instanceIn({ recurrenceId }: { recurrenceId?: string }): string | null {
  if (recurrenceId === undefined) return null
  const read = parseRecurrenceId(recurrenceId)
  if (read === null) throw badRequest('recurrenceId: expected a UTC instant, or of an all-day event a date')
  return recurrenceIdOf(read.seconds, read.isDate)
}

/** The instance in a query, and how much of its series is meant; null without either. @throws Refusal 400 */
export function effectiveRangeIn(query: { recurrenceId?: string; range?: string }): EffectiveRange | null {
  const recurrenceId = instanceIn(query)
  if (recurrenceId === null && query.range === undefined) return null
  const range = RANGES.find((word) => word === query.range)
  if (recurrenceId === null) throw badRequest('recurrenceId: expected beside range')
  if (range === undefined) throw badRequest(`range: expected ${RANGES.join(', ')} beside recurrenceId`)
  return { recurrenceId, range }
}
