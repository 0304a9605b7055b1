import { describe, expect, test } from 'bun:test'
import { nextDue } from '../../../src/features/lists/repeat'
import type { Repeat } from '../../../src/platform/db/schema'

describe('the day on which a chore comes again', () => {
  const weeks: Repeat = { every: 'week', weekdays: ['MO', 'TH'] }
  const fortnight: Repeat = { every: 'week', interval: 2, weekdays: ['SA'] }
  const month: Repeat = { every: 'month' }
  test.each<[string, Repeat, due: string | null, today: string, next: string | null]>([
    ['the next one of its rule, done in time', { every: 'week' }, '2026-11-21', '2026-11-20', '2026-11-28'],
    ['also when it is done on its day', { every: 'week' }, '2026-11-21', '2026-11-21', '2026-11-28'],
    ['after today when it is late', { every: 'week' }, '2026-11-07', '2026-11-20', '2026-11-21'],
    ['not today, though the rule has it', { every: 'day' }, '2026-11-18', '2026-11-20', '2026-11-21'],
    ['done ahead, still after its day', { every: 'day' }, '2026-12-24', '2026-11-20', '2026-12-25'],
    ['the other day of the week', weeks, '2026-11-23', '2026-11-23', '2026-11-26'],
    ['every other week, counted from its day', fortnight, '2026-11-21', '2026-11-29', '2026-12-05'],
    ['months without such a day are left out', month, '2027-01-31', '2027-01-31', '2027-03-31'],
    ['so are years', { every: 'year' }, '2028-02-29', '2028-03-01', '2032-02-29'],
    ['each 99 years', { every: 'year', interval: 99 }, '2028-02-29', '2028-03-01', '2424-02-29'],
    [
      'a weekday that its own day is not',
      { every: 'week', weekdays: ['MO'] },
      '2026-11-21',
      '2026-11-20',
      '2026-11-23',
    ],
    ['so many days from today', { afterDays: 3 }, '2026-11-01', '2026-11-20', '2026-11-23'],
    ['from today, though it was due later', { afterDays: 3 }, '2026-12-24', '2026-11-20', '2026-11-23'],
    ['without a day of its own', { afterDays: 999 }, null, '2026-11-20', '2029-08-15'],
    ['a century late', { every: 'day', interval: 7 }, '1926-11-20', '2026-11-20', '2026-11-21'],
    ['none at the end of all days', { every: 'year' }, '9998-06-01', '2026-11-20', null],
  ])('%s', (_, repeat, due, today, next) => {
    expect(nextDue(repeat, due, today)).toBe(next)
  })
})
