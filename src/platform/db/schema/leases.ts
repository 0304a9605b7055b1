import { bigint, char, mysqlTable } from 'drizzle-orm/mysql-core'
import { asciiText, instant } from '../columns'

/** Work that one process of all on the database does at a time, and the processes themselves (`src/platform/lease`). */
export const leases = mysqlTable('leases', {
  name: asciiText(128)().primaryKey(),
  /** The process that has taken it; empty: it has been given back. */
  holder: char({ length: 36 }).notNull(),
  /** Counts the times that it was taken: who knows an earlier number has lost it. */
  fence: bigint({ mode: 'number' }).notNull(),
  /** By the database's clock: those of the processes may differ. */
  untilAt: instant().notNull(),
})
