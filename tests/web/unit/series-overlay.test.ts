import { describe, expect, test } from 'bun:test'
import type { SeriesRange } from '../../../web/src/calendar/event-ref'
import { overlay } from '../../../web/src/calendar/writes/overlay'
import { namedAfter, refAfterAll } from '../../../web/src/calendar/writes/uid-now'
import {
  answered,
  type DeleteWrite,
  dependsOn,
  type EditWrite,
  heads,
  type Write,
} from '../../../web/src/calendar/writes/write'
import type { EventForm, Occurrence } from '../../../web/src/data/types'
import { dayOfIso } from '../../../web/src/lib/tz'
import { QUEUED } from '../support/queued'

const NOVEMBER = { first: dayOfIso('2026-11-01'), days: 42 }
const TUESDAYS = ['2026-11-17', '2026-11-24', '2026-12-01']
const APPEARANCE = { calendarName: 'Ada', color: '#2563EB', isShared: false, userId: 1, ownerName: 'Ada' }

/** Choir, at seven in Berlin on Tuesdays since the 10th of February. */
const choir = (day: string, changes: Partial<Occurrence> = {}): Occurrence => ({
  uid: 'choir',
  title: 'Choir',
  allDay: false,
  start: `${day}T18:00:00.000Z`,
  end: `${day}T19:00:00.000Z`,
  location: null,
  isRecurring: true,
  recurrenceId: `${day}T18:00:00.000Z`,
  seriesStart: '2026-02-10T18:00:00.000Z',
  calendarId: 1,
  ...APPEARANCE,
  reminderLeadMinutes: null,
  reminderIsCustom: false,
  ...changes,
})
const BEFORE = TUESDAYS.map((day) => choir(day))
const R = '2026-11-24T18:00:00.000Z'

const at = (day: string, hour = 18, hours = 1): EventForm => ({
  title: 'Choir',
  allDay: false,
  start: `${day}T${hour}:00:00.000Z`,
  end: `${day}T${hour + hours}:00:00.000Z`,
})

const scope = (range: SeriesRange) => ({
  range,
  formRecurrenceId: R,
  ref: { calendarId: 1, uid: 'choir', recurrenceId: range === 'this' ? R : null },
})
const started = { ...QUEUED, title: 'Choir', resultUid: null, rowId: null, replaces: null, current: null } as const

/** The event of the 24th as the form says. */
const edit = (range: SeriesRange, form: EventForm, changes: Partial<EditWrite> = {}): EditWrite => ({
  ...started,
  ...scope(range),
  kind: 'edit',
  form,
  appearance: APPEARANCE,
  isRecurring: true,
  seriesStart: '2026-02-10T18:00:00.000Z',
  base: at('2026-11-24'),
  ...changes,
})
const remove = (range: SeriesRange): DeleteWrite => ({
  ...started,
  ...scope(range),
  kind: 'delete',
  isIdempotent: true,
})

const drawn = (occurrences: Occurrence[], ...writes: Write[]) => overlay(occurrences, writes, 'Europe/Berlin', NOVEMBER)
/** Day and hour in UTC, with a star where it is being saved. */
const seen = (occurrences: Occurrence[], ...writes: Write[]) =>
  drawn(occurrences, ...writes)
    .toSorted((a, b) => a.start.localeCompare(b.start))
    .map(({ start, title, save }) => `${start.slice(5, 13)} ${title}${save === null ? '' : ' *'}`)

