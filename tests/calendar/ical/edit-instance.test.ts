import { describe, expect, test } from 'bun:test'
import { editInstance, excludeInstance, extractInstance } from '../../../src/calendar/ical/edit/instance'
import { IcalError } from '../../../src/calendar/ical/error'
import type { EventForm } from '../../../src/calendar/ical/form'
import { countInstances, formOfInstance } from '../../../src/calendar/ical/instance'
import { calendarOf, difference, household, occurrencesOf, options, spanOf } from './cast'

const AMSTERDAM = 'TZID=Europe/Amsterdam'
const STAMPS = ['DTSTAMP:20261120T120000Z', 'LAST-MODIFIED:20261120T120000Z', 'X-CORKBOARD-OP:op-2']
const NOVEMBER_24 = '2026-11-24T17:00:00.000Z'
const CONTENT = [
  'SUMMARY;LANGUAGE=nl:Koor',
  'ATTENDEE;CN="Ben";PARTSTAT=ACCEPTED:mailto:ben@example.org',
  'CATEGORIES:Music,Evening',
  'ATTACH;FMTTYPE=application/pdf:https://example.org/a-very-long-name-of-a-file-that-has-t\r\n o-be-folded.pdf',
  'X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC',
]
const ALARM = ['BEGIN:VALARM', 'ACTION:AUDIO', 'TRIGGER;RELATED=END:-PT5M', 'X-SOUND:bell', 'END:VALARM']
const TIMES = [`DTSTART;${AMSTERDAM}:20260210T180000`, `DTEND;${AMSTERDAM}:20260210T200000`]
const RULE = ['RRULE:FREQ=WEEKLY', `EXDATE;${AMSTERDAM}:20261117T180000`, `RDATE;${AMSTERDAM}:20261125T180000`]
const CHOIR = ['UID:u', 'SEQUENCE:3', ...TIMES, ...RULE, ...CONTENT, ...ALARM]
const to = (start: string, end: string) => ({ allDay: false, start, end })
const edit = (text: string, recurrenceId: string, changes: Partial<EventForm>) =>
  editInstance(text, recurrenceId, changes, options)
/** The events of a text, each as its lines. */
const eventsOf = (text: string) =>
  (text.match(/BEGIN:VEVENT\r\n.*?END:VEVENT/gs) ?? []).map((event) => event.split('\r\n').slice(1, -1))
const shown = (text: string, from = '2026-11-01', until = '2026-12-15') =>
  occurrencesOf(text, from, until).map((one) => `${spanOf(one)} ${one.title}`)

