import { monthStart, weekStart } from '../../lib/layout'
import { type DateHabits, monthOf, parseDate, plain } from '../../lib/typed-date'
import { DAY, dayOfIso } from '../../lib/tz'
import { weekNumber } from '../../lib/week'

/** Where somebody wants to go: the day, the first of the month, or that of the week. */
export interface Place {
  kind: 'day' | 'week' | 'month'
  day: number
}

interface PlaceHabits extends DateHabits {
  /** 0 (Sunday) to 6. */
  firstWeekday: number
}

const WEEK = /^(?:kw|cw|w|wk|week|woche|kalenderwoche)\.? ?(\d{1,2})(?:[ /.-]+(\d{4}))?$/
const MONTH = /^(\p{L}+)\.?(?: (\d{4}))?$/u
const NUMBERS = /^(?:(\d{1,2})[./-](\d{4})|(\d{4})-(\d{1,2}))$/
const YEAR = /^\d{4}$/
const NEXT_YEAR = / (?:of |im )?(?:next year|nachste[nsr]? jahr(?:es)?)$/

/**
 * Reads where to go: all that `parseDate` reads, and `June 2027`, `june of next year`, `6/2027`, `2027`, `KW 12`, `week 12
 * 2027`. What has no year lies in this one, or in the next where it is over.
 *
 * @returns null when the text names no day
 */
export function parsePlace(text: string, habits: PlaceHabits): Place | null {
  const year = new Date(habits.today * DAY).getUTCFullYear()
  const said = plain(text).replace(NEXT_YEAR, ` ${year + 1}`)
  const [, week, ofYear] = WEEK.exec(said) ?? []
  if (week !== undefined) return placeOfWeek(Number(week), ofYear === undefined ? null : Number(ofYear), year, habits)
  if (YEAR.test(said)) return placeOfMonth(Number(said), 1)
  const [, monthBefore, yearAfter, yearBefore, monthAfter] = NUMBERS.exec(said) ?? []
  if (monthBefore ?? monthAfter) return placeOfMonth(Number(yearAfter ?? yearBefore), Number(monthBefore ?? monthAfter))
  const [, name = '', named] = MONTH.exec(said) ?? []
  const month = monthOf(name)
  if (month !== null) {
    const isOver = dayOfIso(iso(year, month)) < monthStart(habits.today)
    return placeOfMonth(named === undefined ? year + (isOver ? 1 : 0) : Number(named), month)
  }
  const day = parseDate(text, habits)
  return day === null ? null : { kind: 'day', day }
}

const iso = (year: number, month: number): string => `${year}-${String(month).padStart(2, '0')}-01`

function placeOfMonth(year: number, month: number): Place | null {
  const day = dayOfIso(iso(year, month))
  return Number.isFinite(day) && year >= 1000 ? { kind: 'month', day } : null
}

function placeOfWeek(week: number, asked: number | null, thisYear: number, habits: PlaceHabits): Place | null {
  const { today, firstWeekday } = habits
  const inYear = (year: number): Place | null => {
    const newYear = dayOfIso(`${year}-01-01`)
    // One of its first four days lies in the first week, however weeks are counted.
    const within = [0, 1, 2, 3].map((later) => newYear + later).find((day) => weekNumber(day, firstWeekday) === 1)
    if (within === undefined) return null
    const first = weekStart(within, firstWeekday)
    const day = first + (week - 1) * 7
    return week >= 1 && weekNumber(day, firstWeekday) === week ? { kind: 'week', day } : null
  }
  if (asked !== null) return inYear(asked)
  // The first days of January may lie in a week of the year before.
  const years = [thisYear - 1, thisYear, thisYear + 1]
  const isToCome = (place: Place | null) => place !== null && place.day + 6 >= today
  return years.map(inYear).find(isToCome) ?? inYear(thisYear)
}
