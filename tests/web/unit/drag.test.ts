import { describe, expect, test } from 'bun:test'
import { type Grip, pulled, type Shift, shiftOf, shiftTimes, wallsAfter } from '../../../web/src/calendar/drag/shift'
import { formOfTimes } from '../../../web/src/calendar/writes/times'
import { placeAll, type Timed } from '../../../web/src/lib/layout'
import { DAY, dayOfIso, HOUR, MINUTE } from '../../../web/src/lib/tz'

const BERLIN = 'Europe/Berlin'
const FRIDAY = dayOfIso('2026-11-20') * DAY

const timed = (start: string, end: string): Timed => ({
  allDay: false,
  start: `${start}:00.000Z`,
  end: `${end}:00.000Z`,
})
const [tea, night, trip] = placeAll(
  [
    timed('2026-11-20T09:07', '2026-11-20T10:07'),
    { allDay: true, start: '2026-11-20', end: '2026-11-22' },
    timed('2026-11-20T08:00', '2026-11-21T20:00'),
  ],
  BERLIN,
).toSorted((a, b) => a.item.end.localeCompare(b.item.end))

/** From when to when an event stands, in hours from Friday's midnight. */
const after = (placed: typeof tea, grip: Grip, days: number, hours: number) => {
  const { start, end } = wallsAfter(placed!, shiftOf(placed!, grip, days, hours * HOUR))
  return [(start - FRIDAY) / HOUR, (end - FRIDAY) / HOUR]
}

const AT_10_07 = 10 + 7 / 60

describe('what is carried', () => {
  test.each([
    ['goes in quarters of an hour from the first step', 0, 1 / 3, 10.5],
    ['keeps its minute among days', 2, 0, 48 + AT_10_07],
    ['stays within the day at its beginning', 0, -20, 0],
    ['stays within the day at its end', 0, 20, 23.75],
  ])('%s', (_, days, hours, start) => {
    const [from, to] = after(tea, 'whole', days, hours)
    expect(from).toBeCloseTo(start)
    expect(to! - from!).toBeCloseTo(1)
  })

  test('of whole days only changes its day, and is sent with an inclusive end', () => {
    expect(after(trip, 'whole', 3, 5)).toEqual([72, 120])
    const form = formOfTimes('Trip', shiftTimes(trip!.item, { days: 3, start: 0, end: DAY }, BERLIN))
    expect(form).toEqual({ title: 'Trip', allDay: true, start: '2026-11-23', end: '2026-11-25' })
  })
})

describe('what is pulled by an end', () => {
  test.each<[string, typeof tea, Grip, number, number, [number, number]]>([
    ['moves that end', tea, 'end', 0, 1, [AT_10_07, 12]],
    ['or the other', tea, 'start', 0, -1, [9, 11 + 7 / 60]],
    ['keeps a quarter of an hour at its end', tea, 'end', 0, -5, [AT_10_07, AT_10_07 + 0.25]],
    ['keeps a quarter of an hour at its start', tea, 'start', 1, 0, [11 + 7 / 60 - 0.25, 11 + 7 / 60]],
    ['grows by days', trip, 'end', 2, 0, [0, 96]],
    ['grows by days before', trip, 'start', -2, 0, [-48, 48]],
    ['keeps a day at its end', trip, 'end', -5, 0, [0, 24]],
    ['keeps a day at its start', trip, 'start', 5, 0, [24, 48]],
    ['of a day and a half keeps a day', night, 'start', 3, 0, [9, 45]],
    ['of a day and a half keeps a day at its end', night, 'end', -3, 0, [9, 45]],
  ])('%s', (_, placed, grip, days, hours, [start, end]) => {
    const [from, to] = after(placed, grip, days, hours)
    expect(from).toBeCloseTo(start)
    expect(to).toBeCloseTo(end)
  })
})

test.each([
  [10.1, 11.3, 10, 11.5],
  [11.3, 10.1, 10, 11.5],
  [10.1, 10.1, 10, 10.25],
  [0, 24, 0, 24],
])('empty hours that are pulled over from %p to %p become an event from %p to %p', (from, to, start, end) => {
  expect(pulled(from * HOUR, to * HOUR)).toEqual({ start: start * HOUR, end: end * HOUR })
})

describe('across the change of the clocks', () => {
  const ONE_DAY: Shift = { days: 1, start: 0, end: 0 }

  test.each([
    [
      'the hour on the clock stays',
      timed('2026-10-24T16:00', '2026-10-24T17:00'),
      '2026-10-25T17:00',
      '2026-10-25T18:00',
    ],
    // Sunday 28 March 2027 has no hour from two to three.
    [
      'an hour that is left out begins later',
      timed('2027-03-27T01:30', '2027-03-27T02:15'),
      '2027-03-28T01:30',
      '2027-03-28T02:15',
    ],
    ['and ends no earlier', timed('2027-03-27T01:30', '2027-03-27T02:30'), '2027-03-28T01:30', '2027-03-28T02:30'],
  ])('%s', (_, before, start, end) => {
    expect(shiftTimes(before, ONE_DAY, BERLIN)).toEqual(timed(start, end))
  })

  test('the end that nobody touched stays in the second of two equal hours', () => {
    // From 2:30 to 3:30, the first time that the clocks show it or the second.
    const second = timed('2026-10-25T01:30', '2026-10-25T02:30')
    expect(shiftTimes(second, { days: 0, start: 0, end: 15 * MINUTE }, BERLIN)).toEqual(
      timed('2026-10-25T01:30', '2026-10-25T02:45'),
    )
    const into = timed('2026-10-25T00:00', '2026-10-25T01:30')
    expect(shiftTimes(into, { days: 0, start: -15 * MINUTE, end: 0 }, BERLIN)).toEqual(
      timed('2026-10-24T23:45', '2026-10-25T01:30'),
    )
  })
})
