import { describe, expect, test } from 'bun:test'
import { inOrder, ranksAt } from '../../../web/src/lists/order'
import { placesOf } from '../../../web/src/lists/places'

interface Placed {
  id: number
  rank?: string
}

const look = (lists: readonly Placed[]) =>
  inOrder(lists)
    .map(({ id }) => id)
    .join(' ')

test('lists that have a place come first, by byte; the others by age', () => {
  expect(look([{ id: 5 }, { id: 1 }, { id: 2, rank: 'a0' }, { id: 3, rank: 'Zz' }])).toBe('3 2 1 5')
})

test.each<[string, Placed[], number, number, string, number]>([
  ['of lists that nobody has placed', [{ id: 1 }, { id: 2 }, { id: 3 }], 3, 1, '1 3 2', 2],
  ['to the top of them', [{ id: 1 }, { id: 2 }, { id: 3 }], 3, 0, '3 1 2', 1],
  ['to their end', [{ id: 1 }, { id: 2 }, { id: 3 }], 1, 2, '2 3 1', 3],
  ['between two that have a place', [{ id: 1, rank: 'a0' }, { id: 2, rank: 'a1' }, { id: 3 }], 3, 1, '1 3 2', 1],
  ['to the border of both', [{ id: 1, rank: 'a0' }, { id: 2 }, { id: 3 }], 3, 1, '1 3 2', 1],
  ['from a place behind one without', [{ id: 1, rank: 'a0' }, { id: 2 }, { id: 3 }], 1, 1, '2 1 3', 2],
])('one is put %s, with the fewest ranks', (_where, lists, id, to, expected, changed) => {
  const ranks = ranksAt(lists, id, to)
  expect(ranks.length).toBe(changed)
  expect(look(lists.map((list) => ({ ...list, ...ranks.find((one) => one.id === list.id) })))).toBe(expected)
})

describe('what is moved over places', () => {
  const box = (left: number, top: number, height = 100) => ({ left, top, width: 100, height })
  const columns = placesOf([box(0, 0), box(110, 0), box(0, 110), box(110, 110)])
  const rows = placesOf([box(0, 0), box(0, 100, 50), box(0, 150)])

  test('in columns it takes the nearest, and the others go on to the next', () => {
    expect(columns.over(0, 100, 90)).toBe(3)
    expect(columns.over(0, 40, 40)).toBe(0)
    expect([0, 1, 2, 3].map((index) => columns.shift(index, 0, 3))).toEqual([
      { x: 110, y: 110 },
      { x: -110, y: 0 },
      { x: 110, y: -110 },
      { x: -110, y: 0 },
    ])
    expect([0, 1, 2, 3].map((index) => columns.shift(index, 3, 2))).toEqual([
      { x: 0, y: 0 },
      { x: 0, y: 0 },
      { x: 110, y: 0 },
      { x: -110, y: 0 },
    ])
  })

  test('below each other it passes middles, and they make room by its height', () => {
    expect([rows.over(0, 0, 20), rows.over(0, 0, 30), rows.over(2, 0, -60)]).toEqual([0, 1, 1])
    expect([0, 1, 2].map((index) => rows.shift(index, 0, 1).y)).toEqual([50, -100, 0])
    expect([0, 1, 2].map((index) => rows.shift(index, 2, 0).y)).toEqual([100, 100, -150])
  })
})
