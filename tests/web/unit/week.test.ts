import { expect, test } from 'bun:test'
import { dayOfIso } from '../../../web/src/lib/tz'
import { weekNumber } from '../../../web/src/lib/week'

const SUNDAY = 0
const MONDAY = 1
const SATURDAY = 6

// ISO 8601: python3 -c "import datetime; print(datetime.date(2026, 12, 31).isocalendar())"
test.each([
  ['2024-12-29', MONDAY, 52],
  ['2024-12-30', MONDAY, 1],
  ['2025-01-01', MONDAY, 1],
  ['2026-01-01', MONDAY, 1],
  ['2026-11-22', MONDAY, 47],
  ['2026-11-23', MONDAY, 48],
  ['2026-12-31', MONDAY, 53],
  ['2027-01-01', MONDAY, 53],
  ['2027-01-03', MONDAY, 53],
  ['2027-01-04', MONDAY, 1],
  ['2028-02-29', MONDAY, 9],
  ['1969-12-31', MONDAY, 1],
  ['2026-11-21', SUNDAY, 47],
  ['2026-11-22', SUNDAY, 48],
  ['2026-12-26', SUNDAY, 52],
  ['2026-12-27', SUNDAY, 1],
  ['2027-01-02', SUNDAY, 1],
  ['2027-01-03', SUNDAY, 2],
  ['2022-12-31', SUNDAY, 53],
  ['2026-12-25', SATURDAY, 52],
  ['2026-12-26', SATURDAY, 1],
  ['2027-01-02', SATURDAY, 2],
])('%s lies, in weeks that begin on %i, in week %i', (day, firstWeekday, number) => {
  expect(weekNumber(dayOfIso(day), firstWeekday)).toBe(number)
})
