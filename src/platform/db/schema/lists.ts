import { boolean, char, index, int, mysqlTable, primaryKey, text, varchar } from 'drizzle-orm/mysql-core'
import { asciiText, instant } from '../columns'
import { members } from './members'

export const lists = mysqlTable(
  'lists',
  {
    id: int().autoincrement().primaryKey(),
    ownerId: int()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    name: varchar({ length: 255 }).notNull(),
    isShared: boolean().notNull().default(true),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [index('lists_owner').on(table.ownerId)],
)

export const listShares = mysqlTable(
  'list_shares',
  {
    listId: int()
      .notNull()
      .references(() => lists.id, { onDelete: 'cascade' }),
    userId: int()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.listId, table.userId] }), index('list_shares_user').on(table.userId)],
)

export const listItems = mysqlTable(
  'list_items',
  {
    id: int().autoincrement().primaryKey(),
    listId: int()
      .notNull()
      .references(() => lists.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    checked: boolean().notNull().default(false),
    /** A fractional index; ordered byte by byte, ties by id. */
    rank: asciiText(255)('rank').notNull(),
    /** The name a client gave the item before it had an id. */
    clientId: char({ length: 36 }),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    index('list_items_order').on(table.listId, table.rank, table.id),
    index('list_items_checked_order').on(table.listId, table.checked, table.rank, table.id),
  ],
)
