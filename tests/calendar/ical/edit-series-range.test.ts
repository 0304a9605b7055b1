import { describe, expect, test } from 'bun:test'
import { changedFields } from '../../../src/calendar/ical/changes'
import { editSeries } from '../../../src/calendar/ical/edit/series-change'
import { seriesFrom } from '../../../src/calendar/ical/edit/split'
import { IcalError } from '../../../src/calendar/ical/error'
import type { EventForm } from '../../../src/calendar/ical/form'
import { formOfInstance } from '../../../src/calendar/ical/instance'
import { calendarOf, difference, household, occurrencesOf, options } from './cast'

const AMSTERDAM = 'TZID=Europe/Amsterdam'
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A series from six to seven in the evening of that day in Amsterdam, with more lines. */
const evening = (day: string, ...more: string[]) => [
  'UID:u',
  'SUMMARY:Choir',
  `DTSTART;${AMSTERDAM}:${day}T180000`,
  `DTEND;${AMSTERDAM}:${day}T190000`,
  ...more,
]
const override = (id: string, start: string, ...more: string[]) => [
  'UID:u',
  `RECURRENCE-ID;${AMSTERDAM}:${id}T180000`,
  `DTSTART;${AMSTERDAM}:${start}`,
  ...more,
]
const linesOf = (text: string, name: string) => text.match(new RegExp(`^${name}[;:].*$`, 'gm')) ?? []
const shown = (text: string, from = '2026-01-01', to = '2027-01-01') =>
  occurrencesOf(text, from, to).map(({ start, title }) => `${new Date(start).toISOString().slice(5, 16)} ${title}`)
/** `MM-DD` of every occurrence. */
const days = (text: string, to?: string) => shown(text, '2026-01-01', to).map((one) => one.slice(0, 5))

/** The changes of a form in which the occurrence was moved by days and milliseconds, and more. */
function changesOf(text: string, recurrenceId: string, by: number, more: Partial<EventForm> = {}): Partial<EventForm> {
  const base = formOfInstance(text, recurrenceId, household)
  if (base === null) throw new Error(`no instance ${recurrenceId} in\n${text}`)
  const later = (moment: string) => new Date(Date.parse(moment) + by).toISOString().slice(0, base.allDay ? 10 : 24)
  const { title, allDay } = base
  return changedFields(base, { title, allDay, start: later(base.start), end: later(base.end), ...more })
}

const move = (text: string, recurrenceId: string, by: number, more?: Partial<EventForm>) =>
  editSeries(text, recurrenceId, changesOf(text, recurrenceId, by, more), options)

describe('all: the difference that the form makes to the occurrence is made to the series', () => {
  const CHOIR = calendarOf(evening('20260210', 'RRULE:FREQ=WEEKLY;UNTIL=20261231T225959Z'))
  const NOVEMBER = '2026-11-24T17:00:00.000Z'

  test('Choir on 24 November, set to the 25th: every Wednesday since February', () => {
    const edited = move(CHOIR, NOVEMBER, DAY)
    expect(days(edited).slice(0, 2)).toEqual(['02-11', '02-18'])
    expect(days(edited)).toHaveLength(days(CHOIR).length)
    expect(linesOf(edited, 'DTSTART')).toEqual([`DTSTART;${AMSTERDAM}:20260211T180000`])
  })

  test('the time moves on the wall clock, in summer as in winter', () => {
    const edited = move(CHOIR, NOVEMBER, HOUR)
    expect(linesOf(edited, 'DTSTART')).toEqual([`DTSTART;${AMSTERDAM}:20260210T190000`])
    expect(shown(edited)).toContain('06-16T17:00 Choir')
    expect(linesOf(edited, 'RRULE')).toEqual(linesOf(CHOIR, 'RRULE'))
  })

  test('length and words are set, and nothing else changes', () => {
    const edited = move(CHOIR, NOVEMBER, 0, { title: 'Chorus', end: '2026-11-24T19:00:00Z', location: 'Church' })
    const stamped = /^. (?:DTSTAMP|LAST-MODIFIED|X-CORKBOARD-OP|SEQUENCE):/
    expect(difference(CHOIR, edited).filter((line) => !stamped.test(line))).toEqual([
      '- SUMMARY:Choir',
      `- DTEND;${AMSTERDAM}:20260210T190000`,
      '+ SUMMARY:Chorus',
      `+ DTEND;${AMSTERDAM}:20260210T200000`,
      '+ LOCATION:Church',
    ])
  })

  test('a series becomes all-day, and timed again', () => {
    const allDay = editSeries(CHOIR, NOVEMBER, { allDay: true, start: '2026-11-25', end: '2026-11-25' }, options)
    expect(linesOf(allDay, '(?:DTSTART|DTEND|RRULE)')).toEqual([
      'DTSTART;VALUE=DATE:20260211',
      'DTEND;VALUE=DATE:20260212',
      'RRULE:FREQ=WEEKLY;UNTIL=20270101',
    ])
    const timed = { allDay: false, start: '2026-11-25T19:00:00Z', end: '2026-11-25T20:30:00Z' }
    const back = editSeries(allDay, '2026-11-25', timed, options)
    expect(linesOf(back, 'DTSTART').at(-1)).toBe(`DTSTART;${AMSTERDAM}:20260211T200000`)
    expect(days(back)).toEqual(days(allDay))
  })
})

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

