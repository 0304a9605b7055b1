import { date, index, int, mysqlEnum, mysqlTable, uniqueIndex, varchar } from 'drizzle-orm/mysql-core'
import { asciiText, instant } from '../columns'
import { members } from './members'

/** What a token is good for: reading, reading and writing lists, reading and writing events. */
export const TOKEN_SCOPES = ['read', 'lists', 'events'] as const

/** Tokens with which programs ask on a member's behalf; a row that is gone is a token that was revoked. */
export const apiTokens = mysqlTable(
  'api_tokens',
  {
    id: int().autoincrement().primaryKey(),
    memberId: int()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token, hex. */
    tokenDigest: asciiText(64)().notNull(),
    name: varchar({ length: 100 }).notNull(),
    scope: mysqlEnum(TOKEN_SCOPES).notNull(),
    /** The household's day with which it ends; null: never. */
    expires: date({ mode: 'string' }),
    createdAt: instant().notNull(),
    /** To the minute; null: never yet. */
    lastUsedAt: instant(),
  },
  (table) => [uniqueIndex('api_tokens_token').on(table.tokenDigest), index('api_tokens_member').on(table.memberId)],
)
