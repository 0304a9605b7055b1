import { char, index, int, mysqlEnum, mysqlTable, uniqueIndex, varchar } from 'drizzle-orm/mysql-core'
import { asciiText, exactText, instant } from '../columns'
import { deviceSessions } from './devices'
import { members } from './members'

export const pushSubscriptions = mysqlTable(
  'push_subscriptions',
  {
    id: int().autoincrement().primaryKey(),
    userId: int()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** Where the member stays signed in, which it ends with; null: a session that nobody remembers. */
    deviceId: int().references(() => deviceSessions.id, { onDelete: 'cascade' }),
    endpoint: exactText(2048)().notNull(),
    /** SHA-256 of the endpoint, hex: the endpoint itself is too long for a key that both databases accept. */
    endpointDigest: char({ length: 64 }).notNull(),
    p256dh: varchar({ length: 512 }).notNull(),
    auth: varchar({ length: 256 }).notNull(),
    createdAt: instant().notNull(),
    lastSuccessAt: instant(),
    /** The last refusal in plain words. */
    lastError: varchar({ length: 255 }),
    refusals: int().notNull().default(0),
  },
  (table) => [
    uniqueIndex('push_subscriptions_endpoint').on(table.endpointDigest),
    index('push_subscriptions_user').on(table.userId),
  ],
)

/**
 * Reminders per member and device, stored before they are sent: at most once, whatever happens in between. `held` waits
 * for the end of quiet hours, `snoozed` was sent and comes once more; of what is `done` nothing comes any more.
 */
export const sentReminders = mysqlTable(
  'sent_reminders',
  {
    id: int().autoincrement().primaryKey(),
    subscriptionId: int()
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    /** SHA-256 of the deduplication key, hex. */
    keyDigest: char({ length: 64 }).notNull(),
    status: mysqlEnum(['stored', 'sent', 'failed', 'held', 'snoozed', 'done']).notNull().default('stored'),
    /** The cached event, the birthday, or the last of what was added to a list; null for what is about no single one. */
    eventId: int(),
    occurrenceAt: instant().notNull(),
    /**
     * Which of the occurrence's reminders it is; empty for the only or the earliest one. Of what is no occurrence of an
     * event: `birthday`, `morning`, `item:7` or `added:7`.
     */
    which: asciiText(16)().notNull().default(''),
    /** When what is held or snoozed is to be sent; null for anything else. */
    dueAt: instant(),
    /** When it was last stored to be sent at once. */
    createdAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('sent_reminders_once').on(table.subscriptionId, table.keyDigest),
    index('sent_reminders_prune').on(table.occurrenceAt),
    index('sent_reminders_due').on(table.dueAt),
    index('sent_reminders_unsettled').on(table.status, table.createdAt),
  ],
)
