import { hostname } from 'node:os'
import { eq, sql } from 'drizzle-orm'
import { countQuery, oldestPendingQuery } from '../../calendar/outbox/counts'
import { STATES } from '../../calendar/outbox/states'
import { readBackupState } from '../../household/backup-state'
import type { Context } from '../../platform/context'
import { calendarCredentials, calendars, members, subscriptions } from '../../platform/db/schema'
import { VERSION } from '../../platform/version'

/** Whose something is, as labels and as columns. */
const MEMBER = ['member', 'name']
const OWNER = { member: members.id, name: members.displayName }
const labelsOf = ({ member, name }: { member: number; name: string | null }) => ({ member, name: name ?? '' })

/** What is read from running parts. */
export interface Observed {
  openStreams: () => number
  poolConnections: () => { open: number; idle: number; waiting: number }
}

/**
 * Gauges over the database and the running parts, brought up to date before they are read. Those over the database are
 * the same for every process: one of them reports them, so that a sum over all is right.
 */
export function createGauges({ config, db, metrics, now, leases }: Context, observed: Observed) {
  const info = metrics.gauge('corkboard_process_info', '1; its labels say which process answers', ['process', 'host'])
  info.set({ process: leases.holder(), host: hostname() }, 1)
  const build = metrics.gauge('corkboard_build_info', '1; its labels say which version answers', ['version', 'commit'])
  build.set({ version: VERSION.version, commit: VERSION.commit ?? '' }, 1)
  const leader = metrics.gauge('corkboard_process_leader', '1 when this process reports what the database holds')
  const outboxRows = metrics.gauge('corkboard_outbox_rows', 'Queued writes by state', ['state'])
  const outboxAge = metrics.gauge('corkboard_outbox_oldest_pending_seconds', 'Age of the oldest pending write')
  const accountFailed = metrics.gauge('corkboard_account_sync_failed', '1 when the account could not be read', MEMBER)
  const ofCalendar = ['calendar', ...MEMBER]
  const syncAge = metrics.gauge('corkboard_calendar_sync_age_seconds', 'Time since the last good sync', ofCalendar)
  const syncFailed = metrics.gauge('corkboard_calendar_sync_failed', '1 when the last sync failed', ofCalendar)
  const ofSubscription = ['subscription', ...MEMBER]
  const feedFailed = metrics.gauge('corkboard_subscription_failed', '1 when the last fetch failed', ofSubscription)
  const backupAt = metrics.gauge(
    'corkboard_backup_last_success_timestamp_seconds',
    'When the last good backup was made, in seconds since 1970; 0 before the first',
  )
  const backupSize = metrics.gauge('corkboard_backup_size_bytes', 'Size of the last good backup; 0 before the first')
  const backupFailed = metrics.gauge('corkboard_backup_failed', '1 when the last try to make or copy a backup failed')
  const streams = metrics.gauge('corkboard_open_streams', 'Open event streams')
  const pool = metrics.gauge('corkboard_database_connections', 'Connections of the pool by state', ['state'])
  const isUp = metrics.gauge('corkboard_database_up', '1 when the database answers')

  const readOutbox = async () => {
    const [rows, [oldest]] = await Promise.all([countQuery(db), oldestPendingQuery(db)])
    for (const state of STATES) {
      outboxRows.set({ state }, rows.find(({ status }) => status === state)?.rows ?? 0)
    }
    outboxAge.set(oldest === undefined ? 0 : secondsSince(oldest.createdAt))
  }
  const forgetOutbox = () => {
    outboxRows.reset()
    outboxAge.remove()
  }
  const readCalendars = async () => {
    const rows = await db
      .select({ id: calendars.id, ...OWNER, lastSyncedAt: calendars.lastSyncedAt, lastError: calendars.lastError })
      .from(calendars)
      .innerJoin(members, eq(members.id, calendars.userId))
      .where(eq(calendars.source, 'caldav'))
    forgetCalendars()
    for (const { id, lastSyncedAt, lastError, ...owner } of rows) {
      const labels = { calendar: id, ...labelsOf(owner) }
      if (lastSyncedAt !== null) syncAge.set(labels, secondsSince(lastSyncedAt))
      syncFailed.set(labels, lastError === null ? 0 : 1)
    }
  }
  const forgetCalendars = () => {
    syncAge.reset()
    syncFailed.reset()
  }
  const readSubscriptions = async () => {
    const rows = await db
      .select({ id: subscriptions.id, ...OWNER, reason: subscriptions.reason })
      .from(subscriptions)
      .innerJoin(members, eq(members.id, subscriptions.userId))
    forgetSubscriptions()
    for (const { id, reason, ...owner } of rows) {
      feedFailed.set({ subscription: id, ...labelsOf(owner) }, reason === null ? 0 : 1)
    }
  }
  const forgetSubscriptions = () => feedFailed.reset()
  const readAccounts = async () => {
    const rows = await db
      .select({ ...OWNER, unreadable: calendarCredentials.unreadable })
      .from(calendarCredentials)
      .innerJoin(members, eq(members.id, calendarCredentials.userId))
    forgetAccounts()
    for (const { unreadable, ...owner } of rows) accountFailed.set(labelsOf(owner), unreadable ? 1 : 0)
  }
  const forgetAccounts = () => accountFailed.reset()
  const readBackups = async () => {
    // Nobody waits for one.
    if (config.backups === null) return forgetBackups()
    const { last, failure } = await readBackupState({ db })
    backupAt.set(last === null ? 0 : Date.parse(last.at) / 1000)
    backupSize.set(last?.size ?? 0)
    backupFailed.set(failure === null ? 0 : 1)
  }
  const forgetBackups = () => {
    for (const gauge of [backupAt, backupSize, backupFailed]) gauge.remove()
  }
  const secondsSince = (instant: Date) => (now().getTime() - instant.getTime()) / 1000

  /** False when something could not be read. */
  const readDatabase = async () => {
    const answers = await Promise.all([
      orForget(readOutbox, forgetOutbox),
      orForget(readAccounts, forgetAccounts),
      orForget(readCalendars, forgetCalendars),
      orForget(readSubscriptions, forgetSubscriptions),
      orForget(readBackups, forgetBackups),
    ])
    return answers.every(Boolean)
  }
  /** Another process reports them: what was read before would be counted twice. */
  const askDatabase = async () => {
    for (const forget of [forgetOutbox, forgetAccounts, forgetCalendars, forgetSubscriptions, forgetBackups]) forget()
    return orForget(
      async () => void (await db.execute(sql`select 1`)),
      () => {},
    )
  }

  return {
    async refresh() {
      streams.set(observed.openStreams())
      for (const [state, number] of Object.entries(observed.poolConnections())) pool.set({ state }, number)
      const isLeader = leases.isLeader()
      leader.set(isLeader ? 1 : 0)
      isUp.set((isLeader ? await readDatabase() : await askDatabase()) ? 1 : 0)
    },
  }
}

/** False when nothing could be read; what was read before is forgotten then, since it would hide that. */
const orForget = (read: () => Promise<void>, forget: () => void): Promise<boolean> =>
  read().then(
    () => true,
    () => {
      forget()
      return false
    },
  )
