import { describe, expect, test } from 'bun:test'
import { IcalError } from '../../../src/calendar/ical/error'
import { summarize } from '../../../src/calendar/ical/summary'
import { zoneOf } from '../../../src/calendar/ical/zone'
import { calendarOf, household, occurrencesOf, spansOf } from './cast'

const summaryOf = (...lines: string[]) => summarize(calendarOf(['UID:u', 'SUMMARY:Choir', ...lines]), household)

describe('columns', () => {
  test('of a timed event', () => {
    const summary = summaryOf(
      'LOCATION:Church\\, left door',
      'DTSTART;TZID=Europe/Amsterdam:20261005T180000',
      'DURATION:PT90M',
      'CATEGORIES:Ben,Choir',
    )
    expect(summary).toEqual({
      uid: 'u',
      title: 'Choir',
      location: 'Church, left door',
      categories: ['Ben', 'Choir'],
      allDay: false,
      dtstartUtc: new Date('2026-10-05T16:00:00Z'),
      dtstartDate: null,
      dtendUtc: new Date('2026-10-05T17:30:00Z'),
      dtendDate: null,
      hasRrule: false,
      cancelled: false,
      transparent: false,
      private: false,
      reminder: { kind: 'none', leadMinutes: null },
      reminders: null,
      firstUtc: new Date('2026-10-05T16:00:00Z'),
      lastUtc: new Date('2026-10-05T17:30:00Z'),
      startsAt: Date.UTC(2026, 9, 5, 16) / 1000,
      endsAt: Date.UTC(2026, 9, 5, 17, 30) / 1000,
      texts: ['Choir', 'Church, left door', 'Ben', 'Choir'],
    })
  })

  test('of an all-day event', () => {
    const summary = summaryOf(
      'DTSTART;VALUE=DATE:20261005',
      'DTEND;VALUE=DATE:20261008',
      'STATUS:CANCELLED',
      'TRANSP:Transparent',
    )
    expect(summary).toMatchObject({
      allDay: true,
      dtstartUtc: null,
      dtstartDate: '2026-10-05',
      dtendUtc: null,
      dtendDate: '2026-10-08',
      cancelled: true,
      transparent: true,
    })
    expect(summary.firstUtc).toEqual(new Date('2026-10-03T22:00:00Z'))
    expect(summary.lastUtc).toEqual(new Date('2026-10-09T02:00:00Z'))
    // Midnights in Berlin.
    expect(summary.startsAt).toBe(Date.UTC(2026, 9, 4, 22) / 1000)
    expect(summary.endsAt).toBe(Date.UTC(2026, 9, 7, 22) / 1000)
  })

  const ends: [string, string[], string | null][] = [
    ['no end', ['DTSTART:20261005T160000Z'], '2026-10-05T16:00:00.000Z'],
    ['an end before the start', ['DTSTART:20261005T160000Z', 'DTEND:20261005T150000Z'], '2026-10-05T16:00:00.000Z'],
    [
      'an end in another zone',
      ['DTSTART:20261005T160000Z', 'DTEND;TZID=America/New_York:20261005T150000'],
      '2026-10-05T19:00:00.000Z',
    ],
    ['an unreadable end', ['DTSTART:20261005T160000Z', 'DTEND:later'], '2026-10-05T16:00:00.000Z'],
    [
      'a day across the change of clocks',
      ['DTSTART;TZID=Europe/Amsterdam:20261024T180000', 'DURATION:P1D'],
      '2026-10-25T17:00:00.000Z',
    ],
    [
      '24 hours across it',
      ['DTSTART;TZID=Europe/Amsterdam:20261024T180000', 'DURATION:PT24H'],
      '2026-10-25T16:00:00.000Z',
    ],
  ]
  test.each(ends)('%s', (_, lines, expected) => {
    expect(summaryOf(...lines).dtendUtc?.toISOString() ?? null).toBe(expected)
  })

  const allDayEnds: [string, string[], string][] = [
    ['no end', [], '2026-10-06'],
    ['an end on the first day', ['DTEND;VALUE=DATE:20261005'], '2026-10-06'],
    ['a duration', ['DURATION:P3D'], '2026-10-08'],
  ]
  test.each(allDayEnds)('all-day, %s', (_, lines, expected) => {
    expect(summaryOf('DTSTART;VALUE=DATE:20261005', ...lines).dtendDate).toBe(expected)
  })
})

describe('what must be expanded', () => {
  const start = 'DTSTART:20261005T160000Z'
  test.each([
    'RRULE:FREQ=DAILY',
    'RDATE:20261006T160000Z',
    'EXDATE:20261005T160000Z',
    'RECURRENCE-ID:20261005T160000Z',
  ])('%s', (line) => {
    expect(summaryOf(start, line).hasRrule).toBe(true)
  })
  test('a single event need not', () => {
    expect(summaryOf(start).hasRrule).toBe(false)
  })
})

