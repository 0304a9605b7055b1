import { describe, expect, test } from 'bun:test'
import { type Box, dayBoxes, firstStart } from '../../../web/src/lib/day-layout'
import {
  addMonths,
  fitRow,
  monthGridStart,
  monthWeeks,
  onDay,
  placeAll,
  rowSegments,
  spreadRow,
  type Timed,
  weekStart,
} from '../../../web/src/lib/layout'
import { DAY, dayOfIso, HOUR, isoOfDay } from '../../../web/src/lib/tz'

const BERLIN = 'Europe/Berlin'
const MONDAY = dayOfIso('2026-11-16')

interface Named extends Timed {
  title: string
}

const days = (title: string, start: string, end: string): Named => ({ title, allDay: true, start, end })
const times = (title: string, start: string, end: string): Named => ({ title, allDay: false, start, end })

/** A timed event of Friday 20 November, in Berlin's winter hours. */
const friday = (title: string, from: string, to: string) =>
  times(title, `2026-11-20T${from}:00+01:00`, `2026-11-20T${to}:00+01:00`)

describe('placing', () => {
  test('a timed event stands where the household clock shows it', () => {
    const [placed] = placeAll([times('Late', '2026-11-20T23:30:00Z', '2026-11-21T00:30:00Z')], BERLIN)
    expect(isoOfDay(placed!.firstDay)).toBe('2026-11-21')
    expect(placed!.startWall - placed!.firstDay * DAY).toBe(0.5 * HOUR)
  })

  test('an all-day event ends on the day before its exclusive end, whatever the zone', () => {
    for (const zone of [BERLIN, 'Pacific/Auckland', 'America/Los_Angeles']) {
      const [placed] = placeAll([days('Trip', '2026-11-20', '2026-11-22')], zone)
      expect([isoOfDay(placed!.firstDay), isoOfDay(placed!.lastDay)]).toEqual(['2026-11-20', '2026-11-21'])
    }
  })

  test('an event that ends at midnight does not reach into the next day', () => {
    const [placed] = placeAll([friday('Film', '22:00', '24:00')], BERLIN)
    expect(placed!.lastDay).toBe(placed!.firstDay)
  })

  test('an event over the repeated hour of autumn never ends before it begins', () => {
    const [placed] = placeAll([times('Night', '2026-10-25T00:45:00Z', '2026-10-25T01:15:00Z')], BERLIN)
    expect(placed!.endWall).toBeGreaterThanOrEqual(placed!.startWall)
  })

  test('24 hours and more are a bar, a night is not', () => {
    const [night, fair] = placeAll(
      [
        times('Night', '2026-11-20T20:00:00Z', '2026-11-21T06:00:00Z'),
        times('Fair', '2026-11-20T20:00:01Z', '2026-11-21T20:00:01Z'),
      ],
      BERLIN,
    ).sort((a, b) => Number(a.isBar) - Number(b.isBar))
    expect([night!.isBar, fair!.isBar]).toEqual([false, true])
  })

  test('a night stands at its time among the events of the day on which it begins', () => {
    const placed = placeAll(
      [
        times('Release night', '2026-11-20T22:00:00+01:00', '2026-11-21T02:00:00+01:00'),
        friday('Parents’ evening', '19:00', '20:00'),
        days('Fair', '2026-11-20', '2026-11-21'),
        days('Trip', '2026-11-20', '2026-11-23'),
      ],
      BERLIN,
    )
    expect(placed.map((one) => one.item.title)).toEqual(['Trip', 'Fair', 'Parents’ evening', 'Release night'])
    expect(rowSegments(placed, MONDAY, 7).at(-1)).toMatchObject({ column: 4, span: 1, lane: 3 })
  })

  test('the first start of several days is the earliest by the clock; what began the day before has none', () => {
    const placed = placeAll(
      [
        times('Night', '2026-11-15T22:00:00+01:00', '2026-11-16T06:00:00+01:00'),
        times('Late', '2026-11-16T18:00:00+01:00', '2026-11-16T19:00:00+01:00'),
        friday('Noon', '12:00', '13:00'),
        days('Fair', '2026-11-16', '2026-11-21'),
      ],
      BERLIN,
    )
    expect(firstStart(placed, MONDAY, 7)).toBe(12 / 24)
    expect(firstStart(placed, MONDAY, 1)).toBe(18 / 24)
    expect(firstStart(placed, MONDAY + 1, 3)).toBeNull()
  })

  test('a day lists its bars first and then by time', () => {
    const placed = placeAll(
      [friday('Noon', '12:00', '13:00'), friday('Early', '07:00', '08:00'), days('Fair', '2026-11-19', '2026-11-21')],
      BERLIN,
    )
    expect(onDay(placed, MONDAY + 4).map((one) => one.item.title)).toEqual(['Fair', 'Early', 'Noon'])
  })
})

