import { describe, expect, test } from 'bun:test'
import ICAL from 'ical.js'
import { RRuleTemporal } from 'rrule-temporal'
import { buildEvent } from '../../../src/calendar/ical/build'
import { expand, prepare } from '../../../src/calendar/ical/expand'
import type { EventForm } from '../../../src/calendar/ical/form'
import { zoneOf } from '../../../src/calendar/ical/zone'
import { people } from './cast'
import { seeded } from './seeded'

const BERLIN = zoneOf('Europe/Berlin')!
const FROM = '2026-01-01T00:00:00Z'
const TO = '2027-01-01T00:00:00Z'
const OPTIONS = {
  uid: 'reference@corkboard.test',
  operationId: '6b1d0c52-6f5c-4d53-9c39-1d3a0f0f8a11',
  now: new Date('2026-01-01T00:00:00Z'),
  household: BERLIN,
  people,
}

const text = (rule: string) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    'UID:reference@corkboard.test',
    'DTSTART;TZID=Europe/Berlin:20240115T183000',
    'DTEND;TZID=Europe/Berlin:20240115T193000',
    `RRULE:${rule}`,
    'SUMMARY:Choir',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')

describe('an independent expansion agrees', () => {
  const random = seeded(20261120)
  const pick = <T>(choices: readonly T[]) => choices[random(choices.length)]!
  const rules = Array.from({ length: 60 }, () =>
    [
      `FREQ=${pick(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'])}`,
      `INTERVAL=${pick([1, 2, 3])}`,
      pick(['', 'BYDAY=MO,TH', 'BYDAY=SU,MO', 'BYMONTH=1,3,10', 'BYMONTH=1,11']),
      pick(['', 'COUNT=40', 'UNTIL=20261101T120000Z']),
    ]
      .filter((part) => part !== '')
      .join(';'),
  )

  test.each(rules)('%s', (rule) => {
    const ours = expand(prepare(text(rule), BERLIN), Date.parse(FROM), Date.parse(TO), BERLIN)
    const reference = new RRuleTemporal({
      rruleString: `DTSTART;TZID=Europe/Berlin:20240115T183000\nRRULE:${rule}`,
    })
    const theirs = reference.between(new Date(FROM), new Date(TO), true).map((start) => start.epochMilliseconds)
    expect(ours.map(({ start }) => start)).toEqual(theirs)
  })
})

describe('another reader understands what is written', () => {
  const base: EventForm = { title: 'Tea; cake, & more\\', allDay: false, start: FROM, end: '2026-01-01T01:00:00Z' }
  const forms: [string, EventForm][] = [
    ['a single event', base],
    ['an event of several days', { ...base, allDay: true, start: '2026-03-28', end: '2026-03-30' }],
    ['a series with an end', { ...base, recurrence: 'weekly', recurrenceUntil: '2026-03-01' }],
    ['a series with a count', { ...base, recurrence: 'monthly', recurrenceCount: 5 }],
    ['long text in many alphabets', { ...base, description: 'Grüße 🥖 ありがとう '.repeat(60), location: 'A\nB' }],
  ]
  test.each(forms)('%s', (_, form) => {
    const calendar = new ICAL.Component(ICAL.parse(buildEvent(form, OPTIONS)))
    const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent')!)
    expect(event.summary).toBe(form.title)
    expect(event.description ?? '').toBe(form.description ?? '')
    expect(event.location ?? '').toBe(form.location ?? '')
    expect(event.isRecurring()).toBe(form.recurrence !== undefined)
    expect(event.startDate.isDate).toBe(form.allDay)
    expect(event.uid).toBe(OPTIONS.uid)
  })
})
