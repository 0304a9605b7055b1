import { describe, expect, test } from 'bun:test'
import { isReadOnly, mergeEntries, withoutHidden } from '../../../web/src/calendar/entries'
import { type EventRef, sameEvent, wholeEvent } from '../../../web/src/calendar/event-ref'
import { overlay } from '../../../web/src/calendar/writes/overlay'
import {
  answered,
  type CreateWrite,
  type DeleteWrite,
  dependsOn,
  type EditWrite,
  heads,
  inPlaceOfFailed,
  WHOLE,
  type Write,
} from '../../../web/src/calendar/writes/write'
import type { Occurrence } from '../../../web/src/data/types'
import { dayOfIso, isoOfDay } from '../../../web/src/lib/tz'
import { QUEUED } from '../support/queued'

const BERLIN = 'Europe/Berlin'

const occurrence = (changes: Partial<Occurrence> = {}): Occurrence => ({
  uid: 'dentist',
  title: 'Dentist',
  allDay: false,
  start: '2026-11-20T09:00:00.000Z',
  end: '2026-11-20T10:00:00.000Z',
  location: null,
  isRecurring: false,
  recurrenceId: null,
  seriesStart: null,
  calendarId: 1,
  calendarName: 'Ada',
  color: '#2563EB',
  isShared: false,
  userId: 1,
  ownerName: 'Ada',
  reminderLeadMinutes: null,
  reminderIsCustom: false,
  ...changes,
})

const appearance = { calendarName: 'Ada', color: '#2563EB', isShared: false, userId: 1, ownerName: 'Ada' }
const started = {
  ...QUEUED,
  ...WHOLE,
  title: 'Dentist',
  stage: 'sending',
  resultUid: null,
  rowId: null,
  replaces: null,
  current: null,
} as const

const form = { title: 'Doctor', allDay: false, start: '2026-11-20T11:00:00.000Z', end: '2026-11-20T11:30:00.000Z' }

const create = (changes: Partial<CreateWrite> = {}): CreateWrite => ({
  ...started,
  kind: 'create',
  ref: wholeEvent('new:w1', null),
  form,
  appearance,
  ...changes,
})

const edit = (changes: Partial<EditWrite> = {}): EditWrite => ({
  ...started,
  kind: 'edit',
  ref: wholeEvent('dentist', 1),
  form,
  appearance,
  isRecurring: false,
  seriesStart: null,
  base: { title: 'Dentist', allDay: false, start: '2026-11-20T09:00:00.000Z', end: '2026-11-20T10:00:00.000Z' },
  ...changes,
})

const remove = (changes: Partial<DeleteWrite> = {}): DeleteWrite => ({
  ...started,
  kind: 'delete',
  isIdempotent: true,
  ref: wholeEvent('dentist', 1),
  ...changes,
})

const drawn = (occurrences: Occurrence[], ...writes: Write[]) =>
  overlay(occurrences, writes, BERLIN).map(({ ref: { uid }, title, start, save }) => [
    uid,
    title,
    start,
    save?.state ?? 'saved',
  ])

