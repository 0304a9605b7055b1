import { describe, expect, test } from 'bun:test'
import { seriesBefore, seriesFrom } from '../../../src/calendar/ical/edit/split'
import { IcalError } from '../../../src/calendar/ical/error'
import { cpuMs, slowness } from '../../support/cpu'
import { calendarOf, difference, options } from './cast'
import { AMSTERDAM, evening, linesOf, override, shown } from './choir'

const from = (text: string, recurrenceId: string) => seriesFrom(text, recurrenceId, { ...options, uid: 'rest' })
const before = (text: string, recurrenceId: string) => seriesBefore(text, recurrenceId, options)

const WEEKLY = calendarOf(
  evening(
    '20260210',
    'RRULE:FREQ=WEEKLY;COUNT=60',
    `EXDATE;${AMSTERDAM}:20260217T180000,20261201T180000`,
    `RDATE;${AMSTERDAM}:20260213T180000,20261204T180000`,
    'EXDATE:20260224T170000Z',
    'ATTENDEE;CN="A, B":mailto:ada@example.org',
    'X-ODD;P=1:odd',
  ),
  override('20260303', '20261230T180000', 'SUMMARY:put off'),
  override('20261208', '20260305T180000', 'SUMMARY:brought forward'),
)
const NOVEMBER = '2026-11-24T17:00:00.000Z'

describe('this and following: the old series ends before the instance', () => {
  const bounds: [string, string[], string, string][] = [
    ['in UTC beside a zone', evening('20260210', 'RRULE:FREQ=WEEKLY'), NOVEMBER, 'UNTIL=20261124T165959Z'],
    ['in UTC in UTC', ['UID:u', 'DTSTART:20260210T170000Z', 'RRULE:FREQ=WEEKLY'], NOVEMBER, 'UNTIL=20261124T165959Z'],
    [
      'as a date for all-day events',
      ['UID:u', 'DTSTART;VALUE=DATE:20260210', 'RRULE:FREQ=WEEKLY'],
      '2026-11-24',
      'UNTIL=20261123',
    ],
    [
      'on the local clock where it floats',
      ['UID:u', 'DTSTART:20260210T180000', 'RRULE:FREQ=WEEKLY'],
      NOVEMBER,
      'UNTIL=20261124T175959',
    ],
    [
      'on the local clock before an hour that is left out',
      ['UID:u', 'DTSTART:20260301T030000', 'RRULE:FREQ=WEEKLY'],
      '2026-03-29T01:00:00.000Z',
      'UNTIL=20260329T015959',
    ],
  ]
  test.each(bounds)('by UNTIL %s', (_, lines, recurrenceId, until) => {
    expect(linesOf(before(calendarOf(lines), recurrenceId), 'RRULE')).toEqual([`RRULE:FREQ=WEEKLY;${until}`])
  })

  test('by COUNT where it counts: excluded instances are counted, added dates are not', () => {
    expect(linesOf(before(WEEKLY, NOVEMBER), 'RRULE')).toEqual(['RRULE:FREQ=WEEKLY;COUNT=41'])
    expect(linesOf(from(WEEKLY, NOVEMBER), 'RRULE')).toEqual(['RRULE:FREQ=WEEKLY;COUNT=19'])
  })

  test('an earlier UNTIL gives way, one of an ended rule stays', () => {
    const lines = evening(
      '20260210',
      'RRULE:FREQ=WEEKLY;UNTIL=20270101T000000Z;INTERVAL=2',
      'RRULE:FREQ=DAILY;UNTIL=20260215T000000Z',
    )
    expect(linesOf(before(calendarOf(lines), NOVEMBER), 'RRULE')).toEqual([
      'RRULE:FREQ=WEEKLY;UNTIL=20261124T165959Z;INTERVAL=2',
      'RRULE:FREQ=DAILY;UNTIL=20260215T000000Z',
    ])
    expect(linesOf(from(calendarOf(lines), '2026-12-01T17:00:00.000Z'), 'RRULE')).toEqual([
      'RRULE:FREQ=WEEKLY;UNTIL=20270101T000000Z;INTERVAL=2',
    ])
  })

  test('exclusions, added dates and overrides stay with their instance, wherever it was moved to', () => {
    const [old, rest] = [before(WEEKLY, NOVEMBER), from(WEEKLY, NOVEMBER)]
    expect(linesOf(old, '(?:EXDATE|RDATE|RECURRENCE-ID)')).toEqual([
      `EXDATE;${AMSTERDAM}:20260217T180000`,
      `RDATE;${AMSTERDAM}:20260213T180000`,
      'EXDATE:20260224T170000Z',
      `RECURRENCE-ID;${AMSTERDAM}:20260303T180000`,
    ])
    expect(linesOf(rest, '(?:EXDATE|RDATE|RECURRENCE-ID)')).toEqual([
      `EXDATE;${AMSTERDAM}:20261201T180000`,
      `RDATE;${AMSTERDAM}:20261204T180000`,
      `RECURRENCE-ID;${AMSTERDAM}:20261208T180000`,
    ])
    expect(linesOf(rest, 'UID')).toEqual(['UID:rest', 'UID:rest'])
  })

  test('every other byte stays', () => {
    const named = /^. (?:RRULE|EXDATE|RDATE|DTSTAMP|LAST-MODIFIED|SEQUENCE|X-CORKBOARD-OP|UID|DTSTART|DTEND)[;:]/
    const series = calendarOf(
      evening('20260210', 'RRULE:FREQ=WEEKLY', 'ATTENDEE;CN="A, B":mailto:ada@example.org', 'X-ODD;P=1:odd'),
    )
    const changed = [before(series, NOVEMBER), from(series, NOVEMBER)].flatMap((part) => difference(series, part))
    expect(changed.filter((line) => !named.test(line))).toEqual([])
  })
})

