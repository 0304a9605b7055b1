import { describe, expect, test } from 'bun:test'
import { readItemLine } from '../../../src/household/shopping/read-line'
import { MAX_AMOUNT_LENGTH, MAX_ITEM_LENGTH } from '../../../src/platform/limits'
import { threadMs } from '../../support/cpu'

type Line = [line: string, text: string, amount: string]

describe('an amount is taken off the beginning', () => {
  test.each<Line>([
    ['2 l milk', 'milk', '2 l'],
    ['500g Mehl', 'Mehl', '500 g'],
    ['3 x eggs', 'eggs', '3'],
    ['3 × Eier', 'Eier', '3'],
    ['2x Butter', 'Butter', '2'],
    ['6 eggs', 'eggs', '6'],
    ['½ l cream', 'cream', '½ l'],
    ['1½ l Milch', 'Milch', '1½ l'],
    ['1,5 kg Äpfel', 'Äpfel', '1,5 kg'],
    ['1.5kg apples', 'apples', '1.5 kg'],
    ['1 1/2 cups flour', 'flour', '1 1/2 cups'],
    ['1/2 Brot', 'Brot', '1/2'],
    ['2 EL Öl', 'Öl', '2 EL'],
    ['2 Pck. Hefe', 'Hefe', '2 Pck.'],
    ['12 fl oz water', 'water', '12 fl oz'],
    ['2-3 onions', 'onions', '2-3'],
    ['2 – 3 Zwiebeln', 'Zwiebeln', '2–3'],
    ['a dozen eggs', 'eggs', '12'],
    ['ein Dutzend Eier', 'Eier', '12'],
    ['2 dozen eggs', 'eggs', '24'],
    ['half a dozen eggs', 'eggs', '6'],
    ['ein halbes Dutzend Eier', 'Eier', '6'],
    ['ein halber Liter Sahne', 'Sahne', '½ Liter'],
    ['a bunch of parsley', 'parsley', '1 bunch'],
    ['eine Packung Butter', 'Butter', '1 Packung'],
    ['fünf Eier', 'Eier', '5'],
    ['two cans of tomatoes', 'tomatoes', '2 cans'],
    ['2 x 500 g Mehl', 'Mehl', '2 x 500 g'],
    ['6x1,5l Wasser', 'Wasser', '6 x 1,5 l'],
    ['100 Servietten', 'Servietten', '100'],
    ['2 🥕', '🥕', '2'],
    ['  2   l   milk ', 'milk', '2 l'],
    ['2 l Milch 3,5%', 'Milch 3,5%', '2 l'],
    ['2 7 up', '2 7 up', ''],
    ['ein Paar Socken', 'Socken', '1 Paar'],
  ])('%s', (line, text, amount) => {
    expect(readItemLine(line)).toEqual({ text, amount: amount || null })
  })
})

describe('an amount is taken off the end', () => {
  test.each<Line>([
    ['Milch 2 l', 'Milch', '2 l'],
    ['Coke Zero 0,5l', 'Coke Zero', '0,5 l'],
    ['Eier 6', 'Eier', '6'],
    ['Eier 6 Stück', 'Eier', '6 Stück'],
    ['eggs x3', 'eggs', '3'],
    ['eggs x 3', 'eggs', '3'],
    ['Butter 2x', 'Butter', '2'],
    ['Milk (2 l)', 'Milk', '2 l'],
    ['Milk, 2 l', 'Milk', '2 l'],
    ['Milk: 2', 'Milk', '2'],
    ['Milk – 2 l', 'Milk', '2 l'],
    ['Wasser 6 x 1,5 l', 'Wasser', '6 x 1,5 l'],
    ['Äpfel 1 1/2 kg', 'Äpfel', '1 1/2 kg'],
    ['Mehl Type 405 1 kg', 'Mehl Type 405', '1 kg'],
    ['7 up 2 l', '7 up', '2 l'],
    ['Milch 1,5% 2 l', 'Milch 1,5%', '2 l'],
  ])('%s', (line, text, amount) => {
    expect(readItemLine(line)).toEqual({ text, amount })
  })
})

describe('a number stays that is part of the name, or all there is', () => {
  test.each([
    '7 up',
    '7up',
    'Type 405 flour',
    'Mehl Type 405',
    'Mehl 405',
    'WD-40',
    '8x4 Deo',
    '8 x 4',
    '4711',
    '00 flour',
    'Vitamin B 12',
    'Windeln Gr. 4',
    'size 4 nappies',
    '2 in 1 shampoo',
    '3 in 1',
    '5 minute noodles',
    '5 Minuten Terrine',
    'Milch 1,5',
    'Milch 1,5%',
    '1,5% Milch',
    '1.5 % milk',
    '100% orange juice',
    '10er Eier',
    '3D glasses',
    '5 € Gutschein',
    '24.12. Geschenke',
    '15:30 Torte holen',
    '0 eggs',
    'a banana',
    'ein Brot',
    'Oma anrufen',
    'half and half',
    '500 g',
    '6 Stück',
    '2',
    '½',
    '2 x',
    '3 x 4',
    'x',
    '-',
    '2 -',
    '1 bis 2 Zwiebeln',
    '1 or 2 onions',
    '1 oder 2 Zitronen',
    '3 to 4 apples',
    'ein paar Äpfel',
  ])('%s', (line) => {
    expect(readItemLine(line)).toEqual({ text: line, amount: null })
  })
})

const HOSTILE = [
  '9',
  '1 ',
  '1/2 ',
  '1 1/2',
  '½',
  ' ',
  '-',
  '2-',
  'x',
  'x 2 ',
  '2 x ',
  'a ',
  '1,1',
  '(',
  '2 l ',
  '.',
  'one half a ',
  '🥕',
  '2 🥕',
  'e\u0301',
  '\u0301',
].flatMap((unit) => [unit.repeat(500), `2 l ${unit.repeat(500)}`, `x${unit.repeat(500)}`, `milk ${unit.repeat(500)}`])

test('nothing is lost, however the line looks: a text that is not empty, both within the limits', () => {
  for (const line of HOSTILE.map((text) => [...text].slice(0, MAX_ITEM_LENGTH).join('').trim())) {
    const { text, amount } = readItemLine(line)
    if (line !== '') expect(text).not.toBe('')
    expect(text).toBe(text.trim())
    expect([...text].length).toBeLessThanOrEqual(MAX_ITEM_LENGTH)
    expect([...(amount ?? '')].length).toBeLessThanOrEqual(MAX_AMOUNT_LENGTH)
  }
})

// What backtracks takes hours for the longest line, on any machine.
test('the longest line is read at once', () => {
  const started = threadMs()
  for (const line of HOSTILE) readItemLine(line.slice(0, MAX_ITEM_LENGTH))
  expect(threadMs() - started).toBeLessThan(5_000)
})
