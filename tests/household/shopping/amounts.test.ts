import { describe, expect, test } from 'bun:test'
import { sumOfAmounts } from '../../../src/household/shopping/amounts'
import { readUnits } from '../../../src/household/shopping/units'
import { threadMs } from '../../support/cpu'

type Sum = [one: string | null, other: string | null, together: string]

describe('amounts of one unit are added', () => {
  test.each<Sum>([
    [null, null, '2'],
    ['2', null, '3'],
    [null, '3', '4'],
    ['2 l', '2 l', '4 l'],
    ['2 L', '1 Liter', '3 L'],
    ['500 g', '250 Gramm', '750 g'],
    ['2 Pck.', '1 Packung', '3 Pck.'],
    ['1 tbsp', '1 Tbsp.', '2 tbsps'],
    ['1 Dose', '1 Dose', '2 Dosen'],
    ['1 can', '2 cans', '3 cans'],
    ['2 Btl.', '1 Beutel', '3 Btl.'],
    ['6 Stück', null, '7 Stück'],
    ['3 x', '1', '4 x'],
    ['2 x 500 g', '1 x 500 g', '3 x 500 g'],
    ['2 big ones', '1 big ones', '3 big ones'],
    ['2 l + 500 g', '3 l', '5 l + 500 g'],
    ['2 l', '1 l + 500 g', '3 l + 500 g'],
    ['2-3', '1', '3-4'],
    ['1-2 kg', '1-3 kg', '2-5 kg'],
  ])('%s and %s: %s', (one, other, together) => {
    expect(sumOfAmounts(one, other)).toBe(together)
  })
})

describe('exactly, and as they are written', () => {
  test.each<Sum>([
    ['1,5 kg', '1.5 kg', '3 kg'],
    ['1 l', '0,5 l', '1,5 l'],
    ['0.1', '0.2', '0.3'],
    ['½ l', '½ l', '1 l'],
    ['½ l', '1 l', '1½ l'],
    ['1/2 cup', '1/2 cup', '1 cup'],
    ['1 1/2 cups', '1/2 cup', '2 cups'],
    ['1/3', '1/2', '5/6'],
    ['0,25 l', '¼ l', '½ l'],
    ['999999 g', '1 g', '1000000 g'],
  ])('%s and %s: %s', (one, other, together) => {
    expect(sumOfAmounts(one, other)).toBe(together)
  })
})

describe('what is not one unit, or not one number, stands side by side', () => {
  test.each<Sum>([
    ['2 l', '500 g', '2 l + 500 g'],
    ['2 l', null, '2 l + 1'],
    ['1 kg', '500 g', '1 kg + 500 g'],
    ['2 l + 500 g', '1 can', '2 l + 500 g + 1 can'],
    ['2 btl', '1 bottle', '2 btl + 1 bottle'],
    ['a bit', 'a bit', 'a bit + a bit'],
    ['a bit', null, 'a bit + 1'],
    ['1.000 g', '2 g', '1.000 g + 2 g'],
    ['1000000 g', '1 g', '1000000 g + 1 g'],
    ['1/97', '1/89', '1/97 + 1/89'],
    ['+', '+', '+ + +'],
    ['7/0', '1', '7/0 + 1'],
  ])('%s and %s: %s', (one, other, together) => {
    expect(sumOfAmounts(one, other)).toBe(together)
  })
})

test('no spelling stands for two units', () => {
  expect(() => readUnits('bottle/bottles btl\nBeutel Btl')).toThrow('Btl is a spelling of two units')
  expect(() => readUnits('net/nets\nNetz/nets')).toThrow('nets is a spelling of two units')
})

test('a sum of many is that of their numbers, in any order', () => {
  const amounts = ['1 l', '½ l', '0.25 l', '3 g', '2 l', '1/4 l', '7 g']
  const inOrder = amounts.reduce((sum, amount) => sumOfAmounts(sum, amount))
  expect(inOrder).toBe('4 l + 10 g')
  expect(amounts.toReversed().reduce((sum, amount) => sumOfAmounts(sum, amount))).toBe('10 g + 4 l')
})

// What backtracks takes hours for the longest amount, on any machine.
test('hostile amounts are added up at once', () => {
  const started = threadMs()
  for (const unit of ['1 + ', '+', ' + ', '1', '1/2', ' ', '- ', '1 - ', '½']) {
    const amount = unit.repeat(64).slice(0, 64).trim() || '1'
    sumOfAmounts(amount, amount)
  }
  expect(threadMs() - started).toBeLessThan(5_000)
})
