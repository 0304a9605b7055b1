import { describe, expect, test } from 'bun:test'
import { dropAt, groupsOf } from '../../../web/src/lists/sections/groups'
import {
  afterTrip,
  nearer,
  noted,
  TRIP_OVER_MS,
  UNKNOWN_WAY,
  type Way,
  walkedIn,
} from '../../../web/src/lists/sections/learned-order'
import { arranged } from '../../../web/src/lists/sections/order'
import type { ViewItem } from '../../../web/src/lists/writes/view'

const letters = (order: string) => order.split(' ').filter((section) => section !== '')
const USUAL = letters('a b c d e f other')

describe('the order of sections', () => {
  test.each<[string, { present?: string; byHand?: string; learned?: string }, string]>([
    ['is that of most shops while nothing is known', { present: 'f other c a' }, 'a c f other'],
    ['has what the household names itself before the rest', { present: 'other zoo a deli' }, 'a deli zoo other'],
    ['is as somebody has put it', { present: 'a b c', byHand: 'c a b' }, 'c a b'],
    ['is as it was walked', { present: 'a b c', learned: 'b c a' }, 'b c a'],
    ['never turns against a hand', { present: 'a b c', byHand: 'c a b', learned: 'a b c' }, 'c a b'],
    [
      'has what no hand has placed where it was walked',
      { present: 'a b c d', byHand: 'c a', learned: 'd c b a' },
      'd c b a',
    ],
    [
      'keeps a hand even between what was learned',
      { present: 'a b c d', byHand: 'a c', learned: 'c d a b' },
      'a b c d',
    ],
    ['puts a new one behind what usually comes before', { present: 'a b d e', byHand: 'e d a' }, 'e d a b'],
    ['takes the rest where a hand has put it', { present: 'a b other', byHand: 'other a b' }, 'other a b'],
    ['may name one twice', { present: 'a b', byHand: 'b b a' }, 'b a'],
  ])('%s', (_what, { present = '', byHand = '', learned = '' }, expected) => {
    const orders = { byHand: letters(byHand), learned: letters(learned), usual: USUAL }
    expect(arranged(letters(present), orders)).toEqual(letters(expected))
  })
})

/** A tick a minute; a letter is a section. */
const ticks = (sections: string, from = 0) =>
  letters(sections).map((section, index) => ({ key: `${section}${from}${index}`, section, at: from + index * 60_000 }))

describe('what a trip teaches', () => {
  test.each([
    ['each section once, when the middle one of its items was ticked', 'a b b a a c b', 'b a c'],
    ['something forgotten at the end does not count', 'a a a b b c a', 'a b c'],
    ['what belongs nowhere is found anywhere', 'other b other a', 'b a'],
  ])('%s', (_what, trip, expected) => {
    expect(walkedIn(ticks(trip))).toEqual(letters(expected))
  })

  test.each([
    ['nothing new of the same way', 'a b c d', 'a b d', 'a b c d'],
    ['two neighbours change places', 'a b c d', 'a c b d', 'a c b d'],
    ['what was not visited stays', 'a b c d', 'd a', 'd b c a'],
    ['a section moves four places at most', 'a b c d e f', 'f a b c d e', 'a f b c d e'],
    ['one section alone teaches nothing', 'a b c', 'c', 'a b c'],
  ])('%s', (_what, order, walked, expected) => {
    expect(nearer(letters(order), letters(walked))).toEqual(letters(expected))
  })

  test('every way is learned in a few trips, and one odd trip is mended by the next', () => {
    const way = letters('o n m l k j i h g f e d c b a')
    let order = way.toReversed()
    let trips = 0
    for (; order.join() !== way.join(); trips++) order = nearer(order, way)
    expect(trips).toBe(4)
    expect(nearer(way, way)).toEqual(way)
    const odd = nearer(way, letters('a b c d'))
    expect(odd).not.toEqual(way)
    expect(nearer(odd, way)).toEqual(way)
  })
})

describe('while somebody shops', () => {
  const SHOWN = letters('a b c')
  const shop = (way: Way, trip: string, from: number) =>
    ticks(trip, from).reduce((before, tick) => noted(before, tick, true, SHOWN), way)

  test('nothing jumps: the order is taken after the trip', () => {
    const way = shop(UNKNOWN_WAY, 'c b a', 0)
    const end = way.ticks.at(-1)!.at
    expect(afterTrip(way, end + TRIP_OVER_MS - 1, SHOWN)).toBe(way)
    expect(afterTrip(way, end + TRIP_OVER_MS, SHOWN)).toEqual({ order: letters('c b a'), ticks: [] })
  })

  test('the next trip begins on a page that has stayed open', () => {
    const way = shop(shop(UNKNOWN_WAY, 'c b a', 0), 'b', TRIP_OVER_MS * 2)
    expect(way.order).toEqual(letters('c b a'))
    expect(way.ticks.map(({ section }) => section)).toEqual(['b'])
  })

  test('a tick that is taken back, or made twice, counts once or not', () => {
    const [c, a] = ticks('c a')
    const back = noted(noted(UNKNOWN_WAY, c!, true, SHOWN), { ...c!, at: 1 }, false, SHOWN)
    expect(back.ticks).toEqual([])
    const twice = [c!, a!, { ...c!, at: 90_000 }].reduce((way, tick) => noted(way, tick, true, SHOWN), UNKNOWN_WAY)
    expect(twice.ticks.map(({ section }) => section)).toEqual(['a', 'c'])
  })
})

describe('items by section', () => {
  const item = (key: string, section?: string): ViewItem => ({
    name: key,
    key,
    text: key,
    checked: false,
    rank: key,
    isWaiting: false,
    ...(section && { section }),
  })
  const items = [item('1', 'b'), item('2'), item('3', 'a'), item('4', 'b')]
  const groups = groupsOf(items, ['a', 'b', 'c', 'other'])

  test('stand below their headings, what has none among the rest', () => {
    expect(groups.map(({ section, items }) => `${section}: ${items.map(({ key }) => key)}`)).toEqual([
      'a: 3',
      'b: 1,4',
      'other: 2',
    ])
  })

  // Headings and items without item 4: a 3 b 1 other 2
  test.each([
    [0, 'a', undefined, '3'],
    [1, 'a', undefined, '3'],
    [2, 'a', '3', undefined],
    [3, 'b', undefined, '1'],
    [4, 'b', '1', undefined],
    [5, 'other', undefined, '2'],
    [6, 'other', '2', undefined],
    [9, 'other', '2', undefined],
  ])('dropped at place %d goes to %s', (at, section, before, after) => {
    const drop = dropAt(groups, '4', at)
    expect([drop.section, drop.before?.key, drop.after?.key]).toEqual([section, before, after])
  })
})
