import { char, index, int, mediumtext, mysqlTable, primaryKey } from 'drizzle-orm/mysql-core'
import { exactText, instant } from '../columns'
import { members } from './members'

/** Answers of writes that carried an Idempotency-Key, so that a replay gets the first one again. */
export const idempotencyKeys = mysqlTable(
  'idempotency_keys',
  {
    userId: int()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    key: exactText(255)('idempotency_key').notNull(),
    /** SHA-256 of what makes the request this one and no other, hexadecimal: the key must not come back with another. */
    requestDigest: char({ length: 64 }).notNull(),
    /** Unused since 0000_household; goes with the next migration that contracts, as statements name every column. */
    status: int(),
    /** The first answer, JSON; 200 items of a list are more than 64 KB. */
    response: mediumtext(),
    createdAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] }), index('idempotency_keys_age').on(table.createdAt)],
)
