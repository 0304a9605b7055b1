import { expect, test } from 'bun:test'
import { withoutRepeatedImports } from '../../../web/repeated-imports'

test.each([
  ['what an import before it runs', { a: 'import{x}from"b";import"c";x()', b: 'import"c";' }, 'import{x}from"b";x()'],
  ['by way of others', { a: 'import"b";import"d";', b: 'import"c";', c: 'import"d";' }, 'import"b";'],
  ['what the one behind it runs first', { a: 'import"c";import"b";', b: 'import"c";' }, 'import"b";'],
  [
    'but not what would be run later then',
    { a: 'import"c";import"b";', b: 'import"d";import"c";' },
    'import"c";import"b";',
  ],
  [
    'nor what something is taken from',
    { a: 'import"b";import{y}from"c";', b: 'import"c";' },
    'import"b";import{y}from"c";',
  ],
  ['nor what runs it only in a circle', { a: 'import"b";import"c";', b: 'import"a";' }, 'import"b";import"c";'],
])('an import is left out: %s', (_, scripts, expected) => {
  expect(withoutRepeatedImports(new Map(Object.entries({ c: '', d: '', ...scripts }))).get('a')).toBe(expected)
})

test('what is left of one script counts for the next', () => {
  const scripts = new Map(
    Object.entries({ a: 'import"b";import"c";', b: 'import"d";import"c";', c: '', d: 'import"c";' }),
  )
  expect([...withoutRepeatedImports(scripts).values()].slice(0, 2)).toEqual(['import"b";', 'import"d";'])
})
