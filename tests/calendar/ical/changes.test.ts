import { describe, expect, test } from 'bun:test'
import { changedFields } from '../../../src/calendar/ical/changes'
import { editEvent } from '../../../src/calendar/ical/edit'
import { type EventForm, formOf, type StoredForm } from '../../../src/calendar/ical/form'
import { calendarOf, household, options } from './cast'

const base: StoredForm = {
  title: 'Choir',
  allDay: false,
  start: '2026-10-05T16:00:00.000Z',
  end: '2026-10-05T17:00:00.000Z',
  location: 'Church',
  description: '',
  recurrence: 'weekly',
  recurrenceUntil: '2026-12-21',
  reminderLeadMinutes: 15,
  reminderIsCustom: false,
}
const form: EventForm = {
  title: 'Choir',
  allDay: false,
  start: '2026-10-05T18:00:00+02:00',
  end: '2026-10-05T17:00:00Z',
}
const times = { allDay: false, start: '2026-10-05T16:00:00Z', end: '2026-10-05T18:00:00Z' }

describe('a form says what it changes', () => {
  const table: [string, Partial<StoredForm>, Partial<EventForm>, Partial<EventForm>][] = [
    ['nothing, with only what must be there', {}, {}, {}],
    [
      'nothing, with everything',
      {},
      {
        location: 'Church',
        description: '',
        recurrence: 'weekly',
        recurrenceUntil: '2026-12-21',
        reminderLeadMinutes: 15,
      },
      {},
    ],
    ['the title', {}, { title: 'Rehearsal' }, { title: 'Rehearsal' }],
    ['the end: the times travel together', {}, times, times],
    ['a place cleared', {}, { location: '' }, { location: '' }],
    ['another preset', {}, { recurrence: 'daily' }, { recurrence: 'daily' }],
    ['the same preset without the bound', {}, { recurrence: 'weekly' }, { recurrence: 'weekly' }],
    [
      'the same preset with another bound',
      {},
      { recurrence: 'weekly', recurrenceCount: 3 },
      { recurrence: 'weekly', recurrenceCount: 3 },
    ],
    ['no recurrence', {}, { recurrence: 'none', recurrenceCount: 3 }, { recurrence: 'none' }],
    [
      'no recurrence where there is none',
      { recurrence: 'none', recurrenceUntil: undefined },
      { recurrence: 'none' },
      {},
    ],
    ['a bound alone', { recurrence: 'custom' }, { recurrenceUntil: '2026-11-01' }, { recurrenceUntil: '2026-11-01' }],
    ['the same bound alone', { recurrence: 'custom' }, { recurrenceUntil: '2026-12-21' }, {}],
    ['a bound where nothing recurs', { recurrence: 'none', recurrenceUntil: undefined }, { recurrenceCount: 2 }, {}],
    ['another reminder', {}, { reminderLeadMinutes: 30 }, { reminderLeadMinutes: 30 }],
    ['no reminder', {}, { reminderLeadMinutes: null }, { reminderLeadMinutes: null }],
    ['no reminder where there is none', { reminderLeadMinutes: null }, { reminderLeadMinutes: null }, {}],
    [
      'no reminder where there are several',
      { reminderLeadMinutes: null, reminderIsCustom: true },
      { reminderLeadMinutes: null },
      { reminderLeadMinutes: null },
    ],
    ['the calendar is not the object’s affair', {}, { calendarUrl: 'https://example.org/' }, {}],
  ]
  test.each(table)('%s', (_, stored, said, expected) => {
    expect(changedFields({ ...base, ...stored }, { ...form, ...said })).toEqual(expected)
  })

  test('the same reminder is set anew when the event becomes all-day', () => {
    const allDay = { allDay: true, start: '2026-10-05', end: '2026-10-05' }
    const stored = { ...base, reminderLeadMinutes: 1440 }
    expect(changedFields(stored, { ...form, ...allDay, reminderLeadMinutes: 1440 })).toEqual({
      ...allDay,
      reminderLeadMinutes: 1440,
    })
  })
})

describe('a number for the reminder of an all-day event', () => {
  const lines = ['UID:u', 'DTSTART;VALUE=DATE:20261005']
  const stored = (trigger: string) => formOf(calendarOf([...lines, 'BEGIN:VALARM', trigger, 'END:VALARM']), household)
  const day = { title: '', allDay: true, start: '2026-10-05', end: '2026-10-05' }

  test('is a change over a relative alarm of the same lead', () => {
    expect(changedFields(stored('TRIGGER:-P1D'), { ...day, reminderLeadMinutes: 1440 })).toEqual({
      reminderLeadMinutes: 1440,
    })
    expect(changedFields(stored('TRIGGER:-PT15H'), { ...day, reminderLeadMinutes: 900 })).toEqual({
      reminderLeadMinutes: 900,
    })
  })

  test('is none over the absolute one', () => {
    const absolute = stored('TRIGGER;VALUE=DATE-TIME:20261004T070000Z')
    expect(changedFields(absolute, { ...day, reminderLeadMinutes: 1440 })).toEqual({})
  })

  test('absent or null it leaves a relative alarm, or none, as it is', () => {
    expect(changedFields(stored('TRIGGER:-P1D'), day)).toEqual({})
    expect(changedFields(formOf(calendarOf(lines), household), { ...day, reminderLeadMinutes: null })).toEqual({})
  })
})

test('a title changed on the phone survives a time changed here', () => {
  const lines = ['UID:u', 'DTSTART:20261005T160000Z', 'DTEND:20261005T170000Z']
  const cached = calendarOf([...lines, 'SUMMARY:Choir'])
  const fresh = calendarOf([...lines, 'SUMMARY:Choir (bring cake)', 'X-PHONE:1'])
  const changes = changedFields(formOf(cached, household), { ...form, ...times })
  const written = editEvent(fresh, changes, options)
  expect(formOf(written, household)).toMatchObject({ title: 'Choir (bring cake)', end: '2026-10-05T18:00:00.000Z' })
  expect(written).toContain('X-PHONE:1')
})

test('a form read and sent back changes nothing, whatever the event', () => {
  const objects = [
    ['DTSTART;VALUE=DATE:20261005', 'DTEND;VALUE=DATE:20261008'],
    ['DTSTART:20261005T160000Z', 'RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=4'],
    ['DTSTART:20261005T160000Z', 'BEGIN:VALARM', 'TRIGGER:PT0S', 'END:VALARM'],
    ['DTSTART;VALUE=DATE:20261005', 'BEGIN:VALARM', 'TRIGGER:20261004T070000Z', 'END:VALARM'],
  ]
  for (const lines of objects) {
    const stored = formOf(calendarOf(['UID:u', 'SUMMARY:x', ...lines]), household)
    const { reminderIsCustom: _, recurrence, ...rest } = stored
    expect(
      changedFields(stored, { ...rest, ...(recurrence === 'custom' ? {} : { recurrence }) }),
      lines.join(),
    ).toEqual({})
  }
})
