import { describe, expect, test } from 'bun:test'
import { buildEvent, operationIdsOf } from '../../../src/calendar/ical/build'
import { type EventForm, formOf } from '../../../src/calendar/ical/form'
import { dayOf, zoneOf } from '../../../src/calendar/ical/zone'
import { difference, household, occurrencesOf, options, spansOf } from './cast'

const uid = 'choir@corkboard'
const timed: EventForm = {
  title: 'Choir',
  allDay: false,
  start: '2026-10-05T16:00:00.000Z',
  end: '2026-10-05T17:00:00.000Z',
}
const allDay: EventForm = { title: 'Holidays', allDay: true, start: '2026-10-05', end: '2026-10-07' }
const build = (form: EventForm, zone = household) => buildEvent(form, { ...options, uid, household: zone })

describe('what is built reads back as the form', () => {
  const forms: [string, EventForm][] = [
    ['timed', timed],
    ['all-day', allDay],
    ['without length', { ...timed, end: timed.start }],
    [
      'with every text',
      { ...timed, title: 'Soup; or, "salad" \\ n', location: 'Left door: 3, 4', description: 'One\nTwo\n\n\tThree\\n' },
    ],
    ['with texts of any script', { ...timed, title: '🎻'.repeat(60), description: 'größer – 大きい '.repeat(100) }],
    ['with a long word', { ...timed, title: 'x'.repeat(255) }],
    ['with outer spaces', { ...timed, description: '  indented\n' }],
    ['daily', { ...timed, recurrence: 'daily' }],
    ['weekly until', { ...timed, recurrence: 'weekly', recurrenceUntil: '2026-12-21' }],
    ['monthly, counted', { ...timed, recurrence: 'monthly', recurrenceCount: 4 }],
    ['yearly', { ...allDay, recurrence: 'yearly' }],
    ['all-day until', { ...allDay, recurrence: 'weekly', recurrenceUntil: '2026-12-21' }],
    ['a reminder', { ...timed, reminderLeadMinutes: 15 }],
    ['the largest reminder', { ...timed, reminderLeadMinutes: 10_080 }],
    ['on the day', { ...allDay, reminderLeadMinutes: 0 }],
    ['the week before', { ...allDay, reminderLeadMinutes: 10_080 }],
    ['at the start', { ...timed, reminderLeadMinutes: 0, reminders: [0] }],
    ['several reminders', { ...timed, reminders: [10_080, 60, 15, 5, 0] }],
    ['the evening before', { ...allDay, reminders: [{ daysBefore: 1, time: '18:00' }] }],
    [
      'several reminders of a day',
      { ...allDay, reminders: [10_080, { daysBefore: 1, time: '18:30' }, 0, { daysBefore: 0, time: '12:00' }] },
    ],
    ['reminders of a series', { ...allDay, recurrence: 'weekly', reminders: [{ daysBefore: 2, time: '00:00' }, 1440] }],
  ]
  for (const zone of ['Europe/Amsterdam', 'America/New_York', 'Pacific/Auckland', 'UTC'].map((name) => zoneOf(name)!)) {
    test.each(forms)(`%s, in ${zone.id}`, (_, form) => {
      const nothing = {
        location: '',
        description: '',
        recurrence: 'none',
        reminderLeadMinutes: null,
        reminderIsCustom: (form.reminders?.length ?? 0) > 0 && form.reminderLeadMinutes === undefined,
      } as const
      expect(formOf(build(form, zone), zone)).toEqual({ ...nothing, ...form })
    })
  }

  test('one reminder in a list is a lead', () => {
    const stored = formOf(build({ ...timed, reminders: [15] }), household)
    expect(stored).toMatchObject({ reminderLeadMinutes: 15, reminderIsCustom: false })
    expect(stored).not.toHaveProperty('reminders')
  })

  test('no reminder: null, none, and 0 on a timed event', () => {
    for (const form of [timed, { ...timed, reminderLeadMinutes: null }, { ...timed, reminderLeadMinutes: 0 }, allDay]) {
      expect(build(form)).not.toContain('VALARM')
    }
  })

  test('an all-day lead is rounded up to whole days', () => {
    expect(formOf(build({ ...allDay, reminderLeadMinutes: 1441 }), household).reminderLeadMinutes).toBe(2880)
    expect(build({ ...allDay, reminderLeadMinutes: 1440 })).toContain('TRIGGER;VALUE=DATE-TIME:20261004T070000Z')
  })
})

