import { dayOfIso, isoOfDay } from '../../lib/tz'
import type { Draft } from '../draft'

/** Whether the times alone tell how long it is: less than a day. Null while one of them is being typed. */
export function isWithinDay({ startDate, startTime, endDate, endTime }: Draft): boolean | null {
  const days = dayOfIso(endDate) - dayOfIso(startDate)
  if (Number.isNaN(days) || startTime === '' || endTime === '') return null
  return days === 0 || (days === 1 && endTime < startTime)
}

/** Another time of the end of what takes less than a day: one before the start's is on the day after. */
export function endAt({ startDate, startTime }: Draft, endTime: string): Partial<Draft> {
  const day = dayOfIso(startDate)
  if (Number.isNaN(day) || startTime === '' || endTime === '') return { endTime }
  return { endTime, endDate: isoOfDay(day + (endTime < startTime ? 1 : 0)) }
}
