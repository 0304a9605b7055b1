/** Errors that quote names of the schema or of the database's account, never what somebody has entered. */
const NAMES_ONLY = new Set([
  'ER_ACCESS_DENIED_ERROR',
  'ER_BAD_DB_ERROR',
  'ER_BAD_FIELD_ERROR',
  'ER_BAD_NULL_ERROR',
  'ER_CANT_DROP_FIELD_OR_KEY',
  'ER_DATA_TOO_LONG',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_DUP_FIELDNAME',
  'ER_DUP_KEYNAME',
  'ER_NO_DEFAULT_FOR_FIELD',
  'ER_NO_SUCH_TABLE',
  'ER_TABLEACCESS_DENIED_ERROR',
  'ER_TABLE_EXISTS_ERROR',
])
const DUPLICATE = /^Duplicate entry '.*' (for key '[^']*')$/s
/** Greedy: a value may contain quotes. */
const QUOTED = /'.*'/s

/** The server's message about a failed query without the values it may quote: the driver writes them into the query. */
export function withoutValues(code: string, message: string): string {
  if (NAMES_ONLY.has(code)) return message
  const [, key] = DUPLICATE.exec(message) ?? []
  return key === undefined ? message.replace(QUOTED, "'…'") : `Duplicate entry '…' ${key}`
}
