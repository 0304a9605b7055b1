import { boolean, char, int, mysqlTable, text, uniqueIndex, varchar } from 'drizzle-orm/mysql-core'
import { asciiText, exactText, instant, utf8Bytes } from '../columns'

export const members = mysqlTable(
  'members',
  {
    id: int().autoincrement().primaryKey(),
    displayName: varchar({ length: 256 }),
    color: char({ length: 7 }).notNull(),
    isAdmin: boolean().notNull().default(false),
    oidcIss: utf8Bytes(1024)(),
    oidcSub: utf8Bytes(1024)(),
    /** True once an identity is bound to the row. */
    claimed: boolean().notNull().default(false),
    /** Part of every session; raised to end a member's other sessions. */
    sessionVersion: int().notNull().default(0),
    createdAt: instant().notNull(),
  },
  (table) => [uniqueIndex('members_identity').on(table.oidcIss, table.oidcSub)],
)

export const localCredentials = mysqlTable(
  'local_credentials',
  {
    userId: int()
      .primaryKey()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** As entered. */
    username: exactText(128)().notNull(),
    /** Normalised for the lookup: NFKC, lower case. */
    usernameKey: exactText(256)().notNull(),
    /** PHC text of scrypt. */
    passwordHash: varchar({ length: 255 }).notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [uniqueIndex('local_credentials_username').on(table.usernameKey)],
)

/** One member's account on a CalDAV server. */
export const calendarCredentials = mysqlTable('calendar_credentials', {
  userId: int()
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  providerType: varchar({ length: 64 }).notNull().default('caldav'),
  accountEmail: varchar({ length: 256 }).notNull(),
  /** Where the member said the server is; null: found from the configuration or the account's domain. */
  serverUrl: asciiText(1024)(),
  /** AES-256-GCM, the member id as associated data. */
  appPassword: text().notNull(),
  homeUrl: asciiText(1024)(),
  /** The last failure in plain words, null when the last poll went well. */
  lastError: varchar({ length: 500 }),
  /** A refused password is not tried again before. */
  refusedUntil: instant(),
  lastPolledAt: instant(),
  updatedAt: instant().notNull(),
})

/** Failed sign-ins per name, known or not; the key is a digest so that no stranger's typing is kept. */
export const loginAttempts = mysqlTable('login_attempts', {
  nameDigest: char({ length: 64 }).primaryKey(),
  /** The newest failures inside the throttle window: JSON array of epoch milliseconds. */
  recentFailures: varchar({ length: 512 }).notNull().default('[]'),
  failureCount: int().notNull().default(0),
  lockedUntil: instant(),
  updatedAt: instant().notNull(),
})

/** Nonces of link states that have been used; kept until the state would have expired. */
export const usedLinkNonces = mysqlTable('used_link_nonces', {
  nonce: char({ length: 64 }).primaryKey(),
  expiresAt: instant().notNull(),
})
