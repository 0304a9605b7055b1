import type { EventFormDictionary } from '../i18n/event-form'

const HOUR = 60
const DAY = 24 * HOUR
const WEEK = 7 * DAY

/** All-day events remind at nine in the morning, some days before. */
export function leadMessage(lead: number, allDay: boolean, { lead: words }: EventFormDictionary): string {
  if (allDay) {
    const days = Math.ceil(lead / DAY)
    if (days === 0) return words.atNine
    if (days === 1) return words.dayBeforeAtNine
    return days === 7 ? words.weekBeforeAtNine : words.daysBeforeAtNine(days)
  }
  if (lead === WEEK) return words.week
  if (lead % DAY === 0 && lead > 0) return words.days(lead / DAY)
  return lead % HOUR === 0 && lead > 0 ? words.hours(lead / HOUR) : words.minutes(lead)
}
