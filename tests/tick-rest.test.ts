import { describe, expect, test } from 'bun:test'
import { restAfterTick } from '../src/tick-rest'

const SECOND = 1_000
const at = (second: number) => new Date(Date.parse('2026-11-20T14:00:00Z') + second * SECOND)

describe('the rest after a tick', () => {
  test.each([
    ['on the minute', 0, 30],
    ['a little late', 2.5, 30],
    ['after a start in the first half of a minute', 20, 30],
    ['after one in the second half', 31, 24],
    ['late in a minute', 50, 5],
    ['right before the next', 58, 0],
  ])('%s', (_, second, rest) => {
    expect(restAfterTick(at(second))).toBe(rest * SECOND)
  })

  test('whatever the second, the next full minute is not in it', () => {
    for (let second = 0; second < 60; second++) {
      expect(second * SECOND + restAfterTick(at(second))).toBeLessThan(60 * SECOND)
    }
  })

  test('a process whose clock is a few seconds behind finds the minute’s work done', () => {
    expect(restAfterTick(at(0))).toBeGreaterThan(5 * SECOND)
  })
})
