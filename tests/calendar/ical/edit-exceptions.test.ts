import { describe, expect, test } from 'bun:test'
import { editEvent } from '../../../src/calendar/ical/edit'
import type { EventForm } from '../../../src/calendar/ical/form'
import { leastMs } from '../../support/cpu'
import { calendarOf, household, occurrencesOf, options, spansOf } from './cast'
import { MAX_MS } from './cost'

const AMSTERDAM = 'TZID=Europe/Amsterdam'
const edit = (text: string, changes: Partial<EventForm>) => editEvent(text, changes, options)
const to = (start: string, end = start) => ({ allDay: false, start, end })
/** A series at six in the evening of that day, with more lines. */
const evening = (day: string, rule: string, ...more: string[]) => [
  'UID:u',
  'SUMMARY:plain',
  `DTSTART;${AMSTERDAM}:${day}T180000`,
  `RRULE:${rule}`,
  ...more,
]
const override = (id: string, start: string, title = 'changed') => [
  'UID:u',
  `SUMMARY:${title}`,
  `RECURRENCE-ID;${AMSTERDAM}:${id}T180000`,
  `DTSTART;${AMSTERDAM}:${start}`,
]
const linesOf = (text: string, name: string) => text.match(new RegExp(`^${name}[;:].*$`, 'gm')) ?? []
const shown = (text: string, to = '2028-01-01') =>
  occurrencesOf(text, '2026-09-01', to).map(
    ({ start, title }) => `${new Date(start).toISOString().slice(0, 10)} ${title}`,
  )

