import { dbErrorCode, dbErrorMessage, isUnconnected } from './db/errors'
import { describeError } from './log'

/** A failure whose message was written for the operator. */
export class CliError extends Error {
  override name = 'CliError'
}

const UNREACHABLE = 'The database cannot be reached. Is it running, and do DB_HOST and DB_PORT, or DB_SOCKET, name it?'

const MESSAGES: Record<string, string> = {
  ECONNREFUSED: UNREACHABLE,
  ECONNRESET: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
  EHOSTUNREACH: UNREACHABLE,
  ENOTFOUND: UNREACHABLE,
  PROTOCOL_CONNECTION_LOST: 'The database has closed the connection. Try again when it is well.',
  HANDSHAKE_NO_SSL_SUPPORT: 'The database speaks no TLS, which DB_TLS asks for.',
  PROTOCOL_SEQUENCE_TIMEOUT: 'The database does not answer.',
  ER_ACCESS_DENIED_ERROR: 'The database does not know DB_USER with DB_PASSWORD.',
  ER_DBACCESS_DENIED_ERROR: 'DB_USER has no rights on the database DB_NAME, or it does not exist.',
  ER_BAD_DB_ERROR: 'There is no database DB_NAME. Create it first.',
  ER_TABLEACCESS_DENIED_ERROR: 'DB_USER lacks a right on the tables of DB_NAME.',
  ER_NO_SUCH_TABLE: 'The database has no tables of Corkboard. Is DB_NAME right? If it is new: bun run db:migrate',
  ENOSPC: 'The disk is full.',
  EDQUOT: 'The disk quota is used up.',
  EROFS: 'The file system is read-only.',
  EACCES: 'The file may not be read or written by this user.',
  EPERM: 'The file may not be read or written by this user.',
  ENOENT: 'There is no such file or folder.',
  ENOTDIR: 'There is no such folder.',
  EISDIR: 'That is a folder. Name a file.',
}

/** What a command tells its operator about a failure: what is wrong and where to look. Settings by name, never by value. */
export function cliMessage(error: unknown): string {
  if (error instanceof CliError) return error.message
  const code = dbErrorCode(error)
  if (code === 'HANDSHAKE_SSL_ERROR') return refusedCertificate(dbErrorMessage(error))
  if (isUnconnected(error)) return UNREACHABLE
  return (code === undefined ? undefined : MESSAGES[code]) ?? describeError(error)
}

const refusedCertificate = (why: string) =>
  `The database's certificate is refused (${why}). Does DB_TLS name its CA, and DB_HOST the name in it?`
