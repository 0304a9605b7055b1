import { describe, expect, test } from 'bun:test'
import { itemKey } from '../../../src/household/shopping/item-key'

describe('two texts of an item', () => {
  test.each([
    ['Milk', 'milk'],
    ['Crème  Fraîche', 'creme fraiche'],
    [' Äpfel ', 'apfel'],
    ['Weißkohl', 'WEISSKOHL'],
    ['Smørbrød', 'smorbrod'],
    ['İncir', 'incir'],
    ['Öl'.normalize('NFD'), 'öl'],
  ])('%j and %j say the same', (one, other) => {
    expect(itemKey(one)).toBe(itemKey(other))
  })

  test.each([
    ['Milk', 'Milk 2'],
    ['牛乳', '豆乳'],
    ['\u0301', '\u0300'],
  ])('%j and %j do not', (one, other) => {
    expect(itemKey(one)).not.toBe(itemKey(other))
  })
})