describe('exclusions and overrides go with their instance', () => {
  test('the fifth of a month stays the fifth, whatever the length of the months', () => {
    const edited = edit(
      calendarOf(evening('20261005', 'FREQ=MONTHLY;COUNT=8', `EXDATE;${AMSTERDAM}:20270205T180000`)),
      to('2026-11-05T17:00:00Z'),
    )
    expect(linesOf(edited, 'EXDATE')).toEqual([`EXDATE;${AMSTERDAM}:20270305T180000`])
    expect(shown(edited)).toHaveLength(7)
  })

  test('working days keep theirs, and take the new time', () => {
    const edited = edit(
      calendarOf(
        evening(
          '20261005',
          'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;COUNT=10',
          `EXDATE;${AMSTERDAM}:20261016T180000`,
          'EXDATE:20261005T160000Z',
        ),
        override('20261015', '20261015T180000'),
      ),
      to('2026-10-06T17:00:00Z'),
    )
    // What was excluded on the Monday that is no instance any more is gone.
    expect(linesOf(edited, 'EXDATE')).toEqual([`EXDATE;${AMSTERDAM}:20261016T190000`])
    expect(linesOf(edited, 'RECURRENCE-ID')).toEqual([`RECURRENCE-ID;${AMSTERDAM}:20261015T190000`])
    expect(shown(edited)).not.toContain('2026-10-16 plain')
  })

  test('the second Tuesday becomes the second Wednesday, with its override', () => {
    const edited = edit(
      calendarOf(evening('20261013', 'FREQ=MONTHLY;BYDAY=2TU'), override('20270914', '20270914T180000')),
      to('2026-10-14T16:00:00Z'),
    )
    expect(linesOf(edited, 'RRULE')).toEqual(['RRULE:FREQ=MONTHLY;BYDAY=2WE'])
    expect(shown(edited).filter((one) => one.startsWith('2027-09'))).toEqual(['2027-09-08 changed'])
  })

  test('a rule that is left as it is keeps its excluded day', () => {
    const edited = edit(
      calendarOf(evening('20261005', 'FREQ=MONTHLY;BYDAY=-1FR', `EXDATE;${AMSTERDAM}:20261127T180000`)),
      to('2026-10-06T16:00:00Z'),
    )
    expect(linesOf(edited, 'EXDATE')).toEqual([`EXDATE;${AMSTERDAM}:20261127T180000`])
  })

  test('an excluded time in a spring gap stays excluded', () => {
    const lines = [
      'UID:u',
      `DTSTART;${AMSTERDAM}:20260326T023000`,
      'RRULE:FREQ=DAILY;COUNT=5',
      'EXDATE:20260329T013000Z',
    ]
    const edited = edit(calendarOf(lines), to('2026-03-26T02:30:00Z'))
    expect(spansOf(edited, '2026-03-20', '2026-04-10').map((span) => span.slice(5, 10))).toEqual([
      '03-26',
      '03-27',
      '03-28',
      '03-30',
    ])
  })

  test('a day excluded as a whole, and one named by a day, stay days', () => {
    const edited = edit(
      calendarOf(evening('20261005', 'FREQ=WEEKLY;COUNT=4', 'EXDATE;VALUE=DATE:20261012'), [
        'UID:u',
        'SUMMARY:changed',
        'RECURRENCE-ID;VALUE=DATE:20261019',
        `DTSTART;${AMSTERDAM}:20261019T180000`,
      ]),
      to('2026-10-07T16:00:00Z'),
    )
    expect(linesOf(edited, 'EXDATE')).toEqual(['EXDATE;VALUE=DATE:20261014'])
    expect(linesOf(edited, 'RECURRENCE-ID')).toEqual(['RECURRENCE-ID;VALUE=DATE:20261021'])
    expect(shown(edited)).toEqual(['2026-10-07 plain', '2026-10-21 changed', '2026-10-28 plain'])
  })

  test('an override of all before, which RFC 2445 had, keeps its own time as any does', () => {
    const edited = edit(
      calendarOf(evening('20261030', 'FREQ=MONTHLY;COUNT=2'), [
        'UID:u',
        'SUMMARY:own',
        `RECURRENCE-ID;RANGE=THISANDPRIOR;${AMSTERDAM}:20261130T180000`,
        `DTSTART;${AMSTERDAM}:20261130T200000`,
      ]),
      to('2026-10-29T17:00:00Z'),
    )
    expect(linesOf(edited, 'RECURRENCE-ID')).toEqual([`RECURRENCE-ID;RANGE=THISANDPRIOR;${AMSTERDAM}:20261129T180000`])
    expect(shown(edited)).toContain('2026-11-30 own')
  })

  test('an override of all that follow keeps its distance, and an end its length', () => {
    const edited = edit(
      calendarOf(evening('20261030', 'FREQ=MONTHLY;COUNT=5'), [
        'UID:u',
        'SUMMARY:later',
        `RECURRENCE-ID;RANGE=THISANDFUTURE;${AMSTERDAM}:20261130T180000`,
        `DTSTART;${AMSTERDAM}:20261130T200000`,
        `DTEND;${AMSTERDAM}:20261130T210000`,
      ]),
      to('2026-10-29T17:00:00Z'),
    )
    expect(linesOf(edited, 'RECURRENCE-ID')).toEqual([`RECURRENCE-ID;RANGE=THISANDFUTURE;${AMSTERDAM}:20261129T180000`])
    expect(spansOf(edited, '2026-11-01', '2027-01-01')).toEqual([
      '2026-11-29T19:00:00Z/2026-11-29T20:00:00Z',
      '2026-12-29T19:00:00Z/2026-12-29T20:00:00Z',
    ])
  })

  test.each([
    ['2026-11-22', '20261129T080000Z'],
    ['2026-11-20', '20261127T080000Z'],
  ])('an override of whole days still reminds on its day: from %s on', (start, reminded) => {
    const alarm = (day: string) => ['BEGIN:VALARM', `TRIGGER;VALUE=DATE-TIME:${day}T080000Z`, 'END:VALARM']
    const days = (day: string, more: string) => ['UID:u', `DTSTART;VALUE=DATE:${day}`, more, ...alarm(day)]
    const text = calendarOf(
      days('20261121', 'RRULE:FREQ=WEEKLY'),
      days('20261128', 'RECURRENCE-ID;VALUE=DATE:20261128'),
    )
    const [, trigger] = linesOf(edit(text, { allDay: true, start, end: start }), 'TRIGGER')
    expect(trigger).toBe(`TRIGGER;VALUE=DATE-TIME:${reminded}`)
  })

  test('an override of no instance, and what cannot be read, stay as they stand', () => {
    const odd = ['UID:u', 'SUMMARY:odd', 'RECURRENCE-ID:soon', `DTSTART;${AMSTERDAM}:20261101T180000`]
    const before = calendarOf(
      evening('20261005', 'FREQ=WEEKLY;COUNT=3', 'EXDATE:soon'),
      override('20261014', '20261014T180000', 'orphan'),
      odd,
    )
    const edited = edit(before, to('2026-10-06T16:00:00Z'))
    expect(edited).toContain(override('20261014', '20261014T180000', 'orphan').join('\r\n'))
    expect(edited).toContain(odd.join('\r\n'))
    expect(edited).toContain('EXDATE:soon')
  })

  test('more instances than anybody plans move by the difference', () => {
    const edited = edit(
      calendarOf(evening('20000101', 'FREQ=MINUTELY', `EXDATE;${AMSTERDAM}:20261005T180000`)),
      to('2000-01-01T18:00:00Z'),
    )
    expect(linesOf(edited, 'EXDATE')).toEqual([`EXDATE;${AMSTERDAM}:20261005T190000`])
  })
})

