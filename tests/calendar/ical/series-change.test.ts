import { describe, expect, test } from 'bun:test'
import { editEvent } from '../../../src/calendar/ical/edit'
import { editSeries } from '../../../src/calendar/ical/edit/series-change'
import { IcalError } from '../../../src/calendar/ical/error'
import { calendarOf, difference, occurrencesOf, options } from './cast'
import { AMSTERDAM, DAY, days, evening, HOUR, linesOf, move, override, shown } from './choir'

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

  // RFC 5545 3.3.10: UNTIL is a date where the start is one, else in UTC; others lose the last day to the other kind.
  test('so does its end, also where every day stays', () => {
    const allDay = editSeries(CHOIR, NOVEMBER, { allDay: true, start: '2026-11-24', end: '2026-11-24' }, options)
    expect(linesOf(allDay, 'RRULE')).toEqual(['RRULE:FREQ=WEEKLY;UNTIL=20261231'])
    const timed = { allDay: false, start: '2026-11-24T19:00:00Z', end: '2026-11-24T20:30:00Z' }
    const back = editSeries(allDay, '2026-11-24', timed, options)
    expect(linesOf(back, 'RRULE').filter((line) => line.includes('WEEKLY'))).toEqual([
      'RRULE:FREQ=WEEKLY;UNTIL=20261231T225959Z',
    ])
    expect([days(allDay), days(back)]).toEqual([days(CHOIR), days(CHOIR)])
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

  test('reminders of its own stay as long before an override that gets a time', () => {
    const alarm = (instant: string) => ['BEGIN:VALARM', `TRIGGER;VALUE=DATE-TIME:${instant}`, 'END:VALARM']
    const wholeDay = (day: string, more: string, instant: string) => [
      'UID:u',
      `DTSTART;VALUE=DATE:${day}`,
      more,
      ...alarm(instant),
    ]
    const text = calendarOf(
      wholeDay('20260907', 'RRULE:FREQ=WEEKLY', '20260907T070000Z'),
      wholeDay('20260914', 'RECURRENCE-ID;VALUE=DATE:20260914', '20260913T160000Z'),
    )
    const timed = { allDay: false, start: '2026-09-07T16:00:00Z', end: '2026-09-07T17:00:00Z' }
    const wanted = { ...timed, reminderLeadMinutes: 15 }
    for (const edited of [editSeries(text, '2026-09-07', wanted, options), editEvent(text, wanted, options)]) {
      expect(linesOf(edited, 'TRIGGER')).toEqual(['TRIGGER:-PT15M', 'TRIGGER:-PT1440M'])
    }
  })

  test('and several reminders, where an override has the same', () => {
    const alarms = ['-PT15M', '-PT1H'].flatMap((trigger) => ['BEGIN:VALARM', `TRIGGER:${trigger}`, 'END:VALARM'])
    const text = calendarOf(
      evening('20260907', 'RRULE:FREQ=WEEKLY', ...alarms),
      override('20260914', '20260914T180000', ...alarms),
      override('20260921', '20260921T180000', ...alarms.slice(3)),
    )
    const edited = editSeries(text, '2026-10-05T16:00:00.000Z', { reminderLeadMinutes: 30 }, options)
    expect(linesOf(edited, 'TRIGGER')).toEqual(['TRIGGER:-PT30M', 'TRIGGER:-PT30M', 'TRIGGER:-PT1H'])
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

  test('an override that replaces no instance reads as the form says, too', () => {
    const text = calendarOf(
      evening('20260907', 'RRULE:FREQ=WEEKLY;COUNT=2'),
      override('20261005', '20261005T180000', 'SUMMARY:Orphan'),
    )
    expect(shown(move(text, '2026-10-05T16:00:00.000Z', HOUR))).toEqual([
      '09-07T17:00 Choir',
      '09-14T17:00 Choir',
      '10-05T17:00 Orphan',
    ])
  })

  test('an added date moves the whole by as much', () => {
    const text = calendarOf(evening('20260907', 'RRULE:FREQ=WEEKLY;COUNT=2', `RDATE;${AMSTERDAM}:20260911T100000`))
    const edited = move(text, '2026-09-11T08:00:00.000Z', DAY + HOUR)
    expect(shown(edited)).toEqual(['09-08T17:00 Choir', '09-12T09:00 Choir', '09-15T17:00 Choir'])
  })
})

// RFC 5546 2.1.4, 2.1.5: whoever knows an override leaves one aside that is no later revision, and RFC 5545 3.8.7.2 dates it.
describe('an override that follows is a revision of its own', () => {
  const series = calendarOf(
    evening('20260914', 'RRULE:FREQ=WEEKLY', 'SEQUENCE:1', 'DTSTAMP:20260101T000000Z'),
    override('20260921', '20260921T180000', 'SUMMARY:Choir', 'SEQUENCE:2', 'DTSTAMP:20260101T000000Z'),
    override(
      '20260928',
      '20260928T180000',
      'SUMMARY:Concert',
      'DTSTAMP:20260101T000000Z',
      'LAST-MODIFIED:20260101T000000Z',
    ),
  )
  const id = '2026-10-05T16:00:00.000Z'
  const of = (text: string) => linesOf(text, '(?:SEQUENCE|DTSTAMP|LAST-MODIFIED)')
  const [then, now] = ['20260101T000000Z', '20261120T120000Z']
  const master = ['DTSTAMP', 'LAST-MODIFIED'].map((name) => `${name}:${now}`)

  test.each([
    ['all', () => move(series, id, HOUR)],
    ['the event', () => editEvent(series, { start: '2026-09-14T17:00:00Z', end: '2026-09-14T18:00:00Z' }, options)],
  ])('that has moved with %s has a higher SEQUENCE and another date', (_, edit) => {
    expect(of(edit())).toEqual(['SEQUENCE:2', ...master, 'SEQUENCE:3', ...master, ...master, 'SEQUENCE:1'])
  })

  test('that gets the new title has another date; one that has its own stays as it is', () => {
    expect(of(move(series, id, 0, { title: 'Chorus' }))).toEqual([
      'SEQUENCE:1',
      ...master,
      'SEQUENCE:2',
      ...master,
      `DTSTAMP:${then}`,
      `LAST-MODIFIED:${then}`,
    ])
  })
})

describe('an occurrence that stands on another day than its series', () => {
  const daysAlone = ['12-01', '12-10', '12-15', '12-22', '12-29']
  const allDay = { allDay: true, start: '2026-12-10', end: '2026-12-10' }
  const timed = { allDay: false, start: '2026-12-10T18:00:00Z', end: '2026-12-10T19:00:00Z' }
  const series = (rule: string) =>
    calendarOf(
      evening('20261201', `RRULE:FREQ=WEEKLY;${rule}`),
      override('20261208', '20261210T170000', 'SUMMARY:Choir'),
    )
  const dates = calendarOf(
    ['UID:u', 'SUMMARY:Fair', 'DTSTART;VALUE=DATE:20261201', 'RRULE:FREQ=WEEKLY;COUNT=5'],
    ['UID:u', 'SUMMARY:Fair', 'RECURRENCE-ID;VALUE=DATE:20261208', 'DTSTART;VALUE=DATE:20261210'],
  )

  test('leaves the others on theirs where all become all-day', () => {
    const edited = editSeries(series('COUNT=5'), '2026-12-08T17:00:00.000Z', allDay, options)
    expect(linesOf(edited, 'DTSTART')).toEqual(['DTSTART;VALUE=DATE:20261201', 'DTSTART;VALUE=DATE:20261210'])
    expect(days(edited)).toEqual(daysAlone)
  })

  test('also where the rule has its new day already', () => {
    const edited = editSeries(series('BYDAY=TU,TH;COUNT=4'), '2026-12-08T17:00:00.000Z', allDay, options)
    expect(days(edited)).toEqual(['12-01', '12-03', '12-10', '12-10'])
  })

  test('takes them along by as many days as it goes', () => {
    const next = { ...allDay, start: '2026-12-11', end: '2026-12-11' }
    const edited = editSeries(series('COUNT=5'), '2026-12-08T17:00:00.000Z', next, options)
    expect(days(edited)).toEqual(['12-02', '12-11', '12-16', '12-23', '12-30'])
  })

  test('leaves them on theirs where all become timed, at its time', () => {
    const edited = editSeries(dates, '2026-12-08', timed, options)
    expect(shown(edited)).toEqual(daysAlone.map((day) => `${day}T18:00 Fair`))
  })
})

describe('an added date at another time of the day', () => {
  const allDay = { allDay: true, start: '2026-09-15', end: '2026-09-15' }
  const series = (time: string) =>
    calendarOf(evening('20260915', 'RRULE:FREQ=WEEKLY;COUNT=3', `RDATE;${AMSTERDAM}:20260918T${time}`))

  test.each(['100000', '180000', '230000'])('keeps its day in a series that becomes all-day: %s', (time) => {
    const everyDay = ['09-15', '09-18', '09-22', '09-29']
    expect(days(editSeries(series(time), '2026-09-15T16:00:00.000Z', allDay, options))).toEqual(everyDay)
    expect(days(editEvent(series(time), allDay, options))).toEqual(everyDay)
    const next = { allDay: true, start: '2026-09-16', end: '2026-09-16' }
    const nextDay = ['09-16', '09-19', '09-23', '09-30']
    expect(days(editSeries(series(time), '2026-09-15T16:00:00.000Z', next, options))).toEqual(nextDay)
    expect(days(editEvent(series(time), next, options))).toEqual(nextDay)
  })

  test.each([
    ['080000Z', '100000'],
    ['210000Z', '230000'],
  ])('becomes all-day with its series, which keeps its days: %s', (instant, time) => {
    const id = `2026-09-18T${instant.slice(0, 2)}:00:00.000Z`
    const edited = editSeries(series(time), id, { allDay: true, start: '2026-09-18', end: '2026-09-18' }, options)
    expect(days(edited)).toEqual(['09-15', '09-18', '09-22', '09-29'])
  })
})

describe('an added date beside several weekdays', () => {
  const text = calendarOf(
    evening('20260907', 'RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=2', `RDATE;${AMSTERDAM}:20260911T230000`),
  )
  const id = '2026-09-11T21:00:00.000Z'

  test('moves them in their time, itself also by its day', () => {
    expect(shown(move(text, id, DAY - HOUR))).toEqual(['09-07T15:00 Choir', '09-09T15:00 Choir', '09-12T20:00 Choir'])
  })

  test('and not over midnight', () => {
    expect(() => move(text, id, -19 * HOUR)).toThrow(IcalError)
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
