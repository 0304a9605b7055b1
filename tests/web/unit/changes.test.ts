import { describe, expect, test } from 'bun:test'
import type { StoredForm } from '../../../src/calendar/ical/form'
import { merge } from '../../../src/calendar/ical/merge'
import { afterForm, changedParts, differences, formOnto, type Part } from '../../../web/src/calendar/writes/changes'
import type { EventForm, OpenedEvent, StoredEvent } from '../../../web/src/data/types'

const BASE: StoredEvent = {
  title: 'Pick up',
  allDay: false,
  start: '2026-11-20T16:00:00.000Z',
  end: '2026-11-20T17:00:00.000Z',
  location: '',
  description: '',
  recurrence: 'weekly',
  recurrenceCount: 5,
  calendarUrl: 'https://dav.example/family/',
  reminderLeadMinutes: 30,
  reminderIsCustom: false,
  personIds: [2, 3],
}
const { title, allDay, start, end } = BASE
const UNCHANGED: EventForm = { title, allDay, start, end }

describe('what a form changes', () => {
  test.each([
    [{}, []],
    [{ title: ' Pick up ' }, []],
    [{ start: '2026-11-20T17:00:00+01:00' }, []],
    [{ end: '2026-11-20T18:00:00.000Z' }, ['when']],
    [{ allDay: true, start: '2026-11-20', end: '2026-11-20' }, ['when']],
    [{ location: 'School' }, ['place']],
    [{ recurrence: 'weekly', recurrenceCount: 5 }, []],
    [{ recurrence: { frequency: 'weekly' }, recurrenceCount: 5 }, []],
    [{ recurrence: { frequency: 'weekly', interval: 2 }, recurrenceCount: 5 }, ['repeats']],
    [{ recurrence: 'weekly' }, ['repeats']],
    [{ recurrence: 'none' }, ['repeats']],
    [{ reminderLeadMinutes: null }, ['reminder']],
    [{ calendarUrl: 'https://dav.example/ada/' }, ['calendar']],
    [{ personIds: [3, 2] }, []],
    [{ personIds: [2] }, ['people']],
    [{ personIds: [] }, ['people']],
  ] as [Partial<EventForm>, Part[]][])('with %j is %j', (changes, parts) => {
    expect(changedParts(BASE, { ...UNCHANGED, ...changes })).toEqual(parts)
  })

  test('laid onto what others have made of the event leaves theirs alone', () => {
    const theirs = { ...BASE, start: '2026-11-20T19:00:00.000Z', end: '2026-11-20T20:00:00.000Z', location: 'Gym' }
    const form = { ...UNCHANGED, title: 'Pick up Cleo', location: 'School' }
    expect(formOnto(theirs, form, ['title'])).toEqual({
      title: 'Pick up Cleo',
      allDay: false,
      start: theirs.start,
      end: theirs.end,
    })
  })
})

test('a series that has ended repeats no more, whatever bound it had', () => {
  const ended: EventForm = { ...UNCHANGED, recurrence: 'none' }
  expect(changedParts(afterForm(BASE, ended), ended)).toEqual([])
})

describe('what two people have changed', () => {
  const VALUES: Partial<StoredEvent>[][] = [
    [{ title: 'Pick up' }, { title: 'Fetch' }, { title: 'Collect' }],
    [
      { allDay: false, start, end },
      { allDay: false, start, end: '2026-11-20T18:00:00.000Z' },
      { allDay: true, start: '2026-11-20', end: '2026-11-20' },
    ],
    [{ location: '' }, { location: 'School' }, { location: 'Gym' }],
    [{ description: '' }, { description: 'Quick' }],
    [
      { recurrence: 'weekly', recurrenceCount: 5 },
      { recurrence: 'weekly' },
      { recurrence: 'none' },
      { recurrence: { frequency: 'weekly', weekdays: ['TU', 'TH'] } },
      { recurrence: { frequency: 'weekly', interval: 1, weekdays: ['TU', 'TH'] } },
    ],
    [{ reminderLeadMinutes: 30 }, { reminderLeadMinutes: 60 }, { reminderLeadMinutes: null }],
    [{ personIds: [] }, { personIds: [2, 3] }, { personIds: [3, 2] }, { personIds: [3] }],
  ]
  const PART_OF: Partial<Record<keyof EventForm, Part>> = {
    title: 'title',
    allDay: 'when',
    start: 'when',
    end: 'when',
    location: 'place',
    description: 'notes',
    recurrence: 'repeats',
    recurrenceCount: 'repeats',
    reminderLeadMinutes: 'reminder',
    personIds: 'people',
  }

  /** Lehmer's generator: the same numbers in every run. */
  function seeded(seed: number) {
    let state = seed
    return () => {
      state = (state * 48_271) % 2_147_483_647
      return state / 2_147_483_647
    }
  }

  test('is a clash where the service says so, and nowhere else', () => {
    const random = seeded(20261120)
    const { recurrence: _, recurrenceCount: __, ...rest } = BASE
    const anyEvent = () =>
      Object.assign({ ...rest }, ...VALUES.map((values) => values[Math.floor(random() * values.length)])) as StoredEvent
    let clashing = 0
    for (let round = 0; round < 2_000; round++) {
      const [base, fresh] = [anyEvent(), anyEvent()]
      const { calendarUrl: ___, reminderIsCustom: ____, reminderLeadMinutes, ...said } = anyEvent()
      // The dialog names a reminder only where it was changed.
      const form = reminderLeadMinutes === base.reminderLeadMinutes ? said : { ...said, reminderLeadMinutes }
      const { clashes } = merge(base as StoredForm, form as EventForm, fresh as StoredForm)
      const found = differences(base, form as EventForm, fresh).filter(({ isClash }) => isClash)
      expect(new Set(found.map(({ part }) => part))).toEqual(new Set(clashes.map((field) => PART_OF[field]!)))
      if (clashes.length > 0) clashing++
    }
    expect(clashing).toBeGreaterThan(500)
  })

  test('is no clash where nobody knew what stood there', () => {
    const form = { ...UNCHANGED, location: 'School' }
    expect(differences(UNCHANGED as OpenedEvent, form, BASE)).toEqual([{ part: 'place', isClash: false }])
  })
})
