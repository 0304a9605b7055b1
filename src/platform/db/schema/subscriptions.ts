import { boolean, char, index, int, mysqlTable, text, varchar } from 'drizzle-orm/mysql-core'
import { asciiText, instant } from '../columns'
import { calendars } from './calendars'
import { members } from './members'

/** Where the events of a calendar with another source than CalDAV come from, and when they are asked for. */
export const subscriptions = mysqlTable(
  'subscriptions',
  {
    id: int().autoincrement().primaryKey(),
    userId: int()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    calendarId: int()
      .notNull()
      .unique()
      .references(() => calendars.id, { onDelete: 'cascade' }),
    /** The feed's address, sealed; null: public holidays. */
    sealedUrl: text(),
    /** Scheme, host and port of the address: all of it that is ever shown. */
    origin: asciiText(300)(),
    /** ISO 3166-1, of public holidays. */
    country: char({ length: 2 }),
    region: varchar({ length: 32 }),
    /** What the server said of the answer that was stored last (RFC 9110 8.8). */
    etag: varchar({ length: 512 }),
    lastModified: varchar({ length: 64 }),
    /** SHA-256 of that answer, hexadecimal: many servers say nothing of it. */
    answerDigest: char({ length: 64 }),
    /** The last answer held no event: only the next one that says the same is believed. */
    isEmptyOnce: boolean().notNull().default(false),
    /** How often the feed wants to be asked; null: it does not say. */
    refreshMinutes: int(),
    lastTriedAt: instant(),
    lastGoodAt: instant(),
    /** A code for what is wrong; null: nothing. */
    reason: varchar({ length: 32 }),
    failureCount: int().notNull().default(0),
    nextFetchAt: instant().notNull(),
    /** The server wants to be left alone until then (RFC 9110 10.2.3). */
    retryAfter: instant(),
    /** The process that fetches, and until when no other one does. */
    leaseToken: char({ length: 36 }),
    leasedUntil: instant(),
  },
  (table) => [index('subscriptions_next_fetch').on(table.nextFetchAt)],
)