describe('an occurrence gets an override', () => {
  test('with everything that the master says, and the master stays byte by byte', () => {
    const before = calendarOf(CHOIR)
    const after = edit(before, NOVEMBER_24, { title: 'Repetitie' })
    expect(eventsOf(after)[0]).toEqual(eventsOf(before)[0]!)
    expect(after.startsWith(before.slice(0, before.indexOf('END:VCALENDAR')))).toBe(true)
    expect(eventsOf(after)[1]).toEqual([
      'UID:u',
      'SEQUENCE:3',
      `DTSTART;${AMSTERDAM}:20261124T180000`,
      `DTEND;${AMSTERDAM}:20261124T200000`,
      'SUMMARY;LANGUAGE=nl:Repetitie',
      ...CONTENT.slice(1).flatMap((line) => line.split('\r\n')),
      `RECURRENCE-ID;${AMSTERDAM}:20261124T180000`,
      ...STAMPS,
      ...ALARM,
    ])
  })

  const FORMS: [string, string[], string, string[]][] = [
    [
      'in a zone',
      [`DTSTART;${AMSTERDAM}:20261020T180000`, 'DURATION:PT2H'],
      '2026-10-27T17:00:00.000Z',
      [`DTSTART;${AMSTERDAM}:20261027T180000`, 'DURATION:PT2H', `RECURRENCE-ID;${AMSTERDAM}:20261027T180000`],
    ],
    [
      'in UTC',
      ['DTSTART:20261020T180000Z', 'DTEND:20261020T190000Z'],
      '2026-10-27T18:00:00.000Z',
      ['DTSTART:20261027T180000Z', 'DTEND:20261027T190000Z', 'RECURRENCE-ID:20261027T180000Z'],
    ],
    [
      'floating',
      ['DTSTART:20261020T180000', 'DTEND:20261020T190000'],
      '2026-10-27T17:00:00.000Z',
      ['DTSTART:20261027T180000', 'DTEND:20261027T190000', 'RECURRENCE-ID:20261027T180000'],
    ],
    [
      'all day',
      ['DTSTART;VALUE=DATE:20261020', 'DTEND;VALUE=DATE:20261022'],
      '2026-10-27',
      ['DTSTART;VALUE=DATE:20261027', 'DTEND;VALUE=DATE:20261029', 'RECURRENCE-ID;VALUE=DATE:20261027'],
    ],
    [
      'in a zone that nobody knows, which is the household’s',
      ['DTSTART;TZID=Nowhere:20261020T180000'],
      '2026-10-27T17:00:00.000Z',
      ['DTSTART;TZID=Nowhere:20261027T180000', 'RECURRENCE-ID;TZID=Nowhere:20261027T180000'],
    ],
    [
      'with an end in another zone',
      [`DTSTART;${AMSTERDAM}:20261020T180000`, 'DTEND;TZID=America/New_York:20261020T140000'],
      '2026-10-27T17:00:00.000Z',
      [
        `DTSTART;${AMSTERDAM}:20261027T180000`,
        'DTEND;TZID=America/New_York:20261027T150000',
        `RECURRENCE-ID;${AMSTERDAM}:20261027T180000`,
      ],
    ],
  ]
  test.each(FORMS)('in the form of its series: %s', (_, lines, recurrenceId, expected) => {
    const before = calendarOf(['UID:u', ...lines, 'RRULE:FREQ=WEEKLY'])
    const after = edit(before, recurrenceId, { location: 'Church' })
    expect(eventsOf(after)[1]).toEqual(['UID:u', ...expected, 'LOCATION:Church', ...STAMPS])
    expect(shown(after, '2026-10-01')).toEqual(shown(before, '2026-10-01'))
  })

  const CLOCKS: [string, string, string, string, string][] = [
    [
      'in the hour that is left out, as the rule says it',
      '20260322T023000',
      'WEEKLY',
      '2026-03-29T01:30:00.000Z',
      '20260329T023000',
    ],
    [
      'in the hour that comes twice, the first',
      '20261018T023000',
      'WEEKLY',
      '2026-10-25T00:30:00.000Z',
      '20261025T023000',
    ],
  ]
  test.each(CLOCKS)('%s', (_, start, frequency, recurrenceId, clock) => {
    const lines = ['UID:u', `DTSTART;${AMSTERDAM}:${start}`, `DTEND;${AMSTERDAM}:${start.replace('T02', 'T04')}`]
    const before = calendarOf([...lines, `RRULE:FREQ=${frequency}`])
    const after = edit(before, recurrenceId, { title: 'Night' })
    expect(after).toContain(`RECURRENCE-ID;${AMSTERDAM}:${clock}\r\n`)
    expect(after).toContain(`DTSTART;${AMSTERDAM}:${clock}\r\n`)
    const at = recurrenceId.slice(0, 10)
    expect(shown(after, at, `${at.slice(0, 8)}30`).map((one) => one.replace('Night', ''))).toEqual(
      shown(before, at, `${at.slice(0, 8)}30`),
    )
  })

  test('of an added date in the second of two equal hours it is named in UTC, which alone can say it', () => {
    const before = calendarOf(['UID:u', `DTSTART;${AMSTERDAM}:20261020T023000`, 'RDATE:20261025T013000Z'])
    const after = edit(before, '2026-10-25T01:30:00.000Z', { title: 'Second' })
    expect(after).toContain('RECURRENCE-ID:20261025T013000Z')
    expect(shown(after, '2026-10-24', '2026-10-27')).toEqual(['2026-10-25T01:30:00Z/2026-10-25T01:30:00Z Second'])
  })

  test('of a period with the period’s own end', () => {
    const lines = ['UID:u', ...TIMES, 'RDATE;VALUE=PERIOD:20261124T100000Z/PT5H']
    const after = edit(calendarOf(lines), '2026-11-24T10:00:00.000Z', { title: 'Long' })
    expect(shown(after)).toEqual(['2026-11-24T10:00:00Z/2026-11-24T15:00:00Z Long'])
    expect(eventsOf(after)[1]).toContain(`DTEND;${AMSTERDAM}:20261124T160000`)
  })

  test('at another time and day, with a higher SEQUENCE', () => {
    const after = edit(calendarOf(CHOIR), NOVEMBER_24, to('2026-11-25T18:30:00Z', '2026-11-25T19:00:00Z'))
    expect(eventsOf(after)[1]).toEqual(
      expect.arrayContaining([
        `DTSTART;${AMSTERDAM}:20261125T193000`,
        `DTEND;${AMSTERDAM}:20261125T200000`,
        `RECURRENCE-ID;${AMSTERDAM}:20261124T180000`,
        'SEQUENCE:4',
      ]),
    )
    expect(eventsOf(after)[0]).toContain('SEQUENCE:3')
  })

  test('that is all-day in a timed series, and timed in an all-day one', () => {
    const day = edit(calendarOf(CHOIR), NOVEMBER_24, { allDay: true, start: '2026-11-24', end: '2026-11-25' })
    expect(shown(day)).toContain('2026-11-24/2026-11-26 Koor')
    expect(formOfInstance(day, NOVEMBER_24, household)).toMatchObject({ allDay: true, end: '2026-11-25' })
    const trip = calendarOf(['UID:u', 'SUMMARY:Trip', 'DTSTART;VALUE=DATE:20261103', 'RRULE:FREQ=WEEKLY;COUNT=3'])
    const timed = edit(trip, '2026-11-10', to('2026-11-10T09:00:00Z', '2026-11-10T10:00:00Z'))
    expect(shown(timed)).toEqual([
      '2026-11-03/2026-11-04 Trip',
      '2026-11-10T09:00:00Z/2026-11-10T10:00:00Z Trip',
      '2026-11-17/2026-11-18 Trip',
    ])
  })

  test('that has one already: it is changed in its place, and nothing else is', () => {
    const moved = [
      'UID:u',
      `RECURRENCE-ID;${AMSTERDAM}:20261124T180000`,
      'SUMMARY:Concert',
      `DTSTART;${AMSTERDAM}:20261125T190000`,
      'X-KEPT:1',
    ]
    const before = calendarOf(CHOIR, moved)
    expect(difference(before, edit(before, NOVEMBER_24, { location: 'Church' }))).toEqual([
      '+ LOCATION:Church',
      ...STAMPS.map((line) => `+ ${line}`),
    ])
  })
})

