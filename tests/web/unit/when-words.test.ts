import { expect, test } from 'bun:test'
import { newDraft } from '../../../web/src/calendar/draft'
import { whenWords } from '../../../web/src/calendar/parts/when-words'
import { calendar as german } from '../../../web/src/i18n/de/calendar'
import { common as inGerman } from '../../../web/src/i18n/de/common'
import { common as inEnglish } from '../../../web/src/i18n/en/common'
import { DAY, dayOfIso } from '../../../web/src/lib/tz'

const TODAY = dayOfIso('2026-11-20')
const SHORT = { day: 'numeric', month: 'short' } as const

/** Dates as the browser writes them in a language. */
function formatsOf(locale: string) {
  const made = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  const one = (options: Intl.DateTimeFormatOptions) => (day: number) => made(options).format(day * DAY)
  const range = (options: Intl.DateTimeFormatOptions) => (first: number, last: number) =>
    made(options).formatRange(first * DAY, last * DAY)
  return {
    weekdayShort: one({ weekday: 'short' }),
    dayMonth: one(SHORT),
    year: one({ year: 'numeric' }),
    time: String,
    timeRange: (start: number, end: number) => `${start} – ${end}`,
    dayRange: range({ ...SHORT, year: 'numeric' }),
    dayRangeShort: range(SHORT),
  }
}

const READERS = {
  en: { today: TODAY, common: inEnglish, formats: formatsOf('en') },
  de: { today: TODAY, common: inGerman, formats: formatsOf('de') },
}

/** What is said of whole days; blanks of any width are blanks. */
const daysIn = (language: 'en' | 'de', startDate: string, endDate = startDate) =>
  whenWords({ ...newDraft({ day: dayOfIso(startDate) }, ''), allDay: true, startDate, endDate }, READERS[language])
    .replaceAll(/\s/g, ' ')
    .replaceAll(' – ', '–')

test('a day and two hours are no two hours', () => {
  const draft = { ...newDraft({ day: TODAY + 14 }, ''), startTime: '09:00', endDate: '2026-12-05', endTime: '11:00' }
  expect(whenWords({ ...draft, allDay: false }, READERS.en)).toContain('Sat')
})

test.each([
  ['2026-11-21', '2026-11-21', 'Morgen, ganztägig'],
  ['2026-12-05', '2026-12-05', 'Sa 5. Dez., ganztägig'],
  ['2027-07-10', '2027-07-10', 'Sa 10. Juli 2027, ganztägig'],
  ['2026-12-05', '2026-12-06', '5.–6. Dez.'],
  ['2026-12-28', '2027-01-03', '28. Dez. 2026–3. Jan. 2027'],
  // Further away than half a year, the year is told of several days as of one.
  ['2027-07-10', '2027-07-17', '10.–17. Juli 2027'],
  ['2026-11-20', '2027-07-17', '20. Nov. 2026–17. Juli 2027'],
])('whole days, %s to %s: %s', (first, last, words) => {
  expect(daysIn('de', first, last)).toBe(words)
})

test('English begins no sentence behind the day either', () => {
  expect(daysIn('en', '2026-11-21')).toBe('Tomorrow, all day')
})

test('one more event is one more of its gender, several are several', () => {
  expect([1, 2].map((count) => german.moreOn(count, 'Montag'))).toEqual(['1 weiterer am Montag', '2 weitere am Montag'])
  expect([1, 2].map(german.moreHere)).toEqual(['1 weiterer', '2 weitere'])
})
