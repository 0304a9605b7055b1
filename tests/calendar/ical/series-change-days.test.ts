import { describe, expect, test } from 'bun:test'
import { editSeries } from '../../../src/calendar/ical/edit/series-change'
import { IcalError, RuleError } from '../../../src/calendar/ical/error'
import { calendarOf, occurrencesOf, options } from './cast'
import { AMSTERDAM, DAY, days, evening, HOUR, linesOf, move } from './choir'

describe('when the day moves the rule’s own days move with it', () => {
  const NEXT = DAY
  const rules: [string, string, string, string, number, string, string[]][] = [
    [
      'one weekday',
      '20260907',
      'FREQ=WEEKLY;BYDAY=MO;COUNT=3',
      '2026-09-14',
      NEXT,
      'FREQ=WEEKLY;BYDAY=TU;COUNT=3',
      ['09-08', '09-15', '09-22'],
    ],
    [
      'of several weekdays only its own is exchanged',
      '20260907',
      'FREQ=WEEKLY;BYDAY=MO,WE;COUNT=4',
      '2026-09-16',
      NEXT,
      'FREQ=WEEKLY;BYDAY=MO,TH;COUNT=4',
      ['09-07', '09-10', '09-14', '09-17'],
    ],
    [
      'also the first one',
      '20260907',
      'FREQ=WEEKLY;BYDAY=MO,WE;COUNT=4',
      '2026-09-14',
      NEXT,
      'FREQ=WEEKLY;BYDAY=TU,WE;COUNT=4',
      ['09-08', '09-09', '09-15', '09-16'],
    ],
    [
      'behind the other one: the beginning goes to that',
      '20260907',
      'FREQ=WEEKLY;BYDAY=MO,WE;COUNT=4',
      '2026-09-14',
      3 * DAY,
      'FREQ=WEEKLY;BYDAY=TH,WE;COUNT=4',
      ['09-09', '09-10', '09-16', '09-17'],
    ],
    [
      'over the end of the week, every second week',
      '20260908',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;COUNT=4',
      '2026-09-27',
      NEXT,
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,MO;COUNT=4;WKST=TU',
      ['09-08', '09-14', '09-22', '09-28'],
    ],
    [
      'a weekday of every day',
      '20260907',
      'FREQ=DAILY;BYDAY=MO,TH;COUNT=3',
      '2026-09-10',
      NEXT,
      'FREQ=DAILY;BYDAY=MO,FR;COUNT=3',
      ['09-07', '09-11', '09-14'],
    ],
    [
      'the second Tuesday: the third Wednesday',
      '20260908',
      'FREQ=MONTHLY;BYDAY=2TU;COUNT=3',
      '2026-10-13',
      8 * DAY,
      'FREQ=MONTHLY;BYDAY=3WE;COUNT=3',
      ['09-16', '10-21', '11-18'],
    ],
    [
      'the last Friday: the last Thursday',
      '20260925',
      'FREQ=MONTHLY;BYDAY=-1FR;COUNT=2',
      '2026-10-30',
      -DAY,
      'FREQ=MONTHLY;BYDAY=-1TH;COUNT=2',
      ['09-24', '10-29'],
    ],
    [
      'the second of all Tuesdays',
      '20260908',
      'FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2;COUNT=2',
      '2026-10-13',
      NEXT,
      'FREQ=MONTHLY;BYDAY=WE;BYSETPOS=2;COUNT=2',
      ['09-09', '10-14'],
    ],
    [
      'one of two ordinals',
      '20260908',
      'FREQ=MONTHLY;BYDAY=2TU,-1FR;COUNT=4',
      '2026-10-30',
      -DAY,
      'FREQ=MONTHLY;BYDAY=2TU,-1TH;COUNT=4',
      ['09-08', '09-24', '10-13', '10-29'],
    ],
    [
      'a day of the month',
      '20260210',
      'FREQ=MONTHLY;COUNT=3',
      '2026-03-10',
      NEXT,
      'FREQ=MONTHLY;COUNT=3',
      ['02-11', '03-11', '04-11'],
    ],
    [
      'a day of the month that is named',
      '20260210',
      'FREQ=MONTHLY;BYMONTHDAY=10;COUNT=3',
      '2026-03-10',
      NEXT,
      'FREQ=MONTHLY;BYMONTHDAY=11;COUNT=3',
      ['02-11', '03-11', '04-11'],
    ],
    [
      'one of several days of the month',
      '20260210',
      'FREQ=MONTHLY;BYMONTHDAY=10,20;COUNT=4',
      '2026-03-20',
      NEXT,
      'FREQ=MONTHLY;BYMONTHDAY=10,21;COUNT=4',
      ['02-10', '02-21', '03-10', '03-21'],
    ],
    [
      'over the end of the month',
      '20260110',
      'FREQ=MONTHLY;COUNT=3',
      '2026-02-10',
      20 * DAY,
      'FREQ=MONTHLY;COUNT=3',
      ['02-02', '03-02', '04-02'],
    ],
    [
      'the last day of the month',
      '20260131',
      'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3',
      '2026-02-28',
      -DAY,
      'FREQ=MONTHLY;BYMONTHDAY=-2;COUNT=3',
      ['01-30', '02-27', '03-30'],
    ],
    [
      'a date of the year',
      '20260210',
      'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=10;COUNT=2',
      '2027-02-10',
      20 * DAY,
      'FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=2;COUNT=2',
      ['03-02', '03-02'],
    ],
    [
      'the fourth Thursday of November',
      '20261126',
      'FREQ=YEARLY;BYMONTH=11;BYDAY=4TH;COUNT=2',
      '2027-11-25',
      NEXT,
      'FREQ=YEARLY;BYMONTH=11;BYDAY=4FR;COUNT=2',
      ['11-27', '11-26'],
    ],
    [
      'every third day',
      '20260210',
      'FREQ=DAILY;INTERVAL=3;COUNT=3',
      '2026-02-13',
      NEXT,
      'FREQ=DAILY;INTERVAL=3;COUNT=3',
      ['02-11', '02-14', '02-17'],
    ],
    [
      'a day more than a week',
      '20260907',
      'FREQ=WEEKLY;BYDAY=MO,WE;COUNT=2',
      '2026-09-09',
      7 * DAY,
      'FREQ=WEEKLY;BYDAY=MO,WE;COUNT=2',
      ['09-14', '09-16'],
    ],
  ]
  test.each(rules)('%s', (_, start, rule, day, by, expected, found) => {
    const text = calendarOf(evening(start, `RRULE:${rule}`))
    const recurrenceId = occurrencesOf(text, '2026-01-01', '2029-01-01').find(({ start }) =>
      new Date(start).toISOString().startsWith(day),
    )!.recurrenceId!
    const edited = move(text, recurrenceId, by)
    expect(linesOf(edited, 'RRULE')).toEqual([`RRULE:${expected}`])
    expect(days(edited, '2029-01-01')).toEqual(found)
  })
})

