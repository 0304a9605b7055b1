import { char, int, mysqlTable, smallint } from 'drizzle-orm/mysql-core'
import { asciiText } from '../columns'
import { members } from './members'

/** How a member wants to be reminded; a member without a row wants it as everybody does by default. */
export const reminderPreferences = mysqlTable('reminder_preferences', {
  userId: int()
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  /** Minutes before, for new events; null: none. The service itself applies neither. */
  defaultTimed: smallint(),
  defaultAllDay: smallint(),
  /** Of what in the shared calendar: words with a comma in between; empty: of nothing. */
  shared: asciiText(32)().notNull().default('all'),
  /** `HH:MM` on the household's clock; both or neither. */
  quietStart: char({ length: 5 }),
  quietEnd: char({ length: 5 }),
  morning: char({ length: 5 }),
})
