import { describe, expect, test } from 'bun:test'
import { changedFields } from '../../../src/calendar/ical/changes'
import { editInstance } from '../../../src/calendar/ical/edit/instance'
import { type EventForm, formOf, type StoredForm } from '../../../src/calendar/ical/form'
import { formOfInstance } from '../../../src/calendar/ical/instance'
import { asOpened, formAfter, merge } from '../../../src/calendar/ical/merge'
import type { ReminderTime } from '../../../src/calendar/ical/reminder-times'
import { summarize } from '../../../src/calendar/ical/summary'
import { calendarOf, household, options } from './cast'

const TIMED = ['UID:u', 'DTSTART:20261005T160000Z']
const ALL_DAY = ['UID:u', 'DTSTART;VALUE=DATE:20261005']
const EVENING = { daysBefore: 1, time: '18:00' }
const at = (instant: string) => `;VALUE=DATE-TIME:${instant}`
const textOf = (lines: string[], triggers: string[]) =>
  calendarOf([...lines, ...triggers.flatMap((one) => ['BEGIN:VALARM', `TRIGGER${one}`, 'END:VALARM'])])

describe('alarms that a lead does not tell', () => {
  // 09:00 and 18:00 in Amsterdam are 07:00 and 16:00 UTC in summer.
  const table: [string, string[], string[], ReminderTime[] | undefined][] = [
    ['one at the start, as we write it', TIMED, [';RELATED=START:PT0S'], [0]],
    ['one at the start as others do', TIMED, [':PT0S'], undefined],
    ['none', TIMED, [], undefined],
    ['one in minutes', TIMED, [':-PT15M'], undefined],
    ['several, in their order', TIMED, [':-PT15M', ':-P1D'], [15, 1440]],
    ['two alike, as of a sound and a mail', TIMED, [':-PT15M', ':-PT15M'], [15, 15]],
    ['five', TIMED, [':-PT1M', ':-PT2M', ':-PT3M', ':-PT4M', ':-PT5M'], [1, 2, 3, 4, 5]],
    ['six', TIMED, [':-PT1M', ':-PT2M', ':-PT3M', ':-PT4M', ':-PT5M', ':-PT6M'], undefined],
    ['one after the start among them', TIMED, [':-PT15M', ':PT5M'], undefined],
    ['one before the end among them', TIMED, [':-PT15M', ';RELATED=END:-PT5M'], undefined],
    ['an instant beside a timed event', TIMED, [at('20261005T150000Z')], undefined],
    ['a lead longer than a form takes among others', TIMED, [':-P2W', ':-PT15M'], undefined],
    ['an unreadable one among them', TIMED, [':-PT15M', ':soon', ':-P1D'], [15, 1440]],
    ['nine o’clock of a day before', ALL_DAY, [at('20261004T070000Z')], undefined],
    ['nine o’clock of two days', ALL_DAY, [at('20261004T070000Z'), at('20261003T070000Z')], [1440, 2880]],
    ['the evening before', ALL_DAY, [at('20261004T160000Z')], [{ daysBefore: 1, time: '18:00' }]],
    [
      'the evening before, and the day',
      ALL_DAY,
      [at('20261004T160000Z'), at('20261005T070000Z')],
      [{ daysBefore: 1, time: '18:00' }, 0],
    ],
    ['noon of the day', ALL_DAY, [at('20261005T100000Z')], [{ daysBefore: 0, time: '12:00' }]],
    ['half a minute', ALL_DAY, [at('20261005T100030Z')], undefined],
    ['the day after', ALL_DAY, [at('20261006T070000Z')], undefined],
    ['an evening longer before than a form takes', ALL_DAY, [at('20260920T160000Z')], undefined],
    ['hours before an all-day event', ALL_DAY, [':-PT15H', ':-P2D'], [900, 2880]],
    ['the day of an all-day event, at its start', ALL_DAY, [';RELATED=START:PT0S'], undefined],
  ]
  test.each(table)('%s', (_, lines, triggers, reminders) => {
    expect(formOf(textOf(lines, triggers), household).reminders).toEqual(reminders)
  })

  test('are kept in one spelling', () => {
    const told = (lines: string[], triggers: string[]) => summarize(textOf(lines, triggers), household).reminders
    expect(told(TIMED, [':-PT15M', ':-PT15M', ':PT0S', ':-P1D'])).toEqual([1440, 15, 0])
    expect(told(ALL_DAY, [':-PT15H', ':-P1D'])).toEqual([1440])
    expect(told(ALL_DAY, [at('20261005T070000Z'), at('20261004T160000Z')])).toEqual([EVENING, 0])
    expect(told(TIMED, [':-PT15M'])).toBeNull()
  })
})