describe('bounds', () => {
  test.each(['RRULE:FREQ=YEARLY', 'RRULE:FREQ=DAILY;COUNT=99999999', 'RRULE:FREQ=WEEKLY;UNTIL=99991231T000000Z'])(
    '%s is endless',
    (rule) => {
      expect(summaryOf('DTSTART:20261005T160000Z', rule).lastUtc).toBeNull()
    },
  )

  test('reach from the first added date to the last override', () => {
    const text = calendarOf(
      ['UID:u', 'DTSTART:20261005T160000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3', 'RDATE:20260901T160000Z'],
      ['UID:u', 'RECURRENCE-ID:20261006T160000Z', 'DTSTART:20271006T160000Z', 'DURATION:PT1H'],
    )
    const { firstUtc, lastUtc } = summarize(text, household)
    expect(firstUtc.toISOString()).toBe('2026-08-31T14:00:00.000Z')
    expect(lastUtc?.toISOString()).toBe('2027-10-07T19:00:00.000Z')
  })
})

describe('unusable objects', () => {
  const objects: [string, string][] = [
    ['empty', ''],
    ['a web page', '<!doctype html><p>Sign in: https://example.org</p>'],
    ['without an event', 'BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:u\r\nEND:VTODO\r\nEND:VCALENDAR'],
    ['without a uid', calendarOf(['DTSTART:20261005T160000Z'])],
    ['with a blank uid', calendarOf(['UID:', 'DTSTART:20261005T160000Z'])],
    ['without a start', calendarOf(['UID:u'])],
    ['with an unreadable start', calendarOf(['UID:u', 'DTSTART:tomorrow'])],
    ['from the year 0', calendarOf(['UID:u', 'DTSTART:00000101T000000Z'])],
  ]
  test.each(objects)('%s', (_, text) => {
    expect(() => summarize(text, household)).toThrow(IcalError)
  })
})

describe('occurrences', () => {
  test('cancelled ones are left out, the others keep their own words', () => {
    const text = calendarOf(
      ['UID:u', 'SUMMARY:Choir', 'LOCATION:Church', 'DTSTART:20261005T160000Z', 'RRULE:FREQ=DAILY;COUNT=3'],
      ['UID:u', 'SUMMARY:No choir', 'RECURRENCE-ID:20261006T160000Z', 'DTSTART:20261006T160000Z', 'STATUS:CANCELLED'],
      ['UID:u', 'SUMMARY:Choir outside', 'RECURRENCE-ID:20261007T160000Z', 'DTSTART:20261007T150000Z'],
    )
    const found = occurrencesOf(text, '2026-10-01', '2026-11-01')
    expect(found.map(({ title, location, isRecurring }) => [title, location, isRecurring])).toEqual([
      ['Choir', 'Church', true],
      ['Choir outside', null, true],
    ])
  })

  test('a date in EXDATE excludes that day of a timed series', () => {
    const text = calendarOf([
      'UID:u',
      'DTSTART;TZID=Europe/Amsterdam:20261005T003000',
      'RRULE:FREQ=DAILY;COUNT=3',
      'EXDATE;VALUE=DATE:20261006',
    ])
    expect(spansOf(text, '2026-10-01', '2026-11-01')).toHaveLength(2)
  })

  const windows: [string, string[], string, string, boolean][] = [
    [
      'an event that is still going on',
      ['DTSTART:20261004T200000Z', 'DTEND:20261005T120000Z'],
      '2026-10-05',
      '2026-10-06',
      true,
    ],
    [
      'one that has just ended',
      ['DTSTART:20261004T200000Z', 'DTEND:20261004T220000Z'],
      '2026-10-05',
      '2026-10-06',
      false,
    ],
    [
      'one that begins with the next day',
      ['DTSTART:20261005T220000Z', 'DTEND:20261005T230000Z'],
      '2026-10-05',
      '2026-10-06',
      false,
    ],
    ['one without length at midnight', ['DTSTART:20261004T220000Z'], '2026-10-05', '2026-10-06', true],
    ['an all-day one of the day', ['DTSTART;VALUE=DATE:20261005'], '2026-10-05', '2026-10-06', true],
    ['of the day before', ['DTSTART;VALUE=DATE:20261004'], '2026-10-05', '2026-10-06', false],
    ['of the day after', ['DTSTART;VALUE=DATE:20261006'], '2026-10-05', '2026-10-06', false],
  ]
  test.each(windows)('%s', (_, lines, from, to, isThere) => {
    expect(spansOf(calendarOf(['UID:u', ...lines]), from, to)).toHaveLength(isThere ? 1 : 0)
  })

  test('a day without midnight is still one day', () => {
    const cairo = zoneOf('Africa/Cairo')!
    const text = calendarOf(['UID:u', 'DTSTART;VALUE=DATE:20260423', 'RRULE:FREQ=DAILY;COUNT=3'])
    expect(spansOf(text, '2026-04-23', '2026-04-24', cairo)).toEqual(['2026-04-23/2026-04-24'])
    expect(spansOf(text, '2026-04-24', '2026-04-25', cairo)).toEqual(['2026-04-24/2026-04-25'])
  })
})
