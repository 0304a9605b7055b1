import { describe, expect, test } from 'bun:test'
import { editEvent } from '../../../src/calendar/ical/edit'
import { editInstance, extractInstance } from '../../../src/calendar/ical/edit/instance'
import { editSeries } from '../../../src/calendar/ical/edit/series-change'
import { seriesFrom } from '../../../src/calendar/ical/edit/split'
import { formOf } from '../../../src/calendar/ical/form'
import { formOfInstance } from '../../../src/calendar/ical/instance'
import { calendarOf, household, options } from './cast'

// Some applications copy the alarms of a series into its overrides as they stand: of whole days an instant, which names
// the day of the first occurrence.

const FIRST = '2026-11-21'
const CHANGED = '2026-12-05'
const days = (day: string, more: string, alarms = [NINE]) => [
  'UID:u',
  `DTSTART;VALUE=DATE:${day}`,
  more,
  ...alarms.flat(),
]
const NINE = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER;VALUE=DATE-TIME:20261121T080000Z', 'END:VALARM']
const seriesWith = (alarms: string[][]) =>
  calendarOf(days('20261121', 'RRULE:FREQ=WEEKLY'), days('20261205', 'RECURRENCE-ID;VALUE=DATE:20261205', alarms))
const BINS = seriesWith([NINE])
const on = (day: string) => ({ allDay: true, start: day, end: day })
const leadsOf = (text: string, ...ids: string[]) =>
  ids.map((id) => formOfInstance(text, id, household)?.reminderLeadMinutes)

describe('an alarm that was copied into an override goes on as that of the series', () => {
  const copying = { ...options, uid: 'other' }

  test.each<[string, (text: string) => string, string, number | null]>([
    ['with another one', (text) => editSeries(text, FIRST, { reminderLeadMinutes: 1440 }, options), CHANGED, 1440],
    ['with several', (text) => editSeries(text, FIRST, { reminders: [2880] }, options), CHANGED, 2880],
    ['with none', (text) => editSeries(text, FIRST, { reminderLeadMinutes: null }, options), CHANGED, null],
    ['with another one of the whole', (text) => editEvent(text, { reminderLeadMinutes: 1440 }, options), CHANGED, 1440],
    ['to another day', (text) => editSeries(text, FIRST, on('2026-11-22'), options), '2026-12-06', 0],
    ['to another day as a whole', (text) => editEvent(text, on('2026-11-22'), options), '2026-12-06', 0],
    ['into the rest of it', (text) => seriesFrom(text, '2026-11-28', copying), CHANGED, 0],
  ])('%s', (_, edit, id, lead) => {
    expect(leadsOf(edit(BINS), id)).toEqual([lead])
  })

  test('and stands on its own day when it is moved, or taken out', () => {
    const moved = editInstance(BINS, CHANGED, on('2026-12-06'), options)
    expect(leadsOf(moved, FIRST, CHANGED)).toEqual([0, 0])
    expect(moved).toContain('TRIGGER;VALUE=DATE-TIME:20261206T080000Z')
    expect(formOf(extractInstance(BINS, CHANGED, copying), household).reminderLeadMinutes).toBe(0)
  })

  test('as it stands, where nothing of that changes', () => {
    const edited = editInstance(BINS, CHANGED, { title: 'Paper' }, options)
    expect(edited.match(/TRIGGER.*/g)).toEqual(BINS.match(/TRIGGER.*/g)!)
  })
})

test('an override without an alarm takes the reminder of its series along when it is taken out', () => {
  const single = extractInstance(seriesWith([]), CHANGED, { ...options, uid: 'other' })
  expect(formOf(single, household).reminderLeadMinutes).toBe(0)
})
