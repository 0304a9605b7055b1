import { expect, test } from 'bun:test'
import { itemsOfLines } from '../../../web/src/lists/lines'
import { cpuMs, slowness } from '../../support/cpu'

test.each<[string, string, string[]]>([
  ['plain lines', 'milk\neggs\r\nbread\rtea\u2028salt', ['milk', 'eggs', 'bread', 'tea', 'salt']],
  ['blank lines and blanks', '  milk \n\n \t\n eggs', ['milk', 'eggs']],
  ['hyphens and dashes', '- milk\n– eggs\n— bread\n* tea\n+ salt', ['milk', 'eggs', 'bread', 'tea', 'salt']],
  ['bullets, with and without a blank', '• milk\n•eggs\n▪ bread\n◦tea', ['milk', 'eggs', 'bread', 'tea']],
  ['numbers', '1. milk\n2) eggs\n12. bread', ['milk', 'eggs', 'bread']],
  [
    'boxes',
    '[ ] milk\n[x] eggs\n[X]bread\n[] tea\n☐ salt\n☑ oil\n✓ rice',
    ['milk', 'eggs', 'bread', 'tea', 'salt', 'oil', 'rice'],
  ],
  ['one after the other', '- [ ] milk\n1. [x] eggs\n- • bread', ['milk', 'eggs', 'bread']],
  [
    'amounts stay',
    '2 l milk\n500g flour\n1.5 kg potatoes\n3 x eggs\n7 up',
    ['2 l milk', '500g flour', '1.5 kg potatoes', '3 x eggs', '7 up'],
  ],
  [
    'words that begin like marks stay',
    '-5 °C gloves\n*star* pasta\n[organic] eggs\n2024. Riesling',
    ['-5 °C gloves', '*star* pasta', '[organic] eggs', '2024. Riesling'],
  ],
  ['marks alone are nothing', '-\n- \n1.\n[ ]\n•\nmilk', ['milk']],
  ['a recipe', 'Zutaten\n- 250 g Mehl\n- 3 Eier\n', ['Zutaten', '250 g Mehl', '3 Eier']],
])('%s', (_what, pasted, expected) => {
  expect(itemsOfLines(pasted)).toEqual(expected)
})

test('a line that is too long is several items, cut at a blank where there is one, and nothing is lost', () => {
  const words = Array.from({ length: 300 }, (_, index) => `word${index}`).join(' ')
  const items = itemsOfLines(`milk\n${words}\n${'🥕'.repeat(1_001)}`)
  expect(items[0]).toBe('milk')
  expect(items.every((item) => [...item].length <= 500)).toBe(true)
  expect(items.slice(1, -3).join(' ')).toBe(words)
  expect(items.slice(-3).map((item) => [...item].length)).toEqual([500, 500, 1])
})

test('hostile text takes no time', () => {
  const texts = ['- '.repeat(200_000), `${' '.repeat(200_000)}x`, '1. '.repeat(200_000), '[ ]'.repeat(200_000)]
  const spent = cpuMs(() => texts.map((text) => itemsOfLines(`${text}\nmilk`)))
  expect(spent / slowness()).toBeLessThan(2_000)
})
