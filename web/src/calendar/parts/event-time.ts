import { useText } from '../../i18n'
import { useEventFormText } from '../../i18n/event-form'
import { type Formats, useFormats } from '../../i18n/format'
import { dayOf } from '../../lib/tz'
import type { PlacedEntry } from '../data'

/** When an event is, for people to read. */
interface TimeWords {
  /** `Friday 20 November`; of several days the first and the last. */
  days: string
  /** `17:00 – 18:00` or `All day`; null where the days say it. */
  times: string | null
  /** How far away it is, or on which of its days we are: `tomorrow`, `Day 2 of 3`; null where nobody counts. */
  hint: string | null
}

/** Further away nobody counts the days. */
const MAX_DAYS_AWAY = 21

export function useEventTime(placed: PlacedEntry, today: number): TimeWords {
  const { item, firstDay, lastDay, startWall, endWall, isBar } = placed
  const { common } = useText()
  const { card } = useEventFormText()
  const formats = useFormats()
  const full = (day: number) => (formats.year(day) === formats.year(today) ? formats.full(day) : formats.fullYear(day))
  const count = lastDay - firstDay + 1
  const isOfDays = isBar && count > 1
  const isNow = firstDay <= today && today <= lastDay
  const hint = !isOfDays
    ? away(firstDay - today, formats)
    : isNow
      ? card.dayOf(today - firstDay + 1, count)
      : card.days(count)
  if (item.allDay) {
    return count === 1
      ? { days: full(firstDay), times: common.allDay, hint }
      : { days: `${full(firstDay)} – ${full(lastDay)}`, times: null, hint }
  }
  if (count === 1) return { days: full(firstDay), times: formats.timeRange(startWall, endWall), hint }
  const ends = `${full(firstDay)}, ${formats.time(startWall)} – ${full(dayOf(endWall))}, ${formats.time(endWall)}`
  return { days: ends, times: null, hint }
}

/** `tomorrow`, `in 3 days`. */
export function away(days: number, { locale }: Formats): string | null {
  if (Math.abs(days) > MAX_DAYS_AWAY) return null
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day')
}
