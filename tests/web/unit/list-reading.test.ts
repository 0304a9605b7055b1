import { expect, test } from 'bun:test'
import type { Item } from '../../../web/src/data/types'
import * as household from '../../../web/src/lists/suggestions/household'
import { readLines, type ShoppingLine } from '../../../web/src/lists/suggestions/reading'
import { viewItems } from '../../../web/src/lists/writes/view'

const AT = '2026-11-20T12:00:00.000Z'
const milk: Item = {
  ...{ id: 1, listId: 1, text: 'Milk', checked: false, rank: 'a0', amount: '1 l' },
  ...{ clientId: 'of-milk', createdAt: AT, updatedAt: AT },
}
const nowhere = () => null
const read = (lines: (string | ShoppingLine)[], items: Item[] = [milk], reader: typeof household | null = household) =>
  readLines(
    lines.map((line, at) => ({ clientId: `new-${at}`, ...(typeof line === 'string' ? { text: line } : line) })),
    viewItems(items, [], 1),
    reader,
    nowhere,
  )

test('an amount is put apart, and the section is what everybody knows', () => {
  expect(read(['500g Mehl', 'gizmo'])).toEqual([
    { text: 'Mehl', amount: '500 g', section: 'pantry' },
    { text: 'gizmo' },
  ])
})

test('where the household puts it comes before that', () => {
  const [only] = readLines([{ clientId: 'new', text: 'Mehl' }], [], household, () => 'Cellar')
  expect(only).toEqual({ text: 'Mehl', section: 'Cellar' })
})

test('what stands there is raised by the first, and by the second once more', () => {
  const standing = { name: 1, key: 'of-milk', text: 'Milk' }
  expect(read(['2 l milk', 'MILK 1 l']).map(({ onto, standing }) => [onto, standing])).toEqual([
    [
      { item: 1, amount: '3 l' },
      { ...standing, amount: '1 l' },
    ],
    [
      { item: 1, amount: '4 l' },
      { ...standing, amount: '3 l' },
    ],
  ])
})

test('of two that are new the second is added to the first', () => {
  expect(read(['tea', 'Tea'], []).map(({ onto }) => onto)).toEqual([undefined, { item: 'new-0', amount: '2' }])
})

test('an amount beside the text is not read in it', () => {
  expect(
    read(
      [
        { text: '7 up', amount: '2' },
        { text: '3 eggs', amount: null },
      ],
      [],
    ),
  ).toMatchObject([
    { text: '7 up', amount: '2' },
    { text: 'eggs', amount: '3' },
  ])
})

test('amounts that cannot be one stay two items', () => {
  const long = { ...milk, amount: `${'some '.repeat(12)}` }
  expect(read(['2 l milk'], [long])[0]).not.toHaveProperty('onto')
})

test('without knowledge a line is its text', () => {
  expect(read(['2 l milk', 'Milk'], [milk], null)).toEqual([{ text: '2 l milk' }, { text: 'Milk' }])
})
