import { describe, expect, test } from 'bun:test'
import { dayOfIso } from '../../../web/src/lib/tz'
import { allDue, dueDays, dueOn } from '../../../web/src/lists/chores/due'

const [ADA, BEN] = [
  { id: 10, memberId: 1 },
  { id: 20, memberId: 2 },
]
const MIA = { id: 30, memberId: null }
const TODAY = dayOfIso('2026-11-20')

const item = (text: string, due: string | null, more: object = {}) => ({
  text,
  checked: false,
  ...(due === null ? {} : { due }),
  ...more,
})

const house = {
  id: 1,
  name: 'House',
  isShared: true,
  ownerId: 1,
  items: [
    item('evening', '2026-11-20', { dueTime: '20:00' }),
    item('today', '2026-11-20'),
    item('late', '2026-11-18', { assigneeIds: [2, 1], rotates: true }),
    item('done', '2026-11-20', { checked: true }),
    item('tomorrow', '2026-11-21', { assigneeIds: [2, 1] }),
    item('some day', null),
    item('desk', '2026-11-23', { personIds: [30, 20] }),
    item('cat', '2026-11-23', { personIds: [30, 20], rotates: true }),
  ],
}
const secret = {
  ...house,
  id: 2,
  name: 'Secret',
  isShared: false,
  ownerId: 2,
  items: [item('cake', '2026-11-20'), item('bear', '2026-11-24', { personIds: [30] })],
}

const all = allDue([house, secret], [ADA, BEN, MIA])

const told = (day: number) =>
  dueOn(all, day, TODAY).map(
    ({ item: { text }, isLate, personIds }) => `${text}${isLate ? ' (late)' : ''}: ${personIds}`,
  )

describe('what is due', () => {
  test.each([
    [
      'today, with what is late; of turns whoever has it, of a list of one’s own its owner',
      0,
      ['late (late): 20', 'today: ', 'cake: 20', 'evening: '],
    ],
    ['another day, with everybody who is to do it', 1, ['tomorrow: 20,10']],
    ['a day of somebody without sign-in', 3, ['desk: 30,20', 'cat: 30']],
    ['a past day, as it was', -2, ['late: 20']],
    ['a list of one’s own, whoever else is to do it', 4, ['bear: 30']],
    ['a free day', 2, []],
  ])('on %s', (_, ahead, expected) => expect(told(TODAY + ahead)).toEqual(expected))
})

test('the days on which something is due, today for what is late as well', () => {
  expect(dueDays(all, TODAY).map((day) => day - TODAY)).toEqual([-2, 0, 1, 3, 4])
})
