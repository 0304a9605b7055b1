import { useZone } from '../../data/session'
import { useText } from '../../i18n'
import { useEventFormText } from '../../i18n/event-form'
import { type Formats, useFormats } from '../../i18n/format'
import { useNow } from '../../lib/clock'
import { DAY, dayOf } from '../../lib/tz'
import { type Draft, endOf, startOf } from '../draft'

/** `Tomorrow 15:00 – 16:00`; with `startOnly` without its end. Empty while it has no time. */
export function useDraftWords(): (draft: Draft, startOnly?: boolean) => string {
  const { common } = useText()
  const formats = useFormats()
  const today = dayOf(useNow(useZone()))
  const dayWords = (day: number) => {
    if (day === today) return common.today
    if (day === today + 1) return common.tomorrow
    return dateWords(day, today, formats)
  }
  return (draft, startOnly = false) => {
    const [start, end] = [startOf(draft), endOf(draft)]
    if (!Number.isFinite(start + end)) return ''
    const [first, last] = [dayOf(start), dayOf(end)]
    if (draft.allDay)
      return first === last ? `${dayWords(first)}, ${common.allDay}` : formats.dayRangeShort(first, last)
    if (startOnly) return `${dayWords(first)} ${formats.time(start)}`
    if (first === last || (last === first + 1 && end < first * DAY + 1.5 * DAY)) {
      return `${dayWords(first)} ${formats.timeRange(start, end)}`
    }
    return `${dayWords(first)} ${formats.time(start)} – ${dayWords(last)} ${formats.time(end)}`
  }
}

/** Within the next half year nobody asks which year is meant. */
const SOON = 180

function dateWords(day: number, today: number, formats: Formats): string {
  const date = `${formats.weekdayShort(day)} ${formats.dayMonth(day)}`
  return Math.abs(day - today) < SOON ? date : `${date} ${formats.year(day)}`
}

/** What is told of an event that was added: `Dentist · Tomorrow 15:00`. */
export function useCreatedWords(): (draft: Draft) => string {
  const { quickAdd } = useEventFormText()
  const whenOf = useDraftWords()
  return (draft) => quickAdd.added(draft.title.trim(), whenOf(draft, true))
}
