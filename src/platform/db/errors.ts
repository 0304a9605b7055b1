import { DrizzleQueryError } from 'drizzle-orm'
import { codeOfError } from '../error-code'

const CONNECTION_PROBLEM = /^(ER_|PROTOCOL_|ECONN|ETIMEDOUT|ENOTFOUND|EPIPE|EHOSTUNREACH|HANDSHAKE_)/
const POOL_PROBLEM = /Pool is closed|Queue limit|closed state/

type MaybeCoded =
  | { cause?: unknown; code?: unknown; errno?: unknown; message?: unknown; syscall?: unknown }
  | null
  | undefined

/** A statement that waited for one that failed holds its error, as drizzle has put it. */
const innerOf = (error: unknown): MaybeCoded => {
  const { cause } = (error ?? {}) as { cause?: unknown }
  return cause == null ? (error as MaybeCoded) : innerOf(cause)
}

/** The database's own error code (`ER_DUP_ENTRY`), wherever drizzle has put it. */
export function dbErrorCode(error: unknown): string | undefined {
  const code = innerOf(error)?.code
  return typeof code === 'string' ? code : undefined
}

/** Its own message; '' for none. */
export function dbErrorMessage(error: unknown): string {
  const message = innerOf(error)?.message
  return typeof message === 'string' ? message : ''
}

/** True for a failed query and for a database that cannot be reached or does not answer in time. */
export function isDbError(error: unknown): boolean {
  if (error instanceof DrizzleQueryError) return true
  const { message } = (error ?? {}) as { message?: unknown }
  if (CONNECTION_PROBLEM.test(codeOfError(error) ?? '')) return true
  if (isUnconnected(error)) return true
  return typeof message === 'string' && POOL_PROBLEM.test(message)
}

/** Nothing listens behind a Unix socket, or it may not be used; the codes are those of any file. */
export const isUnconnected = (error: unknown) => innerOf(error)?.syscall === 'connect'

/** A unique key has the value already. */
export const isDuplicate = (error: unknown) => dbErrorCode(error) === 'ER_DUP_ENTRY'

/** What a row belongs to is not there. */
export const isOrphan = (error: unknown) => dbErrorCode(error) === 'ER_NO_REFERENCED_ROW_2'

/**
 * Two writes met, and the loser was rolled back: it may simply try again. In a cluster also one that another node
 * committed first (failed certification).
 */
export const isDeadlock = (error: unknown) => dbErrorCode(error) === 'ER_LOCK_DEADLOCK'

/**
 * A lock was not given up in time. Whoever has it may stand still; each of its transactions that waits for the same lock
 * gets it in turn, and keeps it until the server ends that one, too.
 */
export const isLockTimeout = (error: unknown) => dbErrorCode(error) === 'ER_LOCK_WAIT_TIMEOUT'

/** 1047: a node without a quorum; 1053: a server that shuts down. */
const NOT_SERVED = new Set(['ER_UNKNOWN_COM_ERROR', 'ER_SERVER_SHUTDOWN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENOTFOUND'])
/** The driver writes to no connection that it knows is closed. */
const NOT_SENT = /closed state/

/** The connection had ended before the statement: an open transaction was rolled back. */
export const isNotSent = (error: unknown) => NOT_SENT.test(dbErrorMessage(error))

/** The statement did not reach a server that serves: nothing of it was done, and another one may do it. */
export function isNotServed(error: unknown): boolean {
  return NOT_SERVED.has(dbErrorCode(error) ?? '') || isNotSent(error)
}

const ENDED = new Set(['PROTOCOL_CONNECTION_LOST', 'ECONNRESET', 'EPIPE', 'ER_CONNECTION_KILLED'])

/** The other side has ended the connection. */
export const isEnded = (error: unknown) => ENDED.has(dbErrorCode(error) ?? '') || isNotSent(error)

/** The connection broke: whether the statement was done is not known. An open transaction was rolled back. */
export function isLost(error: unknown): boolean {
  const code = dbErrorCode(error) ?? ''
  return ENDED.has(code) || code === 'ETIMEDOUT'
}
