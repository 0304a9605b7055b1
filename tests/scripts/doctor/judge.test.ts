import { describe, expect, test } from 'bun:test'
import type { Verdict } from '../../../scripts/doctor/check'
import { judgeAccounts } from '../../../scripts/doctor/checks/accounts'
import { type BackupFacts, judgeBackups } from '../../../scripts/doctor/checks/backups'
import { judgeCalendars } from '../../../scripts/doctor/checks/calendars'
import { judgeClock } from '../../../scripts/doctor/checks/clock'
import { judgeConfiguration } from '../../../scripts/doctor/checks/configuration'
import { judgeDatabase } from '../../../scripts/doctor/checks/database'
import { judgeDisk } from '../../../scripts/doctor/checks/disk'
import { judgeKey } from '../../../scripts/doctor/checks/key'
import { judgeOutbox } from '../../../scripts/doctor/checks/outbox'
import { judgePush } from '../../../scripts/doctor/checks/push'
import { judgeSchema } from '../../../scripts/doctor/checks/schema'
import { judgeSetup } from '../../../scripts/doctor/checks/setup'
import { judgeVersion } from '../../../scripts/doctor/checks/version'
import { judgeZone } from '../../../scripts/doctor/checks/zone'
import { admin } from '../../../web/src/i18n/en/admin'

