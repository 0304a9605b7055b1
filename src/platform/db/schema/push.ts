import { char, index, int, mysqlEnum, mysqlTable, uniqueIndex, varchar } from 'drizzle-orm/mysql-core'
import { exactText, instant } from '../columns'
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

/** Reminders per member and device, stored before they are sent: at most once, whatever happens in between. */
export const sentReminders = mysqlTable(
  'sent_reminders',
  {
    id: int().autoincrement().primaryKey(),
    subscriptionId: int()
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    /** SHA-256 of the deduplication key, hex. */
    keyDigest: char({ length: 64 }).notNull(),
    status: mysqlEnum(['stored', 'sent', 'failed']).notNull().default('stored'),
    occurrenceAt: instant().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('sent_reminders_once').on(table.subscriptionId, table.keyDigest),
    index('sent_reminders_prune').on(table.occurrenceAt),
  ],
)
