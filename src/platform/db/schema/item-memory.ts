import { double, index, int, mysqlTable, primaryKey, text, varchar } from 'drizzle-orm/mysql-core'
import { asciiText, instant, jsonText } from '../columns'
import { lists } from './lists'

/** How what is remembered of a list has changed. */
export const itemMemories = mysqlTable('item_memories', {
  listId: int()
    .primaryKey()
    .references(() => lists.id, { onDelete: 'cascade' }),
  /** Rises with every change of what is remembered of the list. */
  revision: int().notNull(),
  /** The revision at which something was last forgotten: who knows an earlier one reads all anew. */
  forgottenRevision: int().notNull().default(0),
  /** The number of the last round of additions that belong together, and when its last was. */
  round: int().notNull(),
  roundAt: instant(),
})

/** What was added to a list, by what its texts share; it outlives the items. */
export const rememberedItems = mysqlTable(
  'remembered_items',
  {
    listId: int()
      .notNull()
      .references(() => lists.id, { onDelete: 'cascade' }),
    /** Of the key, which may be longer than any index takes. */
    keyDigest: asciiText(64)().notNull(),
    /** As it was last written. */
    text: text().notNull(),
    section: varchar({ length: 64 }),
    amount: varchar({ length: 64 }),
    /** How often it was added. */
    count: int().notNull(),
    /** The same, where older additions count for less, as of `lastAt`. */
    weight: double().notNull(),
    lastAt: instant().notNull(),
    /** When it was ticked, of an item that was removed since; null: never. */
    boughtAt: instant(),
    /** The last rounds of additions that it was in. */
    rounds: jsonText<number[]>()().notNull(),
    /** The memory's when it was written. */
    revision: int().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.listId, table.keyDigest] }),
    index('remembered_items_key').on(table.keyDigest),
    index('remembered_items_revision').on(table.listId, table.revision),
  ],
)
