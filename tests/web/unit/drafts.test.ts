import { describe, expect, test } from 'bun:test'
import {
  carriedOver,
  type Draft,
  draftOfForm,
  draftOfStored,
  moveStart,
  newDraft,
  problemsOf,
} from '../../../web/src/calendar/draft'
import { endAt, isWithinDay } from '../../../web/src/calendar/event-dialog/end-time'
import { resumed } from '../../../web/src/calendar/event-dialog/resumed'
import { createForm, editForm } from '../../../web/src/calendar/form-of-draft'
import type { StoredEvent } from '../../../web/src/data/types'
import { dayOfIso, isoOfDay } from '../../../web/src/lib/tz'

const BERLIN = 'Europe/Berlin'
const FRIDAY = dayOfIso('2026-11-20')
const ADA = 'https://dav.example/ada/'
const FAMILY = 'https://dav.example/family/'

const dentist: StoredEvent = {
  title: 'Dentist',
  allDay: false,
  start: '2026-11-20T08:30:07Z',
  end: '2026-11-20T09:00:07Z',
  location: 'Main street',
  description: 'Bring the card',
  recurrence: 'none',
  calendarUrl: ADA,
  reminderLeadMinutes: 30,
  reminderIsCustom: false,
}

const opened = (changes: Partial<StoredEvent> = {}) => draftOfStored({ ...dentist, ...changes }, BERLIN)
const draft = (changes: Partial<Draft> = {}): Draft => ({ ...newDraft({ day: FRIDAY }, ADA), title: 'Tea', ...changes })

describe('a new event', () => {
  test('needs a title and nothing more', () => {
    expect(createForm(draft(), BERLIN)).toEqual({
      title: 'Tea',
      allDay: false,
      start: '2026-11-20T16:00:00.000Z',
      end: '2026-11-20T17:00:00.000Z',
      recurrence: 'none',
      calendarUrl: ADA,
      reminderLeadMinutes: null,
    })
  })

  test('is sent in the household’s time, whatever the time of year', () => {
    const form = createForm(
      draft({ startDate: '2026-07-01', startTime: '09:00', endDate: '2026-07-01', endTime: '10:00' }),
      BERLIN,
    )
    expect(form.start).toBe('2026-07-01T07:00:00.000Z')
  })

  test('that begins within the hour that spring leaves out begins later, and is as long as was said', () => {
    const night = { startDate: '2026-03-29', startTime: '02:30', endDate: '2026-03-29', endTime: '03:15' }
    const { start, end } = createForm(draft(night), BERLIN)
    expect([start, end]).toEqual(['2026-03-29T01:30:00.000Z', '2026-03-29T02:15:00.000Z'])
  })

  test('of all days is sent as dates with an inclusive end', () => {
    const form = createForm(draft({ allDay: true, endDate: '2026-11-22' }), BERLIN)
    expect(form).toMatchObject({ allDay: true, start: '2026-11-20', end: '2026-11-22' })
  })

  test.each([
    ['never', {}],
    ['until', { recurrenceUntil: '2026-12-24' }],
    ['count', { recurrenceCount: 4 }],
  ] as const)('that repeats and ends %s sends that bound alone', (ends, bounds) => {
    const { recurrence, recurrenceUntil, recurrenceCount } = createForm(
      draft({ recurrence: 'weekly', ends, until: '2026-12-24', count: '4' }),
      BERLIN,
    )
    expect({ recurrence, ...definedOf({ recurrenceUntil, recurrenceCount }) }).toEqual({
      recurrence: 'weekly',
      ...bounds,
    })
  })
})

describe('whom an event is for', () => {
  const said = (form: object) => ('personIds' in form ? form.personIds : 'nothing')

  test.each([
    [[], 'nothing'],
    [
      [3, 2],
      [3, 2],
    ],
  ] as const)('a new event for %j says %j', (personIds, expected) => {
    expect(said(createForm(draft({ personIds: [...personIds] }), BERLIN))).toEqual(expected)
  })

  test.each([
    [undefined, [], 'nothing'],
    [[2, 3], [3, 2], 'nothing'],
    [[2, 3], [2], [2]],
    [[2], [], []],
    [[], [10, 2], [10, 2]],
    [[10, 2], [2, 10], 'nothing'],
  ] as const)('of %j made %j is sent as %j', (before, after, expected) => {
    const original = opened(before === undefined ? {} : { personIds: [...before] })
    expect(said(editForm({ ...original.draft, personIds: [...after] }, original, BERLIN))).toEqual(expected)
  })

  test('stands in a form that could not be saved; where that says nothing it stays', () => {
    const before = opened({ personIds: [2] })
    const form = editForm({ ...before.draft, personIds: [3] }, before, BERLIN)
    expect(draftOfForm(form, before.draft, BERLIN).personIds).toEqual([3])
    expect(draftOfForm(editForm(before.draft, before, BERLIN), before.draft, BERLIN).personIds).toEqual([2])
  })

  test('that others have changed meanwhile stays theirs, unless it was changed here', () => {
    const [before, now] = [opened({ personIds: [2] }), opened({ personIds: [2, 3] })]
    const renamed = { ...before.draft, title: 'Doctor' }
    expect(carriedOver({ draft: renamed, before: before.draft }, now.draft).personIds).toEqual([2, 3])
    const forBen = { ...before.draft, personIds: [4] }
    expect(carriedOver({ draft: forBen, before: before.draft }, now.draft).personIds).toEqual([4])
  })
})

