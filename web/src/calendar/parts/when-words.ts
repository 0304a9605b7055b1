import type { Dictionary } from '../../i18n'
import type { Formats } from '../../i18n/format'
import { DAY, dayOf } from '../../lib/tz'
import { type Draft, endOf, startOf } from '../draft'

interface Reader {
  /** The day it is for whoever reads. */
  today: number
  common: Pick<Dictionary['common'], 'today' | 'tomorrow' | 'allDay'>
  formats: Pick<Formats, 'weekdayShort' | 'dayMonth' | 'year' | 'time' | 'timeRange' | 'dayRange' | 'dayRangeShort'>
}

/** When a draft is: `Tomorrow 15:00 – 16:00`; with `startOnly` without its end. Empty while it has no time. */
export function whenWords(draft: Draft, { today, common, formats }: Reader, startOnly = false): string {
  const [start, end] = [startOf(draft), endOf(draft)]
  if (!Number.isFinite(start + end)) return ''
  const [first, last] = [dayOf(start), dayOf(end)]
  const dayWords = (day: number) => {
    if (day === today) return common.today
    if (day === today + 1) return common.tomorrow
    const date = `${formats.weekdayShort(day)} ${formats.dayMonth(day)}`
    return isSoon(day, today) ? date : `${date} ${formats.year(day)}`
  }
  if (draft.allDay) {
    // Behind the day it begins no sentence.
    if (first === last) return `${dayWords(first)}, ${common.allDay.toLowerCase()}`
    const isPlain = isSoon(first, today) && isSoon(last, today)
    return (isPlain ? formats.dayRangeShort : formats.dayRange)(first, last)
  }
  if (startOnly) return `${dayWords(first)} ${formats.time(start)}`
  if (first === last || (last === first + 1 && end - start < DAY && end < first * DAY + 1.5 * DAY)) {
    return `${dayWords(first)} ${formats.timeRange(start, end)}`
  }
  return `${dayWords(first)} ${formats.time(start)} – ${dayWords(last)} ${formats.time(end)}`
}

/** Within the next half year nobody asks which year is meant. */
const SOON = 180
const isSoon = (day: number, today: number) => Math.abs(day - today) < SOON
