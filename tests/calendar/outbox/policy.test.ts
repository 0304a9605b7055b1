import { describe, expect, test } from 'bun:test'
import {
  afterFailedAttempt,
  afterFailedReading,
  judgeAnswer,
  judgeFound,
  judgeMove,
  judgeReturn,
  type Operation,
  type Places,
  type SentWrite,
} from '../../../src/calendar/outbox/policy'
import { eventText } from '../../support/caldav'

type Judged = ReturnType<typeof judgeAnswer>

const ANSWERS: [number, Record<Operation, Judged>][] = [
  ...[201, 204].map((status) => [status, all('written')] as [number, Record<Operation, Judged>]),
  ...[0, 200, 207, 408, 412, 500, 502, 503, 504, 507].map(
    (status) => [status, all('unclear')] as [number, Record<Operation, Judged>],
  ),
  ...[423, 425, 429].map((status) => [status, all('again')] as [number, Record<Operation, Judged>]),
  ...[100, 202, 203, 206, 301, 302, 303, 307, 308, 400, 401, 402, 403, 405, 409, 413, 415, 418, 422, 451].map(
    (status) => [status, all('refused')] as [number, Record<Operation, Judged>],
  ),
  [404, { ...all('refused'), delete: 'unclear' }],
  [410, { ...all('refused'), delete: 'unclear' }],
]

function all(judgement: Judged): Record<Operation, Judged> {
  return { create: judgement, update: judgement, delete: judgement }
}

describe('an answer', () => {
  test.each(ANSWERS)('%d', (status, expected) => {
    for (const operation of ['create', 'update', 'delete'] as const) {
      expect([operation, judgeAnswer(operation, { status, retryAfterSeconds: null })]).toEqual([
        operation,
        expected[operation],
      ])
    }
  })

  test.each<[Judged, number[]]>([
    ['written', [201, 204]],
    ['unclear', [0, 200, 207, 404, 408, 410, 412, 500, 502, 503]],
    ['again', [423, 425, 429]],
    ['refused', [301, 400, 401, 403, 405, 409, 415, 501]],
  ])('to a move: %s', (expected, statuses) => {
    const judged = statuses.map((status) => judgeAnswer('move', { status, retryAfterSeconds: null }))
    expect(judged).toEqual(statuses.map(() => expected))
  })

  test('200 is as good as 204 when the server says itself that it was done', () => {
    expect(judgeAnswer('delete', { status: 200, retryAfterSeconds: null, isConfirmed: true })).toBe('written')
  })

  test.each([500, 503])('%d with Retry-After means later', (status) => {
    expect(judgeAnswer('update', { status, retryAfterSeconds: 30 })).toBe('again')
  })
})

const OURS = eventText('it', { 'X-CORKBOARD-OP': 'op-1', SUMMARY: 'New' })
const OURS_WITHOUT_ID = eventText('it', { SUMMARY: 'New' })
const OTHERS = eventText('it', { SUMMARY: 'Old' })
const OTHER_OPERATION = eventText('it', { 'X-CORKBOARD-OP': 'op-2', SUMMARY: 'New' })
const REWRITTEN = { etag: '"2"', data: eventText('it', { SUMMARY: 'New', LOCATION: 'As the server has it' }) }
const FOREIGN = eventText('another', { SUMMARY: 'New' })

