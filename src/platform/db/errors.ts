import { DrizzleQueryError } from 'drizzle-orm'

const CONNECTION_PROBLEM = /^(ER_|PROTOCOL_|ECONN|ETIMEDOUT|ENOTFOUND|EPIPE|EHOSTUNREACH)/
const POOL_PROBLEM = /Pool is closed|Queue limit|closed state/

type MaybeCoded = { cause?: unknown; code?: unknown; errno?: unknown; message?: unknown } | null | undefined

/** The database's own error code (`ER_DUP_ENTRY`), wherever drizzle has put it. */
export function dbErrorCode(error: unknown): string | undefined {
  const outer = error as MaybeCoded
  const inner = (outer?.cause ?? outer) as MaybeCoded
  return typeof inner?.code === 'string' ? inner.code : undefined
}

/** True for a failed query and for a database that cannot be reached or does not answer in time. */
export function isDbError(error: unknown): boolean {
  if (error instanceof DrizzleQueryError) return true
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'string' && CONNECTION_PROBLEM.test(code)) return true
  return typeof message === 'string' && POOL_PROBLEM.test(message)
}

export const isDuplicate = (error: unknown) => dbErrorCode(error) === 'ER_DUP_ENTRY'

/** Two transactions met; the loser may simply try again. */
export const isDeadlock = (error: unknown) => dbErrorCode(error) === 'ER_LOCK_DEADLOCK'
