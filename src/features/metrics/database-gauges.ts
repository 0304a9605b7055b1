import { eq } from 'drizzle-orm'
import { countQuery, oldestPendingQuery } from '../../calendar/outbox/counts'
import { STATES } from '../../calendar/outbox/states'
import { readBackupState } from '../../household/backup-state'
import type { Context } from '../../platform/context'
import { calendarCredentials, calendars, members, subscriptions } from '../../platform/db/schema'

/** Gauges of one subject in the database. */
export interface DatabaseGauges {
  /** Brings them up to date. @throws the database's error */
  read(): Promise<void>
  /** Removes what was read before. */
  forget(): void
}

/** All of them, in the order in which they are shown. */
export const createDatabaseGauges = (ctx: Context): DatabaseGauges[] =>
  [ofOutbox, ofAccounts, ofCalendars, ofSubscriptions, ofBackups].map((create) => create(ctx))

/** Whose something is, as labels and as columns. */
const MEMBER = ['member', 'name']
const OWNER = { member: members.id, name: members.displayName }
const labelsOf = ({ member, name }: { member: number; name: string | null }) => ({ member, name: name ?? '' })

const secondsSince = (now: Date, instant: Date) => (now.getTime() - instant.getTime()) / 1000

function ofOutbox({ db, metrics, now }: Context): DatabaseGauges {
  const rowsByState = metrics.gauge('corkboard_outbox_rows', 'Queued writes by state', ['state'])
  const age = metrics.gauge('corkboard_outbox_oldest_pending_seconds', 'Age of the oldest pending write')
  return {
    async read() {
      const [rows, [oldest]] = await Promise.all([countQuery(db), oldestPendingQuery(db)])
      for (const state of STATES) {
        rowsByState.set({ state }, rows.find(({ status }) => status === state)?.rows ?? 0)
      }
      age.set(oldest === undefined ? 0 : secondsSince(now(), oldest.createdAt))
    },
    forget() {
      rowsByState.reset()
      age.remove()
    },
  }
}

function ofAccounts({ db, metrics }: Context): DatabaseGauges {
  const failed = metrics.gauge('corkboard_account_sync_failed', '1 when the account could not be read', MEMBER)
  const forget = () => failed.reset()
  return {
    async read() {
      const rows = await db
        .select({ ...OWNER, unreadable: calendarCredentials.unreadable })
        .from(calendarCredentials)
        .innerJoin(members, eq(members.id, calendarCredentials.userId))
      forget()
      for (const { unreadable, ...owner } of rows) failed.set(labelsOf(owner), unreadable ? 1 : 0)
    },
    forget,
  }
}

function ofCalendars({ db, metrics, now }: Context): DatabaseGauges {
  const labels = ['calendar', ...MEMBER]
  const age = metrics.gauge('corkboard_calendar_sync_age_seconds', 'Time since the last good sync', labels)
  const failed = metrics.gauge('corkboard_calendar_sync_failed', '1 when the last sync failed', labels)
  const forget = () => {
    age.reset()
    failed.reset()
  }
  return {
    async read() {
      const rows = await db
        .select({ id: calendars.id, ...OWNER, lastSyncedAt: calendars.lastSyncedAt, lastError: calendars.lastError })
        .from(calendars)
        .innerJoin(members, eq(members.id, calendars.userId))
        .where(eq(calendars.source, 'caldav'))
      forget()
      for (const { id, lastSyncedAt, lastError, ...owner } of rows) {
        const of = { calendar: id, ...labelsOf(owner) }
        if (lastSyncedAt !== null) age.set(of, secondsSince(now(), lastSyncedAt))
        failed.set(of, lastError === null ? 0 : 1)
      }
    },
    forget,
  }
}

function ofSubscriptions({ db, metrics }: Context): DatabaseGauges {
  const labels = ['subscription', ...MEMBER]
  const failed = metrics.gauge('corkboard_subscription_failed', '1 when the last fetch failed', labels)
  const forget = () => failed.reset()
  return {
    async read() {
      const rows = await db
        .select({ id: subscriptions.id, ...OWNER, reason: subscriptions.reason })
        .from(subscriptions)
        .innerJoin(members, eq(members.id, subscriptions.userId))
      forget()
      for (const { id, reason, ...owner } of rows) {
        failed.set({ subscription: id, ...labelsOf(owner) }, reason === null ? 0 : 1)
      }
    },
    forget,
  }
}

function ofBackups({ config, db, metrics }: Context): DatabaseGauges {
  const at = metrics.gauge(
    'corkboard_backup_last_success_timestamp_seconds',
    'When the last good backup was made, in seconds since 1970; 0 before the first',
  )
  const size = metrics.gauge('corkboard_backup_size_bytes', 'Size of the last good backup; 0 before the first')
  const failed = metrics.gauge('corkboard_backup_failed', '1 when the last try to make or copy a backup failed')
  const forget = () => {
    for (const gauge of [at, size, failed]) gauge.remove()
  }
  return {
    async read() {
      // Nobody waits for one.
      if (config.backups === null) return forget()
      const { last, failure } = await readBackupState({ db })
      at.set(last === null ? 0 : Date.parse(last.at) / 1000)
      size.set(last?.size ?? 0)
      failed.set(failure === null ? 0 : 1)
    },
    forget,
  }
}
