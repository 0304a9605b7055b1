import { describe, expect, test } from 'bun:test'
import { buildEvent } from '../../../src/calendar/ical/build'
import { editEvent } from '../../../src/calendar/ical/edit'
import { type EventForm, formOf } from '../../../src/calendar/ical/form'
import { calendarOf, difference, household, occurrencesOf, options, spansOf } from './cast'

const CHOIR = [
  'UID:u',
  'SUMMARY:Choir',
  'DTSTART;TZID=Europe/Amsterdam:20261005T180000',
  'DTEND;TZID=Europe/Amsterdam:20261005T190000',
  'RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20261207T170000Z',
  'EXDATE;TZID=Europe/Amsterdam:20261012T180000,20261019T180000',
  'EXDATE:20261109T170000Z',
  'RDATE;TZID=Europe/Amsterdam:20261008T180000',
]
const RENAMED = [
  'UID:u',
  'SUMMARY:Choir outside',
  'RECURRENCE-ID;TZID=Europe/Amsterdam:20261026T180000',
  'DTSTART;TZID=Europe/Amsterdam:20261026T180000',
  'DTEND;TZID=Europe/Amsterdam:20261026T190000',
]
const POSTPONED = [
  'UID:u',
  'SUMMARY:Choir on Tuesday',
  'RECURRENCE-ID:20261102T170000Z',
  'DTSTART:20261103T190000Z',
  'DTEND:20261103T200000Z',
]
const series = calendarOf(CHOIR, RENAMED, POSTPONED)

const shown = (text: string) =>
  occurrencesOf(text, '2026-09-01', '2027-01-01').map(
    ({ start, title }) => `${new Date(start).toISOString().slice(5, 16)} ${title}`,
  )
const edit = (changes: Partial<EventForm>, text = series) => editEvent(text, changes, options)

