import { customType, datetime } from 'drizzle-orm/mysql-core'

/**
 * ASCII text compared byte for byte: URLs, hrefs, ranks. A case-folding collation would misorder fractional ranks
 * and take two addresses for one. Validate before writing: a non-ASCII value is refused by the database (errno 1366).
 */
export const asciiText = (length: number) =>
  customType<{ data: string }>({ dataType: () => `varchar(${length}) character set ascii collate ascii_bin` })

/** Unicode text compared byte for byte: UIDs and names that are keys. */
export const exactText = (length: number) =>
  customType<{ data: string }>({ dataType: () => `varchar(${length}) character set utf8mb4 collate utf8mb4_bin` })

/**
 * UTF-8 bytes. Unlike every text collation that MariaDB and MySQL share it does not pad with blanks, so that
 * `sub` and `sub ` stay two subjects (OpenID Connect Core 2: case-sensitive, compared exactly).
 */
export const utf8Bytes = (length: number) =>
  customType<{ data: string; driverData: Buffer }>({
    dataType: () => `varbinary(${length})`,
    toDriver: (text) => Buffer.from(text, 'utf8'),
    fromDriver: (bytes) => bytes.toString('utf8'),
  })

/** An instant, UTC, to the millisecond. TIMESTAMP would end in 2038 and follow the session's zone. */
export const instant = (name?: string) =>
  name === undefined ? datetime({ mode: 'date', fsp: 3 }) : datetime(name, { mode: 'date', fsp: 3 })

/** A value as JSON in a text. */
export const jsonText = <Value>() =>
  customType<{ data: Value; driverData: string }>({
    dataType: () => 'text',
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (text) => JSON.parse(text) as Value,
  })