describe('alarms at an instant go to the day of the occurrence', () => {
  const alarm = (trigger: string) => [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `TRIGGER;VALUE=DATE-TIME:${trigger}`,
    'END:VALARM',
  ]
  const triggers = (text: string) => text.match(/(?<=TRIGGER;VALUE=DATE-TIME:).*(?=\r\n)/g)?.slice(1)

  test.each([
    ['of an all-day series', 'DTSTART;VALUE=DATE:20260901', ['20260831T070000Z'], '2026-11-24', ['20261123T080000Z']],
    [
      'two of them',
      'DTSTART;VALUE=DATE:20260901',
      ['20260831T070000Z', '20260901T050000Z'],
      '2026-11-24',
      ['20261123T080000Z', '20261124T060000Z'],
    ],
    [
      'of a timed series',
      `DTSTART;${AMSTERDAM}:20260901T180000`,
      ['20260901T153000Z'],
      NOVEMBER_24,
      ['20261124T163000Z'],
    ],
    [
      'of an added date in the second of two equal hours',
      `DTSTART;${AMSTERDAM}:20261020T023000\r\nRDATE:20261025T013000Z`,
      ['20261020T000000Z'],
      '2026-10-25T01:30:00.000Z',
      ['20261025T010000Z'],
    ],
  ])('%s', (_, start, alarms, recurrenceId, expected) => {
    const before = calendarOf(['UID:u', start, 'RRULE:FREQ=WEEKLY', ...alarms.flatMap(alarm)])
    expect(triggers(edit(before, recurrenceId, { title: 'x' }))?.slice(alarms.length - 1)).toEqual(expected)
  })

  test('and with it to another day', () => {
    const before = calendarOf([
      'UID:u',
      'DTSTART;VALUE=DATE:20260901',
      'RRULE:FREQ=WEEKLY',
      ...alarm('20260831T070000Z'),
    ])
    const moved = edit(before, '2026-11-24', { allDay: true, start: '2026-11-26', end: '2026-11-26' })
    expect(triggers(moved)).toEqual(['20261125T080000Z'])
    expect(formOfInstance(moved, '2026-11-24', household)).toMatchObject({ reminderLeadMinutes: 1440 })
  })

  test('a new reminder is the occurrence’s alone', () => {
    const before = calendarOf(CHOIR)
    const after = edit(before, NOVEMBER_24, { reminderLeadMinutes: 30 })
    expect(formOfInstance(after, NOVEMBER_24, household)).toMatchObject({ reminderLeadMinutes: 30 })
    expect(eventsOf(after)[0]).toEqual(eventsOf(before)[0]!)
  })
})

