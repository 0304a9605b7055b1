import { boolean, index, int, mysqlEnum, mysqlTable, primaryKey, uniqueIndex, varchar } from 'drizzle-orm/mysql-core'
import { asciiText, instant } from '../columns'
import { calendars } from './calendars'
import { lists } from './lists'
import { members } from './members'

/** How much a feed tells of its events: everything, or when its readers are busy. */
export const FEED_DETAILS = ['full', 'busy'] as const

/** Calendars and lists that other programs read at a secret address; a row that is gone is an address that is dead. */
export const feeds = mysqlTable(
  'feeds',
  {
    id: int().autoincrement().primaryKey(),
    /** Through whom it reads. */
    memberId: int()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in its address, hex. */
    tokenDigest: asciiText(64)().notNull(),
    name: varchar({ length: 255 }),
    detail: mysqlEnum(FEED_DETAILS).notNull(),
    /** Whether it carries alarms. */
    reminders: boolean().notNull(),
    createdAt: instant().notNull(),
    /** To the minute; null: never yet. */
    lastUsedAt: instant(),
  },
  (table) => [uniqueIndex('feeds_token').on(table.tokenDigest), index('feeds_member').on(table.memberId)],
)

/** What its member chose; it carries those that the member may still read. */
export const feedCalendars = mysqlTable(
  'feed_calendars',
  {
    feedId: int()
      .notNull()
      .references(() => feeds.id, { onDelete: 'cascade' }),
    calendarId: int()
      .notNull()
      .references(() => calendars.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.feedId, table.calendarId] }),
    index('feed_calendars_calendar').on(table.calendarId),
  ],
)

/** The same for lists. */
export const feedLists = mysqlTable(
  'feed_lists',
  {
    feedId: int()
      .notNull()
      .references(() => feeds.id, { onDelete: 'cascade' }),
    listId: int()
      .notNull()
      .references(() => lists.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.feedId, table.listId] }), index('feed_lists_list').on(table.listId)],
)
