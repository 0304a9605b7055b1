import { char, date, index, int, mysqlTable, primaryKey, uniqueIndex, varchar } from 'drizzle-orm/mysql-core'
import { exactText, instant } from '../columns'
import { members } from './members'

/** Everybody whom an event can be for: each member has one, and there are persons who never sign in. */
export const persons = mysqlTable(
  'persons',
  {
    id: int().autoincrement().primaryKey(),
    /** Null: a person without sign-in. A member's person bears the member's name and colour. */
    memberId: int().references(() => members.id, { onDelete: 'cascade' }),
    /** Null for a member's person. */
    name: varchar({ length: 256 }),
    /** Null for a member's person. */
    color: char({ length: 7 }),
    birthday: date({ mode: 'string' }),
    /** Order among the persons, from 0; ties by id. */
    position: int().notNull().default(0),
    createdAt: instant().notNull(),
  },
  (table) => [uniqueIndex('persons_member').on(table.memberId)],
)

/** Members who look after a person without sign-in. */
export const personManagers = mysqlTable(
  'person_managers',
  {
    personId: int()
      .notNull()
      .references(() => persons.id, { onDelete: 'cascade' }),
    memberId: int()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.personId, table.memberId] }),
    index('person_managers_member').on(table.memberId),
  ],
)

/** Names that a person has borne: older events still say them in their CATEGORIES. */
export const formerNames = mysqlTable(
  'former_names',
  {
    personId: int()
      .notNull()
      .references(() => persons.id, { onDelete: 'cascade' }),
    /** Trimmed and case folded. */
    nameKey: exactText(256)().notNull(),
    /** When it was given up; the latest bearer counts. */
    until: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.nameKey] }), index('former_names_key').on(table.nameKey)],
)