describe('the calendar with writes on their way', () => {
  test('shows a new event at once, and once when the server has it, too', () => {
    expect(drawn([], create())).toEqual([['new:w1', 'Doctor', form.start, 'saving']])
    const named = create({ resultUid: 'doctor', stage: 'accepted' })
    expect(drawn([], named)).toEqual([['doctor', 'Doctor', form.start, 'saving']])
    const arrived = occurrence({ uid: 'doctor', title: 'Doctor', start: form.start })
    expect(drawn([arrived], named)).toEqual([['doctor', 'Doctor', form.start, 'saving']])
  })

  test('shows an edit where it goes to, and a failed one too', () => {
    expect(drawn([occurrence()], edit())).toEqual([['dentist', 'Doctor', form.start, 'saving']])
    expect(drawn([occurrence()], edit({ stage: 'failed' }))[0]?.[3]).toBe('failed')
  })

  test('shows an event that was moved here from days off the screen', () => {
    expect(drawn([], edit())).toEqual([['dentist', 'Doctor', form.start, 'saving']])
  })

  test('draws a change for whom it will be, and leaves whom it does not speak of', () => {
    const [ben, cleo] = [
      { id: 2, name: 'Ben', color: '#078383' },
      { id: 3, name: 'Cleo', color: '#8B56E7' },
    ]
    const forBen = occurrence({ personIds: [2], people: [ben] })
    const forCleo = { ...appearance, personIds: [3], people: [cleo] }
    const namesOf = (write: Write) =>
      overlay([forBen], [write], BERLIN).map(({ people = [] }) => people.map(({ name }) => name))
    expect(namesOf(edit({ form: { ...form, personIds: [3] }, appearance: forCleo }))).toEqual([['Cleo']])
    expect(namesOf(edit({ appearance: forCleo }))).toEqual([['Ben']])
    expect(namesOf(create({ form: { ...form, personIds: [3] }, appearance: forCleo }))).toEqual([['Ben'], ['Cleo']])
  })

  test('leaves the copy in another calendar alone', () => {
    const other = occurrence({ calendarId: 2 })
    expect(drawn([other], edit()).filter(([, title]) => title === 'Dentist')).toHaveLength(1)
  })

  test('moves every event of a series by what its first moves, over the change of the clocks', () => {
    const later = occurrence({
      ...series('2026-10-16T16:00:00.000Z'),
      start: '2026-11-20T17:00:00.000Z',
      end: '2026-11-20T18:00:00.000Z',
    })
    const times = { start: '2026-10-17T17:00:00.000Z', end: '2026-10-17T18:30:00.000Z' }
    const write = edit({ isRecurring: true, form: { ...form, ...times } })
    expect(timesOf([later], write)).toEqual([['2026-11-21T18:00:00.000Z', '2026-11-21T19:30:00.000Z']])
  })

  test('shows what is done next to an event that is on its way to another calendar', () => {
    const move = edit({ resultUid: 'moved', stage: 'accepted' })
    const next = { id: 'next', ref: wholeEvent('moved') }
    const rename = edit({ ...next, form: { ...form, title: 'Surgeon' }, base: form })
    expect(drawn([occurrence()], move, rename)).toEqual([['moved', 'Surgeon', form.start, 'saving']])
    expect(drawn([occurrence()], move, remove(next))).toEqual([])
  })

  test('shows a moved event in one place while the server knows it by two names', () => {
    const move = edit({ resultUid: 'moved', stage: 'accepted' })
    expect(drawn([occurrence(), occurrence({ uid: 'moved', title: 'Doctor' })], move).map(([uid]) => uid)).toEqual([
      'moved',
    ])
  })

  test('shows what could not be moved under the name that it has still', () => {
    const failed = edit({ resultUid: 'moved', stage: 'failed' })
    expect(drawn([occurrence()], failed)).toEqual([['dentist', 'Doctor', form.start, 'failed']])
  })

  test('hides what is being deleted and brings it back, marked, when that fails', () => {
    expect(drawn([occurrence()], remove({ stage: 'held' }))).toEqual([])
    expect(drawn([occurrence()], remove({ stage: 'failed' }))[0]?.[3]).toBe('failed')
  })

  test('applies the writes of one event one after another', () => {
    const second = edit({ id: 'w2', form: { ...form, title: 'Surgeon' } })
    expect(drawn([occurrence()], edit(), second)).toEqual([['dentist', 'Surgeon', form.start, 'saving']])
  })
})

const series = (seriesStart: string) => ({ isRecurring: true, seriesStart })
/** Six weeks from the first of November. */
/** Whose persons are not known. */
const HOUSEHOLD = { people: [], busy: 'Belegt', untitled: '(Ohne Titel)' }
const NOVEMBER = { first: dayOfIso('2026-11-01'), days: 42 }
const timesOf = (occurrences: Occurrence[], ...writes: Write[]) =>
  overlay(occurrences, writes, BERLIN, NOVEMBER).map(({ start, end }) => [start, end])
const startsOf = (occurrences: Occurrence[], ...writes: Write[]) =>
  timesOf(occurrences, ...writes).map(([start]) => start!.slice(0, 10))