describe('a rule', () => {
  const [TUESDAY, THURSDAY, FRIDAY_LATER] = ['2026-11-24', '2026-11-26', '2026-11-27']
  const at = (day: string) => ({ start: `${day}T08:30:00Z`, end: `${day}T09:00:00Z` })
  const twoDays = { frequency: 'weekly', interval: 2, weekdays: ['TU', 'TH'] } satisfies StoredEvent['recurrence']
  const series = (changes: Partial<StoredEvent> = {}) => opened({ recurrence: twoDays, ...at(TUESDAY), ...changes })

  test('of a new event is sent with its bound', () => {
    const form = createForm(draft({ ...series().draft, ends: 'count', count: '6' }), BERLIN)
    expect(form).toMatchObject({ recurrence: twoDays, recurrenceCount: 6 })
  })

  test('that is not changed is not sent, wherever the event goes', () => {
    const original = series()
    for (const typed of [original.draft, moveStart(original.draft, { startDate: FRIDAY_LATER })]) {
      expect(editForm({ ...typed, title: 'Doctor' }, original, BERLIN)).not.toHaveProperty('recurrence')
    }
  })

  test('goes along with its start where only its end is changed', () => {
    const original = series()
    const moved = moveStart(original.draft, { startDate: FRIDAY_LATER })
    expect(editForm({ ...moved, ends: 'until', until: '2026-12-20' }, original, BERLIN)).toMatchObject({
      recurrence: { ...twoDays, weekdays: ['TH', 'FR'] },
      recurrenceUntil: '2026-12-20',
    })
  })

  test('that is changed is sent as it is typed, with the bound that stays', () => {
    const original = series({ recurrenceUntil: '2026-12-20' })
    const rule = { ...original.draft.rule, interval: '3' }
    expect(editForm({ ...original.draft, rule }, original, BERLIN)).toMatchObject({
      recurrence: { ...twoDays, interval: 3 },
      recurrenceUntil: '2026-12-20',
    })
  })

  test('that is changed stays as it is typed, also where its start moves', () => {
    const original = series()
    const moved = moveStart(original.draft, { startDate: '2026-11-25' })
    const rule = { ...moved.rule, weekdays: ['TU' as const, 'FR' as const] }
    expect(editForm({ ...moved, rule }, original, BERLIN).recurrence).toEqual({ ...twoDays, weekdays: ['TU', 'FR'] })
  })

  test('is the same whatever is left in the fields of another bound', () => {
    const original = series({ recurrenceUntil: '2026-12-20' })
    expect(editForm({ ...original.draft, count: '3' }, original, BERLIN)).not.toHaveProperty('recurrence')
  })

  test.each(['', '0', '1000', '-1', '1.5', 'two'])('every “%s” weeks is none', (interval) => {
    const { draft: typed } = series()
    expect(problemsOf({ ...typed, rule: { ...typed.rule, interval } })).toEqual(['interval'])
    expect(problemsOf({ ...typed, recurrence: 'weekly', rule: { ...typed.rule, interval } })).toEqual([])
  })

  test('that failed stands in the form again, and one that the form left alone as it was', () => {
    const { draft: before } = series()
    const failed = { title: 'Doctor', allDay: false, ...at(THURSDAY) }
    const monthly = { frequency: 'monthly', weekdays: ['TH'], nth: 4 } as const
    expect(draftOfForm({ ...failed, recurrence: { ...monthly, weekdays: ['TH'] } }, before, BERLIN)).toMatchObject({
      recurrence: 'rule',
      rule: { frequency: 'monthly', monthDay: 'nth' },
    })
    expect(draftOfForm(failed, before, BERLIN)).toMatchObject({ recurrence: 'rule', rule: before.rule })
  })

  test('that was not touched is as others have left it when a form is gone on with', () => {
    const before = series()
    const left = JSON.parse(JSON.stringify({ ...before.draft, title: 'Doctor' }))
    const now = series({ recurrence: 'weekly' })
    expect(carriedOver({ draft: left, before: before.draft }, now.draft)).toMatchObject({
      title: 'Doctor',
      recurrence: 'weekly',
    })
  })
})