describe('months and weeks', () => {
  test.each([
    ['2026-11-20', 1, '2026-10-26', 6],
    ['2026-11-20', 0, '2026-11-01', 5],
    ['2026-02-10', 0, '2026-02-01', 4],
    ['2026-02-10', 1, '2026-01-26', 5],
    ['2027-01-31', 6, '2026-12-26', 6],
  ])('the grid of %s with weeks from %i begins on %s and has %i rows', (day, first, start, rows) => {
    expect(isoOfDay(monthGridStart(dayOfIso(day), first))).toBe(start)
    expect(monthWeeks(dayOfIso(day), first)).toBe(rows)
  })

  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-11-20', 14, '2028-01-20'],
  ])('%s and %i months is %s', (day, months, expected) => {
    expect(isoOfDay(addMonths(dayOfIso(day), months))).toBe(expected)
  })

  test('every day of a week has the same start', () => {
    for (let day = MONDAY; day < MONDAY + 7; day++) expect(weekStart(day, 1)).toBe(MONDAY)
  })
})

describe('rows of days', () => {
  const week = (items: Named[]) => rowSegments(placeAll(items, BERLIN), MONDAY, 7)

  test('bars that meet share no lane, and later ones take the gap', () => {
    const segments = week([
      days('Trip', '2026-11-16', '2026-11-19'),
      days('Camp', '2026-11-18', '2026-11-21'),
      days('Fair', '2026-11-19', '2026-11-20'),
    ])
    expect(segments.map((one) => [one.placed.item.title, one.column, one.span, one.lane])).toEqual([
      ['Trip', 0, 3, 0],
      ['Camp', 2, 3, 1],
      ['Fair', 3, 1, 0],
    ])
  })

  test('a bar that leaves the row says so on that side', () => {
    const [segment] = week([days('Long', '2026-11-10', '2026-12-01')])
    expect(segment).toMatchObject({ column: 0, span: 7, continuesBefore: true, continuesAfter: true })
  })

  test('a night stands on the evening it begins', () => {
    const [segment] = week([times('Night', '2026-11-20T20:00:00Z', '2026-11-21T06:00:00Z')])
    expect(segment).toMatchObject({ column: 4, span: 1 })
  })

  test('a day that overflows gives its last lane to "+n" where that has none of its own, and a bar that crosses it goes too', () => {
    const crowd = ['08', '09', '10', '11'].map((hour) => friday(hour, `${hour}:00`, `${hour}:30`))
    const segments = week([
      days('A', '2026-11-16', '2026-11-23'),
      days('B', '2026-11-16', '2026-11-23'),
      days('C', '2026-11-19', '2026-11-21'),
      ...crowd,
    ])
    const { shown, hidden } = fitRow(segments, 7, 3, 1)
    expect(shown.map((one) => one.placed.item.title)).toEqual(['A', 'B'])
    expect(hidden).toEqual([0, 0, 0, 1, 5, 0, 0])
  })

  test('long titles have a second lane where their day has one left, below what lies across', () => {
    const segments = week([
      days('Trip', '2026-11-19', '2026-11-21'),
      friday('Breakfast with Grandmother', '08:00', '09:00'),
      friday('Vet', '10:00', '11:00'),
      friday('Handball tournament', '12:00', '13:00'),
      times('Parents evening at school', '2026-11-18T18:00:00Z', '2026-11-18T19:00:00Z'),
    ])
    const spread = (capacity: number) =>
      spreadRow(fitRow(segments, 7, capacity).shown, { days: 7, capacity }, ({ title }) => title.length > 12)
        .map(({ placed, lane, isHigh }) => `${placed.item.title.split(' ')[0]} ${lane}${isHigh ? '+' : ''}`)
        .sort()
    expect(spread(4)).toEqual(['Breakfast 1', 'Handball 3', 'Parents 0+', 'Trip 0', 'Vet 2'])
    expect(spread(5)).toEqual(['Breakfast 1+', 'Handball 4', 'Parents 0+', 'Trip 0', 'Vet 3'])
    expect(spread(9)).toEqual(['Breakfast 1+', 'Handball 4+', 'Parents 0+', 'Trip 0', 'Vet 3'])
    expect(spread(3)).toEqual(['Breakfast 1', 'Parents 0+', 'Trip 0', 'Vet 2'])
  })

  test('what is shown and what is hidden is everything, for any capacity', () => {
    const segments = week([...Array(9)].map((_, index) => friday(String(index), '08:00', '09:00')))
    for (let capacity = 1; capacity < 12; capacity++) {
      for (const forMore of [0, 1]) {
        const { shown, hidden } = fitRow(segments, 7, capacity, forMore)
        expect(shown.length + hidden[4]!).toBe(9)
        expect(shown.length + forMore * Math.min(1, hidden[4]!)).toBeLessThanOrEqual(capacity)
      }
    }
  })
})

