import { describe, expect, test } from 'bun:test'
import { freshRanks, ranksBetween } from '../../../src/features/lists/ranks'

const rankBetween = (before: string | null, after: string | null) => ranksBetween(before, after, 1)?.[0] ?? null

const LONG = `a${'V'.repeat(254)}`

describe('a rank between two others', () => {
  test.each([
    [null, null, 'a0'],
    ['a0', null, 'a1'],
    [null, 'a0', 'Zz'],
    ['a0', 'a1', 'a0V'],
    ['Zz', 'a0', 'ZzV'],
  ])('%p and %p: %p', (before, after, expected) => {
    expect(rankBetween(before, after)).toBe(expected)
  })

  test.each([
    ['equal', 'a0', 'a0'],
    ['out of order', 'a1', 'a0'],
    ['malformed: a trailing zero', 'a00', null],
    ['malformed: no head', '0', null],
    ['malformed: too short for its head', 'z', null],
    ['malformed on the other side', 'a0', 'zzz'],
    ['the smallest possible', null, 'A00000000000000000000000000'],
    ['overlong', LONG, `${LONG.slice(0, -1)}W`],
  ])('none between %s ones', (_, before, after) => {
    expect(rankBetween(before, after)).toBeNull()
  })

  test('is always strictly between, whatever stands there, or there is none', () => {
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
    let seed = 20261120
    const random = (below: number) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
      return Math.floor((seed / 2 ** 32) * below)
    }
    const someRank = () => Array.from({ length: 1 + random(6) }, () => digits[random(62)]).join('')
    let found = 0
    for (let round = 0; round < 20_000; round++) {
      const [before, after] = [someRank(), random(4) === 0 ? null : someRank()]
      const ranks = ranksBetween(before, after, 1 + random(40))
      if (ranks === null) continue
      found++
      const all = [before, ...ranks, ...(after === null ? [] : [after])]
      expect(all.every((rank, index) => index === 0 || all[index - 1]! < rank)).toBe(true)
    }
    expect(found).toBeGreaterThan(100)
  })
})

test('fresh ranks are short and in order', () => {
  const ranks = freshRanks(5_000)
  expect(ranks).toEqual(ranks.toSorted())
  expect(new Set(ranks).size).toBe(5_000)
  expect(Math.max(...ranks.map((rank) => rank.length))).toBeLessThan(6)
})
