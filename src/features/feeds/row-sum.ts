import { type Column, type SQL, sql } from 'drizzle-orm'

/**
 * A number for the rows that are read, which is another one when any of them is written, added or removed. Of MD5, for
 * CRC-32 is linear: two rows that go from one time to another together would cancel each other out. 15 hexadecimal digits
 * fit into every integer.
 */
export const sumOfRows = (id: Column, updatedAt: Column): SQL<string> =>
  sql<string>`bit_xor(cast(conv(left(md5(concat(${id}, ' ', ${updatedAt})), 15), 16, 10) as unsigned))`
