import { char, index, int, mediumtext, mysqlEnum, mysqlTable } from 'drizzle-orm/mysql-core'
import { exactText, instant } from '../columns'
import { calendars } from './calendars'
import { members } from './members'

/** Events that a member brings into a calendar, and how far that has come. */
export const imports = mysqlTable(
  'imports',
  {
    id: int().autoincrement().primaryKey(),
    memberId: int()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** The row that is written through; null when the calendar is gone. */
    calendarId: int().references(() => calendars.id, { onDelete: 'set null' }),
    status: mysqlEnum(['running', 'done', 'failed', 'cancelled']).notNull().default('running'),
    /** Events and what else there was; at the end the sum of the four below. */
    total: int().notNull(),
    /** Written. */
    done: int().notNull().default(0),
    /** In the calendar already. */
    known: int().notNull().default(0),
    failed: int().notNull().default(0),
    /** No events, or none that can be read. */
    skipped: int().notNull().default(0),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [index('imports_prune').on(table.status, table.updatedAt)],
)

/** What an import has yet to write. A row goes in the transaction that counts it. */
export const importObjects = mysqlTable(
  'import_objects',
  {
    id: int().autoincrement().primaryKey(),
    importId: int()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    uid: exactText(512)().notNull(),
    object: mediumtext().notNull(),
    /** The row that sends it; null: it waits. The row may be gone. */
    outboxId: int(),
    /** Writes of it that were refused because the calendar holds the uid already. */
    attemptCount: int().notNull().default(0),
    /** Not before this; null: at once. */
    nextAttemptAt: instant(),
  },
  (table) => [index('import_objects_waiting').on(table.importId, table.outboxId)],
)

/** What an import could not write, to be told by name: the first of each. */
export const importRefusals = mysqlTable('import_refusals', {
  id: int().autoincrement().primaryKey(),
  importId: int()
    .notNull()
    .references(() => imports.id, { onDelete: 'cascade' }),
  /** Its beginning. */
  title: exactText(255)().notNull(),
  /** The first day, in the household's zone; null: it cannot be read. */
  day: char({ length: 10 }),
})