describe('a series that moves', () => {
  test('as it stands', () => {
    expect(shown(series)).toEqual([
      '10-05T16:00 Choir',
      '10-08T16:00 Choir',
      '10-26T17:00 Choir outside',
      '11-03T19:00 Choir on Tuesday',
      '11-16T17:00 Choir',
      '11-23T17:00 Choir',
      '11-30T17:00 Choir',
      '12-07T17:00 Choir',
    ])
  })

  test('an hour later: exclusions, overrides, added dates and the last day come along', () => {
    const moved = edit({ allDay: false, start: '2026-10-05T17:00:00Z', end: '2026-10-05T18:00:00Z' })
    expect(shown(moved)).toEqual([
      '10-05T17:00 Choir',
      '10-08T17:00 Choir',
      '10-26T18:00 Choir outside',
      '11-03T19:00 Choir on Tuesday',
      '11-16T18:00 Choir',
      '11-23T18:00 Choir',
      '11-30T18:00 Choir',
      '12-07T18:00 Choir',
    ])
    expect(formOf(moved, household).recurrenceUntil).toBe('2026-12-07')
  })

  test('and back again, to the same occurrences', () => {
    const there = edit({ allDay: false, start: '2026-10-05T17:00:00Z', end: '2026-10-05T18:00:00Z' })
    const back = edit({ allDay: false, start: '2026-10-05T16:00:00Z', end: '2026-10-05T17:00:00Z' }, there)
    expect(shown(back)).toEqual(shown(series))
  })

  test('to another weekday', () => {
    const moved = edit({ allDay: false, start: '2026-10-07T16:00:00Z', end: '2026-10-07T17:00:00Z' })
    expect(moved).toContain('RRULE:FREQ=WEEKLY;UNTIL=20261207T170000Z')
    expect(shown(moved)).toEqual([
      '10-07T16:00 Choir',
      '10-10T16:00 Choir',
      '10-28T17:00 Choir outside',
      '11-03T19:00 Choir on Tuesday',
      '11-18T17:00 Choir',
      '11-25T17:00 Choir',
      '12-02T17:00 Choir',
    ])
  })

  test('to the whole day and back to an hour', () => {
    const allDay = edit({ allDay: true, start: '2026-10-05', end: '2026-10-05' })
    expect(spansOf(allDay, '2026-10-01', '2026-11-01')).toEqual([
      '2026-10-05/2026-10-06',
      '2026-10-08/2026-10-09',
      '2026-10-26/2026-10-27',
    ])
    expect(formOf(allDay, household)).toMatchObject({ recurrence: 'custom', recurrenceUntil: '2026-12-07' })
    const back = edit({ allDay: false, start: '2026-10-05T16:00:00Z', end: '2026-10-05T17:00:00Z' }, allDay)
    expect(shown(back)).toEqual(shown(series))
    expect(back).toContain('BEGIN:VTIMEZONE')
  })

  test('its words alone: nothing moves', () => {
    expect(
      difference(series, edit({ title: 'Rehearsal', location: 'Church' })).filter((line) =>
        /^. (?:EXDATE|RDATE|RRULE|RECURRENCE-ID|DTSTART|DTEND|SEQUENCE)/.test(line),
      ),
    ).toEqual([])
  })

  test('in another zone: it keeps that zone', () => {
    const lines = [
      'UID:u',
      'DTSTART;TZID=America/New_York:20261005T120000',
      'RRULE:FREQ=WEEKLY',
      'EXDATE;TZID=America/New_York:20261026T120000',
    ]
    const moved = edit({ allDay: false, start: '2026-10-05T17:00:00Z', end: '2026-10-05T17:00:00Z' }, calendarOf(lines))
    expect(moved).toContain('DTSTART;TZID=America/New_York:20261005T130000')
    expect(moved).toContain('EXDATE;TZID=America/New_York:20261026T130000')
  })

  test('periods keep their lengths, and what cannot be read stays', () => {
    const lines = [
      'UID:u',
      'DTSTART:20261005T160000Z',
      'RDATE;VALUE=PERIOD:20261006T160000Z/PT2H,20261007T160000Z/20261007T190000Z',
      'EXDATE:nonsense',
    ]
    const moved = edit({ allDay: false, start: '2026-10-05T17:00:00Z', end: '2026-10-05T17:00:00Z' }, calendarOf(lines))
    expect(moved).toContain('RDATE;VALUE=PERIOD:20261006T170000Z/PT2H,20261007T170000Z/20261007T200000Z')
    expect(moved).toContain('EXDATE:nonsense')
  })

  const rules: [string, string, string, string][] = [
    ['two weekdays turn together', 'FREQ=WEEKLY;BYDAY=MO,WE', '2026-10-06', 'FREQ=WEEKLY;BYDAY=TU,TH'],
    [
      'with the week they are counted in',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU',
      '2026-10-06',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,MO;WKST=TU',
    ],
    ['a day of the month that repeats the start', 'FREQ=MONTHLY;BYMONTHDAY=5', '2026-10-06', 'FREQ=MONTHLY'],
    ['the first Monday becomes the second Tuesday', 'FREQ=MONTHLY;BYDAY=1MO', '2026-10-13', 'FREQ=MONTHLY;BYDAY=2TU'],
    ['the last Friday says something else', 'FREQ=MONTHLY;BYDAY=-1FR', '2026-10-06', 'FREQ=MONTHLY;BYDAY=-1FR'],
    ['a plain rule', 'FREQ=YEARLY', '2026-10-06', 'FREQ=YEARLY'],
  ]
  test.each(rules)('%s', (_, rule, day, expected) => {
    const before = calendarOf(['UID:u', 'DTSTART;TZID=Europe/Amsterdam:20261005T180000', `RRULE:${rule}`])
    const after = edit({ allDay: false, start: `${day}T16:00:00Z`, end: `${day}T16:00:00Z` }, before)
    expect(/RRULE:(.*)\r/.exec(after)?.[1]).toBe(expected)
  })
})

