import { describe, expect, test } from 'bun:test'
import { parse } from '../../../src/calendar/ical/parse'
import { zoneOf } from '../../../src/calendar/ical/zone'
import { ObjectZones } from '../../../src/calendar/ical/zone/resolve'
import { offsetAt, type Zone } from '../../../src/calendar/ical/zone/table'
import { readVtimezone } from '../../../src/calendar/ical/zone/vtimezone'
import { vtimezoneLines } from '../../../src/calendar/ical/zone/write'
import { calendarOf, household, spansOf } from './cast'

const SIX_HOURS = 6 * 3600

function written(zone: Zone, year: number): Zone {
  return readVtimezone(parse(vtimezoneLines(zone, year).join('\r\n')).components[0]!)
}

function firstDifference(one: Zone, other: Zone, fromYear: number, toYear: number): string | null {
  const until = Date.UTC(toYear, 0, 1) / 1000
  for (let utc = Date.UTC(fromYear, 0, 1) / 1000; utc < until; utc += SIX_HOURS) {
    if (offsetAt(one, utc) !== offsetAt(other, utc)) return new Date(utc * 1000).toISOString()
  }
  return null
}

describe('VTIMEZONEs we write', () => {
  test('every zone reads back as its table, until 2037', () => {
    for (const name of Intl.supportedValuesOf('timeZone')) {
      const zone = zoneOf(name)!
      expect([name, firstDifference(written(zone, 2026), zone, 2026, 2037)]).toEqual([name, null])
    }
  })

  test('and also for a series that began long ago', () => {
    for (const name of [
      'Europe/Amsterdam',
      'America/New_York',
      'America/Sao_Paulo',
      'Asia/Kolkata',
      'Europe/Istanbul',
      'Africa/Cairo',
    ]) {
      const zone = zoneOf(name)!
      expect([name, firstDifference(written(zone, 1999), zone, 1999, 2037)]).toEqual([name, null])
    }
  })

  test('zones with a rule keep it beyond 2037', () => {
    const zone = zoneOf('Europe/Amsterdam')!
    expect(firstDifference(written(zone, 2026), zone, 2026, 2059)).toBeNull()
  })

  test.each([2034, 2037, 2050])('also for a series that begins in %p', (year) => {
    for (const name of ['Europe/Amsterdam', 'America/New_York']) {
      const zone = zoneOf(name)!
      expect([name, firstDifference(written(zone, year), zone, year, 2059)]).toEqual([name, null])
    }
  })

  test('a zone of the end of times is written', () => {
    expect(vtimezoneLines(zoneOf('Europe/Amsterdam')!, 9998)).toHaveLength(20)
  })

  test('Europe/Amsterdam is short', () => {
    expect(vtimezoneLines(zoneOf('Europe/Amsterdam')!, 2026)).toHaveLength(20)
  })
})

describe('zones an object names', () => {
  const definition = (id: string, offset: string) =>
    [
      'BEGIN:VTIMEZONE',
      `TZID:${id}`,
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      `TZOFFSETFROM:${offset}`,
      `TZOFFSETTO:${offset}`,
      'END:STANDARD',
      'END:VTIMEZONE',
    ].join('\r\n')
  const event = (tzid: string, definitions = '') =>
    calendarOf(['UID:u', `DTSTART;TZID=${tzid}:20260701T120000`]).replace(
      'BEGIN:VEVENT',
      `${definitions}\r\nBEGIN:VEVENT`,
    )
  const startOf = (text: string) => spansOf(text, '2026-06-01', '2026-08-01')[0]?.split('/')[0]

  const table: [string, string, string][] = [
    ['an IANA name', event('America/New_York'), '2026-07-01T16:00:00Z'],
    [
      'an IANA name with a broken definition',
      event('America/New_York', definition('America/New_York', '+0900')),
      '2026-07-01T16:00:00Z',
    ],
    ['a Windows name', event('"W. Europe Standard Time"'), '2026-07-01T10:00:00Z'],
    ['an IANA name without a slash, defined', event('EST', definition('EST', '-0400')), '2026-07-01T16:00:00Z'],
    ['an IANA name without a slash', event('EST'), '2026-07-01T17:00:00Z'],
    ['an IANA name without a slash, defined badly', event('EST', definition('EST', 'x')), '2026-07-01T17:00:00Z'],
    [
      'a Windows name with a definition of its own',
      event('Romance Standard Time', definition('Romance Standard Time', '+0900')),
      '2026-07-01T10:00:00Z',
    ],
    ['a Windows name that now means another city', event('Mountain Standard Time (Mexico)'), '2026-07-01T19:00:00Z'],
    ['another of them', event('Central Asia Standard Time'), '2026-07-01T06:00:00Z'],
    ['a name of its own, defined', event('Office', definition('Office', '+0900')), '2026-07-01T03:00:00Z'],
    [
      'a prefixed name without definition',
      event('/freeassociation.sourceforge.net/Asia/Tokyo'),
      '2026-07-01T03:00:00Z',
    ],
    ['a name nobody knows: the household', event('Nowhere'), '2026-07-01T10:00:00Z'],
    ['no name: the household', calendarOf(['UID:u', 'DTSTART:20260701T120000']), '2026-07-01T10:00:00Z'],
  ]
  test.each(table)('%s', (_, text, expected) => {
    expect(startOf(text)).toBe(expected)
  })

  test("one object's definition does not speak for another object", () => {
    expect(startOf(event('Office', definition('Office', '+0900')))).toBe('2026-07-01T03:00:00Z')
    expect(startOf(event('Office', definition('Office', '+0100')))).toBe('2026-07-01T11:00:00Z')
    expect(startOf(event('Office'))).toBe('2026-07-01T10:00:00Z')
  })

  test('a definition that is too much for one object is whole for another', () => {
    const yearly = (id: string, rule: string) =>
      definition(id, '+0100').replace('END:STANDARD', `RRULE:FREQ=YEARLY;${rule}\r\nEND:STANDARD`)
    const ours = vtimezoneLines(zoneOf('America/New_York')!, 2026).join('\r\n').replace('America/New_York', 'Branch')
    const costly = ['First', 'Second'].map((id) => yearly(id, 'BYWEEKNO=53;BYDAY=MO'))
    const read = (...definitions: string[]) =>
      new ObjectZones(parse(event('Branch', definitions.join('\r\n'))), household)
    const crowded = read(...costly, ours)
    crowded.resolve('First')
    crowded.resolve('Second')
    expect(crowded.resolve('Branch').id).toBe(household.id)
    expect(crowded.problems).toContain('unreadable time zone definition')
    const branch = read(ours).resolve('Branch')
    expect(firstDifference(branch, zoneOf('America/New_York')!, 2026, 2028)).toBeNull()
  })
})