describe('an occurrence is excluded', () => {
  test('by an EXDATE before the others, in the form of its series', () => {
    const before = calendarOf(CHOIR)
    const after = excludeInstance(before, NOVEMBER_24, options)
    expect(difference(before, after)).toEqual([
      '- SEQUENCE:3',
      '+ SEQUENCE:4',
      `+ EXDATE;${AMSTERDAM}:20261124T180000`,
      ...STAMPS.map((line) => `+ ${line}`),
    ])
    expect(after).toContain(`EXDATE;${AMSTERDAM}:20261124T180000\r\nEXDATE;${AMSTERDAM}:20261117T180000\r\n`)
  })

  test.each([
    ['an added date', CHOIR, '2026-11-25T17:00:00.000Z'],
    ['one of an all-day series', ['UID:u', 'DTSTART;VALUE=DATE:20261103', 'RRULE:FREQ=WEEKLY'], '2026-11-24'],
    ['one of a floating series', ['UID:u', 'DTSTART:20261103T180000', 'RRULE:FREQ=WEEKLY'], NOVEMBER_24],
    ['one of a series in UTC', ['UID:u', 'DTSTART:20261103T170000Z', 'RRULE:FREQ=WEEKLY'], NOVEMBER_24],
  ])('%s', (_, lines, recurrenceId) => {
    const before = calendarOf(lines)
    const gone = occurrencesOf(before, '2026-11-01', '2026-12-15').filter((one) => one.recurrenceId !== recurrenceId)
    const after = excludeInstance(before, recurrenceId, options)
    expect(occurrencesOf(after, '2026-11-01', '2026-12-15')).toEqual(gone)
    expect(formOfInstance(after, recurrenceId, household)).toBeNull()
  })

  test('with every version of its override', () => {
    const version = (sequence: number) => [
      'UID:u',
      `RECURRENCE-ID;${AMSTERDAM}:20261124T180000`,
      `SEQUENCE:${sequence}`,
      `DTSTART;${AMSTERDAM}:20261125T190000`,
    ]
    const after = excludeInstance(calendarOf(version(1), CHOIR, version(2)), NOVEMBER_24, options)
    expect(eventsOf(after)).toHaveLength(1)
    expect(shown(after)).not.toContain('2026-11-25T18:00:00Z/2026-11-25T18:00:00Z ')
  })

  test('and is not excluded twice', () => {
    const excluded = [...CHOIR, `EXDATE;${AMSTERDAM}:20261124T180000`]
    const override = ['UID:u', 'RECURRENCE-ID:20261124T170000Z', `DTSTART;${AMSTERDAM}:20261125T190000`]
    const after = excludeInstance(calendarOf(excluded, override), NOVEMBER_24, options)
    expect(after.match(/^EXDATE/gm)).toHaveLength(2)
  })

  test('and where it was the last nothing is left', () => {
    const all = (text: string, recurrenceId: string) => countInstances(text, recurrenceId, household).all
    const two = calendarOf(['UID:u', 'DTSTART:20261103T170000Z', 'RRULE:FREQ=WEEKLY;COUNT=2'])
    const one = excludeInstance(two, '2026-11-10T17:00:00.000Z', options)
    const [first, none] = ['2026-11-03T17:00:00.000Z', excludeInstance(one, '2026-11-03T17:00:00.000Z', options)]
    expect([two, one, none].map((text) => all(text, first))).toEqual([2, 1, 0])
    const orphan = calendarOf(['UID:u', 'RECURRENCE-ID:20261103T170000Z', 'DTSTART:20261104T170000Z'])
    expect(all(orphan, first)).toBe(1)
    expect(eventsOf(excludeInstance(orphan, first, options))).toEqual([])
  })

  test('of instances without their series the next carries the operation', () => {
    const orphan = (day: number) => ['UID:u', `RECURRENCE-ID:202611${day}T170000Z`, `DTSTART:202611${day}T180000Z`]
    const after = excludeInstance(calendarOf(orphan(24), orphan(25)), NOVEMBER_24, options)
    expect(eventsOf(after)).toEqual([[...orphan(25), ...STAMPS]])
  })
})

