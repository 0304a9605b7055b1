import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/client'
import { prepared } from '../../platform/db/prepared'
import { nextRevision } from '../../platform/db/revision'
import { calendars, eventWords } from '../../platform/db/schema'
import { replacementOf, upsertsInto } from '../../platform/db/upsert'
import type { EventSummary } from '../ical/summary'
import { wordsOf } from './words'

type Readable = Pick<EventSummary, 'texts' | 'hasRrule' | 'cancelled' | 'startsAt' | 'endsAt'>

/** An event that is stored, and what it says. */
export interface SaidEvent {
  eventId: number
  summary: Readable
}

const { calendarId, eventId, ...REPLACED } = getTableColumns(eventWords)
const upsert = upsertsInto(eventWords, replacementOf(REPLACED))

/**
 * Makes events of a calendar findable by what they say now. They are stored already, in the same transaction; rows of events
 * that are deleted go with them.
 */
export async function storeWords(db: Executor, calendarId: number, said: readonly SaidEvent[]): Promise<void> {
  if (said.length === 0) return
  const revision = await nextWordsRevision(db, calendarId)
  const rows = said.map(({ eventId, summary }) => ({ calendarId, eventId, revision, ...columnsOf(summary) }))
  await upsert(db, rows)
}

/** The calendar's row stays locked until the transaction ends, so that revisions are seen in their order. */
async function nextWordsRevision(db: Executor, calendarId: number): Promise<number> {
  const [{ insertId }] = await revise(db).execute({ calendarId })
  return insertId
}

const revise = prepared((db) =>
  db
    .update(calendars)
    .set({
      wordsRevision: sql`last_insert_id(${calendars.wordsRevision} + 1)`,
      revision: nextRevision(calendars.revision),
    })
    .where(eq(calendars.id, sql.placeholder('calendarId')))
    .prepare(),
)

function columnsOf({ hasRrule, cancelled, startsAt, endsAt, texts }: Readable) {
  const isShown = hasRrule || !cancelled
  return {
    isRecurring: hasRrule,
    startsAt: hasRrule ? 0 : startsAt,
    endsAt: hasRrule ? 0 : endsAt,
    words: isShown ? ` ${wordsOf(texts).join(' ')}` : '',
  }
}
