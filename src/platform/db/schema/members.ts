import { boolean, char, index, int, mysqlEnum, mysqlTable, text, uniqueIndex, varchar } from 'drizzle-orm/mysql-core'
import { LANGUAGES } from '../../languages'
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
    /** In which notifications speak to the member. */
    language: mysqlEnum(LANGUAGES).notNull().default('en'),
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
  accountEmail: varchar({ length: 256 }),
  /** The sign-in name where it is not the e-mail address; one of both is there. */
  calendarUsername: varchar({ length: 256 }),
  /** Where the member said the server is; null: found from the configuration or the account's domain. */
  serverUrl: asciiText(1024)(),
  /** AES-256-GCM, the member id as associated data. */
  appPassword: text().notNull(),
  homeUrl: asciiText(1024)(),
  /** E-mail addresses that the server knows the account by (RFC 6638 2.4.1), in lower case, a blank in between; null: none. */
  userAddresses: text(),
  /** What the server asked for when the account was checked (RFC 7617, RFC 7616). */
  authScheme: mysqlEnum(['basic', 'digest']).notNull().default('basic'),
  /** The last failure in plain words, null when the last poll went well. */
  lastError: varchar({ length: 500 }),
  /** The first of the polls in a row that failed. */
  failingSince: instant(),
  /** The last poll could not read the account at all, not just one of its calendars. */
  unreadable: boolean().notNull().default(false),
  /** Times in a row that the server has refused the password. */
  refusals: int().notNull().default(0),
  /** A refused password is not tried again before. */
  refusedUntil: instant(),
  lastPolledAt: instant(),
  updatedAt: instant().notNull(),
})

/**
 * Failed sign-ins per name, known or not, and per address; the key is a digest so that no stranger's typing is kept. A
 * row of an address has in `recentFailures` the names of its failures with their times.
 */
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

/** People whom the identity provider knows and an administrator has to admit. */
export const admissions = mysqlTable(
  'admissions',
  {
    id: int().autoincrement().primaryKey(),
    oidcIss: utf8Bytes(1024)().notNull(),
    oidcSub: utf8Bytes(1024)().notNull(),
    displayName: varchar({ length: 256 }),
    email: varchar({ length: 320 }),
    createdAt: instant().notNull(),
    lastSeenAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('admissions_identity').on(table.oidcIss, table.oidcSub),
    index('admissions_last_seen').on(table.lastSeenAt),
  ],
)

/** Sessions that were signed out, kept until none of their tokens could be valid any more. */
export const endedSessions = mysqlTable(
  'ended_sessions',
  {
    /** SHA-256 of the session's id, hex. */
    idDigest: char({ length: 64 }).primaryKey(),
    expiresAt: instant().notNull(),
  },
  (table) => [index('ended_sessions_prune').on(table.expiresAt)],
)
