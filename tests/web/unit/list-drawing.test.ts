import { expect, test } from 'bun:test'
import { DRAWING_NAMES } from '../../../web/src/lists/drawings'
import { fittingDrawing } from '../../../web/src/lists/fitting-drawing'

test.each([
  ['Groceries', 'basket'],
  ['Wocheneinkauf', 'basket'],
  ['ALDI', 'basket'],
  ['Packing for Denmark', 'travel'],
  ['Koffer packen', 'travel'],
  ['Cleo’s birthday', 'gift'],
  ['Weihnachtswünsche', 'gift'],
  ['Summer party', 'party'],
  ['Haushalt', 'cleaning'],
  ['Apotheke & dm', 'health'],
  ['Garten', 'garden'],
  ['Bücher', 'book'],
  ['School', 'school'],
  ['Dog', 'pet'],
  ['Ideen', 'idea'],
  ['Carpets', null],
  ['Cleo', null],
  ['', null],
])('%p is drawn as %p', (name, expected) => {
  expect(fittingDrawing(name)).toBe(expected as never)
})

test('every drawing has a name that the service takes', () => {
  expect(DRAWING_NAMES.every((name) => /^[a-z]{1,32}$/.test(name))).toBe(true)
})
