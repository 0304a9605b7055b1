import { expect, test } from 'bun:test'
import { unfolded } from '../../../src/calendar/feeds/unfolded'

test('folds are taken out, also those with empty lines in them; empty lines elsewhere stay', () => {
  expect(unfolded('A:one\n  two\n\n\tthree\n\nB:four\n \n')).toBe('A:one twothree\n\nB:four\n')
})

test('a hundred thousand empty lines cost a moment', () => {
  const text = `A:one${'\n'.repeat(100_000)}B:two`
  const before = process.cpuUsage()
  expect(unfolded(text)).toBe(text)
  const { user } = process.cpuUsage(before)
  expect(user).toBeLessThan(500_000)
})
