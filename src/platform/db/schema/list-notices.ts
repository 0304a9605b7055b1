import { index, int, mysqlTable, primaryKey } from 'drizzle-orm/mysql-core'
import { instant } from '../columns'
import { lists } from './lists'
import { members } from './members'

/** Who wants to hear of what others add to a list; nobody else has a row. */
export const listNotices = mysqlTable(
  'list_notices',
  {
    listId: int()
      .notNull()
      .references(() => lists.id, { onDelete: 'cascade' }),
    userId: int()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** The first addition that the member has not been told of; null: there is none. */
    firstId: int(),
    /** When they are told of it and of what came after it; null as above. */
    dueAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.listId, table.userId] }),
    index('list_notices_user').on(table.userId),
    index('list_notices_due').on(table.dueAt),
  ],
)

/** What was added to lists while somebody wanted to hear of it, for a week. */
export const listAdditions = mysqlTable(
  'list_additions',
  {
    id: int().autoincrement().primaryKey(),
    listId: int()
      .notNull()
      .references(() => lists.id, { onDelete: 'cascade' }),
    /** It may be gone, or in another list by now. */
    itemId: int().notNull(),
    /** Who did it; null: somebody at a display, or no member any more. */
    userId: int().references(() => members.id, { onDelete: 'set null' }),
    addedAt: instant().notNull(),
  },
  (table) => [
    index('list_additions_list').on(table.listId, table.id),
    index('list_additions_user').on(table.userId),
    index('list_additions_age').on(table.addedAt),
  ],
)
