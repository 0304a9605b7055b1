import { mysqlTable, text, varchar } from 'drizzle-orm/mysql-core'
import { instant } from '../columns'

/** The household's settings, one row each. */
export const appConfig = mysqlTable('app_config', {
  key: varchar('key', { length: 64 }).primaryKey(),
  value: text().notNull(),
  updatedAt: instant('updated_at').notNull(),
})