describe('exclusions, added dates and overrides follow', () => {
  const series = calendarOf(
    evening(
      '20260907',
      'LOCATION:School',
      'RRULE:FREQ=WEEKLY;BYDAY=MO,WE',
      `EXDATE;${AMSTERDAM}:20260914T180000,20260916T180000`,
      `RDATE;${AMSTERDAM}:20260911T100000`,
    ),
    override('20260921', '20260921T180000', 'SUMMARY:Concert', 'LOCATION:School'),
    override('20260923', '20260924T200000', 'SUMMARY:Choir', 'LOCATION:Church', 'DURATION:PT1H'),
    override('20261007', '20261007T180000', 'SUMMARY:Choir', 'DURATION:PT3H'),
  )

  test('those of the exchanged weekday go along, the others stay', () => {
    const edited = move(series, '2026-09-30T16:00:00.000Z', DAY)
    expect(shown(edited, '2026-09-01', '2026-10-10')).toEqual([
      '09-07T16:00 Choir',
      '09-10T16:00 Choir',
      '09-11T08:00 Choir',
      '09-21T16:00 Concert',
      '09-24T18:00 Choir',
      '09-28T16:00 Choir',
      '10-01T16:00 Choir',
      '10-05T16:00 Choir',
      '10-08T16:00 Choir',
    ])
    expect(linesOf(edited, '(?:EXDATE|RDATE|RECURRENCE-ID)')).toEqual([
      `EXDATE;${AMSTERDAM}:20260914T180000,20260917T180000`,
      `RDATE;${AMSTERDAM}:20260911T100000`,
      `RECURRENCE-ID;${AMSTERDAM}:20260921T180000`,
      `RECURRENCE-ID;${AMSTERDAM}:20260924T180000`,
      `RECURRENCE-ID;${AMSTERDAM}:20261008T180000`,
    ])
  })

  test('with the time, also where the first occurrence keeps its day', () => {
    const edited = move(series, '2026-09-30T16:00:00.000Z', HOUR)
    expect(shown(edited, '2026-09-10', '2026-09-25')).toEqual([
      '09-11T09:00 Choir',
      '09-21T17:00 Concert',
      '09-24T18:00 Choir',
    ])
  })

  test('in what they have in common with the series; what is their own stays', () => {
    const edited = move(series, '2026-09-30T16:00:00.000Z', 0, {
      title: 'Chorus',
      location: 'Gym',
      end: '2026-09-30T18:00:00Z',
    })
    const found = occurrencesOf(edited, '2026-09-20', '2026-10-10').map(
      ({ title, location, start, end }) => `${title}, ${location}, ${(end - start) / HOUR} h`,
    )
    expect(found).toEqual([
      'Concert, Gym, 0 h',
      'Chorus, Church, 2 h',
      'Chorus, Gym, 2 h',
      'Chorus, Gym, 2 h',
      'Chorus, Gym, 2 h',
      'Chorus, null, 3 h',
    ])
  })

  test('the reminder too', () => {
    const alarm = (trigger: string) => ['BEGIN:VALARM', 'ACTION:DISPLAY', `TRIGGER:${trigger}`, 'END:VALARM']
    const text = calendarOf(
      evening('20260907', 'RRULE:FREQ=WEEKLY', ...alarm('-PT15M')),
      override('20260914', '20260914T180000', ...alarm('-PT15M')),
      override('20260921', '20260921T180000', ...alarm('-PT2H')),
    )
    const edited = editSeries(text, '2026-10-05T16:00:00.000Z', { reminderLeadMinutes: 30 }, options)
    expect(linesOf(edited, 'TRIGGER')).toEqual(['TRIGGER:-PT30M', 'TRIGGER:-PT30M', 'TRIGGER:-PT2H'])
  })

  test('an occurrence that is an override itself reads as the form says', () => {
    const edited = move(series, '2026-09-23T16:00:00.000Z', HOUR, { title: 'Singing' })
    expect(shown(edited, '2026-09-20', '2026-10-01')).toEqual([
      '09-21T17:00 Concert',
      '09-24T19:00 Singing',
      '09-28T17:00 Singing',
      '09-30T17:00 Singing',
    ])
    expect(linesOf(edited, 'LOCATION')).toContain('LOCATION:Church')
  })

  test('an added date moves the whole by as much', () => {
    const text = calendarOf(evening('20260907', 'RRULE:FREQ=WEEKLY;COUNT=2', `RDATE;${AMSTERDAM}:20260911T100000`))
    const edited = move(text, '2026-09-11T08:00:00.000Z', DAY + HOUR)
    expect(shown(edited)).toEqual(['09-08T17:00 Choir', '09-12T09:00 Choir', '09-15T17:00 Choir'])
  })
})

