import { describe, expect, test } from 'bun:test'
import { birthdaysWithin, formatBirthDate, monthDaysOf, parseBirthDate } from '../../../src/calendar/birthdays/dates'

const born = (text: string) => parseBirthDate(text)!
/** `2026-03-12 5` */
const within = (text: string, start: string, end: string) =>
  birthdaysWithin(born(text), { start, end }).map(({ day, age }) => `${day} ${age}`)

describe('a day of birth', () => {
  test.each(['2021-03-12', '--03-12', '--02-29', '2020-02-29', '1000-01-01'])(
    '%s is read and written alike',
    (text) => {
      expect(formatBirthDate(born(text))).toBe(text)
    },
  )

  test.each([
    '',
    '--',
    '-03-12',
    '03-12',
    '--3-12',
    '--02-30',
    '--13-01',
    '2023-02-29',
    '2021-3-12',
    '0000-01-01',
    '--03-12T',
    '---3-12',
  ])('%p is none', (text) => {
    expect(parseBirthDate(text)).toBeNull()
  })
})

test.each([
  ['once a year', '2021-03-12', '2026-03-01', '2026-04-01', ['2026-03-12 5']],
  ['without a year of birth, without an age', '--03-12', '2026-03-01', '2026-04-01', ['2026-03-12 null']],
  ['the first day counts', '2021-03-12', '2026-03-12', '2026-03-13', ['2026-03-12 5']],
  ['the end does not', '2021-03-12', '2026-03-01', '2026-03-12', []],
  ['over the turn of the year', '1990-01-02', '2026-12-20', '2027-01-20', ['2027-01-02 37']],
  ['on both sides of it', '1990-12-31', '2025-12-31', '2027-01-01', ['2025-12-31 35', '2026-12-31 36']],
  ['from the day of birth on', '2026-03-12', '2024-01-01', '2028-01-01', ['2026-03-12 0', '2027-03-12 1']],
  ['on a leap day', '2020-02-29', '2028-02-01', '2028-03-10', ['2028-02-29 8']],
  ['on the day before where there is none', '2020-02-29', '2027-02-01', '2027-03-10', ['2027-02-28 7']],
  ['and not in a century that leaps none', '--02-29', '2100-02-28', '2100-03-01', ['2100-02-28 null']],
])('%s', (_, date, start, end, expected) => {
  expect(within(date, start, end)).toEqual(expected)
})

test.each([
  ['2026-03-01', '2026-04-01', '03-01', '03-31'],
  ['2026-12-20', '2027-01-20', '12-20', '01-19'],
  ['2027-02-28', '2027-03-01', '02-28', '02-29'],
  ['2027-02-01', '2027-03-01', '02-01', '02-29'],
])('between %s and %s they are found from %s to %s', (start, end, first, last) => {
  expect(monthDaysOf({ start, end })).toEqual({ first, last })
})
