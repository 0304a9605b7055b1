import { expect, test } from 'bun:test'
import { earlierCalendarWrites } from '../../../web/src/calendar/writes/earlier'
import { earlierListWrites } from '../../../web/src/lists/writes/earlier'
import { earlierOutbox, KEYS } from '../support/earlier-outbox'

const MEMBER = 7
const NOW = Date.UTC(2026, 10, 20, 15, 23, 3)
const left = earlierOutbox(MEMBER, { listId: 1, itemId: 2, calendarId: 3, calendarUrl: 'https://dav.example/ada/' })

const listsAt = (now: number) => earlierListWrites.convert(left[earlierListWrites.keyOf(MEMBER)], now)
const eventsAt = (now: number) => earlierCalendarWrites.convert(left[earlierCalendarWrites.keyOf(MEMBER)], now)

test('lists: in their order, under their keys, as what may have been sent', () => {
  expect(listsAt(NOW).map(({ key, kind, stage, unclearSince }) => [key, kind, stage, unclearSince])).toEqual([
    [KEYS.add, 'add', 'held', NOW],
    [KEYS.check, 'change', 'held', NOW],
    ['068c6b32-3aac-40e4-a30b-5de491c3ddac', 'remove', 'held', NOW],
  ])
  expect(listsAt(NOW)[1]).toMatchObject({
    listId: 1,
    text: 'Candles',
    change: { checked: true },
    isIdempotent: false,
    reason: null,
  })
})

test('lists: what could still be taken back is not sent before', () => {
  expect(listsAt(NOW)[2]).toMatchObject({ undoUntil: 1795188186413, isIdempotent: true })
})

test('events: in their order, under their keys, by the name of the event', () => {
  expect(eventsAt(NOW).map(({ key, kind, ref, tries }) => [key, kind, ref, tries])).toEqual([
    [KEYS.edit, 'edit', { uid: 'dentist', calendarId: 3, recurrenceId: null }, 0],
    [
      KEYS.create,
      'create',
      { uid: 'new:4fe51c2c-9e60-4e0d-8b43-92d4daf89767', calendarId: null, recurrenceId: null },
      0,
    ],
  ])
  const [edit, create] = eventsAt(NOW)
  expect(edit).toMatchObject({ appearance: { calendarName: 'Ada' }, base: { location: '' }, isSecondTry: false })
  expect(create).toMatchObject({ form: { title: 'Handball' }, isSecondTry: false, isIdempotent: false })
  for (const write of [edit!, create!])
    expect(['look', 'uid', 'calendarId'].filter((name) => name in write)).toEqual([])
})

const removal = { ...left[`calendar-writes-${MEMBER}`]![0]!, kind: 'delete', sendAfter: NOW + 4_000 }

test('events: a removal that could still be taken back is not sent before', () => {
  const held = { undoUntil: NOW + 4_000, isIdempotent: true, ref: { uid: 'dentist' } }
  expect(earlierCalendarWrites.convert([removal], NOW)).toMatchObject([held])
})

test('events: one that was being sent, has failed or waits for the calendar server stays what it was', () => {
  const stages = ['sending', 'accepted', 'failed'].map((stage) => ({ ...removal, stage, rowId: 4, unclearSince: 5 }))
  expect(earlierCalendarWrites.convert(stages, NOW)).toMatchObject(
    stages.map(({ stage, rowId }) => ({ stage, rowId, unclearSince: 5 })),
  )
})

test('events: what was kept before writes had keys goes out under its id, and in the place of nothing', () => {
  const withoutKeys = left[`calendar-writes-${MEMBER}`]!.map((write) => {
    const { key, unclearSince, rowId, replaces, current, ...known } = write as Record<string, unknown>
    return known
  })
  const nothing = { unclearSince: null, rowId: null, replaces: null, current: null }
  expect(earlierCalendarWrites.convert(withoutKeys, NOW)).toMatchObject([
    { ...nothing, key: '765ab2be-882a-415f-9f87-060e915058b2' },
    { ...nothing, key: '4fe51c2c-9e60-4e0d-8b43-92d4daf89767' },
  ])
})