describe('an occurrence that is changed', () => {
  const aDayLater = at('2026-11-25')
  test.each<[SeriesRange, string[]]>([
    ['this', ['11-17T18 Choir', '11-25T18 Choir *', '12-01T18 Choir']],
    ['thisAndFuture', ['11-17T18 Choir', '11-25T18 Choir *', '12-02T18 Choir *']],
    ['all', ['11-18T18 Choir *', '11-25T18 Choir *', '12-02T18 Choir *']],
  ])('takes with it what %s means', (range, expected) => {
    expect(seen(BEFORE, edit(range, aDayLater))).toEqual(expected)
  })

  test.each<[SeriesRange, string[]]>([
    ['this', ['11-17T18', '12-01T18']],
    ['thisAndFuture', ['11-17T18']],
    ['all', []],
  ])('goes with what %s means', (range, expected) => {
    expect(seen(BEFORE, remove(range))).toEqual(expected.map((time) => `${time} Choir`))
  })

  test('stands where it was, marked, when it could not be deleted', () => {
    expect(seen(BEFORE, { ...remove('this'), stage: 'failed' })[1]).toBe('11-24T18 Choir *')
    expect(seen(BEFORE, { ...remove('thisAndFuture'), stage: 'failed' })[0]).toBe('11-17T18 Choir')
  })

  test('keeps its hour on the clock across the change of the clocks', () => {
    const summer = choir('2026-10-20', { start: '2026-10-20T17:00:00.000Z', end: '2026-10-20T18:00:00.000Z' })
    const [one] = drawn([{ ...summer, recurrenceId: summer.start }], edit('all', at('2026-11-24', 19)))
    expect([one?.start, one?.ref.recurrenceId]).toEqual(['2026-10-20T18:00:00.000Z', '2026-10-20T18:00:00.000Z'])
  })

  test('leaves others the time and the title that they were given', () => {
    const concert = choir('2026-12-01', { start: '2026-12-01T16:00:00.000Z', title: 'Concert' })
    const form = { ...at('2026-11-24', 19), title: 'Chamber choir' }
    expect(seen([BEFORE[1]!, concert], edit('all', form))).toEqual(['11-24T19 Chamber choir *', '12-01T16 Concert *'])
  })

  test('leaves others the time that they were given, also where it becomes a whole day', () => {
    const concert = choir('2026-12-01', { start: '2026-12-01T16:00:00.000Z' })
    const wholeDays = { title: 'Choir', allDay: true, start: '2026-11-24', end: '2026-11-24' }
    expect(seen([BEFORE[1]!, concert], edit('all', wholeDays))).toEqual(['11-24 Choir *', '12-01T16 Choir *'])
  })

  test('takes all along that come every few days', () => {
    const recurrence: EventForm['recurrence'] = { frequency: 'daily', interval: 2 }
    const days = ['2026-11-22', '2026-11-24', '2026-11-26'].map((day) => choir(day))
    const write = edit('all', at('2026-11-25'), { base: { ...at('2026-11-24'), recurrence } })
    expect(seen(days, write)).toEqual(['11-23T18 Choir *', '11-25T18 Choir *', '11-27T18 Choir *'])
  })

  test('has its name still when it could not be split off', () => {
    const failed = edit('thisAndFuture', at('2026-11-25'), { stage: 'failed' })
    const names = (occurrences: Pick<Occurrence, 'recurrenceId'>[]) => occurrences.map((one) => one.recurrenceId)
    const refs = drawn(BEFORE, failed).map(({ ref }) => ref)
    expect([refs.map(({ uid }) => uid), names(refs)]).toEqual([['choir', 'choir', 'choir'], names(BEFORE)])
  })

  test('that moved by itself takes the others along by as much as it moves now', () => {
    const moved = choir('2026-11-24', { start: '2026-11-24T20:00:00.000Z', end: '2026-11-24T21:00:00.000Z' })
    const write = edit('all', at('2026-11-24', 21), { base: at('2026-11-24', 20) })
    expect(seen([BEFORE[0]!, moved], write)).toEqual(['11-17T19 Choir *', '11-24T21 Choir *'])
  })

  test('is longer, and so are the others', () => {
    const ends = drawn(BEFORE, edit('all', at('2026-11-24', 18, 3))).map(({ end }) => end.slice(5, 13))
    expect(ends).toEqual(['11-17T21', '11-24T21', '12-01T21'])
  })

  test('exchanges its own weekday for another, where the rule has several', () => {
    const recurrence: EventForm['recurrence'] = { frequency: 'weekly', weekdays: ['TU', 'FR'] }
    const both = [choir('2026-11-20'), BEFORE[1]!, choir('2026-11-27'), BEFORE[2]!]
    const write = edit('all', at('2026-11-25', 19), { base: { ...at('2026-11-24'), recurrence } })
    expect(seen(both, write)).toEqual(['11-20T19 Choir *', '11-25T19 Choir *', '11-27T19 Choir *', '12-02T19 Choir *'])
  })

  test('comes into view from a day that is not on the screen, alone', () => {
    expect(seen([], edit('this', aDayLater))).toEqual(['11-25T18 Choir *'])
    expect(seen([], edit('all', aDayLater))).toEqual([])
  })

  test('gets another rule from there on, or for all', () => {
    const daily = { ...at('2026-11-24', 20), recurrence: 'daily', recurrenceCount: 3 } as const
    expect(seen(BEFORE, edit('thisAndFuture', daily))).toEqual([
      '11-17T18 Choir',
      '11-24T20 Choir *',
      '11-25T20 Choir *',
      '11-26T20 Choir *',
    ])
    const monthly = { ...at('2026-11-24', 20), recurrence: 'monthly' } as const
    expect(seen(BEFORE, edit('all', monthly))).toEqual(['11-10T20 Choir *', '12-10T20 Choir *'])
  })
})