describe('an added date', () => {
  const series = (rule: string) =>
    calendarOf(evening('20261005', rule, `RDATE;${AMSTERDAM}:20261010T100000`, `EXDATE;${AMSTERDAM}:20261010T100000`))

  test('moves with the start, and so does its exclusion', () => {
    const edited = edit(series('FREQ=WEEKLY;COUNT=2'), to('2026-10-07T17:00:00Z'))
    expect(linesOf(edited, '(?:RDATE|EXDATE)')).toEqual([
      `RDATE;${AMSTERDAM}:20261012T110000`,
      `EXDATE;${AMSTERDAM}:20261012T110000`,
    ])
  })

  test('keeps its day beside days that stay', () => {
    const edited = edit(series('FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;COUNT=9'), to('2026-10-07T17:00:00Z'))
    expect(linesOf(edited, 'RDATE')).toEqual([`RDATE;${AMSTERDAM}:20261010T110000`])
  })

  test('that names an instance of the rule follows it', () => {
    const before = calendarOf(evening('20261005', 'FREQ=MONTHLY;COUNT=3', `RDATE;${AMSTERDAM}:20261105T180000`))
    const edited = edit(before, to('2026-11-05T17:00:00Z'))
    expect(shown(edited)).toEqual(['2026-11-05 plain', '2026-12-05 plain', '2027-01-05 plain'])
  })
})

describe('a weekday with an ordinal turns', () => {
  // 2026-10-30 is the last and fifth Friday, 2026-10-27 the last and fourth Tuesday.
  const rules: [string, string, string, string][] = [
    ['FREQ=MONTHLY;BYDAY=-1FR', '20261030', '2026-10-29', 'FREQ=MONTHLY;BYDAY=-1TH'],
    ['FREQ=MONTHLY;BYDAY=-1FR', '20261030', '2026-10-08', 'FREQ=MONTHLY;BYDAY=2TH'],
    ['FREQ=MONTHLY;BYDAY=5FR', '20261030', '2026-10-29', 'FREQ=MONTHLY;BYDAY=5TH'],
    ['FREQ=MONTHLY;BYDAY=+4TU', '20261027', '2026-10-28', 'FREQ=MONTHLY;BYDAY=4WE'],
    [
      'FREQ=MONTHLY;INTERVAL=3;BYDAY=4TU;COUNT=5',
      '20261027',
      '2026-10-15',
      'FREQ=MONTHLY;INTERVAL=3;BYDAY=3TH;COUNT=5',
    ],
    ['FREQ=YEARLY;BYMONTH=10;BYDAY=4TU', '20261027', '2026-11-25', 'FREQ=YEARLY;BYMONTH=11;BYDAY=4WE'],
    ['FREQ=YEARLY;BYDAY=43TU', '20261027', '2026-11-04', 'FREQ=YEARLY;BYDAY=44WE'],
    ['FREQ=YEARLY;BYMONTH=5;BYDAY=4TU', '20261027', '2026-11-25', 'FREQ=YEARLY;BYMONTH=5;BYDAY=4TU'],
    ['FREQ=MONTHLY;BYDAY=4TU;BYMONTHDAY=27', '20261027', '2026-10-28', 'FREQ=MONTHLY;BYDAY=4TU;BYMONTHDAY=27'],
  ]
  test.each(rules)('%s from %s to %s', (rule, day, wanted, expected) => {
    const edited = edit(calendarOf(evening(day, rule)), to(`${wanted}T17:00:00Z`))
    expect(linesOf(edited, 'RRULE')).toEqual([`RRULE:${expected}`])
  })
})

describe('what a rule repeats of its start follows it', () => {
  const rules: [string, string, string][] = [
    ['FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=5', '2026-10-06T16:00:00Z', 'FREQ=MONTHLY;INTERVAL=2'],
    ['FREQ=DAILY;BYHOUR=18;BYMINUTE=0', '2026-10-05T17:00:00Z', 'FREQ=DAILY'],
    ['FREQ=WEEKLY;BYDAY=MO,WE;BYHOUR=18', '2026-10-05T17:00:00Z', 'FREQ=WEEKLY;BYDAY=MO,WE'],
    ['FREQ=DAILY;BYHOUR=9,18', '2026-10-06T16:00:00Z', 'FREQ=DAILY;BYHOUR=9,18'],
    ['FREQ=MONTHLY;BYMONTHDAY=5', '2026-10-05T17:00:00Z', 'FREQ=MONTHLY;BYMONTHDAY=5'],
    ['FREQ=WEEKLY;BYDAY=TU,TH', '2026-10-06T16:00:00Z', 'FREQ=WEEKLY;BYDAY=TU,TH'],
  ]
  test.each(rules)('%s to %s', (rule, start, expected) => {
    expect(linesOf(edit(calendarOf(evening('20261005', rule)), to(start)), 'RRULE')).toEqual([`RRULE:${expected}`])
  })
})

