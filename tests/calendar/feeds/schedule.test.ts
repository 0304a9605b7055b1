import { describe, expect, test } from 'bun:test'
import { boundedPause, nextAttempt, nextFetch, nextTrial } from '../../../src/calendar/feeds/schedule'

const NOW = new Date('2026-11-20T12:00:00Z')
const HOUR_MS = 60 * 60 * 1000
const hoursUntil = (instant: Date) => (instant.getTime() - NOW.getTime()) / HOUR_MS
const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS)

describe('a feed is asked for', () => {
  test.each([
    ['says nothing', null, 2],
    ['wants it every minute', 1, 1],
    ['wants it every six hours', 360, 6],
    ['wants it once a year', 525_600, 24],
  ])('when it %s: after so many hours, and up to a tenth more', (_, refreshMinutes, hours) => {
    const all = Array.from({ length: 100 }, (_, id) => hoursUntil(nextFetch({ id, refreshMinutes }, NOW)))
    expect(Math.min(...all)).toBe(hours)
    expect(Math.max(...all)).toBeGreaterThan(hours * 1.08)
    expect(Math.max(...all)).toBeLessThan(hours * 1.1)
    // No two at once.
    expect(new Set(all).size).toBe(100)
  })

  test('after failures ever more seldom, and not before its server wants it', () => {
    expect([1, 2, 3, 4, 5, 6, 100].map((count) => hoursUntil(nextAttempt(0, count, null, NOW)))).toEqual([
      1, 2, 4, 8, 16, 24, 24,
    ])
    expect(hoursUntil(nextAttempt(0, 1, inHours(5), NOW))).toBe(5)
    expect(hoursUntil(nextAttempt(0, 5, inHours(5), NOW))).toBe(16)
  })

  test('soon after what was not its fault, and then as after any failure', () => {
    expect([1, 2, 3, 100].map((count) => hoursUntil(nextTrial(0, count, NOW)))).toEqual([0.05, 1, 2, 24])
  })

  test('within a week, however long its server wants to be left alone', () => {
    expect(boundedPause(inHours(3), NOW)).toEqual(inHours(3))
    expect(boundedPause(inHours(10_000), NOW)).toEqual(inHours(7 * 24))
    expect(boundedPause(null, NOW)).toBeNull()
  })
})
