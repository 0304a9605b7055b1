import { describe, expect, test } from 'bun:test'
import { wholeEvent } from '../../../web/src/calendar/event-ref'
import { adopted } from '../../../web/src/calendar/writes/adopted'
import { isClash } from '../../../web/src/calendar/writes/changes'
import { overlay } from '../../../web/src/calendar/writes/overlay'
import { type EditWrite, WHOLE, type Write } from '../../../web/src/calendar/writes/write'
import type { EventForm, OwnWrite, StoredEvent } from '../../../web/src/data/types'
import { QUEUED } from '../support/queued'
import { PLAIN } from './plain-event'

const FORM: EventForm = {
  title: 'Dentist',
  allDay: false,
  start: '2026-11-20T09:00:00.000Z',
  end: '2026-11-20T10:00:00.000Z',
}
const CURRENT: StoredEvent = {
  ...FORM,
  ...PLAIN,
}

const row = (changes: Partial<OwnWrite> = {}): OwnWrite => ({
  id: 5,
  uid: 'dentist',
  calendarId: 1,
  operation: 'update',
  status: 'failed',
  error: 'The calendar server does not allow this change.',
  attemptCount: 1,
  createdAt: '2026-11-20T08:00:00.000Z',
  form: FORM,
  current: CURRENT,
  ...changes,
})

const appearance = { calendarName: 'Ada', color: '#2563EB', isShared: false, userId: 1, ownerName: 'Ada' }

const edit = (changes: Partial<EditWrite> = {}): EditWrite => ({
  ...QUEUED,
  stage: 'failed',
  reason: 'notAllowed',
  ref: wholeEvent('dentist', 1),
  ...WHOLE,
  title: 'Dentist',
  resultUid: 'dentist',
  rowId: null,
  replaces: null,
  current: null,
  kind: 'edit',
  form: FORM,
  appearance,
  isRecurring: false,
  seriesStart: null,
  base: FORM,
  ...changes,
})

const told = { reasons: new Map([[5, 'notAllowed']]), appearanceOf: () => appearance }
const beside = (rows: OwnWrite[], ...writes: Write[]) => adopted(rows, told, writes)
const seen = (writes: Write[]) => writes.map(({ id, kind, stage, rowId, reason }) => [id, kind, stage, rowId, reason])

describe('a write that failed on another device', () => {
  test.each([
    ['update', row(), 'edit'],
    ['create', row({ operation: 'create', current: null }), 'create'],
    ['delete', row({ operation: 'delete', form: null }), 'delete'],
    ['a move, which begins with a copy', row({ operation: 'create' }), 'edit'],
  ] as const)('is here as well: %s', (_, failed, kind) => {
    for (const status of ['failed', 'dead'] as const) {
      expect(seen(beside([{ ...failed, status }]))).toEqual([['row-5', kind, 'failed', 5, 'notAllowed']])
    }
  })

  test('is here once, however often one looks', () => {
    const once = beside([row()])
    expect(beside([row()], ...once)).toEqual(once)
  })

  test('is not here while it is on its way', () => {
    expect(beside([row({ status: 'pending' })])).toEqual([])
  })

  test('is no clash where it is not told which event it is: a move is known by its copy alone', () => {
    const clashing = { reasons: new Map([[5, 'clash']]), appearanceOf: () => appearance }
    const isOpen = (failed: OwnWrite) =>
      adopted([failed], clashing, []).map((write) => isClash(write, { ...CURRENT, title: 'Doctor' }))
    expect([isOpen(row()), isOpen(row({ operation: 'create' }))]).toEqual([[true], [false]])
  })

  test('is drawn where its event is, and nowhere else', () => {
    const writes = [...beside([row()]), ...beside([row({ id: 6, uid: 'copy', operation: 'create' })])]
    expect(overlay([], writes, 'Europe/Berlin')).toEqual([])
  })
})

describe('a write of one occurrence that failed on another device', () => {
  const R = '2026-11-20T09:00:00.000Z'
  const later = '2026-11-27T09:00:00.000Z'
  const failed = (id: number, recurrenceId: string) => row({ id, recurrenceId, range: 'this' })

  test('is of that occurrence, and stands beside that of another', () => {
    const both = beside([failed(5, R), failed(6, later)])
    expect(both.map(({ ref, range, formRecurrenceId }) => [ref.recurrenceId, range, formRecurrenceId])).toEqual([
      [R, 'this', R],
      [later, 'this', later],
    ])
    expect(beside([failed(5, R), failed(6, later)], ...both)).toEqual(both)
  })

  test('is of the whole series where more than it was to change', () => {
    const [write] = beside([row({ recurrenceId: R, range: 'all' })])
    expect([write?.ref.recurrenceId, write?.range, write?.formRecurrenceId]).toEqual([null, 'all', R])
  })

  test('is not the write of this device that says the same of all', () => {
    const all = edit({ range: 'all', formRecurrenceId: R, resultUid: null })
    for (const other of [failed(6, R), row({ id: 6, recurrenceId: R, range: 'thisAndFuture' })]) {
      expect(seen(beside([other], all)).map(([id, , , rowId]) => [id, rowId])).toEqual([
        ['w1', null],
        ['row-6', 6],
      ])
    }
  })
})

describe('a write of this device', () => {
  test('that failed is known by its row, and the event as it stands now', () => {
    const [write] = beside([row()], edit())
    expect(write).toEqual(edit({ rowId: 5, current: CURRENT }))
  })

  test('that was let go of elsewhere goes', () => {
    expect(beside([], edit())).toEqual([])
    expect(beside([], edit({ rowId: 5 }))).toEqual([])
  })

  test('that was tried again elsewhere is on its way', () => {
    expect(seen(beside([row({ status: 'pending' })], edit({ rowId: 5 })))).toEqual([
      ['w1', 'edit', 'accepted', null, null],
    ])
  })

  test('that the service never took stays; a row that an earlier try left goes with it', () => {
    const clash = edit({ resultUid: null, reason: 'clash' })
    expect(beside([], clash)).toEqual([clash])
    expect(seen(beside([row()], clash))).toEqual([['w1', 'edit', 'failed', 5, 'clash']])
    expect(beside([row({ status: 'pending' })], clash)).toEqual([clash])
  })

  test('is never taken for another one of the same event', () => {
    const other = row({ id: 6, form: { ...FORM, title: 'Doctor' } })
    const both = [other, row()]
    expect(seen(beside(both, edit()))).toEqual([
      ['w1', 'edit', 'failed', 5, 'notAllowed'],
      ['row-6', 'edit', 'failed', 6, 'The calendar server does not allow this change.'],
    ])
    const once = beside(both)
    expect(beside(both, ...once)).toEqual(once)
    // Letting go of what the service never took must not let go of what another device has tried.
    const refused = edit({ resultUid: null, reason: 'forbidden' })
    expect(beside([other], refused)[0]).toEqual(refused)
  })

  test.each(['held', 'sending', 'accepted'] as const)('that is %s is left alone, and so is its row', (stage) => {
    const write = edit({ stage, resultUid: null })
    expect(beside([row()], write)).toEqual([write])
    expect(beside([], write)).toEqual([write])
  })

  test('is not taken for one of the same name in another calendar', () => {
    const other = row({ id: 6, calendarId: 2 })
    const refused = edit({ resultUid: null, reason: 'forbidden' })
    expect(seen(beside([other], refused)).map(([id]) => id)).toEqual(['w1', 'row-6'])
  })
})
