import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  char,
  date,
  index,
  int,
  mediumtext,
  mysqlEnum,
  mysqlTable,
  primaryKey,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/mysql-core'
import { asciiText, exactText, instant } from '../columns'
import { members } from './members'
import { persons } from './people'

/** What other members of the household see of a calendar: nothing, when its owner is busy, everything. */
export const VISIBILITIES = ['private', 'busy', 'household'] as const

/** Where a calendar's events come from: a CalDAV server, or a subscription to a feed or to public holidays. */
const CALENDAR_SOURCES = ['caldav', 'feed', 'holidays'] as const

export const calendars = mysqlTable(
  'calendars',
  {
    id: int().autoincrement().primaryKey(),
    userId: int()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    source: mysqlEnum(CALENDAR_SOURCES).notNull().default('caldav'),
    /** Of a subscription `subscription:` and a UUID: its address is a secret. */
    url: asciiText(1024)().notNull(),
    displayName: varchar({ length: 255 }).notNull(),
    color: char({ length: 7 }).notNull(),
    isShared: boolean().notNull().default(false),
    /** Left out of what its owner sees of the household. */
    isHidden: boolean().notNull().default(false),
    visibility: mysqlEnum(VISIBILITIES).notNull().default('private'),
    /** Whom its events are for, where they say nothing else. */
    personId: int().references(() => persons.id, { onDelete: 'set null' }),
    /** As its owner calls it here; null: as its server does. */
    ownName: varchar({ length: 255 }),
    /** As its owner colours it here; null: as its server does. */
    ownColor: char({ length: 7 }),
    /** False when the server lets the member read only. */
    writable: boolean().notNull().default(true),
    ctag: varchar({ length: 512 }),
    syncToken: varchar({ length: 2048 }),
    /** When a complete listing of the server first did not name the calendar; null: the last one named it. */
    missingSince: instant(),
    lastSyncedAt: instant(),
    /** When every object had been read; a daily pass catches what increments cannot. Null: the first has not ended. */
    lastFullSyncAt: instant(),
    /** The last href that the full pass under way has read. */
    fullSyncPosition: mediumtext(),
    fullSyncFailedAt: instant(),
    /** The last failure in plain words, null when the last sync went well. */
    lastError: varchar({ length: 500 }),
    /** Rows in `skipped_objects`. */
    skippedObjects: int().notNull().default(0),
    /** Counts the times that rows of it came into `event_words`. */
    wordsRevision: int().notNull().default(0),
    /** Grows with whatever an answer tells of the calendar and its events (`nextRevision`). */
    revision: bigint({ mode: 'number' }).notNull().default(0),
    /** Rows up to this id have followed the household to its present zone; null: all have. */
    zonePosition: int(),
  },
  (table) => [uniqueIndex('calendars_owner_url').on(table.userId, table.url)],
)

/** Objects on a server that could not be read and were left out. */
export const skippedObjects = mysqlTable(
  'skipped_objects',
  {
    calendarId: int()
      .notNull()
      .references(() => calendars.id, { onDelete: 'cascade' }),
    /** SHA-256, hexadecimal: the path itself would be longer than a key may be. */
    hrefDigest: char({ length: 64 }).notNull(),
    href: mediumtext().notNull(),
    etag: varchar({ length: 512 }),
    reason: varchar({ length: 255 }).notNull(),
    attemptCount: int().notNull(),
    /** When the server is asked for it again; null: not before it has another etag. */
    nextAttemptAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.calendarId, table.hrefDigest] })],
)

/** A member's calendar that was the household's shared one when it went from its server. */
export const removedSharedCalendars = mysqlTable('removed_shared_calendars', {
  userId: int()
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  url: asciiText(1024)().notNull(),
  removedAt: instant().notNull(),
})

export const events = mysqlTable(
  'events',
  {
    id: int().autoincrement().primaryKey(),
    calendarId: int()
      .notNull()
      .references(() => calendars.id, { onDelete: 'cascade' }),
    uid: exactText(512)().notNull(),
    /** Path of the object on the server, percent-decoded: servers spell one path in several ways. */
    href: exactText(2048)().notNull(),
    etag: varchar({ length: 512 }),
    title: text().notNull(),
    location: text(),
    allDay: boolean().notNull(),
    dtstartUtc: instant(),
    dtstartDate: date({ mode: 'string' }),
    dtendUtc: instant(),
    /** Exclusive. */
    dtendDate: date({ mode: 'string' }),
    /** True when the object must be expanded: a rule, added dates or overrides. */
    hasRrule: boolean().notNull(),
    cancelled: boolean().notNull().default(false),
    /** TRANSP of the event or, of a series, of its main object (RFC 5545 3.8.2.7). */
    transparent: boolean().notNull().default(false),
    /** CLASS of the event or, of a series, of any of its occurrences is not PUBLIC (RFC 5545 3.8.1.3). */
    private: boolean().notNull().default(false),
    /** Bounds of every occurrence, padded; `lastUtc` null: endless. */
    firstUtc: instant().notNull(),
    lastUtc: instant(),
    reminderLeadMinutes: int(),
    reminderIsCustom: boolean().notNull().default(false),
    /** JSON of the reminders that `reminderLeadMinutes` does not tell (`EventSummary.reminders`); none: those of occurrences. */
    reminders: asciiText(255)(),
    /** JSON of the CATEGORIES of the event or, of a series, of its main object (RFC 5545 3.8.1.2); null: none. */
    categories: text(),
    rawVevent: mediumtext().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('events_calendar_uid').on(table.calendarId, table.uid),
    // The whole path would be longer than a key may be.
    index('events_calendar_href').on(table.calendarId, sql`href(191)`),
    index('events_calendar_updated').on(table.calendarId, table.updatedAt),
    index('events_window_timed').on(table.calendarId, table.hasRrule, table.allDay, table.dtstartUtc),
    index('events_window_all_day').on(table.calendarId, table.hasRrule, table.allDay, table.dtstartDate),
    index('events_window_recurring').on(table.calendarId, table.hasRrule, table.lastUtc),
    index('events_reminders_timed').on(table.hasRrule, table.allDay, table.reminderLeadMinutes, table.dtstartUtc),
    index('events_reminders_all_day').on(table.hasRrule, table.allDay, table.reminderLeadMinutes, table.dtstartDate),
  ],
)

/** What events are found by, one row for each. */
export const eventWords = mysqlTable(
  'event_words',
  {
    calendarId: int().notNull(),
    eventId: int()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** The calendar's when it was written: who knows an earlier one reads what came since. */
    revision: int().notNull(),
    isRecurring: boolean().notNull(),
    /** Seconds since 1970; of an all-day event its midnights in the household's zone. Of a series: 0. */
    startsAt: bigint({ mode: 'number' }).notNull(),
    endsAt: bigint({ mode: 'number' }).notNull(),
    /** Folded, a blank before each; empty of an event that nobody is shown. */
    words: mediumtext().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.calendarId, table.eventId] }),
    index('event_words_event').on(table.eventId),
    index('event_words_revision').on(table.calendarId, table.revision),
  ],
)
