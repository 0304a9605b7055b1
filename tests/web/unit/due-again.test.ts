import { describe, expect, test } from 'bun:test'
import { nextDue } from '../../../src/features/lists/repeat'
import { withRepeats } from '../../../web/src/calendar/print/due-again'
import type { Item } from '../../../web/src/data/types'
import { dayOfIso, isoOfDay } from '../../../web/src/lib/tz'

const PEOPLE = [
  { id: 10, memberId: 1 },
  { id: 20, memberId: 2 },
  { id: 30, memberId: null },
]
const TODAY = '2026-11-20'

type Repeat = NonNullable<Item['repeat']>
const chore = (due: string, repeat: Repeat | null, more: object = {}) => ({
  listId: 1,
  listName: 'House',
  item: { text: 'Bins', checked: false, due, ...(repeat && { repeat }), ...more },
  day: dayOfIso(due),
  personIds: [20],
})

/** The days up to one, each with whoever is to do it. */
const told = (due: ReturnType<typeof chore>, last: string) =>
  withRepeats([due], PEOPLE, { today: dayOfIso(TODAY), last: dayOfIso(last) }).map(
    ({ day, personIds }) => `${isoOfDay(day).slice(5)}: ${personIds}`,
  )

describe('a chore stands on paper', () => {
  test('on each day of its rule', () => {
    expect(told(chore('2026-11-21', { every: 'day' }), '2026-11-23')).toEqual(['11-21: 20', '11-22: 20', '11-23: 20'])
  })

  test('with whoever has the turn by then', () => {
    const inTurn = { assigneeIds: [2, 1], rotates: true }
    const weekly = chore('2026-11-21', { every: 'week', weekdays: ['WE', 'SA'] }, inTurn)
    expect(told(weekly, '2026-12-02')).toEqual(['11-21: 20', '11-25: 10', '11-28: 20', '12-02: 10'])
    const children = { personIds: [20, 30, 10], rotates: true }
    expect(told(chore('2026-11-21', { every: 'day' }, children), '2026-11-24')).toEqual([
      '11-21: 20',
      '11-22: 30',
      '11-23: 10',
      '11-24: 20',
    ])
  })

  test('where it is late, after today alone', () => {
    expect(told(chore('2026-11-17', { every: 'day' }), '2026-11-22')).toEqual(['11-17: 20', '11-21: 20', '11-22: 20'])
  })

  test.each([null, { afterDays: 2 }])('once, where nobody knows when it comes again: %p', (repeat) => {
    expect(told(chore('2026-11-21', repeat), '2026-12-31')).toEqual(['11-21: 20'])
  })
})

const RULES: Repeat[] = [
  { every: 'day', interval: 3 },
  { every: 'week' },
  { every: 'week', interval: 2, weekdays: ['MO', 'FR', 'SU'] },
  { every: 'month' },
  { every: 'month', interval: 2 },
  { every: 'year' },
]
const DUE = ['2026-11-17', '2026-11-20', '2026-11-29', '2026-12-31', '2024-02-29']

test.each(RULES.flatMap((repeat) => DUE.map((due) => ({ repeat, due }))))(
  'it comes again when the service has it come: %p',
  ({ repeat, due }) => {
    const [, again] = withRepeats([chore(due, repeat)], PEOPLE, {
      today: dayOfIso(TODAY),
      last: dayOfIso('2030-01-01'),
    })
    expect(isoOfDay(again!.day)).toBe(nextDue(repeat, due, TODAY)!)
  },
)