describe('what stands at the href', () => {
  const cases: [string, Operation, { etag: string; data: string } | null, number, ReturnType<typeof judgeFound>][] = [
    ['ours by its operation id', 'update', { etag: '"2"', data: OURS }, 0, 'written'],
    ['ours although the answer was 412', 'update', { etag: '"2"', data: OURS }, 412, 'written'],
    ['ours, its id dropped by the server', 'update', { etag: '"2"', data: OURS_WITHOUT_ID }, 0, 'written'],
    ['the old one', 'update', { etag: '"1"', data: OTHERS }, 0, 'again'],
    ['the old one after a server error', 'update', { etag: '"1"', data: OTHERS }, 502, 'again'],
    ['the old one after 412', 'update', { etag: '"1"', data: OTHERS }, 412, 'conflict'],
    ['the old one after 207', 'update', { etag: '"1"', data: OTHERS }, 207, 'refused'],
    ["somebody else's", 'update', { etag: '"3"', data: OTHERS }, 0, 'conflict'],
    ['the same words under another operation', 'update', { etag: '"3"', data: OTHER_OPERATION }, 0, 'conflict'],
    ['the old one after 200', 'update', { etag: '"1"', data: OTHERS }, 200, 'again'],
    ['what a server makes of ours that keeps no unknown property, after 200', 'update', REWRITTEN, 200, 'written'],
    ['the same without an answer', 'update', REWRITTEN, 0, 'conflict'],
    ["somebody else's after 200", 'update', { etag: '"3"', data: OTHER_OPERATION }, 200, 'conflict'],
    ['nothing', 'update', null, 0, 'conflict'],
    ['unreadable text', 'update', { etag: '"3"', data: 'BEGIN:VCALENDAR' }, 0, 'conflict'],
    ['nothing', 'create', null, 0, 'again'],
    ['nothing after 200', 'create', null, 200, 'again'],
    ['nothing after 412', 'create', null, 412, 'conflict'],
    ['nothing after 207', 'create', null, 207, 'refused'],
    ['ours', 'create', { etag: '"1"', data: OURS }, 412, 'written'],
    ['ours, changed by another application', 'create', { etag: '"1"', data: OTHERS }, 0, 'written'],
    ['another event', 'create', { etag: '"1"', data: FOREIGN }, 412, 'conflict'],
    ['nothing', 'delete', null, 0, 'written'],
    ['nothing after 412', 'delete', null, 412, 'written'],
    ['nothing after 404', 'delete', null, 404, 'written'],
    ['the event', 'delete', { etag: '"1"', data: OTHERS }, 0, 'again'],
    ['the event after 200', 'delete', { etag: '"1"', data: OTHERS }, 200, 'again'],
    ['the event after 404', 'delete', { etag: '"1"', data: OTHERS }, 404, 'again'],
    ['the event after 412', 'delete', { etag: '"1"', data: OTHERS }, 412, 'conflict'],
    ['a newer version', 'delete', { etag: '"3"', data: OTHERS }, 0, 'conflict'],
  ]
  test.each(cases)('%s, %s', (_, operation, found, status, expected) => {
    const sent: SentWrite = {
      verb: operation,
      uid: 'it',
      operationId: 'op-1',
      etag: operation === 'create' ? null : '"1"',
      object: operation === 'delete' ? null : OURS,
      recurrenceId: null,
    }
    expect(judgeFound(sent, found, status)).toBe(expected)
  })

  test('ours by a uid that is as long as other applications make them', () => {
    const uid = '040000008200E00074C5B7101A82E00800000000'.repeat(3)
    const data = eventText(uid).replace(uid, `${uid.slice(0, 71)}\r\n ${uid.slice(71)}`)
    const sent: SentWrite = {
      verb: 'create',
      uid,
      operationId: 'op-1',
      etag: null,
      object: eventText(uid),
      recurrenceId: null,
    }
    expect(judgeFound(sent, { etag: '"1"', data }, 0)).toBe('written')
  })

  describe('where the server keeps no unknown property, of a series', () => {
    const TUESDAY = '20261208T180000Z'
    const series = eventText('it', { DTSTART: '20261201T180000Z', RRULE: 'FREQ=WEEKLY' })
    const concert = eventText('it', { DTSTART: TUESDAY, 'RECURRENCE-ID': TUESDAY, SUMMARY: 'Concert' })
    const changed = series.replace('END:VEVENT', `END:VEVENT\r\n${/BEGIN:VEVENT[\s\S]*END:VEVENT/.exec(concert)![0]}`)
    const without = series.replace('RRULE', `EXDATE:${TUESDAY}\r\nRRULE`)

    test.each<[string, string, string, ReturnType<typeof judgeFound>]>([
      ['the occurrence as it was wanted', changed, changed, 'written'],
      ['the occurrence as it was', changed, series, 'conflict'],
      ['the series without it', without, without, 'written'],
      ['the series with it still', without, series, 'conflict'],
    ])('%s', (_, object, data, expected) => {
      const recurrenceId = '2026-12-08T18:00:00.000Z'
      const sent: SentWrite = { verb: 'update', uid: 'it', operationId: 'op-1', etag: '"1"', object, recurrenceId }
      expect(judgeFound(sent, { etag: '"2"', data }, 0)).toBe(expected)
    })
  })

  describe('where the server keeps no unknown property, of the people of an event', () => {
    const forWhom = (categories: string) => eventText('it', { SUMMARY: 'New', CATEGORIES: categories })
    test.each<[string, string, ReturnType<typeof judgeFound>]>([
      ['those that were wanted', forWhom('School,Ben\\, the elder'), 'written'],
      ['the same, an escaped comma taken for one between two', forWhom('School,Ben, the elder'), 'written'],
      ['those that there were', forWhom('School'), 'conflict'],
      ['nobody', OURS_WITHOUT_ID, 'conflict'],
    ])('%s', (_, data, expected) => {
      const object = forWhom('School,Ben\\, the elder')
      const sent: SentWrite = {
        verb: 'update',
        uid: 'it',
        operationId: 'op-1',
        etag: '"1"',
        object,
        recurrenceId: null,
      }
      expect(judgeFound(sent, { etag: '"2"', data }, 0)).toBe(expected)
    })
  })

  test('a write without condition is sent again as long as it is not there', () => {
    const sent: SentWrite = {
      verb: 'update',
      uid: 'it',
      operationId: 'op-1',
      etag: null,
      object: OURS,
      recurrenceId: null,
    }
    expect(judgeFound(sent, { etag: '"9"', data: OTHERS }, 0)).toBe('again')
  })
})

