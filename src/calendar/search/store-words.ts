import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/client'
import { nextRevision } from '../../platform/db/revision'
import { calendars, events, eventWords } from '../../platform/db/schema'
import type { EventSummary } from '../ical/summary'
import { wordsOf } from './words'

type Readable = Pick<EventSummary, 'uid' | 'texts' | 'hasRrule' | 'cancelled' | 'startsAt' | 'endsAt'>

const REPLACEMENT = {
  revision: sql.raw('values(revision)'),
  isRecurring: sql.raw('values(is_recurring)'),
  startsAt: sql.raw('values(starts_at)'),
  endsAt: sql.raw('values(ends_at)'),
  words: sql.raw('values(words)'),
}

/**
 * Makes events of a calendar findable by what they say now. They are stored already, in the same transaction; rows of events
 * that are deleted go with them.
 */
export async function storeWords(db: Executor, calendarId: number, summaries: readonly Readable[]): Promise<void> {
  if (summaries.length === 0) return
  const uids = summaries.map(({ uid }) => uid)
  const stored = await db
    .select({ id: events.id, uid: events.uid })
    .from(events)
    .where(and(eq(events.calendarId, calendarId), inArray(events.uid, uids)))
  const idOf = new Map(stored.map(({ id, uid }) => [uid, id]))
  const revision = await nextWordsRevision(db, calendarId)
  const rows = summaries.flatMap((summary) => {
    const eventId = idOf.get(summary.uid)
    return eventId === undefined ? [] : { calendarId, eventId, revision, ...columnsOf(summary) }
  })
  if (rows.length > 0) await db.insert(eventWords).values(rows).onDuplicateKeyUpdate({ set: REPLACEMENT })
}

/** The calendar's row stays locked until the transaction ends, so that revisions are seen in their order. */
async function nextWordsRevision(db: Executor, calendarId: number): Promise<number> {
  const [{ insertId }] = await db
    .update(calendars)
    .set({
      wordsRevision: sql`last_insert_id(${calendars.wordsRevision} + 1)`,
      revision: nextRevision(calendars.revision),
    })
    .where(eq(calendars.id, calendarId))
  return insertId
}

function columnsOf({ hasRrule, cancelled, startsAt, endsAt, texts }: Readable) {
  const isShown = hasRrule || !cancelled
  return {
    isRecurring: hasRrule,
    startsAt: hasRrule ? 0 : startsAt,
    endsAt: hasRrule ? 0 : endsAt,
    words: isShown ? ` ${wordsOf(texts).join(' ')}` : '',
  }
}
