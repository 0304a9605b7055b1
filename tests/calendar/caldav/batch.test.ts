import { describe, expect, test } from 'bun:test'
import { Batch, CalDavError } from '../../../src/calendar/caldav/client'

const FAILURE = new CalDavError('network', 0, 'REPORT: cut')

describe('how many objects are asked for at a time', () => {
  test.each<[string, number[], number]>([
    ['a hundred', [], 100],
    ['half of what was too much', [100, 50, 25, 12, 6, 3], 1],
    ['not more again when a larger request that was under way fails, too', [100, 50, 100], 25],
    ['a hundred again when one alone was to blame', [100, 50, 25, 12, 6, 3, 1], 100],
  ])('%s', (_case, tooMany, size) => {
    const batch = new Batch()
    for (const count of tooMany) expect(batch.learn(FAILURE, count)).toBe(true)
    expect(batch.size).toBe(size)
  })

  test('only so many may fail alone, and it counts whether anything has come', () => {
    const batch = new Batch(2)
    expect([1, 1, 1].map((count) => batch.learn(FAILURE, count))).toEqual([true, true, false])
    expect(batch.failure).toBe(FAILURE)
    batch.noteAnswer()
    expect(batch.failure).toBeNull()
  })
})