describe('as many occurrences remain', () => {
  test('UNTIL goes along by as many days', () => {
    const text = calendarOf(evening('20260907', 'RRULE:FREQ=WEEKLY;UNTIL=20260928T160000Z'))
    const edited = move(text, '2026-09-14T16:00:00.000Z', 2 * DAY)
    expect(linesOf(edited, 'RRULE')).toEqual(['RRULE:FREQ=WEEKLY;UNTIL=20260930T160000Z'])
    expect(days(edited)).toEqual(['09-09', '09-16', '09-23', '09-30'])
  })

  test('an end at the last instance goes to where that goes', () => {
    const text = calendarOf(evening('20260907', 'RRULE:FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20260914T160000Z'))
    expect(days(text)).toEqual(['09-07', '09-09', '09-14'])
    expect(days(move(text, '2026-09-09T16:00:00.000Z', -DAY))).toEqual(['09-07', '09-08', '09-14'])
    expect(days(move(text, '2026-09-14T16:00:00.000Z', DAY))).toEqual(['09-08', '09-09', '09-15'])
  })

  test('an end in the evening stays for another time of the same evening', () => {
    const text = calendarOf(evening('20260907', 'RRULE:FREQ=WEEKLY;UNTIL=20260928T160000Z'))
    expect(days(move(text, '2026-09-14T16:00:00.000Z', HOUR))).toHaveLength(4)
    expect(days(move(text, '2026-09-14T16:00:00.000Z', -HOUR))).toHaveLength(4)
  })

  test('behind an end in UTC nothing begins', () => {
    const text = calendarOf([
      'UID:u',
      'SUMMARY:Choir',
      'DTSTART:20241219T011500Z',
      'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20241219T071500Z',
    ])
    expect(occurrencesOf(move(text, '2024-12-19T01:15:00.000Z', 3 * DAY), '2024-01-01', '2026-01-01')).toHaveLength(1)
  })

  test('what only the exchange has made at the beginning and the end is excluded', () => {
    const text = calendarOf(evening('20260909', 'RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=4'))
    expect(days(text)).toEqual(['09-09', '09-14', '09-16', '09-21'])
    const edited = move(text, '2026-09-14T16:00:00.000Z', 3 * DAY)
    expect(days(edited)).toEqual(['09-09', '09-16', '09-17', '09-24'])
    expect(linesOf(edited, '(?:RRULE|EXDATE)')).toEqual([
      'RRULE:FREQ=WEEKLY;BYDAY=TH,WE;COUNT=6',
      `EXDATE;${AMSTERDAM}:20260910T180000,20260923T180000`,
    ])
  })
})

test('a first occurrence that its rule did not have stays, also where the rule comes to have it', () => {
  const text = calendarOf(evening('20260910', 'RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=3'))
  expect(days(text)).toEqual(['09-10', '09-14', '09-16', '09-21'])
  expect(days(move(text, '2026-09-16T16:00:00.000Z', DAY))).toEqual(['09-10', '09-14', '09-17', '09-21'])
})

describe('what cannot be said is refused', () => {
  const refused: [string, string, string, number][] = [
    ['two weekdays that would become one', 'FREQ=WEEKLY;BYDAY=MO,TU', '2026-09-07T16:00:00.000Z', DAY],
    ['the last working day', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', '2026-09-30T16:00:00.000Z', -DAY],
    ['a day of the year', 'FREQ=YEARLY;BYYEARDAY=250', '2026-09-07T16:00:00.000Z', DAY],
    ['an hour over midnight', 'FREQ=DAILY;BYHOUR=9,18', '2026-09-08T07:00:00.000Z', 8 * HOUR],
  ]
  test.each(refused)('%s', (_, rule, recurrenceId, by) => {
    const text = calendarOf(evening('20260907', `RRULE:${rule}`))
    expect(() => move(text, recurrenceId, by)).toThrow(RuleError)
  })

  test('an occurrence that is none', () => {
    const text = calendarOf(evening('20260907', 'RRULE:FREQ=WEEKLY'))
    expect(() => editSeries(text, '2026-09-08T16:00:00.000Z', { title: 'x' }, options)).toThrow(IcalError)
    expect(() =>
      editSeries(calendarOf(evening('20260907')), '2026-09-08T16:00:00.000Z', { title: 'x' }, options),
    ).toThrow(IcalError)
  })
})