describe('recurrence', () => {
  test('none drops the rule, exclusions, added dates and overrides', () => {
    const single = edit({ recurrence: 'none' })
    expect(single).not.toMatch(/RRULE|EXDATE|RDATE|RECURRENCE-ID/)
    expect(shown(single)).toEqual(['10-05T16:00 Choir'])
  })

  test('a preset replaces the rule with its bound', () => {
    expect(edit({ recurrence: 'monthly' })).toContain('RRULE:FREQ=MONTHLY\r\n')
    expect(edit({ recurrence: 'daily', recurrenceCount: 4 })).toContain('RRULE:FREQ=DAILY;COUNT=4\r\n')
    expect(edit({ recurrence: 'daily', recurrenceUntil: '2026-10-08' })).toContain(
      'RRULE:FREQ=DAILY;UNTIL=20261008T215959Z\r\n',
    )
  })

  test('a bound alone replaces the bound of the rule that is there', () => {
    expect(edit({ recurrenceUntil: '2026-11-20' })).toContain('RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20261120T225959Z\r\n')
    expect(edit({ recurrenceCount: 9 })).toContain('RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=9\r\n')
    const custom = calendarOf(['UID:u', 'DTSTART;VALUE=DATE:20261005', 'RRULE:COUNT=3;FREQ=DAILY;INTERVAL=2;X-ODD=1'])
    expect(edit({ recurrenceUntil: '2026-11-20' }, custom)).toContain(
      'RRULE:FREQ=DAILY;INTERVAL=2;X-ODD=1;UNTIL=20261120\r\n',
    )
  })

  test('a series that floats gets a last day that floats', () => {
    const floating = calendarOf(['UID:u', 'DTSTART:20261005T180000', 'RRULE:FREQ=DAILY'])
    expect(edit({ recurrenceUntil: '2026-11-20' }, floating)).toContain('RRULE:FREQ=DAILY;UNTIL=20261120T235959\r\n')
    expect(edit({ recurrence: 'weekly', recurrenceUntil: '2026-11-20' }, floating)).toContain(
      'RRULE:FREQ=WEEKLY;UNTIL=20261120T235959\r\n',
    )
  })

  const lastDays: [string, string, string, string][] = [
    ['in UTC, where the clocks of the household change', '20261005T160000Z', '20261123T160000Z', '2026-11-23'],
    ['that ends at midnight', '20261005T160000Z', '20261123T000000Z', '2026-11-22'],
    ['of days, although it has a time', '20261005T160000Z', '20261123', '2026-11-23'],
    ['late in the evening of another zone', 'TZID=America/New_York:20261005T200000', '20261124T010000Z', '2026-11-24'],
  ]
  test.each(lastDays)('the last day of a rule %s', (_, start, until, expected) => {
    const dtstart = start.startsWith('TZID') ? `DTSTART;${start}` : `DTSTART:${start}`
    expect(formOf(calendarOf(['UID:u', dtstart, `RRULE:FREQ=DAILY;UNTIL=${until}`]), household).recurrenceUntil).toBe(
      expected,
    )
  })

  test('a bound without a rule has no effect', () => {
    const single = calendarOf(['UID:u', 'DTSTART:20261005T160000Z'])
    expect(edit({ recurrenceCount: 3 }, single)).not.toContain('RRULE')
  })

  test('a single event in UTC that becomes a series gets the household clock', () => {
    const single = calendarOf(['UID:u', 'DTSTART:20261005T160000Z', 'DTEND:20261005T170000Z'])
    const repeated = edit({ recurrence: 'weekly', recurrenceCount: 4 }, single)
    expect(repeated).toContain('DTSTART;TZID=Europe/Amsterdam:20261005T180000')
    expect(repeated.indexOf('BEGIN:VTIMEZONE')).toBeLessThan(repeated.indexOf('BEGIN:VEVENT'))
    expect(spansOf(repeated, '2026-10-01', '2026-12-01').at(-1)).toBe('2026-10-26T17:00:00Z/2026-10-26T18:00:00Z')
  })

  test('a series in UTC that gets another rule keeps its exclusions', () => {
    const utc = calendarOf([
      'UID:u',
      'DTSTART:20261005T160000Z',
      'RRULE:FREQ=WEEKLY;COUNT=6',
      'EXDATE:20261102T160000Z',
    ])
    const daily = edit({ recurrence: 'weekly', recurrenceCount: 6 }, utc)
    expect(spansOf(daily, '2026-10-01', '2026-12-01')).toHaveLength(5)
    expect(spansOf(daily, '2026-11-02', '2026-11-03')).toEqual([])
  })

  test('an override that stands alone is no series', () => {
    const alone = calendarOf(POSTPONED)
    const edited = edit(
      { allDay: false, start: '2026-11-03T20:00:00Z', end: '2026-11-03T21:00:00Z', recurrence: 'daily' },
      alone,
    )
    expect(edited).toContain('RECURRENCE-ID:20261102T170000Z')
    expect(edited).not.toContain('RRULE')
  })
})

test('moving any series there and back leaves every occurrence, whatever the hour', () => {
  const form: EventForm = {
    title: 'x',
    allDay: false,
    start: '2026-10-05T16:00:00Z',
    end: '2026-10-05T17:00:00Z',
    recurrenceUntil: '2026-12-20',
  }
  for (const recurrence of ['daily', 'weekly', 'monthly'] as const) {
    const text = buildEvent({ ...form, recurrence }, { ...options, uid: 'u' })
    const count = occurrencesOf(text, '2026-10-01', '2027-01-20').length
    for (const hour of ['00', '03', '09', '16', '21']) {
      const times = { allDay: false, start: `2026-10-05T${hour}:10:00Z`, end: `2026-10-05T${hour}:40:00Z` }
      const moved = editEvent(text, times, options)
      expect(occurrencesOf(moved, '2026-10-01', '2027-01-20'), `${recurrence} at ${hour}`).toHaveLength(count)
      expect(formOf(moved, household).recurrenceUntil).toBe('2026-12-20')
    }
  }
})
