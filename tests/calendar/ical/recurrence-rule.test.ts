import { describe, expect, test } from 'bun:test'
import { RRuleTemporal } from 'rrule-temporal'
import { buildEvent } from '../../../src/calendar/ical/build'
import { changedFields } from '../../../src/calendar/ical/changes'
import { editEvent } from '../../../src/calendar/ical/edit'
import { editSeries } from '../../../src/calendar/ical/edit/series-change'
import { type EventForm, formOf } from '../../../src/calendar/ical/form'
import type { Recurrence, RecurrenceRule } from '../../../src/calendar/ical/recurrence-rule'
import type { Weekday } from '../../../src/calendar/ical/rule/parse'
import { dayOf, zoneOf } from '../../../src/calendar/ical/zone'
import { calendarOf, difference, household, occurrencesOf, options, spansOf } from './cast'
import { seeded } from './seeded'

const uid = 'choir@corkboard'
const build = (form: EventForm, zone = household) => buildEvent(form, { ...options, uid, household: zone })
const allDay = (start: string, recurrence: Recurrence, more: Partial<EventForm> = {}): EventForm => ({
  title: 'Choir',
  allDay: true,
  start,
  end: start,
  recurrence,
  ...more,
})
const startsOf = (text: string, from: string, to: string) => spansOf(text, from, to).map((span) => span.slice(0, 10))
/** A line of the event, not of a zone. */
const lineOf = (text: string, name: string) =>
  new RegExp(`^${name}[:;].*$`, 'm').exec(text.slice(text.indexOf('BEGIN:VEVENT')))![0].trim()

