import { boolean, int, mysqlTable, text, uniqueIndex } from 'drizzle-orm/mysql-core'
import { asciiText, instant } from '../columns'
import { members } from './members'

/**
 * Accounts that were made on the household's own CalDAV server. A row outlives its member, so that nobody else gets the
 * name, and with it what is kept there.
 */
export const homeAccounts = mysqlTable(
  'home_accounts',
  {
    id: int().autoincrement().primaryKey(),
    /** Null: of the wizard, which has not made its admin yet, or of a member who has left. */
    userId: int().references(() => members.id, { onDelete: 'set null' }),
    username: asciiText(64)().notNull(),
    /** Encrypted, until the account is connected: a second try goes on with it. */
    appPassword: text(),
    /** Its line may stand in the file of users. */
    isListed: boolean().notNull().default(true),
    createdAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('home_accounts_member').on(table.userId),
    uniqueIndex('home_accounts_username').on(table.username),
  ],
)