describe('the end', () => {
  test('follows the start over midnight and keeps the length', () => {
    const moved = moveStart(draft({ startTime: '22:00', endTime: '23:30' }), { startTime: '23:00' })
    expect([moved.endDate, moved.endTime]).toEqual(['2026-11-21', '00:30'])
  })

  test('stays where it is while the start is being typed', () => {
    const moved = moveStart(draft(), { startTime: '' })
    expect([moved.endDate, moved.endTime]).toEqual(['2026-11-20', '18:00'])
  })

  test('keeps the length when the start is typed key by key', () => {
    const before = draft()
    const typed = ['01:00', '19:00', '', '19:30'].reduce(
      (now, startTime) => moveStart(now, { startTime }, before),
      before,
    )
    expect([typed.endDate, typed.endTime]).toEqual(['2026-11-20', '20:30'])
  })
})

describe('an edit', () => {
  test('of an event whose clock goes back before it ends keeps its times, and takes no other end like that', () => {
    // Berlin's clock goes from three back to two in it: from 2:45 to 2:15.
    const night = { start: '2026-10-25T00:45:00Z', end: '2026-10-25T01:15:00Z' }
    const original = opened(night)
    const renamed = { ...original.draft, title: 'Night' }
    expect(problemsOf(renamed, original)).toEqual([])
    expect(editForm(renamed, original, BERLIN)).toMatchObject(night)
    expect(problemsOf({ ...renamed, endTime: '02:20' }, original)).toEqual(['end'])
    expect(problemsOf({ ...renamed, startTime: '02:50' }, original)).toEqual(['end'])
  })

  test('without a change sends the event as it is stored, to the second, and nothing else', () => {
    const original = opened()
    expect(editForm(original.draft, original, BERLIN)).toEqual({
      title: 'Dentist',
      allDay: false,
      start: dentist.start,
      end: dentist.end,
    })
  })

  test.each([
    ['place', { location: '' }, { location: '' }],
    ['notes', { description: 'Nothing' }, { description: 'Nothing' }],
    ['calendar', { calendarUrl: FAMILY }, { calendarUrl: FAMILY }],
    ['reminder', { reminders: [60] }, { reminderLeadMinutes: 60 }],
    ['no reminder', { reminders: [] }, { reminderLeadMinutes: null }],
    ['repetition', { recurrence: 'daily' }, { recurrence: 'daily' }],
  ] as const)('of the %s sends that field', (_, changes, sent) => {
    const original = opened()
    const form = editForm({ ...original.draft, ...changes }, original, BERLIN)
    expect(form).toEqual({ title: 'Dentist', allDay: false, start: dentist.start, end: dentist.end, ...sent })
  })

  test('of an event in the second of two equal hours ends after it begins', () => {
    const original = opened({ start: '2026-10-25T01:30:00Z', end: '2026-10-25T01:45:00Z' })
    const { start, end } = editForm({ ...original.draft, endTime: '02:50' }, original, BERLIN)
    expect([start, end]).toEqual(['2026-10-25T01:30:00Z', '2026-10-25T01:50:00.000Z'])
  })

  test('keeps a rule and alarms that the form cannot express', () => {
    const original = opened({ recurrence: 'custom', reminderIsCustom: true, reminderLeadMinutes: null })
    expect(original.draft).toMatchObject({ recurrence: 'custom', reminders: 'custom' })
    const form = editForm({ ...original.draft, title: 'Doctor' }, original, BERLIN)
    expect(Object.keys(form)).toEqual(['title', 'allDay', 'start', 'end'])
  })

  test('that takes the bound of a rule away sends the rule without it', () => {
    const original = opened({ recurrence: 'weekly', recurrenceUntil: '2026-12-24' })
    const form = editForm({ ...original.draft, ends: 'never' }, original, BERLIN)
    expect(form.recurrence).toBe('weekly')
    expect(form.recurrenceUntil).toBeUndefined()
  })

  test('to all day and back lands on the same days', () => {
    const original = opened()
    const form = editForm({ ...original.draft, allDay: true }, original, BERLIN)
    expect(form).toMatchObject({ allDay: true, start: '2026-11-20', end: '2026-11-20' })
    expect(opened({ allDay: true, start: '2026-11-20', end: '2026-11-21' }).draft).toMatchObject({
      startDate: '2026-11-20',
      endDate: '2026-11-21',
    })
  })

  test('of what begins at midnight makes it a whole day', () => {
    const original = opened({ start: '2026-11-19T23:00:00Z', end: '2026-11-19T23:30:00Z' })
    const form = editForm({ ...original.draft, allDay: true }, original, BERLIN)
    expect(form).toMatchObject({ allDay: true, start: '2026-11-20', end: '2026-11-20' })
  })

  test('that failed opens with what was typed, over what was stored', () => {
    const original = opened({ recurrence: 'weekly', recurrenceCount: 5 })
    const failed = { title: 'Doctor', allDay: false, start: dentist.start, end: dentist.end, location: '' }
    expect(draftOfForm(failed, original.draft, BERLIN)).toEqual({ ...original.draft, title: 'Doctor', location: '' })
  })
})

