import { describe, expect, test } from 'bun:test'
import { type DateHabits, parseDate } from '../../../web/src/lib/typed-date'
import { dayOfIso, isoOfDay } from '../../../web/src/lib/tz'

const SUNDAY = dayOfIso('2026-11-22')

const read = (text: string, habits: Partial<DateHabits> = {}) => {
  const day = parseDate(text, { today: SUNDAY, isMonthFirst: false, ...habits })
  return day === null ? null : isoOfDay(day)
}

describe('a typed date', () => {
  test.each([
    ['24.12.', '2026-12-24'],
    ['24.12', '2026-12-24'],
    ['24. 12. 2026', '2026-12-24'],
    ['24.12.2027', '2027-12-24'],
    ['24.12.27', '2027-12-24'],
    ['1.1.', '2027-01-01'],
    ['24/12', '2026-12-24'],
    ['24-12-2026', '2026-12-24'],
    ['2026-12-24', '2026-12-24'],
    ['2026/2/9', '2026-02-09'],
    ['2412', '2026-12-24'],
    ['241226', '2026-12-24'],
    ['24122026', '2026-12-24'],
    ['24 dec', '2026-12-24'],
    ['24 Dec 2026', '2026-12-24'],
    ['Dec 24', '2026-12-24'],
    ['December 24th, 2026', '2026-12-24'],
    ['3rd March', '2027-03-03'],
    ['24. Dezember', '2026-12-24'],
    ['24 dez 26', '2026-12-24'],
    ['5. März', '2027-03-05'],
    ['5 maerz', '2027-03-05'],
    ['5. Mai', '2027-05-05'],
    ['may 5', '2027-05-05'],
    ['Tue 24 Nov 2026', '2026-11-24'],
    ['Tue, Nov 24, 2026', '2026-11-24'],
    ['Di., 24. Nov. 2026', '2026-11-24'],
    ['Mo., 24. Nov. 2026', '2026-11-24'],
    ['  HEUTE ', '2026-11-22'],
    ['today', '2026-11-22'],
    ['tomorrow', '2026-11-23'],
    ['morgen', '2026-11-23'],
    ['übermorgen', '2026-11-24'],
    ['uebermorgen', '2026-11-24'],
    ['gestern', '2026-11-21'],
    ['yesterday', '2026-11-21'],
    ['fri', '2026-11-27'],
    ['Friday', '2026-11-27'],
    ['fr.', '2026-11-27'],
    ['Donnerstag', '2026-11-26'],
    ['mi', '2026-11-25'],
    ['tu', '2026-11-24'],
    ['so', '2026-11-22'],
    ['sunday', '2026-11-22'],
    ['sat', '2026-11-28'],
    ['in 3 days', '2026-11-25'],
    ['in 2 Wochen', '2026-12-06'],
    ['in einer Woche', '2026-11-29'],
    ['in a month', '2026-12-22'],
    ['24', '2026-11-24'],
    ['21.', '2026-12-21'],
    ['22', '2026-11-22'],
    // A day or two ago is meant as it was; what lies longer back is next year's.
    ['20.11.', '2026-11-20'],
    ['22.10.', '2026-10-22'],
    ['21.10.', '2027-10-21'],
    ['29.2.', '2028-02-29'],
    ['29 Feb 2028', '2028-02-29'],
  ])('%j is %s', (text, date) => expect(read(text)).toBe(date))

  test.each([
    ['12/24', '2026-12-24'],
    ['12/24/26', '2026-12-24'],
    ['1/2', '2027-01-02'],
    ['24/12', '2026-12-24'],
    ['122426', '2026-12-24'],
    ['1.2.', '2027-02-01'],
  ])('where the month stands first, %j is %s', (text, date) => {
    expect(read(text, { isMonthFirst: true })).toBe(date)
  })

  test.each([
    [''],
    [' '],
    ['soon'],
    ['a'],
    ['32'],
    ['0.1.'],
    ['31.4.2027'],
    ['31 June'],
    ['29.2.2027'],
    ['29.2.27'],
    ['12.24.'],
    ['13.13.'],
    ['24.12.026'],
    ['24.12.20266'],
    ['24 dec 2026 1'],
    ['dec jan 24'],
    ['dec'],
    ['fri fri'],
    ['in 3 years'],
    ['-1'],
    ['٢٤.١٢.'],
  ])('%j is none', (text) => expect(read(text)).toBe(null))

  test('of which an earliest is known is the first from there on', () => {
    const earliest = dayOfIso('2027-03-10')
    expect(read('9.3.', { earliest })).toBe('2028-03-09')
    expect(read('10.3.', { earliest })).toBe('2027-03-10')
    expect(read('9', { earliest })).toBe('2027-04-09')
    expect(read('wed', { earliest })).toBe('2027-03-10')
    expect(read('tue', { earliest })).toBe('2027-03-16')
  })

  test('of which a latest is known, such as a birthday, is the last up to there', () => {
    const latest = SUNDAY
    expect(read('23.11.', { latest })).toBe('2025-11-23')
    expect(read('22.11.', { latest })).toBe('2026-11-22')
    expect(read('29.2.', { latest })).toBe('2024-02-29')
    expect(read('12.3.52', { latest })).toBe('1952-03-12')
    expect(read('12.3.21', { latest })).toBe('2021-03-12')
    expect(read('23', { latest })).toBe('2026-10-23')
  })
})
