import { dayOfIso, isoOfDay } from '../lib/tz'

/** A date of birth as it is put together: the year may be left out. */
interface DateFields {
  /** 1 to 31 and 1 to 12, as they are chosen; empty: not yet. */
  day: string
  month: string
  year: string
}

const pad = (text: string, length: number) => text.padStart(length, '0')

/** `YYYY-MM-DD`, or `--MM-DD` without a year; null for a day that does not exist. */
export function dateOf({ day, month, year }: DateFields): string | null {
  const typed = year.trim()
  if (day === '' || month === '' || !/^(\d{4})?$/.test(typed)) return null
  const monthDay = `${pad(month, 2)}-${pad(day, 2)}`
  // In a leap year every day exists.
  const whole = `${typed || '2000'}-${monthDay}`
  if (isoOfDay(dayOfIso(whole)) !== whole) return null
  return typed === '' ? `--${monthDay}` : whole
}

/** The same taken apart again. */
export function fieldsOf(date: string): DateFields {
  const isYearless = date.startsWith('--')
  const [month = '', day = ''] = date.slice(isYearless ? 2 : 5).split('-')
  return { day: String(Number(day)), month: String(Number(month)), year: isYearless ? '' : date.slice(0, 4) }
}