describe('times of the rule’s own', () => {
  const text = calendarOf(evening('20260907', 'RRULE:FREQ=DAILY;BYHOUR=9,18;COUNT=4'))

  test('all move by as much', () => {
    const edited = move(text, '2026-09-08T07:00:00.000Z', 90 * 60_000)
    expect(linesOf(edited, 'RRULE')).toEqual(['RRULE:FREQ=DAILY;BYHOUR=10,19;COUNT=4'])
    expect(shown(edited).slice(0, 2)).toEqual(['09-07T17:30 Choir', '09-08T08:30 Choir'])
  })
})

describe('a new rule replaces that of the whole series', () => {
  const text = calendarOf(
    evening('20260210', 'RRULE:FREQ=WEEKLY', `EXDATE;${AMSTERDAM}:20260217T180000,20260224T180000`),
    override('20260324', '20260324T200000', 'SUMMARY:Late'),
    override('20260331', '20260331T200000', 'SUMMARY:Later'),
  )
  const NOVEMBER = '2026-11-24T17:00:00.000Z'
  const change = (more: Partial<EventForm>, by = 0) =>
    editSeries(text, NOVEMBER, changesOf(text, NOVEMBER, by, more), options)

  test('so that it has the occurrence, from the first day on that can be', () => {
    const edited = change({ recurrence: 'monthly' })
    expect(days(edited)[0]).toBe('03-24')
    expect(days(edited)).toContain('11-24')
    expect(shown(edited).slice(0, 2)).toEqual(['03-24T19:00 Late', '04-24T16:00 Choir'])
  })

  test('exclusions and overrides that name no instance any more are dropped', () => {
    const edited = change({ recurrence: 'monthly' })
    expect(linesOf(edited, '(?:EXDATE|RECURRENCE-ID)')).toEqual([
      `EXDATE;${AMSTERDAM}:20260224T180000`,
      `RECURRENCE-ID;${AMSTERDAM}:20260324T180000`,
    ])
  })

  test('with another day: they go along', () => {
    const edited = change({ recurrence: 'weekly', recurrenceUntil: '2026-12-31' }, DAY)
    expect(linesOf(edited, '(?:DTSTART|EXDATE|RECURRENCE-ID)')).toEqual([
      `DTSTART;${AMSTERDAM}:20260211T180000`,
      `EXDATE;${AMSTERDAM}:20260218T180000,20260225T180000`,
      `RECURRENCE-ID;${AMSTERDAM}:20260325T180000`,
      `DTSTART;${AMSTERDAM}:20260324T200000`,
      `RECURRENCE-ID;${AMSTERDAM}:20260401T180000`,
      `DTSTART;${AMSTERDAM}:20260331T200000`,
    ])
  })

  test('an end alone changes the end', () => {
    const edited = change({ recurrenceUntil: '2026-03-25' })
    expect(shown(edited)).toEqual([
      '02-10T17:00 Choir',
      '03-03T17:00 Choir',
      '03-10T17:00 Choir',
      '03-17T17:00 Choir',
      '03-24T19:00 Late',
    ])
  })

  test('none: the occurrence is what is left', () => {
    const edited = change({ recurrence: 'none', title: 'Concert' }, HOUR)
    expect(shown(edited)).toEqual(['11-24T18:00 Concert'])
    expect(linesOf(edited, '(?:UID|RRULE|EXDATE|RECURRENCE-ID|SEQUENCE)')).toEqual(['UID:u', 'SEQUENCE:1'])
  })
})

describe('this and following', () => {
  test('is the rest of the series, changed', () => {
    const text = calendarOf(evening('20260907', 'RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=6'))
    const id = '2026-09-16T16:00:00.000Z'
    const rest = seriesFrom(text, id, { ...options, uid: 'rest' })
    const edited = editSeries(rest, id, changesOf(text, id, DAY), options)
    expect(days(edited)).toEqual(['09-17', '09-21', '09-24'])
  })

  test('may be a single one', () => {
    const text = calendarOf(evening('20260907', `RDATE;${AMSTERDAM}:20260911T100000`))
    const id = '2026-09-11T08:00:00.000Z'
    const rest = seriesFrom(text, id, { ...options, uid: 'rest' })
    expect(shown(editSeries(rest, id, changesOf(text, id, HOUR), options))).toEqual(['09-11T09:00 Choir'])
  })
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
    expect(() => move(text, recurrenceId, by)).toThrow(IcalError)
  })

  test('an occurrence that is none', () => {
    const text = calendarOf(evening('20260907', 'RRULE:FREQ=WEEKLY'))
    expect(() => editSeries(text, '2026-09-08T16:00:00.000Z', { title: 'x' }, options)).toThrow(IcalError)
    expect(() =>
      editSeries(calendarOf(evening('20260907')), '2026-09-08T16:00:00.000Z', { title: 'x' }, options),
    ).toThrow(IcalError)
  })
})