describe('the text', () => {
  test('has CRLF, lines of 75 octets at most, whole characters, and ends', () => {
    const text = build({ ...timed, title: 'ä€🎻'.repeat(70), description: 'x'.repeat(2000) })
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    for (const line of text.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(line.isWellFormed()).toBe(true)
    }
  })

  test('cannot be broken out of', () => {
    const evil = 'x\r\nEND:VEVENT\r\nBEGIN:VEVENT\rATTENDEE:mailto:a@b\u0000\u001f'
    const text = build({ ...timed, title: evil, location: evil, description: evil })
    expect(text.match(/^BEGIN:VEVENT/gm)).toHaveLength(1)
    expect(text).not.toMatch(/^ATTENDEE/m)
    expect(formOf(text, household).title).toBe('x\nEND:VEVENT\nBEGIN:VEVENT\nATTENDEE:mailto:a@b')
  })

  test('names the operation', () => {
    expect(operationIdsOf(build(timed))).toEqual(['op-2'])
    expect(operationIdsOf('no calendar')).toEqual([])
  })

  test('is in UTC for a single event, and all-day ends are exclusive', () => {
    expect(build(timed)).toContain('DTSTART:20261005T160000Z\r\nDTEND:20261005T170000Z\r\n')
    expect(build(timed)).not.toContain('VTIMEZONE')
    expect(build(allDay)).toContain('DTSTART;VALUE=DATE:20261005\r\nDTEND;VALUE=DATE:20261008\r\n')
  })

  test('an event without length has no DTEND', () => {
    expect(build({ ...timed, end: timed.start })).not.toContain('DTEND')
  })

  test('offsets are understood', () => {
    expect(
      difference(
        build(timed),
        build({ ...timed, start: '2026-10-05T18:00:00+02:00', end: '2026-10-05T13:00:00-04:00' }),
      ),
    ).toEqual([])
  })
})

describe('a series', () => {
  test('stays at six in the evening when the clocks change', () => {
    const text = build({ ...timed, recurrence: 'weekly', recurrenceCount: 5 })
    expect(spansOf(text, '2026-10-01', '2026-12-01').map((span) => span.slice(0, 16))).toEqual([
      '2026-10-05T16:00',
      '2026-10-12T16:00',
      '2026-10-19T16:00',
      '2026-10-26T17:00',
      '2026-11-02T17:00',
    ])
  })

  test.each([
    ['ends', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T00:30:00Z/2026-10-25T01:30:00Z'],
    // A TZID names the first of two equal hours.
    ['starts', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00Z', '2026-10-25T00:30:00Z/2026-10-25T01:30:00Z'],
  ])('keeps its length when it %s in the second of two equal hours', (_, start, end, first) => {
    const text = build({ ...timed, start, end, recurrence: 'daily', recurrenceCount: 2 })
    expect(text).toContain('DTSTART;TZID=Europe/Amsterdam:20261025T023000')
    expect(spansOf(text, '2026-10-25', '2026-11-01')).toEqual([first, '2026-10-26T01:30:00Z/2026-10-26T02:30:00Z'])
  })

  test('keeps its weekday where UTC has another', () => {
    const text = build({
      ...timed,
      start: '2026-10-04T22:30:00Z',
      end: '2026-10-04T23:00:00Z',
      recurrence: 'weekly',
      recurrenceCount: 6,
    })
    const days = occurrencesOf(text, '2026-10-01', '2026-12-01').map(({ start }) => dayOf(household, new Date(start)))
    expect(days).toEqual(['2026-10-05', '2026-10-12', '2026-10-19', '2026-10-26', '2026-11-02', '2026-11-09'])
  })

  const lastDays: [string, EventForm][] = [
    ['in the evening', timed],
    ['just before midnight', { ...timed, start: '2026-10-05T21:59:00Z', end: '2026-10-05T22:00:00Z' }],
    ['just after midnight', { ...timed, start: '2026-10-04T22:00:00Z', end: '2026-10-04T23:00:00Z' }],
    ['all-day', { ...allDay, end: allDay.start }],
  ]
  test.each(lastDays)('until a day means with that day: %s', (_, form) => {
    const text = build({ ...form, recurrence: 'daily', recurrenceUntil: '2026-10-26' })
    expect(occurrencesOf(text, '2026-10-01', '2026-12-01')).toHaveLength(22)
  })
})
