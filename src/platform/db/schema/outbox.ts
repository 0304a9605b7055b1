import { boolean, char, index, int, mediumtext, mysqlEnum, mysqlTable, text, varchar } from 'drizzle-orm/mysql-core'
import { asciiText, exactText, instant } from '../columns'
import { calendars } from './calendars'
import { members } from './members'

export const outbox = mysqlTable(
  'outbox',
  {
    id: int().autoincrement().primaryKey(),
    /** The member who wrote; sync-status answers only to the author. */
    authorId: int()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** Null when the calendar is gone: the write is lost, and its author must hear of it. */
    calendarId: int().references(() => calendars.id, { onDelete: 'set null' }),
    uid: exactText(512)().notNull(),
    /** The occurrence as RECURRENCE-ID names it, a UTC instant or a date; null: the whole event. */
    recurrenceId: asciiText(32)(),
    /** How much of a series is written, seen from the occurrence below; null: the event as a whole. */
    range: mysqlEnum(['this', 'thisAndFuture', 'all']),
    /** The occurrence that the form speaks of, as RECURRENCE-ID names it; null: the event's first. */
    formRecurrenceId: asciiText(32)(),
    /** The uid that the author of a removal named, when a queued move gives the event another one. */
    askedUid: exactText(512)(),
    operation: mysqlEnum(['create', 'update', 'delete']).notNull(),
    status: mysqlEnum(['pending', 'failed', 'dead', 'done']).notNull().default('pending'),
    attemptCount: int().notNull().default(0),
    /** Links the rows of a move: its create and delete, or a meeting's move and the change behind it. */
    groupId: char({ length: 36 }),
    /** Where a meeting moves to, or the original of a copy stands that is taken back. Null when that calendar is gone. */
    destinationId: int().references(() => calendars.id, { onDelete: 'set null' }),
    /** The meeting's path there, or the original's, percent-decoded. */
    destinationHref: exactText(2048)(),
    /** Of the cached object when the write was queued. */
    etag: varchar({ length: 512 }),
    /** The event form as submitted, JSON; null for a delete. */
    payload: mediumtext(),
    /** The form that the author started from, JSON: as they opened it, else as cached. */
    base: mediumtext(),
    /** The author sent the form as opened: other people's changes since are a clash. */
    isBaseGiven: boolean().notNull().default(false),
    /** The source object of a move, what an import writes as it is, and a copy as it was sent that is taken back. */
    sourceObject: mediumtext(),
    /** An import has queued it, and looks after what becomes of it. */
    isImport: boolean().notNull().default(false),
    /** Path of the object on the server, fixed when queued, percent-decoded. */
    href: exactText(2048)().notNull(),
    /** Written into the object as X-CORKBOARD-OP: recognises our own write after a lost answer. */
    operationId: char({ length: 36 }).notNull(),
    /** The If-Match value of the attempt whose answer is unclear. */
    sentEtag: varchar({ length: 512 }),
    /** The object of the attempt whose answer is unclear. */
    sentObject: mediumtext(),
    /** Set when the server has done the write and reading it back failed. */
    confirmedAt: instant(),
    /** Why it failed, in a plain sentence. */
    error: text(),
    /** The same as a stable word that clients translate. */
    errorCode: varchar({ length: 32 }),
    nextAttemptAt: instant().notNull(),
    /** The drain that leases the row, and until when; a crashed drain's lease runs out. */
    claimedBy: char({ length: 36 }),
    claimedUntil: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    index('outbox_due').on(table.status, table.nextAttemptAt),
    index('outbox_author_uid').on(table.authorId, table.uid),
    index('outbox_author_asked_uid').on(table.authorId, table.askedUid),
    index('outbox_calendar_uid').on(table.calendarId, table.uid),
    index('outbox_group').on(table.groupId),
    index('outbox_prune').on(table.status, table.updatedAt),
  ],
)