test('of one occurrence are those of its series, and may become its own', () => {
  const bins = textOf([...ALL_DAY, 'RRULE:FREQ=WEEKLY'], [at('20261004T160000Z')])
  expect(formOfInstance(bins, '2026-11-09', household)?.reminders).toEqual([EVENING])
  const text = editInstance(bins, '2026-11-09', { reminders: [0, EVENING] }, options)
  expect(text.match(/^TRIGGER.*$/gm)).toEqual([
    'TRIGGER;VALUE=DATE-TIME:20261004T160000Z',
    'TRIGGER;VALUE=DATE-TIME:20261108T170000Z',
    'TRIGGER;VALUE=DATE-TIME:20261109T080000Z',
  ])
  expect(formOfInstance(text, '2026-11-09', household)?.reminders).toEqual([EVENING, 0])
  expect(formOfInstance(text, '2026-11-16', household)?.reminders).toEqual([EVENING])
})

const BASE: StoredForm = {
  title: 'Choir',
  allDay: false,
  start: '2026-12-01T18:00:00.000Z',
  end: '2026-12-01T20:00:00.000Z',
  location: '',
  description: '',
  recurrence: 'none',
  reminderLeadMinutes: null,
  reminderIsCustom: true,
  reminders: [60, 15],
}
const FORM: EventForm = { title: 'Choir', allDay: false, start: BASE.start, end: BASE.end }
const DAYS = { allDay: true, start: '2026-12-01', end: '2026-12-01' }

describe('a form changes reminders', () => {
  const table: [string, Partial<StoredForm>, Partial<EventForm>, Partial<EventForm>][] = [
    ['not by saying nothing', {}, {}, {}],
    ['not in another order', {}, { reminders: [15, 60] }, {}],
    ['not by naming one twice', {}, { reminders: [15, 60, 15] }, {}],
    ['not where a lead says so beside it', {}, { reminders: [15, 60], reminderLeadMinutes: null }, {}],
    ['by another list', {}, { reminders: [15] }, { reminders: [15] }],
    ['by an empty list', {}, { reminders: [] }, { reminders: [] }],
    ['by a lead', {}, { reminderLeadMinutes: 15 }, { reminderLeadMinutes: 15 }],
    [
      'not where it is the lead that there is',
      { reminders: undefined, reminderIsCustom: false, reminderLeadMinutes: 15 },
      { reminders: [15] },
      {},
    ],
    [
      'to the start, over a lead of 0, which is not sent',
      { reminders: undefined, reminderIsCustom: false, reminderLeadMinutes: 0 },
      { reminders: [0] },
      { reminders: [0] },
    ],
    ['over alarms that no list says', { reminders: undefined }, { reminders: [15, 60] }, { reminders: [15, 60] }],
    [
      'not by the same morning in other words',
      { ...DAYS, reminders: [1440] },
      { ...DAYS, reminders: [{ daysBefore: 1, time: '09:00' }] },
      {},
    ],
    [
      'by the evening instead of the morning',
      { ...DAYS, reminders: [1440] },
      { ...DAYS, reminders: [{ daysBefore: 1, time: '18:00' }] },
      { reminders: [{ daysBefore: 1, time: '18:00' }] },
    ],
    ['when the event becomes one of a day', {}, { ...DAYS, reminders: [60, 15] }, { ...DAYS, reminders: [60, 15] }],
  ]
  test.each(table)('%s', (_, stored, said, expected) => {
    expect(changedFields({ ...BASE, ...stored }, { ...FORM, ...said })).toEqual(expected)
  })

  test('and says them afterwards, as list and as lead', () => {
    expect(formAfter(BASE, { ...FORM, reminders: [15] })).toEqual({
      ...BASE,
      reminders: [15],
      reminderLeadMinutes: 15,
      reminderIsCustom: false,
    })
    const { reminders: _, ...rest } = BASE
    expect(formAfter(BASE, { ...FORM, reminderLeadMinutes: 30 })).toEqual({
      ...rest,
      reminderLeadMinutes: 30,
      reminderIsCustom: false,
    })
  })
})

describe('reminders changed on both sides', () => {
  const table: [string, Partial<StoredForm>, Partial<EventForm>, string[]][] = [
    ['to other lists', { reminders: [30] }, { reminders: [15] }, ['reminderLeadMinutes']],
    ['to the same list', { reminders: [15, 30] }, { reminders: [30, 15] }, []],
    ['there, a title here', { reminders: [30] }, { title: 'Band' }, []],
    ['to what no list says, and to a list', { reminders: undefined }, { reminders: [15] }, ['reminderLeadMinutes']],
  ]
  test.each(table)('%s', (_, there, here, clashes) => {
    expect(merge(BASE, { ...FORM, ...here }, { ...BASE, ...there }).clashes).toEqual(clashes as never)
  })

  const { reminders: _, ...withoutList } = BASE
  test('a form that was opened without the list is no change of it', () => {
    const opened = asOpened(BASE, withoutList)
    expect(merge(opened, { ...FORM, reminderLeadMinutes: 15 }, BASE).clashes).toEqual([])
  })

  test('a list that its lead contradicts is not what was opened', () => {
    const opened = asOpened(BASE, { ...BASE, reminderLeadMinutes: 30, reminderIsCustom: false })
    expect(changedFields(opened, { ...FORM, reminders: [30] })).toEqual({})
  })
})