describe('what the server has made of it already is drawn once', () => {
  const AFTER = ['2026-11-18', '2026-11-25', '2026-12-02'].map((day) =>
    choir(day, { seriesStart: '2026-02-11T18:00:00.000Z' }),
  )

  test('of all', () => {
    expect(seen(AFTER, edit('all', at('2026-11-25')))).toEqual(seen(BEFORE, edit('all', at('2026-11-25'))))
  })

  test('of this one', () => {
    const moved = choir('2026-11-25', { recurrenceId: R })
    expect(seen([BEFORE[0]!, moved, BEFORE[2]!], edit('this', at('2026-11-25')))).toEqual([
      '11-17T18 Choir',
      '11-25T18 Choir *',
      '12-01T18 Choir',
    ])
  })

  test('of all following, also while the old series still has them', () => {
    const rest = AFTER.slice(1).map((one) => ({ ...one, uid: 'rest', seriesStart: '2026-11-25T18:00:00.000Z' }))
    const write = edit('thisAndFuture', at('2026-11-25'), { stage: 'accepted', resultUid: 'rest' })
    const expected = ['11-17T18 Choir', '11-25T18 Choir *', '12-02T18 Choir *']
    expect(seen([...BEFORE, ...rest], write)).toEqual(expected)
    expect(seen([BEFORE[0]!, ...rest], write)).toEqual(expected)
  })
})

describe('two changes, one after the other', () => {
  test.each<[string, SeriesRange, string[]]>([
    ['one that goes to another calendar alone', 'this', ['11-17T18 Choir', '11-24T20 Choir *', '12-01T18 Choir']],
    ['a series that goes to another calendar', 'all', ['11-17T18 Choir *', '11-24T20 Choir *', '12-01T18 Choir *']],
  ])('of %s are drawn before the calendar server has the first', (_, range, expected) => {
    const away = { ...at('2026-11-24'), calendarUrl: 'https://dav.example/family/' }
    const first = edit(range, away, { id: 'w1', stage: 'sending' })
    const second = edit('this', at('2026-11-24', 20), { id: 'w2' })
    const accepted = answered([first, second], first, { uid: 'there' })
    expect(seen(BEFORE, ...accepted)).toEqual(expected)
  })

  test('of all add up, before the server has the first and after', () => {
    const first = edit('all', at('2026-11-25'))
    const [, second] = drawn(BEFORE, first)
    const again = edit('all', at('2026-11-26'), {
      id: 'w2',
      base: at('2026-11-25'),
      seriesStart: second!.seriesStart,
      formRecurrenceId: second!.ref.recurrenceId,
    })
    const expected = ['11-19T18 Choir *', '11-26T18 Choir *', '12-03T18 Choir *']
    expect(seen(BEFORE, first, again)).toEqual(expected)
    const done = ['2026-11-18', '2026-11-25', '2026-12-02'].map((day) =>
      choir(day, { seriesStart: '2026-02-11T18:00:00.000Z' }),
    )
    expect(seen(done, first, again)).toEqual(expected)
    expect(second!.ref.recurrenceId).toBe('2026-11-25T18:00:00.000Z')
  })

  test('of what is split off wait for its name and follow it', () => {
    const split = edit('thisAndFuture', at('2026-11-25'))
    const [, , last] = drawn(BEFORE, split)
    const later = edit('this', at('2026-12-03'), { id: 'w2', ref: last!.ref, formRecurrenceId: last!.ref.recurrenceId })
    expect(seen(BEFORE, split, later)).toEqual(['11-17T18 Choir', '11-25T18 Choir *', '12-03T18 Choir *'])
    expect(heads([split, later])).toEqual([split])
    expect(dependsOn(later, split)).toBe(true)
    const [, named] = answered([split, later], split, { uid: 'rest' })
    expect(named?.ref).toEqual({ calendarId: null, uid: 'rest', recurrenceId: '2026-12-02T18:00:00.000Z' })
  })

  test('of the rest stay with it when the others are split off', () => {
    const split = edit('thisAndFuture', at('2026-11-25'))
    const ref = { calendarId: 1, uid: 'choir', recurrenceId: '2026-11-17T18:00:00.000Z' }
    const earlier = edit('this', at('2026-11-16'), { id: 'w2', ref, formRecurrenceId: ref.recurrenceId })
    expect(answered([split, earlier], split, { uid: 'rest' })[1]).toEqual(earlier)
    expect(seen(BEFORE, split, earlier)).toEqual(['11-16T18 Choir *', '11-25T18 Choir *', '12-02T18 Choir *'])
  })

  test('of an occurrence that has gone to another calendar are of an event by itself', () => {
    const move = edit('this', { ...at('2026-11-24'), calendarUrl: 'https://dav.example/family/' })
    const later = edit('this', at('2026-11-25'), { id: 'w2' })
    const other = edit('all', at('2026-11-25'), { id: 'w3' })
    const [, alone, series] = answered([move, later, other], move, { uid: 'concert' })
    expect(alone).toMatchObject({
      ref: { calendarId: null, uid: 'concert', recurrenceId: null },
      range: null,
      formRecurrenceId: null,
    })
    expect(series).toEqual(other)
  })
})

