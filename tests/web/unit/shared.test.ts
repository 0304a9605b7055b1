import { expect, test } from 'bun:test'
import { type Shared, sharedOf } from '../../../web/src/share/shared'

const cases: [string, Record<string, string>, Shared | null][] = [
  ['nothing', {}, null],
  ['nothing but spaces', { text: ' \n ' }, null],
  ['a word', { text: 'Milk' }, { title: 'Milk', notes: '', items: ['Milk'] }],
  [
    'a recipe’s lines',
    { title: 'Pancakes', text: '- 3 eggs\r\n• Flour 500 g\n\n[ ] Milk' },
    { title: 'Pancakes', notes: '- 3 eggs\n• Flour 500 g\n[ ] Milk', items: ['3 eggs', 'Flour 500 g', 'Milk'] },
  ],
  [
    'numbered lines, as when they are pasted',
    { text: '1. Milk\n2. Eggs' },
    { title: '1. Milk', notes: '2. Eggs', items: ['Milk', 'Eggs'] },
  ],
  [
    'a page',
    { title: 'Swimming pool', url: 'https://pool.example/' },
    { title: 'Swimming pool', notes: 'https://pool.example/', items: ['Swimming pool https://pool.example/'] },
  ],
  [
    'a page whose link stands in the text',
    { text: 'Look https://pool.example/', url: 'https://pool.example/' },
    { title: 'Look https://pool.example/', notes: '', items: ['Look https://pool.example/'] },
  ],
  [
    'a link alone',
    { url: 'https://pool.example/' },
    { title: 'https://pool.example/', notes: '', items: ['https://pool.example/'] },
  ],
  [
    'a temperature, which is no bullet',
    { text: '-5 degrees' },
    { title: '-5 degrees', notes: '', items: ['-5 degrees'] },
  ],
]
test.each(cases)('of what is shared: %s', (_, query, expected) => {
  expect(sharedOf(new URLSearchParams(query))).toEqual(expected)
})

test('a whole book is cut to what an event and a list take', () => {
  const shared = sharedOf(
    new URLSearchParams({ text: Array.from({ length: 500 }, () => 'word '.repeat(300)).join('\n') }),
  )
  expect([shared?.title.length, shared?.notes.length, shared?.items.length, shared?.items[0]?.length]).toEqual([
    255, 2000, 100, 499,
  ])
})