describe('this and following: the new series starts at the instance', () => {
  test('with the length it had, on its own clock', () => {
    const rest = from(WEEKLY, NOVEMBER)
    expect(linesOf(rest, 'DTSTART')[0]).toBe(`DTSTART;${AMSTERDAM}:20261124T180000`)
    expect(linesOf(rest, 'DTEND')).toEqual([`DTEND;${AMSTERDAM}:20261124T190000`])
  })

  const rules: [string, string, string, string][] = [
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE', '20260209', '2026-11-18T17:00:00.000Z', '20261118'],
    ['FREQ=MONTHLY', '20260131', '2026-03-31T16:00:00.000Z', '20260331'],
    ['FREQ=YEARLY', '20240229', '2028-02-29T17:00:00.000Z', '20280229'],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', '20260227', '2026-11-30T17:00:00.000Z', '20261130'],
  ]
  test.each(rules)('%s from %s goes on as it is', (rule, day, recurrenceId, start) => {
    const rest = from(calendarOf(evening(day, `RRULE:${rule}`)), recurrenceId)
    expect(linesOf(rest, 'RRULE')).toEqual([`RRULE:${rule}`])
    expect(linesOf(rest, 'DTSTART')).toEqual([`DTSTART;${AMSTERDAM}:${start}T180000`])
  })

  test('what the rule took from its old start is written out where the new one says something else', () => {
    const rule = 'RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD'
    const rest = from(calendarOf(evening('20260131', `RRULE:${rule}`)), '2026-02-28T17:00:00.000Z')
    expect(linesOf(rest, 'RRULE')).toEqual([`RRULE:${rule};BYMONTHDAY=31`])
  })

  test('an instance in a spring gap keeps the time that the rule says', () => {
    const rest = from(
      calendarOf(['UID:u', `DTSTART;${AMSTERDAM}:20260326T023000`, 'RRULE:FREQ=DAILY']),
      '2026-03-29T01:30:00.000Z',
    )
    expect(linesOf(rest, 'DTSTART')).toEqual([`DTSTART;${AMSTERDAM}:20260329T023000`])
  })

  test('an added date stays one beside its rule; the dates before it stay with the old part', () => {
    const lines = evening(
      '20260210',
      'RRULE:FREQ=WEEKLY;INTERVAL=2',
      `RDATE;${AMSTERDAM}:20261113T180000,20261119T180000`,
    )
    const [old, rest] = [
      before(calendarOf(lines), '2026-11-19T17:00:00.000Z'),
      from(calendarOf(lines), '2026-11-19T17:00:00.000Z'),
    ]
    expect(linesOf(old, 'RDATE')).toEqual([`RDATE;${AMSTERDAM}:20261113T180000`])
    expect(linesOf(rest, '(?:DTSTART|RDATE)')).toEqual([
      `DTSTART;${AMSTERDAM}:20261201T180000`,
      `RDATE;${AMSTERDAM}:20261119T180000`,
    ])
  })

  test('without a rule it starts at the added date, which is said once', () => {
    const lines = evening('20260210', `RDATE;${AMSTERDAM}:20261113T180000,20261119T180000,20261120T180000`)
    const rest = from(calendarOf(lines), '2026-11-19T17:00:00.000Z')
    expect(linesOf(rest, '(?:DTSTART|DTEND|RDATE)')).toEqual([
      `DTSTART;${AMSTERDAM}:20261119T180000`,
      `DTEND;${AMSTERDAM}:20261119T190000`,
      `RDATE;${AMSTERDAM}:20261120T180000`,
    ])
  })

  test('an alarm at an instant goes to the day of the instance', () => {
    const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER;VALUE=DATE-TIME:20260209T080000Z', 'END:VALARM']
    const relative = ['BEGIN:VALARM', 'TRIGGER;RELATED=END:-PT5M', 'END:VALARM']
    const lines = ['UID:u', 'DTSTART;VALUE=DATE:20260210', 'RRULE:FREQ=WEEKLY', ...alarm, ...relative]
    const triggers = linesOf(from(calendarOf(lines), '2026-06-16'), 'TRIGGER')
    expect(triggers).toEqual(['TRIGGER;VALUE=DATE-TIME:20260615T070000Z', 'TRIGGER;RELATED=END:-PT5M'])
  })

  test('an override of all that follow goes on from there', () => {
    const lines = calendarOf(
      evening('20260210', 'RRULE:FREQ=WEEKLY;COUNT=6'),
      [
        'UID:u',
        'SUMMARY:later',
        `RECURRENCE-ID;RANGE=THISANDFUTURE;${AMSTERDAM}:20260217T180000`,
        `DTSTART;${AMSTERDAM}:20260217T200000`,
      ],
      override('20260303', '20260303T180000', 'SUMMARY:own'),
    )
    const rest = from(lines, '2026-03-03T17:00:00.000Z')
    expect(shown(rest)).toEqual(['03-03T17:00 own', '03-10T19:00 later', '03-17T19:00 later'])
  })

  test('an override of all before, which RFC 2445 had, stays with its instance', () => {
    const earlier = ['UID:u', 'SUMMARY:earlier', `RECURRENCE-ID;RANGE=THISANDPRIOR;${AMSTERDAM}:20260217T180000`]
    const lines = calendarOf(evening('20260210', 'RRULE:FREQ=WEEKLY;COUNT=5'), [
      ...earlier,
      `DTSTART;${AMSTERDAM}:20260217T200000`,
    ])
    expect(shown(before(lines, '2026-03-03T17:00:00.000Z'))).toContain('02-17T19:00 earlier')
    const rest = from(lines, '2026-03-03T17:00:00.000Z')
    expect(shown(rest)).toEqual(['03-03T17:00 Choir', '03-10T17:00 Choir'])
  })
})

