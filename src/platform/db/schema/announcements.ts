import { bigint, customType, index, mysqlTable } from 'drizzle-orm/mysql-core'
import { instant } from '../columns'

const longText = customType<{ data: string }>({ dataType: () => 'mediumtext' })

/** What transactions have announced, one row for each; every process tells its streams of it. Kept for minutes. */
export const announcements = mysqlTable(
  'announcements',
  {
    id: bigint({ mode: 'number' }).autoincrement().primaryKey(),
    at: instant().notNull(),
    /** JSON of ids, of what has happened, and of who may hear of it; nothing that people have written. */
    body: longText().notNull(),
  },
  (table) => [index('announcements_at').on(table.at)],
)
