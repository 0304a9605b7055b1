import { setImmediate } from 'node:timers/promises'
import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { Executor } from '../../platform/db/client'
import { packedText } from '../../platform/db/packed-text'
import { events } from '../../platform/db/schema'
import { upsertsInto } from '../../platform/db/upsert'
import { foreground } from '../../platform/foreground'
import { backgroundSlice } from '../../platform/time-slice'
import { storeWords } from '../search/store-words'
import { computedOf, REPLACEMENT, type StorableEvent } from './event-columns'

/** A row to insert; a long text is an expression that gives it. */
type NewRow = Omit<typeof events.$inferInsert, 'rawVevent'> & { rawVevent: string | SQL<string> }

/** To build and send more of them takes longer than a request should wait. */
const MAX_ROWS = 20
/** Well below the packet size that both databases accept by default. */
const MAX_BYTES = 2 * 1024 * 1024

const upsert = upsertsInto(events, REPLACEMENT)

/** Inserts events or replaces those with the same UID, which keep their ids; twenty per statement. */
export async function upsertEvents(
  db: Executor,
  calendarId: number,
  items: readonly StorableEvent[],
  now: Date,
): Promise<void> {
  let before: Promise<unknown> | null = null
  const slice = backgroundSlice()
  for (const batch of batches(items)) {
    // Only a change of this very calendar waits for this.
    if (before !== null && foreground.isActive) {
      await before
      await slice.next()
    }
    const rows = await Promise.all(batch.map((item) => rowOf(calendarId, item, now)))
    // Building a statement takes as long as carrying it out: the database works on one while the next is built.
    const stored = upsert(db, rows)
    const statement = stored.then(async ({ affectedRows, insertId }) => {
      // A row that is replaced counts twice; one that stays as it was counts once, and has no id.
      const isNew = batch.length === 1 && affectedRows === 1 && insertId > 0
      const idOf = isNew ? () => insertId : await idsOf(db, calendarId, batch)
      const said = batch.map(({ summary }) => ({ eventId: idOf(summary.uid), summary }))
      await storeWords(db, calendarId, said)
    })
    // Its failure is thrown below; until somebody waits for it, it must not count as unhandled.
    statement.catch(() => {})
    await Promise.all([before, setImmediate()])
    before = statement
  }
  await before
}

/** What finds the id of each by its UID. */
async function idsOf(db: Executor, calendarId: number, items: readonly StorableEvent[]) {
  const uids = items.map(({ summary }) => summary.uid)
  const rows = await db
    .select({ id: events.id, uid: events.uid })
    .from(events)
    .where(and(eq(events.calendarId, calendarId), inArray(events.uid, uids)))
  const ids = new Map(rows.map(({ id, uid }) => [uid, id]))
  return (uid: string) => ids.get(uid)!
}

async function rowOf(calendarId: number, { href, etag, data, summary }: StorableEvent, now: Date): Promise<NewRow> {
  const { uid } = summary
  return { ...computedOf(summary), uid, calendarId, href, etag, rawVevent: await packedText(data), updatedAt: now }
}

function* batches(items: readonly StorableEvent[]): Generator<StorableEvent[]> {
  let batch: StorableEvent[] = []
  let bytes = 0
  for (const item of items) {
    const size = Buffer.byteLength(item.data)
    if (batch.length > 0 && (batch.length === MAX_ROWS || bytes + size > MAX_BYTES)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(item)
    bytes += size
  }
  if (batch.length > 0) yield batch
}
