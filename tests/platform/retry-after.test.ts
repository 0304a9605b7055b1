import { expect, test } from 'bun:test'
import { retryAfterMs } from '../../src/platform/net/retry-after'

const NOW = new Date('2026-11-20T12:00:00Z')

test.each([
  [null, null],
  ['', null],
  ['soon', null],
  ['0', 0],
  ['120', 120_000],
  [' 5 ', 5_000],
  ['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
  ['Fri, 20 Nov 2026 11:59:00 GMT', 0],
  ['Friday, 20-Nov-26 12:00:30 GMT', 30_000],
  ['2026-11-20T12:00:30Z', 30_000],
  // What the runtime would take for dates.
  ['-5', null],
  ['86400.5', null],
  ['tomorrow 12', null],
  ['9'.repeat(40), 999_999_999_000],
])('Retry-After: %p is %p milliseconds from now', (value, milliseconds) => {
  expect(retryAfterMs(value, NOW)).toBe(milliseconds)
})