describe('what cannot be divided is refused', () => {
  const refused: [string, string, string][] = [
    ['an instance of the other kind', WEEKLY, '2026-11-24'],
    ['no instance', WEEKLY, 'soon'],
    ['an instance behind the end', WEEKLY, '2036-11-24T17:00:00.000Z'],
    [
      'more instances than can be counted',
      calendarOf(evening('20000101', 'RRULE:FREQ=SECONDLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;COUNT=90000000')),
      NOVEMBER,
    ],
    [
      'a rule that never comes true',
      calendarOf(evening('20000101', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30')),
      NOVEMBER,
    ],
    ['no object', 'nonsense', NOVEMBER],
  ]
  test.each(refused)('%s', (_, text, recurrenceId) => {
    const spent = cpuMs(() => expect(() => from(text, recurrenceId)).toThrow(IcalError))
    expect(spent / slowness()).toBeLessThan(500)
  })

  test('the first instance has nothing before it', () => {
    const added = calendarOf(evening('20260210', `RDATE;${AMSTERDAM}:20260203T180000`))
    expect(() => before(added, '2026-02-03T17:00:00.000Z')).toThrow(IcalError)
  })

  test('thousands of exceptions are divided in one go', () => {
    const days = Array.from({ length: 1900 }, (_, index) => new Date(Date.UTC(2010, 0, 2 + index)))
    const stamps = days.map((day) => day.toISOString().slice(0, 10).replaceAll('-', ''))
    const text = calendarOf(
      evening('20100101', 'RRULE:FREQ=DAILY', ...stamps.map((day) => `EXDATE;${AMSTERDAM}:${day}T180000`)),
      ...stamps.map((day) => override(day, `${day}T190000`, 'SUMMARY:changed')),
    )
    const spent = cpuMs(() => {
      before(text, '2012-06-01T16:00:00.000Z')
      from(text, '2012-06-01T16:00:00.000Z')
    })
    expect(spent / slowness()).toBeLessThan(300)
  })
})