describe('a series that is opened at one of its events', () => {
  const start = '2026-02-10T18:00:07Z'
  /** An hour later than the others, and longer; Berlin is on winter time on both days. */
  const concert = {
    ...dentist,
    recurrence: 'weekly' as const,
    start: '2026-11-24T19:00:00Z',
    end: '2026-11-24T22:00:00Z',
  }
  const bins = { ...concert, allDay: true, start: '2026-11-24', end: '2026-11-24' }

  const times = (stored: StoredEvent, changes: Partial<Draft>) => {
    const original = draftOfStored(stored, BERLIN, start)
    const { allDay, start: from, end } = editForm({ ...original.draft, ...changes }, original, BERLIN)
    return { allDay, start: from, end }
  }

  test('shows the times of that event', () => {
    const { draft: shown } = draftOfStored(concert, BERLIN, start)
    expect([shown.startDate, shown.startTime, shown.endDate, shown.endTime]).toEqual([
      '2026-11-24',
      '20:00',
      '2026-11-24',
      '23:00',
    ])
    const { startDate, endDate } = draftOfStored(bins, BERLIN, '2026-02-10').draft
    expect([startDate, endDate]).toEqual(['2026-11-24', '2026-11-24'])
  })

  test.each([
    ['its title', {}, concert.start, concert.end],
    ['the hour', { startTime: '20:30', endTime: '23:30' }, '2026-11-24T19:30:00.000Z', '2026-11-24T22:30:00.000Z'],
    [
      'the day',
      { startDate: '2026-11-25', endDate: '2026-11-25' },
      '2026-11-25T19:00:00.000Z',
      '2026-11-25T22:00:00.000Z',
    ],
    ['the end', { endTime: '21:30' }, concert.start, '2026-11-24T20:30:00.000Z'],
  ])('speaks of that event when it changes %s', (_, changes, from, end) => {
    expect(times(concert, { title: 'Choir!', ...changes })).toEqual({ allDay: false, start: from, end })
  })

  test('becomes one of whole days, or the other way round, on its own day', () => {
    expect(times(concert, { allDay: true })).toEqual({ allDay: true, start: '2026-11-24', end: '2026-11-24' })
    expect(times(bins, { allDay: false, startTime: '09:00', endTime: '10:00' })).toEqual({
      allDay: false,
      start: '2026-11-24T08:00:00.000Z',
      end: '2026-11-24T09:00:00.000Z',
    })
  })

  test('may end before that event, but not before its first, which moves along', () => {
    const original = draftOfStored(concert, BERLIN, start)
    const until = (day: string, changes: Partial<Draft> = {}) =>
      problemsOf({ ...original.draft, ...changes, ends: 'until', until: day }, original)
    expect(until('2026-02-10')).toEqual([])
    expect(until('2026-02-09')).toEqual(['until'])
    const aDayLater = { startDate: '2026-11-25', endDate: '2026-11-25' }
    expect([until('2026-02-11', aDayLater), until('2026-02-10', aDayLater)]).toEqual([[], ['until']])
  })

  test('keeps a title that no form would take, and gets no other such', () => {
    const original = draftOfStored({ ...concert, title: 'x'.repeat(300) }, BERLIN, start)
    expect(problemsOf({ ...original.draft, location: 'School' }, original)).toEqual([])
    expect(problemsOf({ ...original.draft, title: 'y'.repeat(256) }, original)).toEqual(['title'])
    expect(problemsOf({ ...original.draft, title: 'y'.repeat(255) }, original)).toEqual([])
  })

  test('while a time is being typed, has a problem and no more', () => {
    const original = draftOfStored(concert, BERLIN, start)
    expect(problemsOf({ ...original.draft, startTime: '', ends: 'until' }, original)).toContain('start')
  })
})

