import { char, index, int, mysqlTable, uniqueIndex, varchar } from 'drizzle-orm/mysql-core'
import { instant } from '../columns'
import { members } from './members'

/** Links by which somebody makes themselves a member. */
export const invitations = mysqlTable(
  'invitations',
  {
    id: int().autoincrement().primaryKey(),
    /** SHA-256 of the token, hex: the link itself is kept nowhere. */
    tokenDigest: char({ length: 64 }).notNull(),
    /** Whose link it is: it goes with the member. */
    invitedBy: int()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** Whom it is for; null: not said. */
    displayName: varchar({ length: 256 }),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [
    uniqueIndex('invitations_token').on(table.tokenDigest),
    index('invitations_inviter').on(table.invitedBy),
    index('invitations_prune').on(table.expiresAt),
  ],
)

/** Tokens that nobody has given out, counted by the address they came from. */
export const unknownTokens = mysqlTable(
  'unknown_tokens',
  {
    /** SHA-256 of what the token was for and of the address, hex. */
    sourceDigest: char({ length: 64 }).primaryKey(),
    count: int().notNull(),
    /** When the first of them came. */
    since: instant().notNull(),
  },
  (table) => [index('unknown_tokens_prune').on(table.since)],
)
