import { describe, expect, test } from 'bun:test'
import { formOf } from '../../../src/calendar/ical/form'
import { summarize } from '../../../src/calendar/ical/summary'
import { zoneOf } from '../../../src/calendar/ical/zone'
import { calendarOf, household, occurrencesOf, spansOf } from './cast'

const AMSTERDAM = 'TZID=Europe/Amsterdam'
const startsOf = (lines: string[], from: string, to: string, zone = household) =>
  spansOf(calendarOf(['UID:u', ...lines]), from, to, zone).map((span) => span.split('/')[0]!.slice(0, 16))
const titlesOf = (...events: string[][]) =>
  occurrencesOf(calendarOf(...events.map((lines) => ['UID:u', ...lines])), '2026-10-01', '2026-11-01').map(
    ({ start, title }) => `${new Date(start).toISOString().slice(5, 10)} ${title}`,
  )

describe('instances at one instant are one (RFC 5545 3.8.5.3)', () => {
  const gaps: [string, string[], string, string[]][] = [
    [
      'every hour through the hour that is left out',
      [`DTSTART;${AMSTERDAM}:20260329T003000`, 'RRULE:FREQ=HOURLY;COUNT=5'],
      'Europe/Amsterdam',
      ['2026-03-28T23:30', '2026-03-29T00:30', '2026-03-29T01:30', '2026-03-29T02:30'],
    ],
    [
      'twice a day, at two and at three',
      [`DTSTART;${AMSTERDAM}:20260328T020000`, 'RRULE:FREQ=DAILY;BYHOUR=2,3;COUNT=6'],
      'Europe/Amsterdam',
      ['2026-03-28T01:00', '2026-03-28T02:00', '2026-03-29T01:00', '2026-03-30T00:00', '2026-03-30T01:00'],
    ],
    [
      'every half hour, in an order that the gap turns round',
      [`DTSTART;${AMSTERDAM}:20260329T013000`, 'RRULE:FREQ=MINUTELY;INTERVAL=30;COUNT=5'],
      'Europe/Amsterdam',
      ['2026-03-29T00:30', '2026-03-29T01:00', '2026-03-29T01:30'],
    ],
    [
      'every day over a day that is left out',
      ['DTSTART;TZID=Pacific/Apia:20111228T090000', 'RRULE:FREQ=DAILY;COUNT=5'],
      'Pacific/Apia',
      ['2011-12-28T19:00', '2011-12-29T19:00', '2011-12-30T19:00', '2011-12-31T19:00'],
    ],
  ]
  test.each(gaps)('%s', (_, lines, zone, expected) => {
    const [from, to] = zone === 'Pacific/Apia' ? ['2011-12-20', '2012-01-10'] : ['2026-03-20', '2026-04-10']
    expect(startsOf(lines, from, to, zoneOf(zone)!)).toEqual(expected)
  })
})

describe('times of the day in a rule of whole days (RFC 5545 3.3.10)', () => {
  test.each(['BYHOUR=9', 'BYHOUR=9,18;BYMINUTE=30', 'BYSECOND=1', 'BYHOUR=25'])('say nothing: %s', (times) => {
    const lines = ['DTSTART;VALUE=DATE:20261005', `RRULE:FREQ=WEEKLY;COUNT=3;${times}`]
    expect(startsOf(lines, '2026-10-01', '2026-11-01')).toEqual(['2026-10-05', '2026-10-12', '2026-10-19'])
  })
})

describe('COUNT=0', () => {
  test('is no occurrence, and no bound that a form could show', () => {
    const lines = ['DTSTART:20261005T160000Z', 'RRULE:FREQ=DAILY;COUNT=0']
    expect(startsOf(lines, '2026-09-01', '2026-12-01')).toEqual([])
    const { recurrence, recurrenceCount } = formOf(calendarOf(['UID:u', ...lines]), household)
    expect({ recurrence, recurrenceCount }).toEqual({ recurrence: 'daily', recurrenceCount: undefined })
  })

  test('leaves added dates and a second rule alone', () => {
    expect(
      startsOf(
        ['DTSTART:20261005T160000Z', 'RRULE:FREQ=DAILY;COUNT=0', 'RDATE:20261009T160000Z'],
        '2026-10-01',
        '2026-11-01',
      ),
    ).toEqual(['2026-10-09T16:00'])
    expect(
      startsOf(
        ['DTSTART:20261005T160000Z', 'RRULE:FREQ=DAILY;COUNT=0', 'RRULE:FREQ=WEEKLY;COUNT=2'],
        '2026-10-01',
        '2026-11-01',
      ),
    ).toEqual(['2026-10-05T16:00', '2026-10-12T16:00'])
  })
})