describe('boxes of a day', () => {
  const boxes = (items: Named[], maxColumns?: number) => dayBoxes(placeAll(items, BERLIN), MONDAY + 4, maxColumns)
  const titles = (box: Box<Named>) => box.items.map((one) => one.item.title)

  test('a lone event has the whole width and its part of the day', () => {
    expect(boxes([friday('Lunch', '12:00', '13:30')])).toEqual([
      { items: [expect.anything()], top: 0.5, height: 1.5 / 24, left: 0, width: 1 },
    ])
  })

  test('events that overlap share the width; one that meets only the first takes the free column', () => {
    const found = boxes([
      friday('Long', '09:00', '12:00'),
      friday('Second', '09:30', '10:30'),
      friday('Third', '09:45', '10:00'),
      friday('After', '11:00', '12:00'),
    ])
    expect(found.map((box) => [titles(box)[0], box.left, box.width])).toEqual([
      ['Long', 0, 1 / 3],
      ['Second', 1 / 3, 1 / 3],
      ['Third', 2 / 3, 1 / 3],
      ['After', 1 / 3, 2 / 3],
    ])
  })

  test('of events that begin together the longest stands first', () => {
    const found = boxes([friday('Short', '09:00', '10:00'), friday('Long', '09:00', '12:00')])
    expect(found.map((box) => [titles(box)[0], box.left])).toEqual([
      ['Short', 0.5],
      ['Long', 0],
    ])
  })

  test('a short event is tall enough to be read, also right before midnight', () => {
    const [box] = boxes([friday('Bin', '23:55', '23:58')])
    expect(box!.height).toBeCloseTo(0.5 / 24)
    expect(box!.top + box!.height).toBeLessThanOrEqual(1)
  })

  test('a night is cut at midnight on both days', () => {
    const placed = placeAll([times('Night', '2026-11-20T21:00:00Z', '2026-11-21T06:00:00Z')], BERLIN)
    const [evening] = dayBoxes(placed, MONDAY + 4)
    const [morning] = dayBoxes(placed, MONDAY + 5)
    expect(evening!.top + evening!.height).toBeCloseTo(1)
    expect([morning!.top, morning!.height]).toEqual([0, 7 / 24])
  })

  test('too many at once share the last column and none is lost', () => {
    const crowd = [...'abcdef'].map((title) => friday(title, '14:00', '15:00'))
    const found = boxes(crowd, 3)
    expect(found.map((box) => titles(box).join(''))).toEqual(['a', 'b', 'cdef'])
    expect(found.at(-1)).toMatchObject({ left: 2 / 3, width: 1 / 3 })
  })

  test('no two boxes of any day cover each other', () => {
    let seed = 20261120
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return Math.floor((seed / 2147483648) * below)
    }
    const clock = (minutes: number) =>
      `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
    for (let round = 0; round < 300; round++) {
      const items = [...Array(1 + random(12))].map((_, index) => {
        const from = random(1400)
        return friday(`e${index}`, clock(from), clock(Math.min(1439, from + 5 + random(240))))
      })
      const found = boxes(items, 1 + random(5))
      expect(found.flatMap(titles).sort()).toEqual(items.map((one) => one.title).sort())
      for (const [index, a] of found.entries()) {
        for (const b of found.slice(index + 1)) expect(covers(a, b)).toBe(false)
      }
    }
  })
})

function covers(a: Box, b: Box): boolean {
  const less = (x: number, y: number) => x < y - 1e-9
  const beside = !less(a.left, b.left + b.width) || !less(b.left, a.left + a.width)
  const above = !less(a.top, b.top + b.height) || !less(b.top, a.top + a.height)
  return !beside && !above
}
