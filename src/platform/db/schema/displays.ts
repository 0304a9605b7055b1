import { boolean, char, index, int, mysqlTable, primaryKey, uniqueIndex, varchar } from 'drizzle-orm/mysql-core'
import { exactText, instant } from '../columns'
import { calendars } from './calendars'
import { lists } from './lists'
import { members } from './members'

/** Screens of the household's own, which are nobody. */
export const displays = mysqlTable(
  'displays',
  {
    id: int().autoincrement().primaryKey(),
    name: varchar({ length: 64 }).notNull(),
    canTick: boolean().notNull(),
    canAdd: boolean().notNull(),
    /** The admin who made it, and who answers for what is added on it; null: no member any more. */
    addedBy: int().references(() => members.id, { onDelete: 'set null' }),
    /** SHA-256 of the token that the device keeps, hex; null: not paired. */
    tokenDigest: char({ length: 64 }),
    pairedAt: instant(),
    /** To the minute. */
    lastSeenAt: instant(),
    createdAt: instant().notNull(),
  },
  (table) => [uniqueIndex('displays_token').on(table.tokenDigest)],
)

/** What an admin chose for a display; it shows those that are still shared or open to the household. */
export const displayCalendars = mysqlTable(
  'display_calendars',
  {
    displayId: int()
      .notNull()
      .references(() => displays.id, { onDelete: 'cascade' }),
    calendarId: int()
      .notNull()
      .references(() => calendars.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.displayId, table.calendarId] }),
    index('display_calendars_calendar').on(table.calendarId),
  ],
)

/** The same for lists; it shows those that are still shared. */
export const displayLists = mysqlTable(
  'display_lists',
  {
    displayId: int()
      .notNull()
      .references(() => displays.id, { onDelete: 'cascade' }),
    listId: int()
      .notNull()
      .references(() => lists.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.displayId, table.listId] }), index('display_lists_list').on(table.listId)],
)

/** Events that were added on a display, so that it can tell what became of them. */
export const displayWrites = mysqlTable(
  'display_writes',
  {
    displayId: int()
      .notNull()
      .references(() => displays.id, { onDelete: 'cascade' }),
    /** The write's author, by whom it is found. */
    authorId: int()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    uid: exactText(512)().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.displayId, table.uid] }), index('display_writes_prune').on(table.createdAt)],
)

/** The code that pairs a device with a display, one at a time. */
export const pairingCodes = mysqlTable(
  'pairing_codes',
  {
    displayId: int()
      .primaryKey()
      .references(() => displays.id, { onDelete: 'cascade' }),
    /** SHA-256, hex. */
    codeDigest: char({ length: 64 }).notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [uniqueIndex('pairing_codes_digest').on(table.codeDigest)],
)

/** Wrong pairing codes by the network address that they came from. */
export const pairingFailures = mysqlTable(
  'pairing_failures',
  {
    /** SHA-256, hex. */
    addressDigest: char({ length: 64 }).primaryKey(),
    /** The newest inside the window: JSON array of epoch milliseconds. */
    recentFailures: varchar({ length: 512 }).notNull().default('[]'),
    updatedAt: instant().notNull(),
  },
  (table) => [index('pairing_failures_prune').on(table.updatedAt)],
)

/** Wrong pairing codes from anywhere, by the minute. */
export const pairingFailureCounts = mysqlTable('pairing_failure_counts', {
  minute: instant().primaryKey(),
  failureCount: int().notNull(),
})