describe('an override', () => {
  const choir = [`DTSTART;${AMSTERDAM}:20261005T180000`, 'SUMMARY:Choir', 'RRULE:FREQ=WEEKLY;COUNT=2']
  const holiday = ['DTSTART;VALUE=DATE:20261005', 'SUMMARY:Holiday', 'RRULE:FREQ=WEEKLY;COUNT=2']

  test('that names a day replaces the instance of a timed series on it', () => {
    const moved = ['RECURRENCE-ID;VALUE=DATE:20261012', `DTSTART;${AMSTERDAM}:20261013T180000`, 'SUMMARY:Choir outside']
    expect(titlesOf(choir, moved)).toEqual(['10-05 Choir', '10-13 Choir outside'])
  })

  test('that names a day leaves a second instance on it alone', () => {
    const twice = [`DTSTART;${AMSTERDAM}:20261005T090000`, 'SUMMARY:Pills', 'RRULE:FREQ=DAILY;BYHOUR=9,17;COUNT=2']
    const moved = ['RECURRENCE-ID;VALUE=DATE:20261005', `DTSTART;${AMSTERDAM}:20261006T090000`, 'SUMMARY:Late']
    expect(titlesOf(twice, moved)).toEqual(['10-05 Pills', '10-06 Late'])
  })

  test.each(['20261012T000000', '20261012T000000Z', `;${AMSTERDAM}:20261012T000000`])(
    'that names a time (%s) replaces the instance of an all-day series on that day',
    (value) => {
      const id = value.startsWith(';') ? `RECURRENCE-ID${value}` : `RECURRENCE-ID:${value}`
      const moved = [id, 'DTSTART;VALUE=DATE:20261014', 'SUMMARY:Holiday, late']
      expect(titlesOf(holiday, moved)).toEqual(['10-05 Holiday', '10-14 Holiday, late'])
    },
  )

  const version = (title: string, sequence: string[], start = '20261013T180000') => [
    `RECURRENCE-ID;${AMSTERDAM}:20261012T180000`,
    `DTSTART;${AMSTERDAM}:${start}`,
    `SUMMARY:${title}`,
    ...sequence,
  ]

  test('of two versions the one with the higher SEQUENCE counts, of one SEQUENCE the last', () => {
    expect(titlesOf(choir, version('New', ['SEQUENCE:2']), version('Old', ['SEQUENCE:1']))[1]).toBe('10-13 New')
    expect(titlesOf(choir, version('Old', []), version('New', ['SEQUENCE:1']))[1]).toBe('10-13 New')
    expect(titlesOf(choir, version('Old', ['SEQUENCE:1']), version('New', ['SEQUENCE:1']))[1]).toBe('10-13 New')
    expect(titlesOf(choir, version('Old', ['SEQUENCE:x']), version('New', []))[1]).toBe('10-13 New')
  })

  test('the same one, named once as a day and once as a time, is still one', () => {
    const byDay = ['RECURRENCE-ID;VALUE=DATE:20261012', `DTSTART;${AMSTERDAM}:20261013T180000`, 'SUMMARY:Late']
    expect(titlesOf(choir, byDay, version('Later', ['SEQUENCE:1']))).toEqual(['10-05 Choir', '10-13 Later'])
  })
})

