import { boolean, char, index, int, mediumtext, mysqlEnum, mysqlTable, text, varchar } from 'drizzle-orm/mysql-core'
import { OUTBOX_STATES } from '../../outbox-states'
import { exactText, instant } from '../columns'
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
    /** Null when the calendar is not there any more: what was to be written in it is lost, and its author must hear of it. */
    calendarId: int().references(() => calendars.id, { onDelete: 'set null' }),
    uid: exactText(512)().notNull(),
    /** Of a removal that goes to where a move will have brought the event: the uid that its author named. */
    askedUid: exactText(512)(),
    operation: mysqlEnum(['create', 'update', 'delete']).notNull(),
    status: mysqlEnum(OUTBOX_STATES).notNull().default('pending'),
    attemptCount: int().notNull().default(0),
    /** Links the rows of a move: the create and the delete, or the move of a meeting and the change behind it. */
    groupId: char({ length: 36 }),
    /** Of a meeting that moves: where to. Null when that calendar is not there any more. */
    destinationId: int().references(() => calendars.id, { onDelete: 'set null' }),
    /** Of a meeting that moves: its path there, percent-decoded. */
    destinationHref: exactText(2048)(),
    /** Of the cached object when the write was queued. */
    etag: varchar({ length: 512 }),
    /** The event form as submitted, JSON; null for a delete. */
    payload: mediumtext(),
    /** The form that the author started from, JSON: as it was opened where the author says so, else as cached. */
    base: mediumtext(),
    /** The author said what the form was like: what others have changed in it since is a clash. */
    isBaseGiven: boolean().notNull().default(false),
    /** The source object of a move. */
    sourceObject: mediumtext(),
    /** Path of the object on the server, fixed when queued, percent-decoded. */
    href: exactText(2048)().notNull(),
    /** Written into the object as X-CORKBOARD-OP: tells our own write after a lost answer. */
    operationId: char({ length: 36 }).notNull(),
    /** The If-Match value of the attempt whose answer is unclear. */
    sentEtag: varchar({ length: 512 }),
    /** The object of the attempt whose answer is unclear. */
    sentObject: mediumtext(),
    /** When the server was known to have done the write, should the cache not have followed at once. */
    confirmedAt: instant(),
    /** Why it failed, in a plain sentence. */
    error: text(),
    /** The same as a stable word that clients translate. */
    errorCode: varchar({ length: 32 }),
    nextAttemptAt: instant().notNull(),
    /** The drain that holds the row, and until when; a crashed holder's claim runs out. */
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
