import { describe, expect, test } from 'bun:test'
import { zoneOf } from '../../../src/calendar/ical/zone'
import { nextAt, type Schedule, stepOf } from '../../../src/features/backups/schedule'
import type { BackupState } from '../../../src/household/backup-state'

const AT_HALF_PAST_THREE = 3.5 * 3600
const EMPTY: BackupState = { last: null, copy: null, failure: null }

const schedule = (given: Partial<Schedule> & { zoneName?: string } = {}): Schedule => ({
  at: AT_HALF_PAST_THREE,
  zone: zoneOf(given.zoneName ?? 'Europe/Berlin')!,
  isCopied: false,
  ...given,
})

/** The state after a backup at one instant, and a failure at another. */
const after = (last: string | null, failed: string | null = null, copied = false): BackupState => {
  const name = 'corkboard-2026-11-20T023000Z.backup'
  return {
    last: last === null ? null : { name, folder: '/backups', at: last, size: 1, rows: 1, isEncrypted: false },
    copy: copied ? { name, at: last! } : null,
    failure: failed === null ? null : { at: failed, reason: 'full' },
  }
}

// Half past three in Berlin is 02:30Z in winter and 01:30Z in summer.
const table: [string, BackupState, string, 'backup' | 'copy' | 'wait', string, Partial<Schedule>?][] = [
  ['there has never been one', EMPTY, '2026-11-20T12:00Z', 'backup', '2026-11-20T12:00Z'],
  ['one was made at its time', after('2026-11-20T02:30Z'), '2026-11-20T12:00Z', 'wait', '2026-11-21T02:30Z'],
  ['the time has not come', after('2026-11-19T02:30Z'), '2026-11-20T02:29Z', 'wait', '2026-11-20T02:30Z'],
  ['the time has just come', after('2026-11-19T02:30Z'), '2026-11-20T02:30Z', 'backup', '2026-11-20T02:30Z'],
  ['the time was missed by hours', after('2026-11-19T02:30Z'), '2026-11-20T19:00Z', 'backup', '2026-11-20T19:00Z'],
  ['it was missed for weeks', after('2026-10-01T02:30Z'), '2026-11-20T01:00Z', 'backup', '2026-11-20T01:00Z'],
  ['it was made up late', after('2026-11-20T19:00Z'), '2026-11-21T02:29Z', 'wait', '2026-11-21T02:30Z'],
  ['a try has failed', after(null, '2026-11-20T02:30Z'), '2026-11-20T03:29Z', 'wait', '2026-11-20T03:30Z'],
  ['an hour has passed since', after(null, '2026-11-20T02:30Z'), '2026-11-20T03:30Z', 'backup', '2026-11-20T03:30Z'],
  ['the clocks have gone forward', after('2026-03-28T02:30Z'), '2026-03-29T01:30Z', 'backup', '2026-03-29T01:30Z'],
  [
    'the clocks skip the time',
    after('2026-03-28T01:30Z'),
    '2026-03-29T01:29Z',
    'wait',
    '2026-03-29T01:30Z',
    { at: 2.5 * 3600 },
  ],
  [
    'the clocks show the time twice, and it was made at the first',
    after('2026-10-25T00:30Z'),
    '2026-10-25T01:30Z',
    'wait',
    '2026-10-26T01:30Z',
    { at: 2.5 * 3600 },
  ],
  [
    'the clock was set back by a day after it',
    after('2026-11-20T02:30Z'),
    '2026-11-19T12:00Z',
    'backup',
    '2026-11-19T12:00Z',
  ],
  [
    'the clock of another process is a little ahead',
    after('2026-11-20T02:30:05Z'),
    '2026-11-20T02:30Z',
    'wait',
    '2026-11-21T02:30Z',
  ],
  [
    'a failure was noted before the clock was set back',
    after(null, '2027-01-01T00:00Z'),
    '2026-11-20T12:00Z',
    'backup',
    '2026-11-20T12:00Z',
  ],
  [
    'it is not copied yet',
    after('2026-11-20T02:30Z'),
    '2026-11-20T02:31Z',
    'copy',
    '2026-11-20T02:31Z',
    { isCopied: true },
  ],
  [
    'copying has failed',
    after('2026-11-20T02:30Z', '2026-11-20T02:31Z'),
    '2026-11-20T02:32Z',
    'wait',
    '2026-11-20T03:31Z',
    { isCopied: true },
  ],
  [
    'it is copied',
    after('2026-11-20T02:30Z', null, true),
    '2026-11-20T02:32Z',
    'wait',
    '2026-11-21T02:30Z',
    { isCopied: true },
  ],
  [
    'the zone has left a day out',
    after('2011-12-29T14:00Z'),
    '2011-12-30T10:30Z',
    'wait',
    '2011-12-30T13:30Z',
    { zone: zoneOf('Pacific/Apia')! },
  ],
]

describe('when', () => {
  // A parameter that a row leaves out would be the runner's callback.
  test.each(table)('%s', (...[, state, now, step, next, given]) => {
    expect(stepOf(state, schedule(given), new Date(now))).toBe(step)
    expect(nextAt(state, schedule(given), new Date(now))).toEqual(new Date(next))
  })
})
