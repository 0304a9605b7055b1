import { describe, expect, test } from 'bun:test'
import { editInstance, excludeInstance, extractInstance } from '../../../src/calendar/ical/edit/instance'
import { IcalError } from '../../../src/calendar/ical/error'
import { expand, prepare } from '../../../src/calendar/ical/expand'
import { countInstances, formOfInstance } from '../../../src/calendar/ical/instance'
import { calendarOf, household, occurrencesOf, options } from './cast'
import { costOf, MAX_MS } from './cost'
import { hostileKinds } from './hostile-objects'

const WINDOW = [Date.UTC(2026, 9, 1), Date.UTC(2026, 11, 30)] as const
const MISSING = '2026-10-05T09:00:01.000Z'
const TIMES = { allDay: false, start: '2026-10-05T16:00:00Z', end: '2026-10-05T16:30:00Z' }

/** An occurrence of the window, else one that is missing. */
function someInstance(text: string): string {
  try {
    return expand(prepare(text, household), ...WINDOW, household).at(-1)?.recurrenceId ?? MISSING
  } catch (error) {
    if (error instanceof IcalError) return MISSING
    throw error
  }
}

describe('no object holds the process for a tenth of a second, whatever is done to one of its occurrences', () => {
  for (const { kind, text } of hostileKinds()) {
    test(kind, () => {
      for (const recurrenceId of [someInstance(text), MISSING]) {
        expect(costOf(() => formOfInstance(text, recurrenceId, household))).toBeLessThan(MAX_MS)
        expect(costOf(() => countInstances(text, recurrenceId, household))).toBeLessThan(MAX_MS)
        expect(costOf(() => editInstance(text, recurrenceId, TIMES, options))).toBeLessThan(MAX_MS)
        expect(costOf(() => excludeInstance(text, recurrenceId, options))).toBeLessThan(MAX_MS)
        expect(costOf(() => extractInstance(text, recurrenceId, { ...options, uid: 'new' }))).toBeLessThan(MAX_MS)
      }
    })
  }
})

describe('a series with as many overrides as are read', () => {
  const day = (index: number) => new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10)
  const basic = (index: number) => day(index).replaceAll('-', '')
  const overrides = Array.from({ length: 1999 }, (_, index) => [
    'UID:u',
    `RECURRENCE-ID;VALUE=DATE:${basic(index)}`,
    `DTSTART;VALUE=DATE:${basic(index)}`,
  ])
  const text = calendarOf(['UID:u', 'DTSTART;VALUE=DATE:20200101', 'RRULE:FREQ=DAILY'], ...overrides)

  test('takes no more, and says so', () => {
    expect(() => editInstance(text, day(1999), { title: 'x' }, options)).toThrow(IcalError)
    expect(() => editInstance(text, day(1999), { title: 'x' }, options)).toThrow('too many events')
  })

  test('can be edited, and lose one, where it has one', () => {
    expect(formOfInstance(editInstance(text, day(1998), { title: 'x' }, options), day(1998), household)?.title).toBe(
      'x',
    )
    const less = excludeInstance(text, day(1998), options)
    expect(formOfInstance(editInstance(less, day(1999), { title: 'x' }, options), day(1999), household)?.title).toBe(
      'x',
    )
  })
})

test('an exclusion counts beside more than are read', () => {
  const dates = Array.from({ length: 12_000 }, (_, index) => new Date(Date.UTC(1990, 0, 1 + index)).toISOString())
  const exclusions = dates.map((date) => date.slice(0, 10).replaceAll('-', '')).join()
  const lines = ['DTSTART;VALUE=DATE:19900101', 'RRULE:FREQ=DAILY', `EXDATE;VALUE=DATE:${exclusions}`]
  const text = calendarOf(['UID:u', ...lines])
  const rest = excludeInstance(text, '2026-10-05', options)
  const shown = occurrencesOf(rest, '2026-10-04', '2026-10-07').map(({ recurrenceId }) => recurrenceId)
  expect(shown).toEqual(['2026-10-04', '2026-10-06'])
})