describe('several masters', () => {
  const master = (title: string, day: string, ...more: string[]) => [
    `DTSTART:${day}T160000Z`,
    `SUMMARY:${title}`,
    ...more,
  ]

  test('of one start are versions: the highest SEQUENCE, then the last', () => {
    const other = master('Other', '20261007')
    expect(titlesOf(master('Old', '20261005'), master('New', '20261005'))).toEqual(['10-05 New'])
    expect(titlesOf(master('New', '20261005', 'SEQUENCE:3'), master('Old', '20261005'), other)).toEqual([
      '10-05 New',
      '10-07 Other',
    ])
  })

  test('all give way to one override', () => {
    const override = ['RECURRENCE-ID:20261006T160000Z', 'DTSTART:20261008T160000Z', 'SUMMARY:Moved']
    const daily = (title: string, day: string) => master(title, day, 'RRULE:FREQ=DAILY;UNTIL=20261006T160000Z')
    expect(titlesOf(daily('A', '20261005'), daily('B', '20261004'), override)).toEqual([
      '10-04 B',
      '10-05 A',
      '10-05 B',
      '10-08 Moved',
    ])
  })
})

describe('added periods', () => {
  const holiday = ['DTSTART;VALUE=DATE:20261005', 'DTEND;VALUE=DATE:20261006']
  const spans = (lines: string[]) => spansOf(calendarOf(['UID:u', ...lines]), '2026-10-01', '2026-11-01')

  test.each([
    ['20261010T000000Z/PT5H', '2026-10-10/2026-10-11'],
    ['20261010T000000Z/P2D', '2026-10-10/2026-10-12'],
    ['20261010T090000Z/20261011T170000Z', '2026-10-10/2026-10-11'],
    ['20261010T090000Z/20261012T000000Z', '2026-10-10/2026-10-12'],
    ['20261010T090000Z/20261009T000000Z', '2026-10-10/2026-10-11'],
    ['20261010T090000Z/-P5D', '2026-10-10/2026-10-11'],
  ])('on an all-day event cover whole days: %s', (period, expected) => {
    expect(spans([...holiday, `RDATE;VALUE=PERIOD:${period}`])).toEqual(['2026-10-05/2026-10-06', expected])
  })

  test('never end before they start', () => {
    const timed = ['DTSTART:20261005T160000Z', 'RDATE;VALUE=PERIOD:20261010T090000Z/20261009T000000Z']
    expect(spans(timed)[1]).toBe('2026-10-10T09:00:00Z/2026-10-10T09:00:00Z')
  })

  test('of two periods at one instant the last in the text counts, before a plain date', () => {
    const lines = [
      'DTSTART:20261005T160000Z',
      'RDATE:20261010T090000Z',
      'RDATE;VALUE=PERIOD:20261010T090000Z/PT1H,20261010T090000Z/PT2H',
    ]
    expect(spans(lines)).toEqual([
      '2026-10-05T16:00:00Z/2026-10-05T16:00:00Z',
      '2026-10-10T09:00:00Z/2026-10-10T11:00:00Z',
    ])
  })
})

describe('dates and times that do not exist are unreadable', () => {
  const start = 'DTSTART:20261005T160000Z'

  test.each(['20260231T100000Z', '20260431', '20261005T250000Z', '20261005T106000Z', '20261005T100061Z'])(
    'DTSTART:%s',
    (value) => {
      expect(() => summarize(calendarOf(['UID:u', `DTSTART:${value}`]), household)).toThrow('without a readable event')
    },
  )

  test('in a list they are left out, and the rest is read', () => {
    expect(startsOf([start, 'RDATE:20260931T100000Z,20261007T160000Z'], '2026-09-01', '2026-11-01')).toEqual([
      '2026-10-05T16:00',
      '2026-10-07T16:00',
    ])
  })

  test('the end of a day may be written as 24 o’clock, and a leap second is the one before', () => {
    expect(startsOf(['DTSTART:20261005T240000Z'], '2026-10-01', '2026-11-01')).toEqual(['2026-10-06T00:00'])
    expect(startsOf(['DTSTART:20261005T235960Z'], '2026-10-01', '2026-11-01')).toEqual(['2026-10-05T23:59'])
  })
})

describe('columns of an all-day event', () => {
  test.each([
    ['05000101', '1000-01-01', '1000-01-02'],
    ['99990505', '9999-01-01', '9999-01-02'],
  ])('from %s hold at least a day', (date, start, end) => {
    const summary = summarize(calendarOf(['UID:u', `DTSTART;VALUE=DATE:${date}`]), household)
    expect([summary.dtstartDate, summary.dtendDate]).toEqual([start, end])
  })
})
