import { describe, expect, test } from 'bun:test'
import { type Answer, known, pieceTogether, stretches } from '../../../web/src/calendar/coverage'
import type { Occurrence } from '../../../web/src/data/types'
import { dayOfIso, isoOfDay } from '../../../web/src/lib/tz'
import { occurrence } from './occurrence'

const ZONE = 'Europe/Berlin'
const MONDAY = dayOfIso('2026-11-16')

const onDay = (title: string, day: number, days = 1) => occurrence(title, isoOfDay(day), isoOfDay(day + days))

const answer = (first: number, days: number, at: number, ...occurrences: Occurrence[]): Answer => ({
  first,
  days,
  at,
  occurrences,
})

const titles = (known: ReturnType<typeof pieceTogether>) => known.occurrences.map(({ title }) => title).sort()

test('an answer that comes again is another moment, and draws no day again', () => {
  const [before, after] = [known([], 1).coverage, known([], 2).coverage]
  expect([before.at, after.at]).toEqual([1, 2])
  expect(after.stateOf).toBe(before.stateOf)
})

describe('days from answers about other days', () => {
  test('are not known where no answer reaches', () => {
    const { coverage } = pieceTogether({ first: MONDAY, days: 7 }, [answer(MONDAY - 3, 5, 1)], 'unknown', ZONE)
    const states = [0, 1, 2, 3].map((offset) => coverage.stateOf(MONDAY + offset))
    expect(states).toEqual(['known', 'known', 'unknown', 'unknown'])
    expect(coverage.knows({ first: MONDAY, days: 2 })).toBe(true)
    expect(coverage.knows({ first: MONDAY, days: 3 })).toBe(false)
  })

  test('are as old as the oldest answer that is used, and of no age when there is none', () => {
    const range = { first: MONDAY, days: 3 }
    const both = [answer(MONDAY, 1, 100), answer(MONDAY + 1, 2, 300), answer(MONDAY, 3, 50)]
    expect(pieceTogether(range, both, 'loading', ZONE).coverage.at).toBe(100)
    expect(pieceTogether(range, [answer(MONDAY + 9, 1, 7)], 'loading', ZONE).coverage.at).toBeNull()
  })

  test('hold what the newest answer says of them, and nothing that an older one said', () => {
    const older = answer(MONDAY, 7, 1, onDay('Gone', MONDAY + 1), onDay('Kept', MONDAY + 5))
    const newer = answer(MONDAY, 3, 2, onDay('New', MONDAY + 1))
    expect(titles(pieceTogether({ first: MONDAY, days: 7 }, [newer, older], 'unknown', ZONE))).toEqual(['Kept', 'New'])
  })

  test('hold two occurrences of a series that were moved onto each other', () => {
    const moved = (recurrenceId: string) =>
      occurrence('Choir', '2026-11-17T18:00Z', '2026-11-17T19:00Z', { recurrenceId })
    const both = answer(MONDAY, 7, 1, moved('2026-11-17T18:00:00Z'), moved('2026-11-24T18:00:00Z'))
    expect(titles(pieceTogether({ first: MONDAY, days: 7 }, [both], 'unknown', ZONE))).toEqual(['Choir', 'Choir'])
  })

  test('hold what lasts over the seam of two answers once', () => {
    const fair = onDay('Fair', MONDAY + 1, 4)
    const known = pieceTogether(
      { first: MONDAY, days: 7 },
      [answer(MONDAY, 3, 1, fair), answer(MONDAY + 3, 4, 2, fair)],
      'unknown',
      ZONE,
    )
    expect(titles(known)).toEqual(['Fair'])
  })

  test('follow the household’s clock: an evening in Berlin is the day before in UTC', () => {
    const late = occurrence('Late', '2026-11-16T23:30:00Z', '2026-11-16T23:45:00Z')
    const tuesday = { first: MONDAY + 1, days: 1 }
    const whole = answer(MONDAY, 7, 1, late)
    expect(titles(pieceTogether(tuesday, [whole], 'unknown', ZONE))).toEqual(['Late'])
    expect(titles(pieceTogether(tuesday, [whole], 'unknown', 'UTC'))).toEqual([])
  })
})

test.each([
  [[], []],
  [[[0, 5]], [[0, 5]]],
  [
    [
      [5, 5],
      [0, 5],
    ],
    [[0, 10]],
  ],
  [
    [
      [0, 5],
      [6, 2],
    ],
    [
      [0, 5],
      [6, 2],
    ],
  ],
  [
    [
      [0, 20],
      [3, 4],
      [18, 10],
    ],
    [[0, 28]],
  ],
])('%j covers %j without a gap', (given, wanted) => {
  const ranges = given.map(([first = 0, days = 0]) => ({ first, days }))
  expect(stretches(ranges).map(({ first, days }) => [first, days])).toEqual(wanted)
})
