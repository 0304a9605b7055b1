import { describe, expect, test } from 'bun:test'
import { ApiError } from '../../../web/src/data/http'
import { type Answer, type Fate, fateOf } from '../../../web/src/outbox/policy'
import type { Queued } from '../../../web/src/outbox/queued'
import { QUEUED } from '../support/queued'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 1, 28, 23, 59)

const write = (changes: Partial<Queued> = {}): Queued => ({ ...QUEUED, since: NOW, ...changes })

const status = (code: number, retryAfterSeconds: number | null = null): Answer =>
  new ApiError(code, 'Whatever', retryAfterSeconds)

const waits = (isUnclear: boolean): Fate => ({ at: null, isUnclear })
const againIn = (milliseconds: number, isUnclear = false): Fate => ({
  at: NOW + milliseconds,
  isUnclear,
})

type Row = [what: string, write: Partial<Queued>, answer: Answer, expected: Fate]

describe('before it is sent, a write', () => {
  test.each<Row>([
    ['goes out at once', {}, null, { at: 0, isUnclear: false }],
    ['is held while it can be taken back', { undoUntil: NOW + 5 * SECOND }, null, againIn(5 * SECOND)],
    ['is held as long as the service asked for', { sendAfter: NOW + 300 * SECOND }, null, againIn(300 * SECOND)],
    ['is held for an hour at most', { sendAfter: NOW + HOUR }, null, againIn(HOUR)],
    ['heeds the later of the two', { undoUntil: NOW + SECOND, sendAfter: NOW + 9 * SECOND }, null, againIn(9_000)],
    ['is not held up by a clock that was set back a year', { sendAfter: NOW + 365 * DAY }, null, againIn(0)],
    ['goes out again under its key for six days', { unclearSince: NOW - 6 * DAY, sendAfter: NOW }, null, againIn(0)],
    ['is forgotten after that', { unclearSince: NOW - 6 * DAY - 1 }, null, 'forgotten'],
    ['is forgotten for good', { unclearSince: NOW - 70 * DAY }, null, 'forgotten'],
    ['goes out ever after if twice is once', { unclearSince: 0, isIdempotent: true, sendAfter: NOW }, null, againIn(0)],
    ['goes out ever after if it has never been sent', { since: 0, sendAfter: NOW }, null, againIn(0)],
  ])('%s', (_, changes, answer, expected) => {
    expect(fateOf(write(changes), answer, NOW)).toEqual(expected)
  })
})

describe('an answer', () => {
  test.each<Row>([
    ['of success is the end of it', { tries: 4 }, 'ok', 'done'],
    ['that never came is waited for with the connection', {}, status(0), waits(true)],
    ['that never came twice in a row: a pause', { tries: 1 }, status(0), againIn(2 * SECOND, true)],
    ['that never came six times in a row', { tries: 5 }, status(0), againIn(32 * SECOND, true)],
    ['that never came ever', { tries: 50 }, status(0), againIn(60 * SECOND, true)],
    ['401 waits for a sign-in', { tries: 3 }, status(401), waits(false)],
    ...[400, 403, 404, 409, 410, 413, 415, 422, 451].map(
      (code): Row => [`${code} is a refusal`, {}, status(code), 'failed'],
    ),
    ...[408, 423, 425, 429].map((code): Row => [`${code} says "not now"`, {}, status(code), againIn(2 * SECOND)]),
    ...[500, 502, 503, 504, 507].map(
      (code): Row => [`${code} may have been done`, {}, status(code), againIn(2 * SECOND, true)],
    ),
    ...[2, 4, 8, 16, 32, 60, 60].map(
      (seconds, tries): Row => [
        `of a sick service, ${tries} before it: in ${seconds} s`,
        { tries },
        status(503),
        againIn(seconds * SECOND, true),
      ],
    ),
    ['after a thousand of them', { tries: 1_000 }, status(500), againIn(60 * SECOND, true)],
    ['with Retry-After is heeded', {}, status(429, 120), againIn(120 * SECOND)],
    ['with Retry-After of a sick service', { tries: 1 }, status(503, 300), againIn(300 * SECOND, true)],
    ['with a Retry-After of a day: once an hour', {}, status(429, 24 * 3_600), againIn(HOUR)],
    ['with a short Retry-After is not an invitation', { tries: 3 }, status(503, 1), againIn(16 * SECOND, true)],
    ['that tells of a change made elsewhere: once more', {}, 'conflict', againIn(0)],
    ['that tells so again', { isSecondTry: true }, 'conflict', 'failed'],
  ])('%s', (_, changes, answer, expected) => {
    expect(fateOf(write(changes), answer, NOW)).toEqual(expected)
  })
})
