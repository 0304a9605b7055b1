import { expect, test } from 'bun:test'
import { daysToCopy, daysToMove } from '../../../web/src/calendar/event-card/other-days'

const TODAY = 20_000

test.each([
  ['to come', 3, [4, 10]],
  ['today', 0, [1, 7]],
  ['of yesterday', -1, [0, 1, 6]],
  ['of a week ago', -7, [0, 1, 7]],
  ['of long ago', -30, [0, 1, 5]],
])('an event %s goes on, or comes to be soon', (_, day, days) => {
  expect(daysToMove(TODAY + day, TODAY).map((one) => one - TODAY)).toEqual(days)
})

test.each([
  ['to come', 3, [10, 4]],
  ['today', 0, [7, 1]],
  ['of six days ago', -6, [1, 0]],
  ['of long ago', -30, [5, 0]],
])('a copy of an event %s stands on its next weekday first', (_, day, days) => {
  expect(daysToCopy(TODAY + day, TODAY).map((one) => one - TODAY)).toEqual(days)
})
