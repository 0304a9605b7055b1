import { asc, inArray, sql } from 'drizzle-orm'
import type { MySqlColumn } from 'drizzle-orm/mysql-core'
import type { Context } from '../platform/context'
import { plainRows } from '../platform/db/plain-rows'
import { events } from '../platform/db/schema'
import { TimeSlice } from '../platform/time-slice'

/** A version of a cached object with its text. */
interface ObjectText {
  id: number
  etag: string | null
  /** As the database writes it. */
  updated_at: string
  text: string
}

/** Bytes of text in memory at a time; one large object may exceed it. */
const MAX_BYTES_AT_ONCE = 4 * 1024 * 1024
const MAX_AT_ONCE = 500

/**
 * Reads the texts of these objects in portions, and yields to other requests between them.
 * @param columns what is read along, under the database's names: a sync may store another version between two statements
 */
export async function* readTexts<More = object>(
  { db }: Pick<Context, 'db'>,
  ids: readonly number[],
  columns: Record<string, MySqlColumn> = {},
): AsyncGenerator<ObjectText & More> {
  for (const some of await portionsOf({ db }, ids)) {
    const query = db
      .select({ ...columns, id: events.id, etag: events.etag, updatedAt: events.updatedAt, text: events.rawVevent })
      .from(events)
      .where(inArray(events.id, some))
    const slice = new TimeSlice()
    for (const { raw_vevent, ...row } of await plainRows<Row & More>(db, query)) {
      yield { ...row, text: raw_vevent } as ObjectText & More
      await slice.giveWay()
    }
  }
}

type Row = Omit<ObjectText, 'text'> & { raw_vevent: string }

/** Splits ids, the lowest first, into portions whose texts fit into `MAX_BYTES_AT_ONCE`. */
export async function portionsOf({ db }: Pick<Context, 'db'>, ids: readonly number[]): Promise<number[][]> {
  if (ids.length === 0) return []
  const query = db
    .select({ id: events.id, bytes: sql`octet_length(${events.rawVevent})`.as('bytes') })
    .from(events)
    .where(inArray(events.id, [...ids]))
    .orderBy(asc(events.id))
  const portions: number[][] = []
  let room = 0
  for (const { id, bytes } of await plainRows<{ id: number; bytes: number }>(db, query)) {
    const last = portions.at(-1)
    if (last !== undefined && bytes <= room && last.length < MAX_AT_ONCE) {
      last.push(id)
      room -= bytes
    } else {
      portions.push([id])
      room = MAX_BYTES_AT_ONCE - bytes
    }
  }
  return portions
}
