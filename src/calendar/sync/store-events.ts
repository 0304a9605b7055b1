import { setImmediate } from 'node:timers/promises'
import type { SQL } from 'drizzle-orm'
import type { Executor } from '../../platform/db/client'
import { packedText } from '../../platform/db/packed-text'
import { events } from '../../platform/db/schema'
import { storeWords } from '../search/store-words'
import { computedOf, REPLACEMENT, type StorableEvent } from './event-columns'

/** A row to insert; a long text is an expression that gives it. */
type NewRow = Omit<typeof events.$inferInsert, 'rawVevent'> & { rawVevent: string | SQL<string> }

const MAX_ROWS = 300
/** Well below the packet size that both databases accept by default. */
const MAX_BYTES = 2 * 1024 * 1024

/** Inserts events or replaces those with the same UID, which keep their ids; a few hundred per statement. */
export async function upsertEvents(
  db: Executor,
  calendarId: number,
  items: readonly StorableEvent[],
  now: Date,
): Promise<void> {
  let before: Promise<unknown> = Promise.resolve()
  for (const batch of batches(items)) {
    const rows = await Promise.all(batch.map((item) => rowOf(calendarId, item, now)))
    // Building a statement takes as long as carrying it out: the database works on one while the next is built.
    const stored = db.insert(events).values(rows).onDuplicateKeyUpdate({ set: REPLACEMENT }).execute()
    const statement = stored.then(() =>
      storeWords(
        db,
        calendarId,
        batch.map(({ summary }) => summary),
      ),
    )
    // Its failure is thrown below; until somebody waits for it, it must not count as unhandled.
    statement.catch(() => {})
    await Promise.all([before, setImmediate()])
    before = statement
  }
  await before
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
