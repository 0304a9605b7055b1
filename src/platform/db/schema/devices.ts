import { index, int, mysqlEnum, mysqlTable, uniqueIndex, varchar } from 'drizzle-orm/mysql-core'
import { asciiText, instant } from '../columns'
import { members } from './members'

/** Devices on which a member stays signed in; a row that is gone is a device that is signed out. */
export const deviceSessions = mysqlTable(
  'device_sessions',
  {
    id: int().autoincrement().primaryKey(),
    memberId: int()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in the device's cookie, hex. */
    tokenDigest: asciiText(64)().notNull(),
    name: varchar({ length: 128 }).notNull(),
    /** How the member signed in. */
    kind: mysqlEnum(['local', 'oidc']).notNull(),
    /** The member's at the sign-in; it counts as long as it is still the member's. */
    sessionVersion: int().notNull(),
    createdAt: instant().notNull(),
    /** When the cookie was issued last; to the day, a use within that is not written. */
    lastUsedAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('device_sessions_token').on(table.tokenDigest),
    index('device_sessions_member').on(table.memberId, table.lastUsedAt),
    index('device_sessions_prune').on(table.lastUsedAt),
  ],
)