describe('a form that was left', () => {
  const before = draftOfStored(dentist, BERLIN).draft
  const moved = draftOfStored(
    { ...dentist, start: '2026-11-20T19:00:00Z', end: '2026-11-20T19:30:00Z', location: 'Mill street' },
    BERLIN,
  ).draft

  test('brings what was changed in it, and leaves what others have changed since', () => {
    const left = { ...before, description: 'Bring the X-ray' }
    expect(carriedOver({ draft: left, before }, moved)).toEqual({ ...moved, description: 'Bring the X-ray' })
  })

  test('stands where both have changed the same', () => {
    const left = moveStart(before, { startTime: '12:00' })
    const { startTime, endTime, location } = carriedOver({ draft: left, before }, moved)
    expect([startTime, endTime, location]).toEqual(['12:00', '12:30', 'Mill street'])
  })
})

describe('a form that was left and is gone on with', () => {
  const moved = { ...dentist, start: '2026-11-20T19:00:00Z', end: '2026-11-20T19:30:00Z' }

  test('writes what was changed in it, and from where it was begun', () => {
    const before = draftOfStored(dentist, BERLIN)
    const left = { ...before.draft, location: 'Mill street' }
    const now = draftOfStored({ ...moved, location: 'Hill street' }, BERLIN)
    const { draft, original } = resumed(left, before, now, BERLIN)
    expect(editForm(draft, original, BERLIN)).toMatchObject({ start: moved.start, location: 'Mill street' })
    // What others say of the place by now was not seen when it was typed.
    expect(original.base).toEqual({ ...moved, location: 'Main street' })
  })

  test('while a time was being typed stays as it was typed', () => {
    const before = draftOfStored(dentist, BERLIN)
    const { draft } = resumed({ ...before.draft, startTime: '', startDate: '' }, before, before, BERLIN)
    expect([draft.startDate, draft.startTime, draft.endDate]).toEqual(['', '', '2026-11-20'])
  })
})

describe('a form', () => {
  test.each([
    [{ title: '  ' }, ['title']],
    [{ title: 'x'.repeat(256) }, ['title']],
    [{ startTime: '' }, ['start']],
    [{ endDate: '2026-11-19' }, ['end']],
    [{ endTime: '16:59' }, ['end']],
    [{ endTime: '17:00' }, []],
    [{ allDay: true, endTime: '' }, []],
    [{ recurrence: 'weekly', ends: 'until', until: '2026-11-19' }, ['until']],
    [{ recurrence: 'weekly', ends: 'until', until: '' }, ['until']],
    [{ recurrence: 'weekly', ends: 'count', count: '0' }, ['count']],
    [{ recurrence: 'weekly', ends: 'count', count: '2.5' }, ['count']],
    [{ recurrence: 'none', ends: 'count', count: '0' }, []],
  ] as [Partial<Draft>, string[]][])('with %j has these problems: %j', (changes, problems) => {
    expect(problemsOf(draft(changes))).toEqual(problems as never)
  })
})

describe('the time of an end', () => {
  const party = draft({ startTime: '22:00', endTime: '23:00' })

  test.each([
    ['23:30', FRIDAY],
    ['22:00', FRIDAY],
    ['02:00', FRIDAY + 1],
    ['21:59', FRIDAY + 1],
  ])('that is %s ends a party of 22:00 on the day it is on', (time, day) => {
    expect(endAt(party, time)).toEqual({ endTime: time, endDate: isoOfDay(day) })
  })

  test('that is being typed changes no day', () => {
    expect(endAt(party, '')).toEqual({ endTime: '' })
    expect(endAt({ ...party, startTime: '' }, '02:00')).toEqual({ endTime: '02:00' })
  })

  test.each([
    [{}, true],
    [{ endDate: '2026-11-21', endTime: '02:00' }, true],
    [{ endDate: '2026-11-21', endTime: '22:00' }, false],
    [{ endDate: '2026-11-22', endTime: '02:00' }, false],
    [{ endTime: '' }, null],
    [{ startDate: '' }, null],
  ] as [Partial<Draft>, boolean | null][])('tells how long it is, of %j: %p', (changes, isTold) => {
    expect(isWithinDay({ ...party, ...changes })).toBe(isTold)
  })
})

function definedOf<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>
}
