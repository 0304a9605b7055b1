import { describe, expect, test } from 'bun:test'
import { dayOf, dayStart, isIanaZone, toUtcSeconds, toWallSeconds, zoneOf } from '../../../src/calendar/ical/zone'
import { footerTransitions } from '../../../src/calendar/ical/zone/posix'
import { offsetAt } from '../../../src/calendar/ical/zone/table'

const wall = (text: string) => Date.parse(`${text}Z`) / 1000
const instant = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16)

describe('names', () => {
  test.each(['UTC', 'Europe/Amsterdam', 'europe/amsterdam', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'EST5EDT'])(
    '%s is a zone',
    (name) => {
      expect(isIanaZone(name)).toBe(true)
    },
  )

  test.each([
    '',
    ' ',
    '+01:00',
    'UTC+1',
    'Mars/Olympus',
    'localtime',
    'posixrules',
    'right/Europe/Paris',
    'posix/Europe/Paris',
    '../../etc/passwd',
    'Europe',
    'Europe/',
    'zone.tab',
    'x'.repeat(65),
    'W. Europe Standard Time',
  ])('%p is none', (name) => {
    expect(isIanaZone(name)).toBe(false)
  })

  test('a zone has its proper name', () => {
    expect(zoneOf('eUROPE/amsterdam')?.id).toBe('Europe/Amsterdam')
  })

  test('a zone has one table, however it is written', () => {
    expect(zoneOf('EUROPE/AMSTERDAM')).toBe(zoneOf('Europe/Amsterdam'))
  })
})

describe('clocks', () => {
  const table: [string, string, string, string][] = [
    ['Europe/Amsterdam', 'a winter time', '2026-01-15T12:00', '2026-01-15T11:00'],
    ['Europe/Amsterdam', 'a summer time', '2026-07-15T12:00', '2026-07-15T10:00'],
    ['Europe/Amsterdam', 'a time in the gap has the offset before it', '2026-03-29T02:30', '2026-03-29T01:30'],
    ['Europe/Amsterdam', 'the first time after the gap', '2026-03-29T03:00', '2026-03-29T01:00'],
    ['Europe/Amsterdam', 'a time that stands twice is the first', '2026-10-25T02:30', '2026-10-25T00:30'],
    ['America/New_York', 'a time that stands twice is the first', '2026-11-01T01:30', '2026-11-01T05:30'],
    ['Pacific/Apia', 'a day that was left out', '2011-12-30T12:00', '2011-12-30T22:00'],
    ['Asia/Kathmandu', 'an odd offset', '2026-01-01T00:00', '2025-12-31T18:15'],
    ['Europe/Amsterdam', 'far in the future', '2095-07-15T12:00', '2095-07-15T10:00'],
  ]
  test.each(table)('%s: %s', (name, _, local, utc) => {
    expect(instant(toUtcSeconds(zoneOf(name)!, wall(local)))).toBe(utc)
  })

  test('there and back again, every hour of two years', () => {
    for (const name of ['Europe/Amsterdam', 'America/St_Johns', 'Australia/Lord_Howe', 'Africa/Casablanca']) {
      const zone = zoneOf(name)!
      for (let utc = wall('2025-01-01T00:00'); utc < wall('2027-01-01T00:00'); utc += 3600) {
        const local = toWallSeconds(zone, utc)
        const back = toUtcSeconds(zone, local)
        // Of a time that stands twice the first is meant.
        expect(toWallSeconds(zone, back)).toBe(local)
        expect(back).toBeLessThanOrEqual(utc)
      }
    }
  })
})

describe('days', () => {
  const starts: [string, string, string][] = [
    ['Europe/Amsterdam', '2026-11-20', '2026-11-19T23:00:00.000Z'],
    ['Europe/Amsterdam', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Pacific/Auckland', '2026-11-20', '2026-11-19T11:00:00.000Z'],
    // Midnight does not exist: the day begins at one o'clock.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
    // Midnight stands twice: the day begins with the first.
    ['America/Havana', '2025-11-02', '2025-11-02T04:00:00.000Z'],
  ]
  test.each(starts)('%s: %s begins at %s', (name, date, expected) => {
    const zone = zoneOf(name)!
    const start = dayStart(zone, date)
    expect(start.toISOString()).toBe(expected)
    expect(dayOf(zone, start)).toBe(date)
    expect(dayOf(zone, new Date(start.getTime() - 1))).not.toBe(date)
  })

  test('a date that does not exist has no start', () => {
    expect(() => dayStart(zoneOf('UTC')!, '2026-02-30')).toThrow(RangeError)
  })
})

describe('tables', () => {
  // Changes of the rules after this year are what the system's newer table is for.
  const SETTLED = [1950, 2020] as const

  test('of the system agree with the runtime where nothing has changed since', () => {
    for (const name of [
      'Europe/Amsterdam',
      'America/New_York',
      'Asia/Tehran',
      'Pacific/Auckland',
      'America/Sao_Paulo',
      'Africa/Cairo',
    ]) {
      const zone = zoneOf(name)!
      for (let year = SETTLED[0]; year < SETTLED[1]; year += 1) {
        for (let month = 0; month < 12; month += 1) {
          const milliseconds = Date.UTC(year, month, 15)
          const theirs = Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO(name).offsetNanoseconds
          expect(offsetAt(zone, milliseconds / 1000), `${name} ${year}-${month + 1}`).toBe(theirs / 1e9)
        }
      }
    }
  })

  const footers: [string, string[]][] = [
    ['CET-1CEST,M3.5.0,M10.5.0/3', ['2040-03-25T01:00 7200', '2040-10-28T01:00 3600']],
    ['EST5EDT,M3.2.0,M11.1.0', ['2040-03-11T07:00 -14400', '2040-11-04T06:00 -18000']],
    ['<-02>2<-01>,M3.5.0/-1,M10.5.0/0', ['2040-03-25T01:00 -3600', '2040-10-28T01:00 -7200']],
    ['<+1030>-10:30<+11>-11,M10.1.0,M4.1.0', ['2040-03-31T15:00 37800', '2040-10-06T15:30 39600']],
    ['IST-1GMT0,M10.5.0,M3.5.0/1', ['2040-03-25T01:00 3600', '2040-10-28T01:00 0']],
    ['XXX0YYY,J60,J300', ['2040-03-01T02:00 3600', '2040-10-27T01:00 0']],
    ['XXX0YYY,59,299', ['2040-02-29T02:00 3600', '2040-10-26T01:00 0']],
    ['JST-9', []],
    ['no footer at all', []],
  ]
  test.each(footers)('footer %s goes on for ever', (footer, expected) => {
    const found = footerTransitions(footer, wall('2040-01-01T00:00'), 2040)
    const ordered = found.sort((a, b) => a.utc - b.utc)
    expect(ordered.map(({ utc, offset }) => `${instant(utc)} ${offset}`)).toEqual(expected)
  })
})
