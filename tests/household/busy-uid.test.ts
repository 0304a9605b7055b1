import { expect, test } from 'bun:test'
import { busyUids } from '../../src/household/busy-uid'

const encryptionKey = Buffer.alloc(32, 1)
const uidOf = busyUids({ sessionSecret: 'a'.repeat(32), encryptionKey })

test('an event has one uid of fixed length, whatever its own', () => {
  expect(uidOf(1, 'x', null, '2026-12-01')).toBe(uidOf(1, 'x', null, '2026-12-01'))
  for (const uid of ['', 'x', '"', 'ü'.repeat(512)]) expect(uidOf(1, uid, null, '2026-12-01')).toMatch(/^[\w-]{43}$/)
})

test('no two occurrences share one, however their parts run together', () => {
  const all = [
    uidOf(1, 'x', null, '2026-12-01'),
    uidOf(11, 'x', null, '2026-12-01'),
    uidOf(1, '1x', null, '2026-12-01'),
    uidOf(1, 'x', '2026-12-01', '2026-12-01'),
    uidOf(1, 'x', null, '2026-12-02'),
    uidOf(1, 'x,null', null, '2026-12-01'),
    uidOf(1, 'x","null', null, '2026-12-01'),
  ]
  expect(new Set(all).size).toBe(all.length)
})

test('it hangs on the secret, or under the bypass, which may have none, on the other one', () => {
  const parts = [1, 'x', null, '2026-12-01'] as const
  const others = [
    busyUids({ sessionSecret: 'b'.repeat(32), encryptionKey }),
    busyUids({ sessionSecret: null, encryptionKey }),
    busyUids({ sessionSecret: null, encryptionKey: Buffer.alloc(32, 2) }),
  ]
  const all = [uidOf, ...others].map((uid) => uid(...parts))
  expect(new Set(all).size).toBe(4)
})
