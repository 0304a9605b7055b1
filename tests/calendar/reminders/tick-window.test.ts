import { describe, expect, test } from 'bun:test'
import { tickWindows } from '../../../src/calendar/reminders/tick-window'

const NOW = 1_000_000_000
const SECOND = 1_000
const HOUR = 3_600 * SECOND

describe('what a tick answers for, in seconds before now', () => {
  test.each<[string, number | null, number, [number, number] | null]>([
    ['the first tick ever', null, 60, null],
    ['the second of a minute', 10, 60, null],
    ['on time', 60, 60, null],
    ['a little late', 60.3, 60.3, null],
    ['half a minute late', 90, 90, null],
    ['one was missed', 120, 120, null],
    ['one was missed, timers being what they are', 120.4, 120.4, null],
    ['two were missed', 180, 60, [179.999, 60.001]],
    ['after an hour', 3_600, 60, [3_599.999, 60.001]],
    ['the clock was set back', -3_600, 60, null],
    ['two at the same moment', 0, 60, null],
  ])('%s', (_, previous, from, missed) => {
    const before = (seconds: number) => Math.round(NOW - seconds * SECOND)
    expect(tickWindows(NOW, previous === null ? null : before(previous))).toEqual({
      due: { from: before(from), to: NOW },
      missed: missed === null ? null : { from: before(missed[0]), to: before(missed[1]) },
    })
  })

  test('after a year off, what was missed is counted for the last week', () => {
    const now = 400 * 24 * HOUR
    expect(tickWindows(now, 0).missed).toEqual({ from: now - 60 * SECOND - 168 * HOUR + 1, to: now - 60 * SECOND - 1 })
  })
})
