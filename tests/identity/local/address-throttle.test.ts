import { describe, expect, test } from 'bun:test'
import {
  afterFailureWith,
  afterOneMore,
  pausedBy,
  pauseOf,
  type TriedName,
} from '../../../src/identity/local/address-throttle'

const START = Date.parse('2026-11-20T12:00:00Z')
const at = (seconds: number) => new Date(START + seconds * 1000)
const names = (count: number, secondOf: (name: number) => number) =>
  Array.from({ length: count }, (_, name) => name).reduce<readonly TriedName[]>(
    (tried, name) => afterFailureWith(tried, name, at(secondOf(name))),
    [],
  )

describe('where an address stands', () => {
  test.each([
    ['nothing happened', names(0, () => 0), 0, { kind: 'open' }],
    ['nineteen names', names(19, (name) => name), 19, { kind: 'open' }],
    ['twenty names', names(20, (name) => name), 20, { kind: 'throttled', retryAfterSeconds: 3580 }],
    ['twenty names, an hour after the first', names(20, (name) => name), 3600, { kind: 'open' }],
    [
      'twenty names, a moment before that',
      names(20, (name) => name),
      3599.5,
      { kind: 'throttled', retryAfterSeconds: 1 },
    ],
    ['twenty names, before the clock was set back by two hours', names(20, () => 7200), 0, { kind: 'open' }],
    ['twenty names, five minutes apart', names(20, (name) => 300 * name), 5700, { kind: 'open' }],
    [
      'thirty: the twentieth from the end counts',
      names(30, (name) => name),
      30,
      { kind: 'throttled', retryAfterSeconds: 3580 },
    ],
  ] as const)('%s', (_, tried, now, standing) => expect(pauseOf(tried, at(now))).toEqual(standing))
})

describe('where an address stands with one name', () => {
  const failures = (count: number, secondOf: (failure: number) => number) =>
    Array.from({ length: count }, (_, failure) => failure).reduce<number[]>(
      (before, failure) => afterOneMore(before, at(secondOf(failure))),
      [],
    )
  test.each([
    ['nothing happened', failures(0, () => 0), 0, { kind: 'open' }],
    ['nineteen failures', failures(19, (failure) => failure), 19, { kind: 'open' }],
    ['twenty', failures(20, (failure) => failure), 20, { kind: 'throttled', retryAfterSeconds: 3580 }],
    ['twenty, an hour after the first', failures(20, (failure) => failure), 3600, { kind: 'open' }],
    ['twenty, five minutes apart', failures(20, (failure) => 300 * failure), 5700, { kind: 'open' }],
  ] as const)('%s', (_, list, now, standing) => expect(pausedBy(list, at(now))).toEqual(standing))
})

test('a name counts once, with its last time', () => {
  const tried = [0, 1, 2, 1].reduce<TriedName[]>(
    (before, name, second) => afterFailureWith(before, name, at(second)),
    [],
  )
  expect(tried.map(({ name, at }) => [name, (at - START) / 1000])).toEqual([
    [0, 0],
    [2, 2],
    [1, 3],
  ])
})

test('what is kept does not grow, and fits its column', () => {
  const widest = names(50, () => 0).map(({ at }) => [2 ** 24 - 1, at])
  expect(widest).toHaveLength(20)
  expect(JSON.stringify(widest.flat()).length).toBeLessThanOrEqual(512)
})
