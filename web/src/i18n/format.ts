import { nextTask } from '../lib/idle'
import { languageOf, type Preferences, preferences, usePreferences } from '../lib/preferences'
import { DAY, dayOf, HOUR } from '../lib/tz'

/**
 * Dates and times in words. Everything takes walls or days of the household's zone (`lib/tz.ts`) and draws exactly
 * what they say, whatever the browser's own zone.
 */
export interface Formats {
  /** The BCP 47 tag that is used, such as `en-GB`. */
  locale: string
  /** 0 (Sunday) to 6. */
  firstWeekday: number
  /** Whether hours are read as two times twelve. */
  isHalfDay(): boolean
  /** `17:30` or `5:30 pm`. */
  time(wall: number): string
  /** `17:30 – 18:00` */
  timeRange(start: number, end: number): string
  /** `17` or `5 pm`, for the hours beside a day. */
  hour(hour: number): string
  /** `November` */
  month(day: number): string
  /** `2026` */
  year(day: number): string
  /** `November 2026` */
  monthYear(day: number): string
  /** `Friday` */
  weekday(day: number): string
  /** `Fri` */
  weekdayShort(day: number): string
  /** `F` */
  weekdayLetter(day: number): string
  /** `20` */
  dayOfMonth(day: number): string
  /** `20 Nov` */
  dayMonth(day: number): string
  /** `Friday 20 November` */
  full(day: number): string
  /** `Friday 20 November 2026` */
  fullYear(day: number): string
  /** `16–22 Nov 2026` */
  dayRange(first: number, last: number): string
  /** `16–22 Nov` */
  dayRangeShort(first: number, last: number): string
}

const made = new Map<string, Formats>()
const chosenBefore = new WeakMap<Preferences, Formats>()

/** The formats of this person's choices. */
export function useFormats(): Formats {
  return formatsFor(usePreferences())
}

/** The first use of `Intl` is slow, whatever it is for: best done while answers are awaited, and in more than one task. */
export async function warmFormats(): Promise<void> {
  const formats = formatsFor(preferences.get())
  await nextTask()
  formats.time(0)
  await nextTask()
}

/** Equal choices get the same formats: to make them is slow. */
export function formatsFor(chosen: Preferences): Formats {
  const before = chosenBefore.get(chosen)
  if (before !== undefined) return before
  const locale = localeOf(chosen)
  const key = JSON.stringify([locale, chosen.firstWeekday, chosen.hourCycle])
  const formats = made.get(key) ?? makeFormats(locale, chosen)
  made.set(key, formats)
  chosenBefore.set(chosen, formats)
  return formats
}

/** The browser's own variant of the language (`en-GB`, `de-AT`) where it has one. */
function localeOf(chosen: Preferences): string {
  const language = languageOf(chosen)
  return navigator.languages.find((tag) => tag === language || tag.startsWith(`${language}-`)) ?? language
}

function makeFormats(locale: string, { firstWeekday, hourCycle }: Preferences): Formats {
  const formatter = (options: Intl.DateTimeFormatOptions) => {
    let format: Intl.DateTimeFormat | null = null
    return () => {
      format ??= new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
      return format
    }
  }
  const clock = hourCycle === null ? {} : { hourCycle }
  const time = formatter({ hour: 'numeric', minute: '2-digit', ...clock })
  const hour = formatter({ hour: 'numeric', ...clock })
  const month = formatter({ month: 'long' })
  const year = formatter({ year: 'numeric' })
  const monthYear = formatter({ month: 'long', year: 'numeric' })
  const weekday = formatter({ weekday: 'long' })
  const weekdayShort = formatter({ weekday: 'short' })
  const weekdayLetter = formatter({ weekday: 'narrow' })
  const dayMonth = formatter({ day: 'numeric', month: 'short' })
  const dayMonthYear = formatter({ day: 'numeric', month: 'short', year: 'numeric' })
  const full = formatter({ weekday: 'long', day: 'numeric', month: 'long' })
  const fullYear = formatter({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const isHalfDay = () => time().resolvedOptions().hour12 === true
  const timeWords = (wall: number) => time().format(wall).toLowerCase()
  const ofDay = (format: () => Intl.DateTimeFormat) => (day: number) => format().format(day * DAY)
  return {
    locale,
    firstWeekday: firstWeekday ?? firstWeekdayOf(locale),
    isHalfDay,
    time: timeWords,
    // Of 24 hours, `formatRange` writes 07:15 where `format` writes 7:15; beyond midnight it writes both dates.
    timeRange: (start, end) =>
      isHalfDay() && dayOf(start) === dayOf(end)
        ? time().formatRange(start, end).toLowerCase()
        : `${timeWords(start)} – ${timeWords(end)}`,
    hour: (value) =>
      isHalfDay()
        ? hour()
            .format(value * HOUR)
            .toLowerCase()
        : hourOf(time(), value * HOUR),
    month: ofDay(month),
    year: ofDay(year),
    monthYear: ofDay(monthYear),
    weekday: ofDay(weekday),
    weekdayShort: ofDay(weekdayShort),
    weekdayLetter: ofDay(weekdayLetter),
    dayOfMonth: (day) => String(new Date(day * DAY).getUTCDate()),
    dayMonth: ofDay(dayMonth),
    full: ofDay(full),
    fullYear: ofDay(fullYear),
    dayRange: (first, last) => dayMonthYear().formatRange(first * DAY, last * DAY),
    dayRangeShort: (first, last) => dayMonth().formatRange(first * DAY, last * DAY),
  }
}

/** The number alone, as a time has it: of an hour without minutes German makes `07 Uhr`, where `format` writes 7:15. */
const hourOf = (time: Intl.DateTimeFormat, wall: number): string =>
  time.formatToParts(wall).find(({ type }) => type === 'hour')?.value ?? ''

/** Browsers offer the week as a method, a property, or not at all. */
type LocaleWithWeek = Intl.Locale & { getWeekInfo?(): { firstDay: number }; weekInfo?: { firstDay: number } }

function firstWeekdayOf(locale: string): number {
  const { getWeekInfo, weekInfo } = new Intl.Locale(locale) as LocaleWithWeek
  const week = getWeekInfo?.call(new Intl.Locale(locale)) ?? weekInfo
  return (week?.firstDay ?? 1) % 7
}
