import { describe, expect, test } from 'bun:test'
import { parsePlace } from '../../../web/src/calendar/jump/parse'
import { dayOfIso, isoOfDay } from '../../../web/src/lib/tz'

const today = dayOfIso('2026-11-20')
const read = (text: string, firstWeekday = 1, on = today) => {
  const place = parsePlace(text, { today: on, isMonthFirst: firstWeekday === 0, firstWeekday })
  return place === null ? null : `${place.kind} ${isoOfDay(place.day)}`
}

describe('where somebody wants to go', () => {
  test.each([
    ['june 2027', 'month 2027-06-01'],
    ['Juni 2027', 'month 2027-06-01'],
    ['June of next year', 'month 2027-06-01'],
    ['juni nächstes Jahr', 'month 2027-06-01'],
    ['june', 'month 2027-06-01'],
    ['Dez', 'month 2026-12-01'],
    ['november', 'month 2026-11-01'],
    ['März', 'month 2027-03-01'],
    ['6/2027', 'month 2027-06-01'],
    ['06.2027', 'month 2027-06-01'],
    ['2027-06', 'month 2027-06-01'],
    ['2028', 'month 2028-01-01'],
    ['KW 12', 'week 2027-03-22'],
    ['kw12 2026', 'week 2026-03-16'],
    ['week 48', 'week 2026-11-23'],
    ['Woche 47', 'week 2026-11-16'],
    ['week 53', 'week 2026-12-28'],
    ['24.12.', 'day 2026-12-24'],
    ['in 3 weeks', 'day 2026-12-11'],
    ['heute', 'day 2026-11-20'],
    ['24 dec 2027', 'day 2027-12-24'],
    ['13/2027', null],
    ['week 54', null],
    ['week 53 2027', null],
    ['kw 0', null],
    ['soon', null],
    ['', null],
  ])('%s', (text, meant) => {
    expect(read(text)).toBe(meant)
  })

  test('weeks are counted as the person counts them', () => {
    expect(read('week 1 2027', 0)).toBe('week 2026-12-27')
    expect(read('week 1 2027', 1)).toBe('week 2027-01-04')
    expect(read('week 1 2026', 1)).toBe('week 2025-12-29')
  })

  test.each([
    ['week 53', '2027-01-01', 'week 2026-12-28'],
    ['week 53', '2027-01-03', 'week 2026-12-28'],
    ['week 53', '2027-01-04', null],
    ['week 52', '2027-01-01', 'week 2027-12-27'],
    ['week 1', '2027-01-01', 'week 2027-01-04'],
    ['week 1', '2024-12-30', 'week 2024-12-30'],
  ])('the week that the year begins within is the one before: %s on %s', (text, day, meant) => {
    expect(read(text, 1, dayOfIso(day))).toBe(meant)
  })
})
