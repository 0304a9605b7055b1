import { describe, expect, test } from 'bun:test'
import ICAL from 'ical.js'
import { type HolidayChoice, holidayCountries, holidaysCalendar, isHolidayChoice } from '../../../src/calendar/holidays'
import { holidaysCalendarApart } from '../../../src/calendar/holidays/apart'
import { readObject } from '../../../src/calendar/ical/object'
import { UTC } from '../../../src/calendar/ical/zone'
import { rejectionOf } from '../../support/rejection'

const choice = (country: string, region: string | null = null): HolidayChoice => ({ country, region })
const YEAR = { from: 2026, to: 2026 }

/** `2026-12-25 Christmas Day`; of several days `2026-03-20…22`. */
function daysOf(text: string): string[] {
  return eventsOf(text).map(({ startDate, endDate, summary }) => {
    const last = endDate.clone()
    last.adjust(-1, 0, 0, 0)
    return last.compare(startDate) === 0 ? `${startDate} ${summary}` : `${startDate}…${last.day} ${summary}`
  })
}
const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))

test('a region has its country’s public holidays and its own, in the language of the household', () => {
  const german = daysOf(holidaysCalendar(choice('DE', 'BW'), YEAR, 'de'))
  expect(german).toEqual([
    '2026-01-01 Neujahr',
    '2026-01-06 Heilige Drei Könige',
    '2026-04-03 Karfreitag',
    '2026-04-06 Ostermontag',
    '2026-05-01 Maifeiertag',
    '2026-05-14 Christi Himmelfahrt',
    '2026-05-25 Pfingstmontag',
    '2026-06-04 Fronleichnam',
    '2026-10-03 Tag der Deutschen Einheit',
    '2026-11-01 Allerheiligen',
    '2026-12-25 1. Weihnachtstag',
    '2026-12-26 2. Weihnachtstag',
  ])
  expect(daysOf(holidaysCalendar(choice('DE', 'BW'), YEAR, 'en'))).toContain('2026-04-03 Good Friday')
  const ofAll = daysOf(holidaysCalendar(choice('DE'), YEAR, 'de'))
  expect(german.filter((day) => !ofAll.includes(day))).toEqual([
    '2026-01-06 Heilige Drei Könige',
    '2026-06-04 Fronleichnam',
    '2026-11-01 Allerheiligen',
  ])
  expect(daysOf(holidaysCalendar(choice('DE', 'BY-A'), YEAR, 'de'))).toContain('2026-08-08 Augsburger Friedensfest')
})

test.each([
  ['TR', ['2026-03-20…22 End of Ramadan (Eid al-Fitr)', '2026-05-27…30 Feast of the Sacrifice (Eid al-Adha)']],
  ['KR', ['2026-09-24…26 Korean Thanksgiving']],
  ['IS', ['2026-12-24 Christmas Eve', '2026-12-31 New Year’s Eve']],
])('of %s, one of several days is one event and half a day is a day', (country, expected) => {
  const days = daysOf(holidaysCalendar(choice(country), YEAR, 'en')).map((day) => day.replace("'", '’'))
  expect(days).toEqual(expect.arrayContaining(expected))
})

test('a lunar holiday that comes twice in a year is two', () => {
  const days = eventsOf(holidaysCalendar(choice('TR'), { from: 2033, to: 2033 }, 'en'))
  expect(days.filter(({ summary }) => summary.startsWith('End of Ramadan'))).toHaveLength(2)
})

test('a year read anew is the same text, and a name in another language no other event', () => {
  const years = { from: 2025, to: 2031 }
  const text = holidaysCalendar(choice('DE', 'BY'), years, 'de')
  expect(holidaysCalendar(choice('DE', 'BY'), years, 'de')).toBe(text)
  const uids = (one: string) => eventsOf(one).map(({ uid }) => uid)
  expect(uids(holidaysCalendar(choice('DE', 'BY'), years, 'en'))).toEqual(uids(text))
  expect(
    uids(holidaysCalendar(choice('DE', 'BY'), { from: 2026, to: 2026 }, 'de')).every((uid) => text.includes(uid)),
  ).toBe(true)
})

test('every country can be read, each event under a UID of its own, and takes up nobody’s time', () => {
  const countries = holidayCountries()
  expect(countries.length).toBeGreaterThan(200)
  for (const { code } of countries) {
    const text = holidaysCalendar(choice(code), YEAR, 'en')
    const uids = eventsOf(text).map(({ uid }) => uid)
    expect([code, new Set(uids).size]).toEqual([code, uids.length])
    expect([code, text.split('TRANSP:TRANSPARENT').length - 1]).toEqual([code, uids.length])
    expect([code, text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)]).toEqual([code, true])
    expect([code, readObject(text, UTC).events.length]).toEqual([code, uids.length])
  }
})

test('lunar calendars are reckoned apart: others go on meanwhile', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  const asked = [choice('HK'), YEAR, 'en'] as const
  expect(await holidaysCalendarApart(...asked)).toBe(holidaysCalendar(...asked))
  clearInterval(timer)
  expect(turns).toBeGreaterThan(5)
  expect(await rejectionOf(holidaysCalendarApart(choice('ZZ'), YEAR, 'en'))).toBeInstanceOf(RangeError)
})

describe('whose holidays are known', () => {
  test('by name, in either language', () => {
    const german = holidayCountries('de')
    const regions = german.find(({ code }) => code === 'DE')!.regions
    expect(german.map(({ name }) => name)).toEqual(expect.arrayContaining(['Deutschland', 'Österreich', 'Schweiz']))
    expect(regions.map(({ code }) => code)).toEqual(expect.arrayContaining(['BW', 'BY', 'BY-A']))
    expect(regions.find(({ code }) => code === 'BY-A')!.name).toBe('Bayern: Stadt Augsburg')
    expect(holidayCountries('en').find(({ code }) => code === 'AT')!.name).toBe('Austria')
  })

  test.each([
    [choice('DE'), true],
    [choice('DE', 'BW'), true],
    [choice('DE', 'CA'), false],
    [choice('ZZ'), false],
    [choice('de'), false],
    [choice('constructor'), false],
    [choice('DE', 'BY-'), false],
  ])('%j: %p', (one, isKnown) => {
    expect(isHolidayChoice(one)).toBe(isKnown)
    if (!isKnown) expect(() => holidaysCalendar(one, YEAR, 'en')).toThrow(RangeError)
  })
})
