/**
 * Dates of the proleptic Gregorian calendar as day numbers (1970-01-01 is 0) and wall-clock times as seconds since
 * 1970-01-01T00:00:00 on the same clock. No time zone is involved anywhere here.
 */

export const DAY = 86_400
export const MINUTES_A_DAY = 1440

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const
const DAYS_PER_ERA = 146_097
const EPOCH_OFFSET = 719_468

interface Civil {
  year: number
  month: number
  day: number
}

/** Day number of a civil date; months and days are 1-based. The year is counted from March so that February ends it. */
export function dayNumber(year: number, month: number, day: number): number {
  const shiftedYear = month <= 2 ? year - 1 : year
  const era = Math.floor(shiftedYear / 400)
  const yearOfEra = shiftedYear - era * 400
  const monthFromMarch = month > 2 ? month - 3 : month + 9
  const dayOfYear = Math.floor((153 * monthFromMarch + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * DAYS_PER_ERA + dayOfEra - EPOCH_OFFSET
}

/** The civil date of a day number. */
export function civilOf(dayNumber: number): Civil {
  const shifted = dayNumber + EPOCH_OFFSET
  const era = Math.floor(shifted / DAYS_PER_ERA)
  const dayOfEra = shifted - era * DAYS_PER_ERA
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day }
}

export function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}

export function daysInYear(year: number): number {
  return isLeapYear(year) ? 366 : 365
}

/** Days of a month, 1 to 12. */
export function daysInMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : MONTH_LENGTHS[month - 1]!
}

/** Months from January of the year 0 to that of a day number. */
export function monthIndex(dayNumber: number): number {
  const { year, month } = civilOf(dayNumber)
  return year * 12 + month - 1
}

/** Weekday of a day number, Monday 0 to Sunday 6. */
export function weekdayOf(dayNumber: number): number {
  return (((dayNumber + 3) % 7) + 7) % 7
}

/** The day number a wall-clock time falls on. */
export function dayOfWall(wallSeconds: number): number {
  return Math.floor(wallSeconds / DAY)
}

/** The year of a wall-clock time in seconds. */
export function yearOf(wallSeconds: number): number {
  return civilOf(dayOfWall(wallSeconds)).year
}

/** Seconds since midnight of a wall-clock time. */
export function timeOfDay(wallSeconds: number): number {
  return wallSeconds - dayOfWall(wallSeconds) * DAY
}

/** Day number of `YYYY-MM-DD`, null when it is not a date that exists. */
export function parseIsoDate(text: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return null
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null
  return dayNumber(year, month, day)
}

/** `YYYY-MM-DD` of a day number. */
export function formatIsoDate(dayNumber: number): string {
  const { year, month, day } = civilOf(dayNumber)
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}`
}

/** `YYYYMMDD` of a day number (RFC 5545 3.3.4). */
export function formatDate(dayNumber: number): string {
  const { year, month, day } = civilOf(dayNumber)
  return `${pad(year, 4)}${pad(month)}${pad(day)}`
}

/** `YYYYMMDDTHHMMSS` of a wall-clock time (RFC 5545 3.3.5), without zone. */
export function formatDateTime(wallSeconds: number): string {
  const seconds = timeOfDay(wallSeconds)
  const clock = pad(Math.floor(seconds / 3600)) + pad(Math.floor((seconds % 3600) / 60)) + pad(seconds % 60)
  return `${formatDate(dayOfWall(wallSeconds))}T${clock}`
}

function pad(value: number, width = 2): string {
  return String(value).padStart(width, '0')
}

const STORABLE_YEARS = { first: 1000, last: 9998 }

/**
 * Whether iCalendar and SQL's DATETIME both hold the date (YYYY-MM-DD…), with room for an offset and an exclusive end.
 */
export function isStorableDate(date: string): boolean {
  const year = Number(date.slice(0, 4))
  return year >= STORABLE_YEARS.first && year <= STORABLE_YEARS.last
}
