import { char, index, int, mysqlEnum, mysqlTable, smallint, varchar } from 'drizzle-orm/mysql-core'
import { instant } from '../columns'

export const BIRTHDAY_REMINDERS = ['none', 'morning', 'evening'] as const

/** Birthdays of those who are no persons of the household; its members keep one list. */
export const birthdays = mysqlTable(
  'birthdays',
  {
    id: int().autoincrement().primaryKey(),
    name: varchar({ length: 256 }).notNull(),
    /** `MM-DD` */
    monthDay: char({ length: 5 }).notNull(),
    /** Of birth; null: not known. */
    year: smallint(),
    reminder: mysqlEnum(BIRTHDAY_REMINDERS).notNull().default('none'),
    createdAt: instant().notNull(),
  },
  (table) => [index('birthdays_month_day').on(table.monthDay)],
)