describe('a series with writes on their way', () => {
  const weekly = { ...form, recurrence: 'weekly', recurrenceCount: 3 } as const
  const days = (...starts: string[]) =>
    starts.map((start) =>
      occurrence({ allDay: true, start, end: nextDay(start), ...series(starts[0]!), title: 'Holiday' }),
    )
  const nextDay = (day: string) => isoOfDay(dayOfIso(day) + 1)
  const allDay = { title: 'Holiday', allDay: true, start: '2026-11-04', end: '2026-11-04' }

  test('is there as a whole when it is new, each event as saving', () => {
    const shown = overlay([], [create({ form: weekly })], BERLIN, NOVEMBER)
    expect(shown.map(({ start, isRecurring, save }) => [start, isRecurring, save?.state])).toEqual([
      ['2026-11-20T11:00:00.000Z', true, 'saving'],
      ['2026-11-27T11:00:00.000Z', true, 'saving'],
      ['2026-12-04T11:00:00.000Z', true, 'saving'],
    ])
    expect(mergeEntries(shown, HOUSEHOLD)).toHaveLength(3)
  })

  test('is drawn once when the server has it, too', () => {
    const arrived = occurrence({ uid: 'doctor', title: 'Doctor', ...series(form.start), start: form.start })
    expect(startsOf([arrived], create({ form: weekly, resultUid: 'doctor', stage: 'accepted' }))).toEqual([
      '2026-11-20',
    ])
  })

  test.each([
    ['all-day', days('2026-11-03', '2026-11-10'), days('2026-11-04', '2026-11-11'), allDay],
    [
      'timed',
      [occurrence({ ...series('2026-11-19T09:00:00.000Z'), start: '2026-11-19T09:00:00.000Z' })],
      [occurrence({ ...series(form.start), start: form.start, end: form.end })],
      form,
    ],
    [
      'all-day that gets a time',
      days('2026-11-20'),
      [occurrence({ ...series(form.start), start: form.start, end: form.end })],
      form,
    ],
  ])('that moves (%s) moves once, before the server has it and after', (_, before, after, moved) => {
    const write = edit({ isRecurring: true, form: moved })
    expect(timesOf(before, write)).toEqual(after.map(({ start, end }) => [start, end]))
    expect(timesOf(after, write)).toEqual(after.map(({ start, end }) => [start, end]))
  })

  test('moves twice when it is moved twice', () => {
    const again = edit({ id: 'w2', isRecurring: true, form: { ...allDay, start: '2026-11-05', end: '2026-11-05' } })
    const moves = [edit({ isRecurring: true, form: allDay }), again]
    expect(startsOf(days('2026-11-03', '2026-11-10'), ...moves)).toEqual(['2026-11-05', '2026-11-12'])
    expect(startsOf(days('2026-11-05', '2026-11-12'), ...moves)).toEqual(['2026-11-05', '2026-11-12'])
  })

  test('leaves alone an event that was given a time of its own', () => {
    const recurrenceId = '2026-11-26T09:00:00.000Z'
    const special = occurrence({
      ...series('2026-11-19T09:00:00.000Z'),
      recurrenceId,
      start: '2026-11-26T15:30:00.000Z',
    })
    expect(startsOf([special], edit({ isRecurring: true }))).toEqual(['2026-11-26'])
  })

  test('that gets another rule shows what that comes to, with all that was not changed', () => {
    const known = days('2026-11-03', '2026-11-10').map((one) => ({
      ...one,
      location: 'At home',
      reminderIsCustom: true,
    }))
    const write = edit({ isRecurring: true, form: { ...allDay, recurrence: 'daily', recurrenceUntil: '2026-11-06' } })
    expect(startsOf(known, write)).toEqual(['2026-11-04', '2026-11-05', '2026-11-06'])
    const [first] = overlay(known, [write], BERLIN, NOVEMBER)
    expect(first).toMatchObject({
      location: 'At home',
      reminderIsCustom: true,
      ref: { ...wholeEvent('dentist', 1), recurrenceId: '2026-11-04' },
      isRecurring: true,
    })
  })

  test('that ends becomes one event, and one event a series', () => {
    const ended = edit({ isRecurring: true, form: { ...allDay, recurrence: 'none' } })
    expect(startsOf(days('2026-11-03', '2026-11-10'), ended)).toEqual(['2026-11-04'])
    expect(startsOf([occurrence()], edit({ form: weekly }))).toEqual(['2026-11-20', '2026-11-27', '2026-12-04'])
  })

  test('shows its first event where no days are asked for', () => {
    expect(overlay([], [create({ form: weekly })], BERLIN)).toHaveLength(1)
  })
})

describe('the order of writes', () => {
  const first = edit()
  const second = edit({ id: 'w2' })
  const other = edit({ id: 'w3', ref: wholeEvent('physio', 1) })

  test('lets one write per event go at a time', () => {
    expect(heads([first, second, other]).map(({ id }) => id)).toEqual(['w1', 'w3'])
  })

  test('is that of the object at the calendar server, whichever occurrence is meant', () => {
    const occurrences = ['20261120T090000Z', '20261127T090000Z'].map((recurrenceId, index) =>
      edit({ id: `w${index}`, ref: { ...wholeEvent('dentist', 1), recurrenceId } }),
    )
    expect(heads(occurrences).map(({ id }) => id)).toEqual(['w0'])
  })

  test('follows an event to the name the service gives it', () => {
    const later = edit({ id: 'w2', ref: wholeEvent('new:w1', null) })
    const [named, followed] = answered([create({ rowId: 3, replaces: 4 }), later], create(), { uid: 'doctor' })
    expect(named).toMatchObject({ ref: wholeEvent('new:w1', null), resultUid: 'doctor', rowId: null, replaces: null })
    expect(followed).toMatchObject({ ref: wholeEvent('doctor', null), resultUid: null })
    expect(heads([named!, followed!]).map(({ id }) => id)).toEqual(['w1'])
  })

  test('keeps what is done to an event behind its making, and nothing else', () => {
    const later = edit({ id: 'w2', ref: wholeEvent('new:w1', null) })
    expect([dependsOn(later, create()), dependsOn(create(), create()), dependsOn(second, first)]).toEqual([
      true,
      false,
      false,
    ])
  })
})