describe('what stands in both places of a meeting that was to move', () => {
  test.each<[string, Places, number, ReturnType<typeof judgeMove>]>([
    ['the meeting in its new one', { isHere: false, there: 'meeting' }, 0, 'written'],
    ['the meeting in its new one after 412', { isHere: false, there: 'meeting' }, 412, 'written'],
    ['the meeting in its old one', { isHere: true, there: null }, 0, 'again'],
    ['the meeting in its old one after 200', { isHere: true, there: null }, 200, 'again'],
    ['the meeting in its old one after 503', { isHere: true, there: null }, 503, 'again'],
    ['the meeting in its old one after 412', { isHere: true, there: null }, 412, 'conflict'],
    ['the meeting in its old one after 502', { isHere: true, there: null }, 502, 'refused'],
    ['the meeting in its old one after 404', { isHere: true, there: null }, 404, 'refused'],
    ['the meeting in its old one after 207', { isHere: true, there: null }, 207, 'refused'],
    ['something else in its way', { isHere: true, there: 'another' }, 412, 'exists'],
    ['the meeting in both', { isHere: true, there: 'meeting' }, 0, 'exists'],
    ['nothing', { isHere: false, there: null }, 404, 'missing'],
    ['something else in the new one alone', { isHere: false, there: 'another' }, 0, 'missing'],
  ])('%s', (_, places, status, expected) => {
    expect(judgeMove(places, status)).toBe(expected)
  })
})

describe('a failed attempt', () => {
  test.each([
    [1, null, 15],
    [2, null, 60],
    [3, null, 300],
    [4, null, 900],
    [1, 5, 15],
    [1, 120, 120],
    [4, 60, 900],
    [1, 10_000_000, 86_400],
  ])('number %d with Retry-After %p: again after %d s', (attemptCount, retryAfterSeconds, delaySeconds) => {
    expect(afterFailedAttempt(attemptCount, retryAfterSeconds)).toEqual({ status: 'pending', delaySeconds })
  })

  test('the fifth is the last, whatever the server asks', () => {
    expect(afterFailedAttempt(5, null)).toEqual({ status: 'dead' })
    expect(afterFailedAttempt(5, 60)).toEqual({ status: 'dead' })
  })

  test('the fifth is not the last of what must be known and is not', () => {
    expect(afterFailedAttempt(5, null, true)).toEqual({ status: 'pending', delaySeconds: 900 })
    expect(afterFailedAttempt(99, 1000, true)).toEqual({ status: 'pending', delaySeconds: 1000 })
  })
})

describe('reading back what the server has done', () => {
  test.each([
    [0, false, 0, 15],
    [4, false, 0, 15],
    [0, true, 1, 15],
    [1, true, 2, 60],
    [2, true, 3, 300],
    [3, true, 4, 900],
  ])('failing after %d attempts, confirmed before: %p', (before, isConfirmed, attemptCount, delaySeconds) => {
    expect(afterFailedReading(before, isConfirmed)).toEqual({ status: 'pending', attemptCount, delaySeconds })
  })

  test('is given up in the end, and the write is done', () => {
    expect(afterFailedReading(4, true)).toEqual({ status: 'done' })
  })
})

test.each([
  [{ isOriginalThere: true }, 'remove'],
  [{ isOriginalThere: false }, 'unchanged'],
  [{ isOriginalThere: true, sent: null }, 'remove'],
  [{ isOriginalThere: true, copy: eventText('a', { SUMMARY: 'Elsewhere' }) }, 'conflict'],
  [{ isOriginalThere: false, copy: eventText('a', { SUMMARY: 'Elsewhere' }) }, 'unchanged'],
  [{ isOriginalThere: true, sent: '' }, 'conflict'],
] as const)('a copy that is to be taken back, %p: %s', (half, expected) => {
  const text = eventText('a', { SUMMARY: 'Choir' })
  expect(judgeReturn({ copy: text, sent: text, ...half })).toBe(expected)
})