describe('an old override of all that follow', () => {
  const RANGE = [
    'UID:u',
    'SUMMARY:Later',
    `RECURRENCE-ID;RANGE=THISANDFUTURE;${AMSTERDAM}:20261110T180000`,
    `DTSTART;${AMSTERDAM}:20261111T190000`,
    `DTEND;${AMSTERDAM}:20261111T210000`,
  ]
  const text = calendarOf(
    ['UID:u', 'SUMMARY:Choir', `DTSTART;${AMSTERDAM}:20261103T180000`, 'RRULE:FREQ=WEEKLY;COUNT=4'],
    RANGE,
  )
  const before = [
    '2026-11-03T17:00:00Z/2026-11-03T17:00:00Z Choir',
    '2026-11-11T18:00:00Z/2026-11-11T20:00:00Z Later',
    '2026-11-18T18:00:00Z/2026-11-18T20:00:00Z Later',
    '2026-11-25T18:00:00Z/2026-11-25T20:00:00Z Later',
  ]
  const ids = ['2026-11-03', '2026-11-10', '2026-11-17', '2026-11-24'].map((day) => `${day}T17:00:00.000Z`)

  test.each([0, 1, 2, 3])('leaves the other occurrences alone when no. %d is changed or excluded', (index) => {
    expect(shown(text)).toEqual(before)
    const renamed = edit(text, ids[index]!, { title: 'Once' })
    expect(shown(renamed)).toEqual(before.with(index, before[index]!.replace(/\w+$/, 'Once')))
    expect(renamed.match(/RANGE=THISANDFUTURE/g)).toHaveLength(1)
    expect(shown(excludeInstance(text, ids[index]!, options))).toEqual(before.toSpliced(index, 1))
  })

  test('goes when nothing is left that it speaks for', () => {
    const last = ids.slice(2).reduce((rest, id) => excludeInstance(rest, id, options), text)
    expect(edit(last, ids[1]!, { title: 'Once' })).not.toContain('RANGE')
    expect(eventsOf(excludeInstance(last, ids[1]!, options))).toHaveLength(1)
  })
})

describe('an occurrence that is taken out', () => {
  test('is a single event with all its content', () => {
    const single = extractInstance(calendarOf(CHOIR), NOVEMBER_24, { ...options, uid: 'new' })
    expect(eventsOf(single)).toEqual([
      [
        'UID:new',
        'SEQUENCE:3',
        `DTSTART;${AMSTERDAM}:20261124T180000`,
        `DTEND;${AMSTERDAM}:20261124T200000`,
        ...CONTENT.flatMap((line) => line.split('\r\n')),
        ...STAMPS,
        ...ALARM,
      ],
    ])
  })

  test('is its override where it has one, which reminds as its series', () => {
    const moved = ['UID:u', 'SUMMARY:Concert', 'RECURRENCE-ID:20261124T170000Z', `DTSTART;${AMSTERDAM}:20261125T190000`]
    const single = extractInstance(calendarOf(CHOIR, moved), NOVEMBER_24, { ...options, uid: 'new' })
    expect(eventsOf(single)).toEqual([
      ['UID:new', 'SUMMARY:Concert', `DTSTART;${AMSTERDAM}:20261125T190000`, ...STAMPS, ...ALARM],
    ])
  })
})

describe('there is no such occurrence', () => {
  const override = (...lines: string[]) => ['UID:u', `RECURRENCE-ID;${AMSTERDAM}:20261124T180000`, ...TIMES, ...lines]
  test.each([
    ['before the series', [CHOIR], '2026-02-03T17:00:00.000Z'],
    ['at another time', [CHOIR], '2026-11-24T17:00:01.000Z'],
    ['by its day', [CHOIR], '2026-11-24'],
    ['excluded', [CHOIR], '2026-11-17T17:00:00.000Z'],
    ['cancelled', [CHOIR, override('STATUS:CANCELLED')], NOVEMBER_24],
    ['of an event that does not repeat', [['UID:u', 'DTSTART:20261124T170000Z']], NOVEMBER_24],
    [
      'of a series with a rule that cannot be read',
      [['UID:u', 'DTSTART:20261117T170000Z', 'RRULE:FREQ=NEVER']],
      NOVEMBER_24,
    ],
    ['what is no name', [CHOIR], 'tomorrow'],
  ])('%s', (_, events, recurrenceId) => {
    const text = calendarOf(...events)
    expect(formOfInstance(text, recurrenceId, household)).toBeNull()
    expect(() => edit(text, recurrenceId, { title: 'x' })).toThrow(IcalError)
    expect(() => excludeInstance(text, recurrenceId, options)).toThrow(IcalError)
    expect(() => extractInstance(text, recurrenceId, { ...options, uid: 'new' })).toThrow(IcalError)
  })
})
