import { describe, expect, test } from 'bun:test'
import { daysAfter, daysBefore, piecesOf, stretchOf } from '../../../web/src/calendar/search/ranges'
import { dayOfIso, isoOfDay } from '../../../web/src/lib/tz'

const range = (from: string, to: string) => ({ first: dayOfIso(from), days: dayOfIso(to) - dayOfIso(from) + 1 })
const ends = ({ first, days }: { first: number; days: number }) => [isoOfDay(first), isoOfDay(first + days - 1)]

test.each([
  ['2026-09-28', '2027-01-10', '2027-01-11', '2027-07-31', '2026-03-01', '2026-09-27'],
  ['2026-10-01', '2026-10-31', '2026-11-01', '2027-05-31', '2026-04-01', '2026-09-30'],
])(
  'from %s to %s it goes on from %s until %s, and back from %s until %s',
  (from, to, onFrom, onTo, backFrom, backTo) => {
    const stretch = range(from, to)
    expect(ends(daysAfter(stretch))).toEqual([onFrom, onTo])
    expect(ends(daysBefore(stretch))).toEqual([backFrom, backTo])
  },
)

describe('days are asked for', () => {
  test('in pieces of at most 90 days, without a gap', () => {
    const pieces = piecesOf(range('2027-01-11', '2027-07-31'))
    expect(pieces.map(ends)).toEqual([
      ['2027-01-11', '2027-04-10'],
      ['2027-04-11', '2027-07-09'],
      ['2027-07-10', '2027-07-31'],
    ])
  })

  test('not at all where there are none', () => {
    expect(piecesOf({ first: 5, days: 0 })).toEqual([])
  })
})

test('the search goes on from the days around today', () => {
  const [near, far] = [range('2026-10-26', '2026-12-06'), range('2027-09-27', '2027-11-07')]
  expect(stretchOf([near, far], dayOfIso('2026-11-20'))).toEqual(near)
  expect(stretchOf([far], dayOfIso('2026-11-20'))).toEqual(far)
  expect(stretchOf([], dayOfIso('2026-11-20'))).toEqual({ first: dayOfIso('2026-11-20'), days: 0 })
})
