import { describe, expect, test } from 'bun:test'
import { type Attempts, afterFailure, NO_ATTEMPTS, standingOf } from '../../../src/identity/local/lockout'

const START = Date.parse('2026-11-20T12:00:00Z')
const at = (seconds: number) => new Date(START + seconds * 1000)
const failuresAt = (...seconds: number[]) =>
  seconds.reduce<Attempts>((attempts, second) => afterFailure(attempts, at(second)), NO_ATTEMPTS)

describe('where a name stands', () => {
  test.each([
    ['nothing happened', [], 0, { kind: 'open' }],
    ['four failures', [0, 1, 2, 3], 4, { kind: 'open' }],
    ['five in a minute', [0, 10, 20, 30, 40], 40, { kind: 'throttled', retryAfterSeconds: 20 }],
    ['five in a minute, the first is just old enough', [0, 10, 20, 30, 40], 60, { kind: 'open' }],
    ['five in a minute and a bit', [0, 20, 40, 50, 61], 61, { kind: 'open' }],
    [
      'seven in a minute: the fifth from the end counts',
      [0, 1, 2, 3, 4, 5, 6],
      6,
      { kind: 'throttled', retryAfterSeconds: 56 },
    ],
    ['nine, far apart', [0, 100, 200, 300, 400, 500, 600, 700, 800], 800, { kind: 'open' }],
    [
      'ten, far apart',
      [0, 100, 200, 300, 400, 500, 600, 700, 800, 900],
      900,
      { kind: 'locked', retryAfterSeconds: 900 },
    ],
    ['ten, a moment before the end', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 899.5, { kind: 'locked', retryAfterSeconds: 1 }],
    ['ten, fifteen minutes later', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 900, { kind: 'open' }],
  ] as const)('%s', (_, failures, now, standing) => {
    expect(standingOf(failuresAt(...failures), at(now))).toEqual(standing)
  })
})

test('a lock that has run out starts the count anew', () => {
  const locked = failuresAt(0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
  expect(afterFailure(locked, at(901))).toEqual({
    recentFailures: [START + 901_000],
    failureCount: 1,
    lockedUntil: null,
  })
})

describe('a clock that was set back', () => {
  const HOURS = 2 * 3600

  test.each([
    ['a throttle', failuresAt(HOURS, HOURS, HOURS, HOURS, HOURS)],
    ['a lock', failuresAt(...Array<number>(10).fill(HOURS))],
  ])('does not make %s last for as long as it had been ahead', (_, attempts) => {
    expect(standingOf(attempts, at(HOURS)).kind).not.toBe('open')
    expect(standingOf(attempts, at(0))).toEqual({ kind: 'open' })
    expect(standingOf(afterFailure(attempts, at(0)), at(1))).toEqual({ kind: 'open' })
  })

  test('by no more than clocks of several machines differ ends nothing', () => {
    const locked = failuresAt(...Array<number>(10).fill(5))
    expect(standingOf(locked, at(0))).toEqual({ kind: 'locked', retryAfterSeconds: 905 })
    expect(standingOf(failuresAt(5, 5, 5, 5, 5), at(0))).toEqual({ kind: 'throttled', retryAfterSeconds: 65 })
  })
})

test('what is kept does not grow', () => {
  expect(failuresAt(...Array.from({ length: 9 }, () => 1)).recentFailures).toHaveLength(5)
})
