import { formatIsoDate, isLeapYear, isStorableDate, parseIsoDate } from '../ical/civil'

/** A date of birth, perhaps without its year. */
export interface BirthDate {
  /** `MM-DD` */
  monthDay: string
  year: number | null
}

/** One birthday of somebody. */
export interface Birthday {
  /** `YYYY-MM-DD` */
  day: string
  /** 0 on the day of birth; null where the year of birth is not known. */
  age: number | null
}

/** A leap year: in it every day exists. */
const SOME_LEAP_YEAR = '2000'
const LEAP_DAY = '02-29'

/** Reads `YYYY-MM-DD`, or `--MM-DD` (ISO 8601:2000, 5.2.1.3) without a year; null for a day that does not exist. */
export function parseBirthDate(text: string): BirthDate | null {
  const isYearless = text.startsWith('--')
  const date = isYearless ? `${SOME_LEAP_YEAR}-${text.slice(2)}` : text
  if (!isStorableDate(date) || parseIsoDate(date) === null) return null
  return { monthDay: date.slice(5), year: isYearless ? null : Number(date.slice(0, 4)) }
}

/** The same as text again. */
export const formatBirthDate = ({ monthDay, year }: BirthDate): string =>
  year === null ? `--${monthDay}` : dateOf(year, monthDay)

/** Birthdays in the days from `start` up to and not with `end`, from the birth on. */
export function birthdaysWithin(
  { monthDay, year }: BirthDate,
  { start, end }: { start: string; end: string },
): Birthday[] {
  const found: Birthday[] = []
  for (let each = Number(start.slice(0, 4)); each <= Number(end.slice(0, 4)); each++) {
    const day = dateOf(each, dayIn(each, monthDay))
    if (day >= start && day < end && each >= (year ?? each))
      found.push({ day, age: year === null ? null : each - year })
  }
  return found
}

/** The days of those whose birthdays can be among these, `MM-DD` both; the first may come after the last. */
export function monthDaysOf({ start, end }: { start: string; end: string }): { first: string; last: string } {
  const last = formatIsoDate(parseIsoDate(end)! - 1).slice(5)
  return { first: start.slice(5), last: last === '02-28' ? LEAP_DAY : last }
}

/** Who was born on a 29 February has their birthday on the 28th in other years. */
const dayIn = (year: number, monthDay: string) => (monthDay === LEAP_DAY && !isLeapYear(year) ? '02-28' : monthDay)

const dateOf = (year: number, monthDay: string) => `${String(year).padStart(4, '0')}-${monthDay}`
