import { describe, expect, test } from 'bun:test'
import { carriedTo, liftedBy } from '../../../web/src/calendar/drag/carried'
import { isOutside, shiftAt, timeAt } from '../../../web/src/calendar/drag/hours'
import { keyShift, keyShiftInMonth } from '../../../web/src/calendar/drag/keys'
import type { Point } from '../../../web/src/calendar/drag/pointer'
import { type Grip, NO_SHIFT, type Shift, wallsAfter, wordsOf } from '../../../web/src/calendar/drag/shift'
import { mergeEntries } from '../../../web/src/calendar/entries'
import { overlay } from '../../../web/src/calendar/writes/overlay'
import { placeAll } from '../../../web/src/lib/layout'
import { DAY, dayOfIso, HOUR, MINUTE } from '../../../web/src/lib/tz'
import { occurrence } from './occurrence'
import { PEOPLE } from './people'

const BERLIN = 'Europe/Berlin'
const FRIDAY = dayOfIso('2026-11-20')

const placed = (start: string, end: string) =>
  placeAll(
    mergeEntries(overlay([occurrence('Tea', start, end)], [], BERLIN), {
      people: PEOPLE,
      busy: 'Busy',
      untitled: '(No title)',
    }),
    BERLIN,
  )[0]!

const TEA = placed('2026-11-20T09:00:00.000Z', '2026-11-20T10:00:00.000Z')
const NIGHT = placed('2026-11-20T08:00:00.000Z', '2026-11-21T20:00:00.000Z')
const TRIP = placed('2026-11-20', '2026-11-23')

const at = (x: number, y: number): Point => ({ x, y, isTouch: false })

describe('among hours that are 10 pixels high, beside each other in days of 100', () => {
  const WEEK = { left: 50, right: 750, height: 240, scrollTop: 80, days: 7 }
  const hours = (grip: Grip, to: Point, on = WEEK, one = TEA) => {
    const shift = shiftAt(one, { from: at(400, 100), scrollTop: 80, grip }, to, on)
    const { start, end } = wallsAfter(one, shift)
    return [start, end].map((wall) => (wall - FRIDAY * DAY) / HOUR)
  }

  test.each<[string, Grip, Point, Partial<typeof WEEK>, [number, number]]>([
    ['two days on and an hour down', 'whole', at(600, 110), {}, [59, 60]],
    ['less than half a day is none', 'whole', at(449, 100), {}, [10, 11]],
    ['beside the last day it stays on that', 'whole', at(2000, 100), {}, [106, 107]],
    ['over the gutter it stays on the first', 'whole', at(0, 100), {}, [-62, -61]],
    ['hours that have scrolled below it count', 'whole', at(400, 100), { scrollTop: 100 }, [12, 13]],
    ['an end alone', 'end', at(400, 120), {}, [10, 13]],
    ['across persons nothing is carried', 'whole', at(700, 110), { days: 0 }, [11, 12]],
  ])('%s', (_, grip, to, on, walls) => {
    expect(hours(grip, to, { ...WEEK, ...on })).toEqual(walls)
  })

  test.each([
    [100, 0],
    [220, 12],
    [340, 24],
    [20, 0],
    [900, 24],
  ])('the height %p of a column is %p o’clock', (y, hour) => {
    expect(timeAt(y, { top: 100, height: 240 })).toBe(hour * HOUR)
  })

  test.each([
    [400, 300, false],
    [11, 300, false],
    [789, 300, false],
    [400, 61, false],
    [400, 539, false],
    [9, 300, true],
    [791, 300, true],
    [400, 59, true],
    [400, 541, true],
  ])('a drop at %p, %p is outside: %p', (x, y, outside) => {
    expect(isOutside(at(x, y), { left: 50, right: 750, top: 100, bottom: 500 })).toBe(outside)
  })
})

describe('among the days of a month', () => {
  const days = (grip: Grip, by: number, to: number | null) => {
    const { shift, isOutside } = carriedTo(liftedBy(TRIP, grip, by, at(0, 0)), to, at(10, 10))
    const { start, end } = wallsAfter(TRIP, shift)
    return [start / DAY - FRIDAY, end / DAY - FRIDAY - 1, isOutside]
  }

  test.each<[string, Grip, number, number | null, [number, number, boolean]]>([
    ['is carried by the day at which it is held', 'whole', FRIDAY + 1, FRIDAY + 8, [7, 9, false]],
    ['is pulled by its last day, wherever its end was touched', 'end', FRIDAY + 1, FRIDAY + 4, [0, 4, false]],
    ['is pulled by its first day', 'start', FRIDAY + 1, FRIDAY - 2, [-2, 2, false]],
    ['beside the month is where it was', 'whole', FRIDAY + 1, null, [0, 2, true]],
  ])('a trip %s', (_, grip, by, to, expected) => {
    expect(days(grip, by, to)).toEqual(expected)
  })
})

describe('with keys', () => {
  const QUARTER = 15 * MINUTE
  const press = (key: string, shiftKey = false) => ({ key, shiftKey }) as KeyboardEvent

  test.each<[string, typeof TEA, KeyboardEvent, Shift | null]>([
    ['a day on', TEA, press('ArrowRight'), { days: 1, start: 0, end: 0 }],
    ['a quarter of an hour earlier', TEA, press('ArrowUp'), { days: 0, start: -QUARTER, end: -QUARTER }],
    ['longer', TEA, press('ArrowDown', true), { days: 0, start: 0, end: QUARTER }],
    ['whole days: a day on', TRIP, press('ArrowRight'), { days: 1, start: 0, end: 0 }],
    ['whole days: longer', TRIP, press('ArrowRight', true), { days: 0, start: 0, end: DAY }],
    ['another key', TEA, press('a'), null],
  ])('among the hours: %s', (_, one, event, shift) => {
    expect(keyShift(event, { placed: one, shift: NO_SHIFT })).toEqual(shift)
  })

  test.each<[string, typeof TEA, KeyboardEvent, Shift | null]>([
    ['a week on', TEA, press('ArrowDown'), { days: 7, start: 0, end: 0 }],
    ['never longer, where it has hours', TEA, press('ArrowRight', true), { days: 1, start: 0, end: 0 }],
    ['a week longer', TRIP, press('ArrowDown', true), { days: 0, start: 0, end: 7 * DAY }],
    ['another key', TRIP, press('Home'), null],
  ])('in a month: %s', (_, one, event, shift) => {
    expect(keyShiftInMonth(event, { placed: one, shift: NO_SHIFT })).toEqual(shift)
  })
})

describe('what is said of a lifted event', () => {
  const hour = (wall: number) => (wall - FRIDAY * DAY) / HOUR
  const formats = {
    full: (day: number) => `day ${day - FRIDAY}`,
    dayRange: (first: number, last: number) => `days ${first - FRIDAY} to ${last - FRIDAY}`,
    timeRange: (start: number, end: number) => `hours ${hour(start)} to ${hour(end)}`,
  }
  const ONE_DAY: Shift = { days: 1, start: 0, end: 0 }

  test.each([
    ['the times of one with hours', TEA, false, 'hours 34 to 35'],
    ['of whole days the last one', TRIP, true, 'days 1 to 3'],
    ['of a day and a half its hours among hours', NIGHT, false, 'hours 33 to 69'],
    ['of a day and a half its days among days', NIGHT, true, 'days 1 to 2'],
  ])('%s', (_, one, inDays, times) => {
    expect(wordsOf({ placed: one, shift: ONE_DAY }, inDays, formats)).toEqual(['day 1', times])
  })
})