describe('a form that is open while its event is named anew', () => {
  const away = { ...at('2026-11-24'), calendarUrl: 'https://dav.example/family/' }
  const shown = (uid: string, recurrenceId: string | null, calendarId: number | null = 1) => ({
    calendarId,
    uid,
    recurrenceId,
  })

  test.each([
    ['an occurrence that is alone elsewhere', edit('this', away), shown('choir', R), shown('named', null, null)],
    ['another one of that series', edit('this', away), shown('choir', 'other'), shown('choir', 'other')],
    ['that series', edit('this', away), shown('choir', null), shown('choir', null)],
    ['an occurrence of a series elsewhere', edit('all', away), shown('choir', R), shown('named', R, null)],
    ['what was split off', edit('thisAndFuture', away), shown('new:w1', R, null), shown('named', R, null)],
    ['what was not', edit('thisAndFuture', away), shown('choir', 'before'), shown('choir', 'before')],
    ['another event', edit('all', away), shown('handball', null), shown('handball', null)],
    ['the same in another calendar', edit('all', away), shown('choir', null, 2), shown('choir', null, 2)],
  ])('is about %s', (_, write, before, after) => {
    const done = { ...write, id: 'w1', resultUid: 'named' }
    expect(refAfterAll(before, namedAfter([], [done]))).toEqual(after)
  })

  test('follows it there and back, also once that is settled', () => {
    const there = edit('all', away, { id: 'there', resultUid: 'family' })
    const ref = { calendarId: null, uid: 'family', recurrenceId: null }
    const back = edit('all', away, { id: 'back', ref, resultUid: 'ada' })
    const named = namedAfter(namedAfter(namedAfter([], [there]), [there, back]), [])
    expect(refAfterAll(shown('choir', null), named).uid).toBe('ada')
  })

  test('is about it under its own name when it could not be moved, until that is tried again', () => {
    const move = edit('all', away, { resultUid: 'family' })
    const uids = [
      [move],
      [{ ...move, stage: 'failed' as const }],
      [{ ...move, resultUid: null }],
      [{ ...move, resultUid: 'again' }],
    ].map((_, index, all) => {
      const named = all.slice(0, index + 1).reduce<Write[]>((before, now) => namedAfter(before, now), [])
      return refAfterAll(shown('choir', null), named).uid
    })
    expect(uids).toEqual(['family', 'choir', 'choir', 'again'])
  })
})
