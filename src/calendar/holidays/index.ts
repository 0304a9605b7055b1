import type { HolidaysTypes } from 'date-holidays'
import { sha256Hex } from '../../platform/crypto/sha256'
import { DAY_MS, HOUR_MS } from '../../platform/durations'
import type { Language } from '../../platform/languages'
import { DAY, parseIsoDate } from '../ical/civil'
import { calendarNameLines, foldedLines, textLine, timeLine } from '../ical/lines'
import { type HolidayChoice, holidayCountries, isHolidayChoice } from './countries'
import { library } from './library'

export { type HolidayChoice, holidayCountries, isHolidayChoice } from './countries'

/** The first and the last year, both included. */
interface Years {
  from: number
  to: number
}

/** The same text each time: DTSTAMP says nothing. */
const STAMP = 'DTSTAMP:19700101T000000Z'
/** Days may be an hour shorter or longer than others, and rules of half a day add to none. */
const CLOCK_CHANGE_MS = HOUR_MS
const CALENDAR_NAME: Record<Language, string> = { en: 'Public holidays', de: 'Feiertage' }

/**
 * The public holidays of these years as one calendar (RFC 5545): all-day events that take up nobody's time, without any
 * network. One of several days is one event. A UID says whose and which holiday of which year, whatever its name and day.
 * @throws RangeError for a country or region without known holidays
 */
export function holidaysCalendar(choice: HolidayChoice, { from, to }: Years, language: Language): string {
  if (!isHolidayChoice(choice)) throw new RangeError('holidays: unknown country or region')
  const { country, region } = choice
  const [state, place] = region?.split('-') ?? []
  const holidays = new (library())({ country, ...(state && { state }), ...(place && { region: place }) })
  const name = nameOf(choice, language)
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Corkboard//Holidays//EN', ...calendarNameLines(name)]
  for (let year = from; year <= to; year++) {
    const times = new Map<string, number>()
    for (const holiday of holidays.getHolidays(year, language)) {
      if (holiday.type !== 'public') continue
      const time = (times.get(holiday.rule) ?? 0) + 1
      times.set(holiday.rule, time)
      lines.push(...eventOf(holiday, uidOf(choice, holiday.rule, `${year}-${time}`)))
    }
  }
  return foldedLines([...lines, 'END:VCALENDAR'])
}

function eventOf({ date, start, end, name }: HolidaysTypes.Holiday, uid: string): string[] {
  // Some begin at sunset of the day before: the date is the civil day.
  const day = parseIsoDate(date.slice(0, 10))!
  const days = Math.max(1, Math.floor((end.getTime() - start.getTime() + CLOCK_CHANGE_MS) / DAY_MS))
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    STAMP,
    timeLine('DTSTART', { kind: 'date' }, [day * DAY]),
    timeLine('DTEND', { kind: 'date' }, [(day + days) * DAY]),
    textLine('SUMMARY', name),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/** A year may have a holiday of a lunar calendar twice. */
function uidOf({ country, region }: HolidayChoice, rule: string, time: string): string {
  const digest = sha256Hex(rule).slice(0, 16)
  return `holiday-${region === null ? country : `${country}-${region}`}-${digest}-${time}@corkboard`
}

function nameOf({ country, region }: HolidayChoice, language: Language): string {
  const { name, regions } = holidayCountries(language).find(({ code }) => code === country)!
  const place = regions.find(({ code }) => code === region)?.name ?? name
  return `${CALENDAR_NAME[language]}: ${place}`
}
