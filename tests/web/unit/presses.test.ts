import { expect, test } from 'bun:test'
import { meaningOf } from '../../../web/src/calendar/drag/presses'

const at = (x: number, y: number, isTouch: boolean) => ({ x, y, isTouch })

test.each([
  ['a mouse that stays', false, 3, 'press'],
  ['a mouse that moves', false, 4, 'drag'],
  ['a finger that stays', true, 9, 'press'],
  ['a finger that moves', true, 10, 'scroll'],
] as const)('a press of %s', (_, isTouch, far, meaning) => {
  expect(meaningOf(at(100, 100, isTouch), at(100, 100 - far, isTouch))).toBe(meaning)
  expect(meaningOf(at(100, 100, isTouch), at(100 + far, 100, isTouch))).toBe(meaning)
})