describe('a rule is read as what a person would call it', () => {
  // 10 November 2026 is the second Tuesday of its month, 24 November the fourth and last.
  const table: [string, string, Recurrence | 'custom'][] = [
    ['FREQ=WEEKLY;BYDAY=TU', '20261110', 'weekly'],
    ['FREQ=WEEKLY;BYDAY=TH,TU', '20261110', { frequency: 'weekly', weekdays: ['TU', 'TH'] }],
    ['FREQ=WEEKLY;BYDAY=TH', '20261110', { frequency: 'weekly', weekdays: ['TH'] }],
    ['FREQ=WEEKLY;INTERVAL=2', '20261110', { frequency: 'weekly', interval: 2 }],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;WKST=SU', '20261110', { frequency: 'weekly', interval: 2 }],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU', '20261110', 'custom'],
    ['FREQ=WEEKLY;BYDAY=TU,SU;WKST=SU', '20261110', { frequency: 'weekly', weekdays: ['TU', 'SU'] }],
    ['FREQ=WEEKLY;BYDAY=2TU', '20261110', 'custom'],
    ['FREQ=WEEKLY;BYDAY=TU,TH;BYSETPOS=1', '20261110', 'custom'],
    ['FREQ=DAILY;INTERVAL=3', '20261110', { frequency: 'daily', interval: 3 }],
    ['FREQ=DAILY;INTERVAL=1000', '20261110', 'custom'],
    ['FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR', '20261110', { frequency: 'weekly', weekdays: ['MO', 'TU', 'WE', 'TH', 'FR'] }],
    ['FREQ=DAILY;INTERVAL=2;BYDAY=MO,TU', '20261110', 'custom'],
    ['FREQ=MONTHLY;BYMONTHDAY=10', '20261110', 'monthly'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', '20261130', { frequency: 'monthly', monthDay: -1 }],
    ['FREQ=MONTHLY;BYMONTHDAY=-2', '20261129', 'custom'],
    ['FREQ=MONTHLY;BYMONTHDAY=10,20', '20261110', 'custom'],
    ['FREQ=MONTHLY;INTERVAL=3', '20261110', { frequency: 'monthly', interval: 3 }],
    ['FREQ=MONTHLY;BYDAY=2TU', '20261110', { frequency: 'monthly', weekdays: ['TU'], nth: 2 }],
    ['FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2', '20261110', { frequency: 'monthly', weekdays: ['TU'], nth: 2 }],
    ['FREQ=MONTHLY;BYDAY=-1TU', '20261124', { frequency: 'monthly', weekdays: ['TU'], nth: -1 }],
    ['FREQ=MONTHLY;BYDAY=2TH,2TU', '20261110', { frequency: 'monthly', weekdays: ['TU', 'TH'], nth: 2 }],
    ['FREQ=MONTHLY;BYDAY=2TU,4TU', '20261110', 'custom'],
    ['FREQ=MONTHLY;BYDAY=-2TU', '20261117', 'custom'],
    ['FREQ=MONTHLY;BYDAY=TU', '20261110', 'custom'],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', '20261130', 'custom'],
    ['FREQ=MONTHLY;BYMONTHDAY=10;BYDAY=2TU', '20261110', 'custom'],
    ['FREQ=MONTHLY;BYDAY=2TU;BYMONTH=11', '20261110', 'custom'],
    ['FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=10', '20261110', 'yearly'],
    ['FREQ=YEARLY;BYMONTH=11;BYDAY=2TU', '20261110', { frequency: 'yearly', weekdays: ['TU'], nth: 2 }],
    ['FREQ=YEARLY;BYDAY=2TU', '20260113', 'custom'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1', '20260228', { frequency: 'yearly', monthDay: -1 }],
    ['FREQ=YEARLY;BYMONTHDAY=10', '20261110', 'custom'],
    ['FREQ=YEARLY;BYMONTH=5,11', '20261110', 'custom'],
    ['FREQ=MONTHLY;SKIP=BACKWARD;BYMONTHDAY=31', '20261031', 'custom'],
    ['FREQ=HOURLY', '20261110', 'custom'],
    ['FREQ=WEEKLY;BYDAY=XX', '20261110', 'custom'],
  ]
  test.each(table)('%s from %s', (rule, start, expected) => {
    const text = calendarOf(['UID:u', `DTSTART;VALUE=DATE:${start}`, `RRULE:${rule}`])
    expect(formOf(text, household).recurrence).toEqual(expected as never)
  })

  test('what is beside the rule makes it custom', () => {
    const lines = ['UID:u', 'DTSTART;VALUE=DATE:20261110', 'RRULE:FREQ=WEEKLY;BYDAY=TU,TH']
    for (const more of ['RDATE;VALUE=DATE:20261111', 'RRULE:FREQ=DAILY', 'EXRULE:FREQ=MONTHLY']) {
      expect(formOf(calendarOf([...lines, more]), household).recurrence).toBe('custom')
    }
  })
})

describe('a rule is written', () => {
  const table: [Recurrence, string][] = [
    [{ frequency: 'weekly', weekdays: ['TH', 'TU'] }, 'FREQ=WEEKLY;BYDAY=TU,TH'],
    [{ frequency: 'weekly', interval: 2, weekdays: ['TU'] }, 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU'],
    [{ frequency: 'weekly', interval: 1 }, 'FREQ=WEEKLY'],
    [{ frequency: 'monthly', weekdays: ['TU'], nth: 2 }, 'FREQ=MONTHLY;BYDAY=2TU'],
    [{ frequency: 'monthly', monthDay: 10 }, 'FREQ=MONTHLY;BYMONTHDAY=10'],
    [{ frequency: 'yearly', weekdays: ['TU'], nth: 2 }, 'FREQ=YEARLY;BYMONTH=11;BYDAY=2TU'],
    [{ frequency: 'yearly', monthDay: 10 }, 'FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=10'],
  ]
  test.each(table)('%j', (recurrence, rule) => {
    expect(lineOf(build(allDay('2026-11-10', recurrence)), 'RRULE')).toBe(`RRULE:${rule}`)
    const counted = build(allDay('2026-11-10', recurrence, { recurrenceCount: 3 }))
    expect(lineOf(counted, 'RRULE')).toBe(`RRULE:${rule};COUNT=3`)
  })
})

describe('a start that its rule does not have is moved to the first that it has', () => {
  const table: [string, string, RecurrenceRule, string[]][] = [
    [
      'Tuesdays and Thursdays from a Wednesday',
      '2026-11-11',
      { frequency: 'weekly', weekdays: ['TU', 'TH'] },
      ['2026-11-12', '2026-11-17', '2026-11-19'],
    ],
    [
      'every second Monday from a Wednesday: the next one, not the one after it',
      '2026-11-11',
      { frequency: 'weekly', interval: 2, weekdays: ['MO'] },
      ['2026-11-16', '2026-11-30', '2026-12-14'],
    ],
    [
      'the second Tuesday of every third month from the day after it',
      '2026-11-11',
      { frequency: 'monthly', interval: 3, nth: 2, weekdays: ['TU'] },
      ['2026-12-08', '2027-03-09', '2027-06-08'],
    ],
    [
      'the last day of the month',
      '2026-11-11',
      { frequency: 'monthly', monthDay: -1 },
      ['2026-11-30', '2026-12-31', '2027-01-31'],
    ],
    [
      'Mother’s Day from the end of May',
      '2026-05-20',
      { frequency: 'yearly', nth: 2, weekdays: ['SU'] },
      ['2027-05-09', '2028-05-14', '2029-05-13'],
    ],
  ]
  test.each(table)('%s', (_, start, rule, days) => {
    const text = build(allDay(start, rule, { recurrenceCount: 3 }))
    expect(startsOf(text, '2026-01-01', '2030-01-01')).toEqual(days)
    expect(formOf(text, household)).toMatchObject({ start: days[0]!, end: days[0]! })
  })

  test('on the household’s clock and as long as it was, over a change of clocks', () => {
    const night = { title: 'Night', allDay: false, start: '2026-10-24T22:30:00Z', end: '2026-10-25T03:30:00Z' }
    const text = build({ ...night, recurrence: { frequency: 'weekly', weekdays: ['MO'] }, recurrenceCount: 1 })
    expect(spansOf(text, '2026-10-01', '2026-12-01')).toEqual(['2026-10-25T23:30:00Z/2026-10-26T04:30:00Z'])
  })

  test('but stays where the rule has none, or none before its end', () => {
    const never = allDay('2026-02-11', { frequency: 'yearly', monthDay: 31 })
    expect(startsOf(build(never), '2026-01-01', '2036-01-01')).toEqual(['2026-02-11'])
    const over = allDay('2026-11-11', { frequency: 'weekly', weekdays: ['TH'] }, { recurrenceUntil: '2026-11-11' })
    expect(startsOf(build(over), '2026-01-01', '2036-01-01')).toEqual(['2026-11-11'])
  })
})

describe('every rule from every start', () => {
  const random = seeded(20_261_122)
  const pick = <T>(choices: readonly T[]) => choices[random(choices.length)]!
  const weekdays = (): Weekday[] => {
    const all = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
    const some = all.filter(() => random(3) === 0)
    return some.length === 0 ? [pick(all)] : some
  }
  const rule = (): RecurrenceRule => {
    const frequency = pick(['daily', 'weekly', 'monthly', 'yearly'] as const)
    const interval = pick([{}, { interval: 1 }, { interval: 1 + random(4) }])
    const isOfMonths = frequency === 'monthly' || frequency === 'yearly'
    const days = [
      {},
      ...(frequency === 'weekly' ? [{ weekdays: weekdays() }, { weekdays: weekdays() }] : []),
      ...(isOfMonths
        ? [{ monthDay: pick([-1, 1 + random(28)]) }, { weekdays: weekdays(), nth: pick([1, 2, 3, 4, -1]) }]
        : []),
    ]
    return { frequency, ...interval, ...pick(days) }
  }
  const cases = Array.from({ length: 300 }, () => {
    const zone = zoneOf(pick(['Europe/Amsterdam', 'America/New_York', 'Pacific/Auckland', 'UTC']))!
    const at = Date.UTC(2026, 0, 1) + random(365 * 24 * 4) * 15 * 60_000
    const isAllDay = random(3) === 0
    const text = (time: number) => new Date(time).toISOString()
    const times = isAllDay
      ? { allDay: true, start: text(at).slice(0, 10), end: text(at).slice(0, 10) }
      : { allDay: false, start: text(at), end: text(at + 3_600_000) }
    const count = 1 + random(8)
    return { zone, count, form: { title: 'Choir', ...times, recurrence: rule(), recurrenceCount: count } }
  })

  test.each(cases.map((one) => [one.zone.id, one.form, one] as const))('%s %j', (_, form, { zone, count }) => {
    const text = build(form, zone)
    const starts = occurrencesOf(text, '2026-01-01', '2099-01-01', zone).map(({ start }) => start)

    // As many as were asked for, none doubled, the first no earlier than asked for.
    expect(starts).toHaveLength(count)
    expect(new Set(starts).size).toBe(count)
    const stored = formOf(text, zone)
    expect(stored.start >= form.start).toBeTrue()
    expect(Date.parse(stored.start)).toBe(starts[0]!)

    // Another engine has the same, the start among them.
    const dtstart = lineOf(text, 'DTSTART').replace(';VALUE=DATE', '')
    const other = new RRuleTemporal({ rruleString: `${dtstart}\n${lineOf(text, 'RRULE')}` })
    expect(other.all().map(({ epochMilliseconds }) => epochMilliseconds)).toEqual(starts)

    // What is read back says the same: written again it is the same, and sent again it changes nothing.
    expect(stored.recurrence).not.toBe('custom')
    const again = build(
      { ...form, start: stored.start, end: stored.end, recurrence: stored.recurrence as Recurrence },
      zone,
    )
    expect(occurrencesOf(again, '2026-01-01', '2099-01-01', zone).map(({ start }) => start)).toEqual(starts)
    expect(formOf(again, zone)).toEqual(stored)
    const { reminderIsCustom: _custom, ...echo } = stored
    expect(changedFields(stored, echo as EventForm)).toEqual({})
  })
})

describe('a series that gets another rule', () => {
  const choir = calendarOf(
    [
      'UID:u',
      'DTSTART;TZID=Europe/Amsterdam:20261103T180000',
      'DTEND;TZID=Europe/Amsterdam:20261103T193000',
      'RRULE:FREQ=WEEKLY;BYDAY=TU,TH;COUNT=8',
      'EXDATE;TZID=Europe/Amsterdam:20261105T180000',
      'SUMMARY:Choir',
    ],
    [
      'UID:u',
      'RECURRENCE-ID;TZID=Europe/Amsterdam:20261110T180000',
      'DTSTART;TZID=Europe/Amsterdam:20261110T180000',
      'DTEND;TZID=Europe/Amsterdam:20261110T193000',
      'SUMMARY:Choir with cake',
    ],
  )
  const edit = (changes: Partial<EventForm>) => editEvent(choir, changes, options)
  const days = (text: string) =>
    occurrencesOf(text, '2026-11-01', '2027-02-01').map(({ title, start }) => {
      return `${dayOf(household, new Date(start))} ${title}`
    })

  test('keeps what was excluded and replaced on days that stay', () => {
    const text = edit({ recurrence: { frequency: 'weekly', weekdays: ['TU', 'TH', 'FR'] }, recurrenceCount: 5 })
    expect(days(text)).toEqual([
      '2026-11-03 Choir',
      '2026-11-06 Choir',
      '2026-11-10 Choir with cake',
      '2026-11-12 Choir',
    ])
  })

  test('drops what was replaced on days that are no more', () => {
    const text = edit({ recurrence: { frequency: 'weekly', weekdays: ['TH'] }, recurrenceCount: 3 })
    expect(days(text)).toEqual(['2026-11-12 Choir', '2026-11-19 Choir'])
    expect(text).not.toContain('RECURRENCE-ID')
  })

  test('that is the same on the days it moves to goes along, with what was excluded and replaced', () => {
    const text = edit({
      allDay: false,
      start: '2026-11-04T17:00:00Z',
      end: '2026-11-04T18:30:00Z',
      recurrence: { frequency: 'weekly', weekdays: ['WE', 'FR'] },
      recurrenceCount: 4,
    })
    expect(days(text)).toEqual(['2026-11-04 Choir', '2026-11-11 Choir with cake', '2026-11-13 Choir'])
  })

  test('changes no other byte', () => {
    const text = edit({ recurrence: { frequency: 'weekly', weekdays: ['TU', 'TH', 'FR'] } })
    expect(
      difference(choir, text).filter((line) => !/DTSTAMP|LAST-MODIFIED|SEQUENCE|X-CORKBOARD-OP/.test(line)),
    ).toEqual(['- RRULE:FREQ=WEEKLY;BYDAY=TU,TH;COUNT=8', '+ RRULE:FREQ=WEEKLY;BYDAY=TU,TH,FR'])
  })
})

describe('a series that gets a rule from one of its occurrences', () => {
  const choir = build({ ...allDay('2026-10-06', 'weekly'), description: 'Scores' })
  const table: [string, Recurrence, string[]][] = [
    ['has it from its beginning', { frequency: 'weekly', weekdays: ['TU', 'SA'] }, ['2026-10-06', '2026-10-10']],
    ['keeps the weeks of that occurrence', { frequency: 'weekly', interval: 2 }, ['2026-10-13', '2026-10-27']],
    ['and its ordinal', { frequency: 'monthly', nth: 4, weekdays: ['TU'] }, ['2026-10-27', '2026-11-24']],
    ['and its month', { frequency: 'yearly', nth: 4, weekdays: ['TU'] }, ['2026-11-24', '2027-11-23']],
    ['or moves on to its first day', { frequency: 'weekly', weekdays: ['WE'] }, ['2026-10-07', '2026-10-14']],
  ]
  test.each(table)('%s', (_, recurrence, first) => {
    const text = editSeries(choir, '2026-11-24', { recurrence }, options)
    expect(startsOf(text, '2026-10-01', '2028-01-01').slice(0, 2)).toEqual(first)
    expect(formOf(text, household)).toMatchObject({ start: first[0]!, description: 'Scores' })
  })
})

describe('two rules are the same', () => {
  const { reminderIsCustom: _, ...base } = formOf(
    build(allDay('2026-11-10', { frequency: 'weekly', weekdays: ['TU', 'TH'] })),
    household,
  )
  const same: [string, Recurrence, Recurrence][] = [
    [
      'in another order',
      { frequency: 'weekly', weekdays: ['TU', 'TH'] },
      { frequency: 'weekly', weekdays: ['TH', 'TU'] },
    ],
    [
      'with an interval of 1',
      { frequency: 'weekly', weekdays: ['TU'] },
      { frequency: 'weekly', interval: 1, weekdays: ['TU'] },
    ],
    ['as a word', 'monthly', { frequency: 'monthly' }],
  ]
  test.each(same)('%s', (_, one, other) => {
    const stored = { ...base, reminderIsCustom: false }
    expect(changedFields({ ...stored, recurrence: one }, { ...base, recurrence: other } as EventForm)).toEqual({})
    expect(changedFields({ ...stored, recurrence: other }, { ...base, recurrence: one } as EventForm)).toEqual({})
  })

  test('and others are not', () => {
    const stored = { ...base, reminderIsCustom: false }
    for (const recurrence of [
      { frequency: 'weekly', weekdays: ['TU'] },
      { frequency: 'weekly', interval: 2, weekdays: ['TU', 'TH'] },
      'weekly',
    ] as Recurrence[]) {
      expect(changedFields(stored, { ...base, recurrence } as EventForm)).toEqual({ recurrence })
    }
  })
})
