import { describe, expect, test } from 'bun:test'
import { parseRecurrenceId, recurrenceIdOf } from '../../../src/calendar/ical/recurrence-id'
import { calendarOf, occurrencesOf } from './cast'

const BERLIN = 'TZID=Europe/Berlin'
const CHOIR = [`DTSTART;${BERLIN}:20261006T180000`, 'RRULE:FREQ=WEEKLY;COUNT=3']

const NAMES: [string, string[][], [string, string | null][]][] = [
  [
    'an event that does not repeat has none',
    [[`DTSTART;${BERLIN}:20261006T180000`, `EXDATE;${BERLIN}:20261013T180000`]],
    [['2026-10-06T16:00:00.000Z', null]],
  ],
  [
    'across daylight saving it is the instant, not the clock',
    [[`DTSTART;${BERLIN}:20261020T180000`, 'RRULE:FREQ=WEEKLY;COUNT=2']],
    [
      ['2026-10-20T16:00:00.000Z', '2026-10-20T16:00:00.000Z'],
      ['2026-10-27T17:00:00.000Z', '2026-10-27T17:00:00.000Z'],
    ],
  ],
  [
    'of an all-day series it is the date',
    [['DTSTART;VALUE=DATE:20261006', 'RRULE:FREQ=WEEKLY;COUNT=2']],
    [
      ['2026-10-06', '2026-10-06'],
      ['2026-10-13', '2026-10-13'],
    ],
  ],
  [
    'a floating series is of the household',
    [['DTSTART:20261006T180000', 'RRULE:FREQ=DAILY;COUNT=1']],
    [['2026-10-06T16:00:00.000Z', '2026-10-06T16:00:00.000Z']],
  ],
  [
    'an override names the instance that it replaces, in whatever zone it says so',
    [CHOIR, ['RECURRENCE-ID;TZID=America/New_York:20261013T120000', `DTSTART;${BERLIN}:20261014T200000`]],
    [
      ['2026-10-06T16:00:00.000Z', '2026-10-06T16:00:00.000Z'],
      ['2026-10-14T18:00:00.000Z', '2026-10-13T16:00:00.000Z'],
      ['2026-10-20T16:00:00.000Z', '2026-10-20T16:00:00.000Z'],
    ],
  ],
  [
    'an override that names a day, or no zone, means the instance on it',
    [
      CHOIR,
      ['RECURRENCE-ID;VALUE=DATE:20261006', `DTSTART;${BERLIN}:20261006T190000`],
      ['RECURRENCE-ID:20261013T180000', `DTSTART;${BERLIN}:20261013T190000`],
    ],
    [
      ['2026-10-06T17:00:00.000Z', '2026-10-06T16:00:00.000Z'],
      ['2026-10-13T17:00:00.000Z', '2026-10-13T16:00:00.000Z'],
      ['2026-10-20T16:00:00.000Z', '2026-10-20T16:00:00.000Z'],
    ],
  ],
  [
    'an override keeps the kind of its series when it has another',
    [
      ['DTSTART;VALUE=DATE:20261006', 'RRULE:FREQ=WEEKLY;COUNT=1'],
      ['RECURRENCE-ID;VALUE=DATE:20261006', `DTSTART;${BERLIN}:20261006T190000`],
    ],
    [['2026-10-06T17:00:00.000Z', '2026-10-06']],
  ],
  [
    'an added date is an instance of its own, a period too',
    [[`DTSTART;${BERLIN}:20261006T180000`, 'RDATE;VALUE=PERIOD:20261008T100000Z/PT3H', 'RDATE:20261009T100000Z']],
    [
      ['2026-10-06T16:00:00.000Z', '2026-10-06T16:00:00.000Z'],
      ['2026-10-08T10:00:00.000Z', '2026-10-08T10:00:00.000Z'],
      ['2026-10-09T10:00:00.000Z', '2026-10-09T10:00:00.000Z'],
    ],
  ],
  [
    'an old override of all that follow moves them, and their names stay',
    [CHOIR, [`RECURRENCE-ID;RANGE=THISANDFUTURE;${BERLIN}:20261013T180000`, `DTSTART;${BERLIN}:20261014T190000`]],
    [
      ['2026-10-06T16:00:00.000Z', '2026-10-06T16:00:00.000Z'],
      ['2026-10-14T17:00:00.000Z', '2026-10-13T16:00:00.000Z'],
      ['2026-10-21T17:00:00.000Z', '2026-10-20T16:00:00.000Z'],
    ],
  ],
  [
    'an instance without its series keeps its name',
    [[`RECURRENCE-ID;${BERLIN}:20261013T180000`, `DTSTART;${BERLIN}:20261014T190000`]],
    [['2026-10-14T17:00:00.000Z', '2026-10-13T16:00:00.000Z']],
  ],
]

test.each(NAMES)('%s', (_, events, expected) => {
  const text = calendarOf(...events.map((lines) => ['UID:u', ...lines]))
  const found = occurrencesOf(text, '2026-10-01', '2026-11-01').map(({ allDay, start, recurrenceId, isRecurring }) => {
    expect(isRecurring).toBe(recurrenceId !== null)
    return [recurrenceIdOf(start / 1000, allDay), recurrenceId]
  })
  expect(found).toEqual(expected)
})

describe('reading one', () => {
  const READ: [string, string | null][] = [
    ['2026-11-24T16:00:00.000Z', '2026-11-24T16:00:00.000Z'],
    ['2026-11-24T16:00:00Z', '2026-11-24T16:00:00.000Z'],
    ['2026-11-24', '2026-11-24'],
    ['2026-11-24T16:00:00.500Z', null],
    ['2026-11-24T16:00:00', null],
    ['2026-11-24T17:00:00+01:00', null],
    ['2026-11-24T25:00:00Z', null],
    ['2026-02-30', null],
    ['2026-02-30T10:00:00Z', null],
    ['0000-01-01', null],
    ['20261124T160000Z', null],
    ['', null],
  ]
  test.each(READ)('%j', (text, expected) => {
    const read = parseRecurrenceId(text)
    expect(read && recurrenceIdOf(read.seconds, read.isDate)).toBe(expected)
  })
})
