import {
  bigint,
  boolean,
  char,
  date,
  index,
  int,
  mysqlEnum,
  mysqlTable,
  primaryKey,
  text,
  varchar,
} from 'drizzle-orm/mysql-core'
import { asciiText, instant, jsonText } from '../columns'
import { members } from './members'
import { persons } from './people'

export const LIST_KINDS = ['plain', 'shopping', 'chores'] as const

/** When an item comes again: by a rule from its day on, or so many days after it was done. */
export type Repeat =
  | {
      every: 'day' | 'week' | 'month' | 'year'
      interval?: number
      weekdays?: ('MO' | 'TU' | 'WE' | 'TH' | 'FR' | 'SA' | 'SU')[]
    }
  | { afterDays: number }

export const lists = mysqlTable(
  'lists',
  {
    id: int().autoincrement().primaryKey(),
    ownerId: int()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    name: varchar({ length: 255 }).notNull(),
    isShared: boolean().notNull().default(true),
    /** The name of a drawing that a client knows, or an emoji. */
    icon: varchar({ length: 32 }),
    /** #RRGGBB */
    color: char({ length: 7 }),
    kind: mysqlEnum(LIST_KINDS).notNull().default('plain'),
    /** Its items stand by section. */
    grouped: boolean().notNull().default(false),
    /** Sections in the order of the shop; null: none was made. */
    sectionOrder: jsonText<string[]>()(),
    /** Grows with whatever an answer tells of the list and its items (`nextRevision`). */
    revision: bigint({ mode: 'number' }).notNull().default(0),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [index('lists_owner').on(table.ownerId)],
)

/** Where a member has put a list among theirs; a list without a row stands after those. */
export const listRanks = mysqlTable(
  'list_ranks',
  {
    listId: int()
      .notNull()
      .references(() => lists.id, { onDelete: 'cascade' }),
    userId: int()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** A fractional index, as that of items. */
    rank: asciiText(255)('rank').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.listId] }), index('list_ranks_list').on(table.listId)],
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
    /** Of what its text shares with others that say the same; null until somebody looks for such. */
    keyDigest: asciiText(64)(),
    checked: boolean().notNull().default(false),
    /** A fractional index; ordered byte by byte, ties by id. */
    rank: asciiText(255)('rank').notNull(),
    /** The name a client gave the item before it had an id. */
    clientId: char({ length: 36 }),
    section: varchar({ length: 64 }),
    amount: varchar({ length: 64 }),
    due: date({ mode: 'string' }),
    /** `HH:MM` on the household's clock; only beside `due`. */
    dueTime: char({ length: 5 }),
    /** Members, in their order; null: nobody in particular, or `personIds` says it. */
    assigneeIds: jsonText<number[]>()(),
    /** Persons, in their order, where one of them never signs in; null: `assigneeIds` says it. */
    personIds: jsonText<number[]>()(),
    recurrence: jsonText<Repeat>()(),
    /** Whose turn it is goes round: the first of them has it. */
    rotates: boolean().notNull().default(false),
    /** Who ticked it, of a chore. */
    doneBy: int().references(() => members.id, { onDelete: 'set null' }),
    doneAt: instant(),
    /** What all items share that came one from ticking the other: the id of the first; null before. */
    seriesId: int(),
    /** How often it was added and that was not counted yet: more than once where what was added later joined it. */
    uncounted: int().notNull().default(1),
    /** The item whose tick made this one, while nobody has touched it. */
    followsId: int(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    index('list_items_order').on(table.listId, table.rank, table.id),
    index('list_items_checked_order').on(table.listId, table.checked, table.rank, table.id),
    index('list_items_key').on(table.listId, table.checked, table.keyDigest),
    index('list_items_uncounted').on(table.listId, table.uncounted),
    index('list_items_due').on(table.checked, table.due),
    index('list_items_series').on(table.seriesId),
  ],
)

/** Chores that were done; they outlive their items. */
export const completedChores = mysqlTable(
  'completed_chores',
  {
    itemId: int().primaryKey(),
    listId: int()
      .notNull()
      .references(() => lists.id, { onDelete: 'cascade' }),
    userId: int()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    doneAt: instant().notNull(),
  },
  (table) => [index('completed_chores_of_list').on(table.listId, table.doneAt)],
)

/** The same of persons without sign-in. */
export const completedChoresOfPersons = mysqlTable(
  'completed_chores_of_persons',
  {
    itemId: int().primaryKey(),
    listId: int()
      .notNull()
      .references(() => lists.id, { onDelete: 'cascade' }),
    personId: int()
      .notNull()
      .references(() => persons.id, { onDelete: 'cascade' }),
    doneAt: instant().notNull(),
  },
  (table) => [index('completed_chores_of_persons_of_list').on(table.listId, table.doneAt)],
)