describe('a series that is shortened', () => {
  const before = calendarOf(
    evening(
      '20261005',
      'FREQ=WEEKLY;COUNT=20',
      `EXDATE;${AMSTERDAM}:20261012T180000,20261221T180000`,
      `RDATE;${AMSTERDAM}:20261014T180000,20261216T180000`,
    ),
    override('20261019', '20261020T180000', 'early'),
    override('20261214', '20261215T180000', 'late'),
    override('20261026', '20261225T180000', 'put off'),
  )
  const left = [
    '2026-10-05 plain',
    '2026-10-14 plain',
    '2026-10-20 early',
    '2026-11-02 plain',
    '2026-11-09 plain',
    '2026-11-16 plain',
    '2026-11-23 plain',
    '2026-11-30 plain',
    '2026-12-25 put off',
  ]

  test('by a last day loses the overrides and added dates behind it', () => {
    const edited = edit(before, { recurrenceUntil: '2026-11-30' })
    expect(shown(edited)).toEqual(left)
    expect(edited).not.toContain('SUMMARY:late')
    expect(linesOf(edited, 'RDATE')).toEqual([`RDATE;${AMSTERDAM}:20261014T180000`])
  })

  test('by a count, too, and keeps the other lines byte by byte', () => {
    const edited = edit(before, { recurrenceCount: 9 })
    expect(shown(edited)).toEqual(left)
    expect(linesOf(edited, 'EXDATE')).toEqual(linesOf(before, 'EXDATE'))
  })

  test('and moved at the same time', () => {
    const edited = edit(before, { ...to('2026-10-06T16:00:00Z'), recurrenceCount: 9 })
    expect(shown(edited).slice(-2)).toEqual(['2026-12-01 plain', '2026-12-25 put off'])
    expect(edited).not.toContain('SUMMARY:late')
  })

  test('by another rule loses what is no instance of it', () => {
    const edited = edit(before, { recurrence: 'daily', recurrenceUntil: '2026-10-21' })
    expect(shown(edited)).toEqual([
      ...['05', '06', '07', '08', '09', '10', '11', '13', '14', '15', '16', '17', '18'].map(
        (day) => `2026-10-${day} plain`,
      ),
      '2026-10-20 early',
      '2026-10-20 plain',
      '2026-10-21 plain',
    ])
    expect(shown(edit(before, { recurrence: 'monthly', recurrenceCount: 2 }))).toEqual([
      '2026-10-05 plain',
      '2026-10-14 plain',
      '2026-11-05 plain',
    ])
  })

  test('a series that is lengthened, or has its end where it was, loses nothing', () => {
    const all = shown(before)
    expect(all).toContain('2026-12-15 late')
    expect(shown(edit(before, { recurrenceCount: 21 }))).toEqual(expect.arrayContaining(all))
    expect(shown(edit(before, { recurrence: 'weekly', recurrenceCount: 20 }))).toEqual(all)
    const behind = calendarOf(
      evening('20261005', 'FREQ=WEEKLY;COUNT=2', `RDATE;${AMSTERDAM}:20261216T180000`),
      override('20261026', '20261027T180000', 'left behind'),
    )
    expect(shown(edit(behind, { recurrenceCount: 3 }))).toEqual(expect.arrayContaining(shown(behind)))
    expect(shown(edit(behind, to('2026-10-05T15:00:00Z')))).toEqual(shown(behind))
  })
})

test('thousands of exceptions are followed in one go', () => {
  const days = Array.from({ length: 3600 }, (_, index) => new Date(Date.UTC(2010, 0, 1 + index)))
  const stamp = (date: Date) => date.toISOString().slice(0, 10).replaceAll('-', '')
  const text = calendarOf(
    evening(
      '20100101',
      'FREQ=DAILY',
      ...days.map((day, index) => (index % 2 ? `EXDATE;${AMSTERDAM}:${stamp(day)}T180000` : 'X:1')),
    ),
    ...days.filter((_, index) => index % 2 === 0).map((day) => override(stamp(day), `${stamp(day)}T180000`)),
  )
  let edited = ''
  const spent = leastMs(MAX_MS, () => {
    edited = edit(text, to('2010-01-01T18:00:00Z'))
  })
  expect(linesOf(edited, 'EXDATE')).toHaveLength(1800)
  expect(spansOf(edited, '2010-01-01', '2010-01-05', household)).toHaveLength(2)
  expect(spent).toBeLessThan(MAX_MS)
})