const NOW = new Date('2026-11-20T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const MEBIBYTE = 1024 * 1024

const database = (more: Partial<NonNullable<Parameters<typeof judgeDatabase>[0]>>) =>
  judgeDatabase({ version: '11.4.2-MariaDB', milliseconds: 1.23, isReadOnly: false, denied: [], ...more })
const account = (more: Partial<Parameters<typeof judgeAccounts>[0][number]>) =>
  judgeAccounts([{ member: 'Ada', lastPolledAt: minutesAgo(3), lastError: null, ...more }], NOW)
const calendar = (lastSyncedAt: Date | null) => judgeCalendars([{ id: 7, owner: 'Ada', lastSyncedAt }], NOW)
const outbox = (more: Partial<Parameters<typeof judgeOutbox>[0]>) =>
  judgeOutbox({ pending: 0, failed: 0, dead: 0, oldestPendingAt: null, ...more }, NOW)
const push = (more: Partial<Parameters<typeof judgePush>[0]>) =>
  judgePush({ enabled: true, warning: null, subscriptions: 2, refused: 0, ...more })
const ADMINISTERED = { isOpen: false, canSignIn: true, isAwaited: false }
const disk = (freeBytes: number | null) => judgeDisk([{ name: 'ASSETS_KEPT', freeBytes }])

const backedUp = (hours: number): BackupFacts['last'] => ({
  ...{ name: 'corkboard-x', folder: '/backups', size: 1, rows: 1, isEncrypted: false },
  at: minutesAgo(hours * 60).toISOString(),
})
const backups = (more: Partial<BackupFacts>) =>
  judgeBackups({ isOn: true, last: backedUp(9), failure: null, ...more }, NOW)

const NOTHING_SEALED = { stored: 0, closed: [] }

const judgements: [string, Verdict, Verdict['level'], string][] = [
  ['nothing wrong', judgeConfiguration({ problems: [], warnings: [] }), 'ok', 'every variable'],
  ['a warning', judgeConfiguration({ problems: [], warnings: ['TZ: x'] }), 'warn', 'TZ: x'],
  ['a problem', judgeConfiguration({ problems: ['PORT: x'], warnings: ['TZ: y'] }), 'fail', 'PORT: x; TZ: y'],

  ['the Bun it is tested with', judgeVersion({ corkboard: '1.2', bun: '1', expectedBun: '1' }), 'ok', '1.2 on Bun 1'],
  ['another Bun', judgeVersion({ corkboard: '1.2', bun: '2', expectedBun: '1' }), 'warn', 'tested with Bun 1'],

  ['a quick database', database({}), 'ok', '11.4.2-MariaDB, answers in 1.2 ms'],
  ['the oldest one', database({ version: '10.11.6-MariaDB' }), 'ok', '10.11.6'],
  ['one too old', database({ version: '10.6.1-MariaDB' }), 'warn', 'MariaDB 10.11 or newer'],
  ['a slow one', database({ milliseconds: 140 }), 'warn', 'busy, or far away'],
  ['one that takes no writes', database({ isReadOnly: true }), 'fail', 'takes no writes'],
  ['one that may only be read', database({ denied: ['INSERT', 'UPDATE'] }), 'fail', 'DB_USER may not INSERT, UPDATE'],
  ['none', judgeDatabase(null), 'fail', 'see configuration'],

  ['a schema', judgeSchema({ pending: [], newer: 0, unknown: 0 }), 'ok', 'up to date'],
  ['one behind', judgeSchema({ pending: ['0041_x'], newer: 0, unknown: 0 }), 'fail', 'behind by 0041_x'],
  ['one ahead', judgeSchema({ pending: [], newer: 1, unknown: 0 }), 'ok', '1 migration ahead'],
  ['one too far ahead', judgeSchema({ pending: [], newer: 0, unknown: 2 }), 'fail', '2 migrations of a newer version'],

  ['a backup', backups({}), 'ok', 'the last one 9 hours ago'],
  ['no backup yet', backups({ last: null }), 'ok', 'none yet'],
  ['an old one', backups({ last: backedUp(27) }), 'fail', '27 hours ago'],
  ['one that failed', backups({ failure: { at: NOW.toISOString(), reason: 'full' } }), 'fail', 'failed (full)'],
  ['none by themselves', backups({ isOn: false, last: null }), 'warn', 'set BACKUP_DIR'],

  ['a key', judgeKey({ passwords: { stored: 3, closed: [] }, links: NOTHING_SEALED }), 'ok', 'opens 3 of 3'],
  [
    'one of another household',
    judgeKey({ passwords: { stored: 3, closed: ['Ada'] }, links: NOTHING_SEALED }),
    'fail',
    'opens 2 of 3 calendar passwords; not',
  ],
  ['no passwords', judgeKey({ passwords: NOTHING_SEALED, links: NOTHING_SEALED }), 'ok', 'opens 0 of 0'],

  ['an account', account({}), 'ok', '1 account read well, Ada at 2026-11-20T11:57:00.000Z'],
  ['no account', judgeAccounts([], NOW), 'ok', '0 accounts'],
  ['one that fails', account({ lastError: 'Refused.' }), 'warn', 'Ada: Refused. (last asked 2026-11-20T11:57'],
  ['one that nobody asks', account({ lastPolledAt: minutesAgo(61) }), 'warn', 'does the service run?'],
  ['one asked an hour ago', account({ lastPolledAt: minutesAgo(60) }), 'ok', '1 account'],
  ['one never asked', account({ lastPolledAt: null }), 'warn', 'Ada: last asked never'],

  ['a calendar', calendar(minutesAgo(60)), 'ok', '1 calendar, each read'],
  ['an old one', calendar(minutesAgo(61)), 'warn', '1 of 1 calendar not read for over an hour: 7 of Ada'],
  ['one never read', calendar(null), 'warn', '7 of Ada (never)'],

  ['nothing to write', outbox({}), 'ok', '0 writes waiting; 0 failed, 0 given up'],
  ['a write that waits', outbox({ pending: 1, oldestPendingAt: minutesAgo(30) }), 'ok', 'the oldest for 30 minutes'],
  ['one that waits long', outbox({ pending: 1, oldestPendingAt: minutesAgo(31) }), 'warn', 'takes nothing'],
  ['one that failed', outbox({ failed: 1 }), 'warn', '1 failed'],
  ['one given up', outbox({ dead: 2 }), 'warn', '2 given up'],

  ['keys', push({}), 'ok', 'a valid pair of keys, 2 subscriptions'],
  ['a subscription refused', push({ refused: 1 }), 'warn', '1 refused'],
  ['no pair', push({ enabled: false, warning: 'push is off: no pair' }), 'fail', 'no pair'],
  ['no keys', push({ enabled: false, subscriptions: 0 }), 'ok', 'no reminders'],
  ['no keys any more', push({ enabled: false }), 'warn', '2 subscriptions'],

  ['a closed wizard', judgeSetup(ADMINISTERED), 'ok', 'closed'],
  [
    'an open one',
    judgeSetup({ ...ADMINISTERED, isOpen: true }),
    'fail',
    'member add --name NAME --username NAME --admin',
  ],
  [
    'an administrator who is awaited',
    judgeSetup({ isOpen: false, canSignIn: false, isAwaited: true }),
    'warn',
    'first to sign in',
  ],
  [
    'none, and nobody comes',
    judgeSetup({ ...ADMINISTERED, canSignIn: false }),
    'fail',
    'member add --name NAME --username NAME --admin',
  ],

  ['clocks that agree', judgeClock(-5), 'ok', "5.0 s behind this machine's"],
  ['clocks that do not', judgeClock(5.2), 'warn', 'NTP'],

  ['a zone', judgeZone({ chosen: 'Europe/Berlin', fallback: 'UTC' }), 'ok', 'Europe/Berlin'],
  ['none chosen', judgeZone({ chosen: null, fallback: 'UTC' }), 'warn', 'nobody has chosen'],
  ['one that is not known', judgeZone({ chosen: 'Mars/North', fallback: 'UTC' }), 'warn', 'Mars/North is not known'],

  ['room', disk(2_048 * MEBIBYTE), 'ok', 'ASSETS_KEPT 2,048 MiB free'],
  ['little room', disk(99 * MEBIBYTE), 'warn', 'make room'],
  ['next to none', disk(9 * MEBIBYTE), 'fail', 'make room'],
  ['no folder', disk(null), 'fail', 'ASSETS_KEPT is not there'],
]

describe('what is thought of the facts', () => {
  test.each(judgements)('%s', (_, verdict, level, words) => {
    expect(`${verdict.level} ${verdict.says} ${verdict.todo ?? ''}`).toContain(words)
    expect(verdict.level).toBe(level)
    // Whoever reads that something is wrong reads what to do.
    expect(verdict.todo === undefined).toBe(level === 'ok')
  })
})

test('a place on the household’s screen is called what the screen calls it', () => {
  const judged = [
    judgeZone({ chosen: null, fallback: 'UTC' }),
    judgeZone({ chosen: 'Mars/North', fallback: 'UTC' }),
    calendar(null),
    backups({ last: backedUp(27) }),
  ]
  const titles = [admin.zone.title, admin.zone.title, admin.sync.title, admin.backups.title]
  for (const [index, title] of titles.entries()) expect(judged[index]?.todo).toContain(`${admin.title} → ${title}`)
})
