import { expect, test } from 'bun:test'
import { LruCache } from '../../src/platform/lru'

const kept = (cache: LruCache<string, number>) => ['a', 'b', 'c', 'd'].filter((key) => cache.has(key)).join('')

test('what was not used for longest gives way', () => {
  const cache = new LruCache<string, number>(3)
  for (const key of ['a', 'b', 'c']) cache.set(key, 1, 1)
  expect(cache.get('a')).toBe(1)
  cache.set('d', 4, 1)
  expect(kept(cache)).toBe('acd')
  expect(cache.get('b')).toBeUndefined()
})

test('as much as the new one weighs, and no more', () => {
  const cache = new LruCache<string, number>(5)
  for (const key of ['a', 'b', 'c']) cache.set(key, 1, 1)
  cache.set('d', 4, 4)
  expect(kept(cache)).toBe('cd')
})

test('an entry that is set again has its new value and weight', () => {
  const cache = new LruCache<string, number>(5)
  cache.set('a', 1, 4)
  cache.set('a', 2, 1)
  for (const key of ['b', 'c']) cache.set(key, 1, 2)
  expect(kept(cache)).toBe('abc')
  expect(cache.get('a')).toBe(2)
})

test('one that is heavier than everything is kept until the next', () => {
  const cache = new LruCache<string, number>(2)
  cache.set('a', 1, 1)
  cache.set('b', 2, 9)
  expect(kept(cache)).toBe('b')
  cache.set('c', 3, 1)
  expect(kept(cache)).toBe('c')
})