describe('the name of an event', () => {
  const named = (calendarId: number | null, recurrenceId: string | null = null, uid = 'dentist'): EventRef => ({
    calendarId,
    uid,
    recurrenceId,
  })
  test.each<[string, EventRef, EventRef, boolean]>([
    ['is that of its calendar', named(1), named(1), true],
    ['is not that of another calendar', named(1), named(2), false],
    ['may leave the calendar open', named(null), named(2), true],
    ['is not that of one of its occurrences', named(1), named(1, '20261120T090000Z'), false],
    ['is that of the same occurrence', named(1, '20261120T090000Z'), named(null, '20261120T090000Z'), true],
    ['is not that of another occurrence', named(1, '20261120T090000Z'), named(1, '20261127T090000Z'), false],
    ['is not that of another event', named(1), named(1, null, 'physio'), false],
  ])('%s', (_, one, other, expected) => {
    expect([sameEvent(one, other), sameEvent(other, one)]).toEqual([expected, expected])
  })

  test('lets writes of two occurrences live side by side; a new write takes the place of its own failures', () => {
    const of = (id: string, recurrenceId: string, stage: Write['stage'] = 'failed') =>
      edit({ id, ref: named(1, recurrenceId), stage })
    const before = [of('w1', '20261120T090000Z'), of('w2', '20261127T090000Z'), of('w3', '20261120T090000Z', 'held')]
    const after = inPlaceOfFailed(before, of('w4', '20261120T090000Z', 'held'))
    expect(after.map(({ id }) => id)).toEqual(['w2', 'w3', 'w4'])
  })

  test('lets a new write of the whole event take the place of what failed of its occurrences, not the other way round', () => {
    const whole = edit({ stage: 'failed' })
    const one = edit({ id: 'w2', ref: named(1, '20261120T090000Z'), stage: 'failed' })
    expect(inPlaceOfFailed([one], whole)).toEqual([whole])
    expect(inPlaceOfFailed([whole], one)).toEqual([whole, one])
  })
})

describe('entries', () => {
  const bens = occurrence({ calendarId: 2, userId: 2, ownerName: 'Ben', color: '#0F766E' })
  const shared = occurrence({ calendarId: 3, isShared: true, color: '#F25C7A' })
  const merged = (...occurrences: Occurrence[]) => mergeEntries(overlay(occurrences, [], BERLIN), HOUSEHOLD)

  test('reached through several calendars are drawn once, with everybody', () => {
    const [entry, ...others] = merged(shared, bens, occurrence())
    expect(others).toEqual([])
    expect(entry?.people.map(({ key }) => key)).toEqual(['member-1', 'member-2', 'everyone'])
    expect(entry?.ref.calendarId).toBe(3)
  })

  test('say where it is, whichever calendar says so', () => {
    const [entry] = merged(shared, { ...bens, location: 'Main street' })
    expect(entry).toMatchObject({ ref: { calendarId: 3 }, location: 'Main street' })
  })

  test('that differ in title or start stay apart', () => {
    expect(merged(occurrence(), { ...bens, title: 'Doctor' }, { ...shared, start: form.start })).toHaveLength(3)
  })

  test('of one series at one time stay apart, also reached through several calendars', () => {
    const recurrenceId = '2026-11-19T09:00:00.000Z'
    const moved = [occurrence(), occurrence({ recurrenceId })]
    const both = merged(...moved, { ...bens }, { ...bens, recurrenceId })
    expect(both.map(({ people, ref }) => [people.length, ref.recurrenceId])).toEqual([
      [2, occurrence().recurrenceId],
      [2, recurrenceId],
    ])
    expect(new Set(both.map(({ key }) => key)).size).toBe(2)
  })

  test('of others may be read alone, and of their busy hours there is no title', () => {
    const [hers, busy] = merged(
      { ...bens, access: 'household' },
      { ...bens, access: 'busy', uid: 'x', title: 'Busy', start: form.start },
    )
    expect([hers, busy].map((entry) => [entry?.title, isReadOnly(entry!)])).toEqual([
      ['Dentist', true],
      ['Belegt', true],
    ])
    expect(merged(occurrence(), shared).map(isReadOnly)).toEqual([false])
  })

  test('that are also the caller’s own are changed there', () => {
    const [both] = merged({ ...bens, access: 'household' }, occurrence())
    expect([both?.ref.calendarId, isReadOnly(both!)]).toEqual([occurrence().calendarId, false])
  })

  test('are hidden only when all of their people are', () => {
    const entries = merged(bens, occurrence())
    expect(withoutHidden(entries, new Set(['member-1']))).toHaveLength(1)
    expect(withoutHidden(entries, new Set(['member-1', 'member-2']))).toHaveLength(0)
  })
})
