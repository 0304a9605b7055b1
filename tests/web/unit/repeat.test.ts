import { describe, expect, test } from 'bun:test'
import { buildEvent } from '../../../src/calendar/ical/build'
import { expand, prepare } from '../../../src/calendar/ical/expand'
import { dayStart, zoneOf } from '../../../src/calendar/ical/zone'
import { repeat } from '../../../web/src/calendar/writes/repeat'
import type { EventForm, RecurrenceRule } from '../../../web/src/data/types'
import { dayOfIso, isoOfDay } from '../../../web/src/lib/tz'
import { people } from '../../calendar/ical/cast'

type Rule = Pick<EventForm, 'recurrence' | 'recurrenceUntil' | 'recurrenceCount'>
type When = Pick<EventForm, 'allDay' | 'start' | 'end'>

const timed = (start: string, end: string): When => ({ allDay: false, start, end })
const days = (start: string, end = start): When => ({ allDay: true, start, end })

/** What the service makes of the same form. */
function expanded(form: EventForm, range: { first: number; days: number }, zoneName: string) {
  const household = zoneOf(zoneName)!
  const now = new Date('2026-11-20T12:00:00Z')
  const object = prepare(buildEvent(form, { uid: 'it', operationId: 'op', now, household, people }), household)
  const bound = (day: number) => dayStart(household, isoOfDay(day)).getTime()
  const found = expand(object, bound(range.first), bound(range.first + range.days), household)
  const text = (at: number) => new Date(at).toISOString().slice(0, form.allDay ? 10 : undefined)
  return found.map(({ start, end }) => ({ allDay: form.allDay, start: text(start), end: text(end) }))
}

function expectExpanded(form: EventForm, range: { first: number; days: number }, zone: string) {
  const name = `${zone} ${JSON.stringify(form)} from ${isoOfDay(range.first)}`
  expect([name, repeat(form, range, zone)]).toEqual([name, expanded(form, range, zone)])
}

const WHEN: [string, When][] = [
  ['in the evening', timed('2026-09-01T17:30:00Z', '2026-09-01T19:00:00Z')],
  ['past midnight', timed('2026-09-05T20:00:00Z', '2026-09-06T01:00:00Z')],
  ['for days', timed('2026-09-29T20:00:00Z', '2026-10-02T08:00:00Z')],
  ['without length', timed('2026-09-30T07:00:00Z', '2026-09-30T07:00:00Z')],
  ['on the last of a month', timed('2026-08-31T08:00:00Z', '2026-08-31T09:00:00Z')],
  ['on a leap day', timed('2024-02-29T08:00:00Z', '2024-02-29T09:00:00Z')],
  ['in the hour that spring leaves out', timed('2026-02-28T01:30:00Z', '2026-02-28T02:30:00Z')],
  ['in the hour that autumn has twice', timed('2026-09-25T00:30:00Z', '2026-09-25T01:15:00Z')],
  ['over the change of the clocks', timed('2026-10-17T22:00:00Z', '2026-10-18T07:00:00Z')],
  ['all day', days('2026-09-07')],
  ['all day on the last of a month', days('2026-08-31')],
  ['all day on a leap day', days('2024-02-29')],
  ['for a week', days('2026-09-28', '2026-10-04')],
  ['later', days('2027-02-01')],
]
const ENDS: Rule[] = [
  {},
  { recurrenceCount: 1 },
  { recurrenceCount: 5 },
  { recurrenceCount: 60 },
  { recurrenceUntil: '2026-10-25' },
  { recurrenceUntil: '2026-11-01' },
  { recurrenceUntil: '2020-01-01' },
]
const WINDOWS = ['2026-09-28', '2026-10-25', '2026-11-30', '2027-02-01', '2027-03-22', '2028-02-21'].map((first) => ({
  first: dayOfIso(first),
  days: 42,
}))
const ZONES = ['Europe/Berlin', 'America/New_York', 'Pacific/Auckland', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC']

describe.each(WHEN)('an event %s', (_, when) => {
  test.each(['daily', 'weekly', 'monthly', 'yearly'] as const)('%s repeats as the service expands it', (recurrence) => {
    for (const zone of ZONES) {
      for (const ends of ENDS) {
        for (const range of WINDOWS) {
          expectExpanded({ title: 'It', ...when, recurrence, ...ends }, range, zone)
        }
      }
    }
  })
})

const RULES: RecurrenceRule[] = [
  { frequency: 'daily', interval: 3 },
  { frequency: 'weekly', interval: 2 },
  { frequency: 'weekly', weekdays: ['TU', 'TH'] },
  { frequency: 'weekly', weekdays: ['MO', 'TU', 'WE', 'TH', 'FR'] },
  { frequency: 'weekly', interval: 3, weekdays: ['MO', 'SU'] },
  { frequency: 'monthly', interval: 3 },
  { frequency: 'monthly', monthDay: 31 },
  { frequency: 'monthly', monthDay: -1 },
  { frequency: 'monthly', weekdays: ['TU'], nth: 2 },
  { frequency: 'monthly', weekdays: ['FR'], nth: -1 },
  { frequency: 'monthly', interval: 2, weekdays: ['MO', 'SA'], nth: 5 },
  { frequency: 'yearly', interval: 2 },
  { frequency: 'yearly', monthDay: 30 },
  { frequency: 'yearly', monthDay: -1 },
  { frequency: 'yearly', weekdays: ['SU'], nth: -1 },
  { frequency: 'yearly', weekdays: ['MO', 'TH'], nth: 1 },
]

describe.each(WHEN)('an event %s', (_, when) => {
  test.each(RULES.map((rule) => [JSON.stringify(rule), rule] as const))(
    '%s repeats as the service expands it',
    (_, recurrence) => {
      for (const zone of ZONES.slice(0, 3))
        for (const ends of ENDS)
          for (const range of WINDOWS) expectExpanded({ title: 'It', ...when, recurrence, ...ends }, range, zone)
    },
  )
})

test('what takes no time at the midnight that begins the days is one of theirs', () => {
  const when = timed('2026-09-20T22:00:00Z', '2026-09-20T22:00:00Z')
  expectExpanded({ title: 'It', ...when, recurrence: 'weekly' }, { first: dayOfIso('2026-09-28'), days: 7 }, ZONES[0]!)
})

test('what does not repeat stands there once', () => {
  const range = { first: dayOfIso('2026-09-01'), days: 42 }
  expect(repeat({ title: 'It', ...days('2026-09-07', '2026-09-08') }, range, 'UTC')).toEqual([
    { allDay: true, start: '2026-09-07', end: '2026-09-09' },
  ])
})
