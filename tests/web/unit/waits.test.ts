import { expect, test } from 'bun:test'
import type { Stage } from '../../../web/src/outbox/queued'
import { type WaitsFor, waitsFor } from '../../../web/src/outbox/waits'

const NOW = Date.parse('2026-11-20T15:23:00Z')

const cases: [string, Stage, { isNext?: boolean; isReachable?: boolean; ago?: number; tries?: number }, WaitsFor][] = [
  ['a connection', 'held', { isReachable: false }, 'connection'],
  ['a connection before an earlier one', 'held', { isReachable: false, isNext: false }, 'connection'],
  ['an earlier one', 'held', { isNext: false }, 'earlier'],
  ['the next try', 'held', { tries: 1 }, 'again'],
  ['nothing, while it is sent', 'sending', {}, 'itself'],
  ['nothing, while it is sent once more', 'sending', { tries: 1 }, 'itself'],
  ['nothing, as soon as it was taken', 'accepted', { ago: 1_000 }, 'itself'],
  ['who stores it, when that takes longer', 'accepted', { ago: 60_000 }, 'provider'],
  ['who stores it, whether or not we are reached', 'accepted', { ago: 60_000, isReachable: false }, 'provider'],
]
test.each(cases)(
  'a write waits for %s',
  (_, stage, { isNext = true, isReachable = true, ago = 0, tries = 0 }, expected) => {
    expect(waitsFor({ stage, since: NOW - ago, tries }, isNext, isReachable, NOW)).toBe(expected)
  },
)
