import type { Context } from '../../platform/context'
import { type Connection, type Destination, getObject, type RemoteObject } from '../caldav/client'
import { uidOf } from '../ical/build'
import { syncCalendar } from '../sync'
import { judgeFound, judgeMove, type Verb } from './policy'
import { explainRefusal, REASON, type Reason } from './reasons'
import { type Job, selectCached } from './rows'

/** A write as it is on its way, or was when its sender ended. */
export interface Sending {
  job: Job
  verb: Verb
  connection: Connection
  href: string
  etag: string | null
  /** The text of a create or update. */
  object: string | null
  /** Of a move. */
  destination: Destination | null
  /** What the cache holds. */
  cache: Promise<unknown>
}

/** What an attempt has come to, before it is known what follows for the row. */
export type Result =
  | { kind: 'written'; found?: RemoteObject | null }
  | { kind: 'unchanged' }
  | { kind: 'refused'; reason: Reason }
  | { kind: 'conflict'; reason: Reason; found?: RemoteObject | null }
  | { kind: 'again'; retryAfterSeconds: number | null; startsAnew: boolean; isSilent: boolean }

/** Reads what stands at the href and decides by it. @throws CalDavError */
export async function lookAtObject(sending: Sending, status: number): Promise<Result> {
  const { job, connection, href, etag, object } = sending
  const { operation, uid, operationId } = job.row
  const found = await getObject(connection, job.calendar.url, href)
  switch (judgeFound({ operation, uid, operationId, etag, object }, found, status)) {
    case 'written':
      return { kind: 'written', found }
    case 'not-written':
      return { kind: 'again', retryAfterSeconds: null, startsAnew: status !== 0, isSilent: false }
    case 'conflict':
      return { kind: 'conflict', reason: reasonOfConflict(operation, found), found }
    case 'refused':
      return { kind: 'refused', reason: explainRefusal(status) }
  }
}

/**
 * Reads what stands in both places of a meeting and decides by it. A move changes no text, so that the next attempt
 * always starts from the newest version. @throws CalDavError, CredentialError
 */
export async function lookAtMove(ctx: Context, sending: Sending, status: number): Promise<Result> {
  const { job, connection, href, destination } = sending
  const there = await getObject(connection, destination!.calendarUrl, destination!.href)
  const here = await getObject(connection, job.calendar.url, href)
  const isThere = there !== null && uidOf(there.data) === job.row.uid
  const found = there && (isThere ? 'meeting' : 'another')
  switch (judgeMove({ isHere: here !== null, there: found }, status)) {
    case 'moved':
      return { kind: 'written' }
    case 'missing':
      return (await isUnderAnotherName(ctx, job)) ? { kind: 'written' } : { kind: 'conflict', reason: REASON.gone }
    case 'not-moved':
      return { kind: 'again', retryAfterSeconds: null, startsAnew: true, isSilent: false }
    case 'exists':
      return { kind: 'conflict', reason: REASON.exists }
    case 'conflict':
      return { kind: 'conflict', reason: REASON.conflict }
    case 'refused':
      return { kind: 'refused', reason: REASON.meetingStays }
  }
}

/** Whether a server has taken a meeting, and given it a name of its own. @throws CalDavError, CredentialError */
async function isUnderAnotherName(ctx: Context, { row, destination }: Job): Promise<boolean> {
  if (destination === null) return false
  await syncCalendar(ctx, destination.id)
  return (await selectCached(ctx.db, destination, row.uid)) !== null
}

function reasonOfConflict(operation: Job['row']['operation'], found: RemoteObject | null): Reason {
  if (operation === 'create') return REASON.exists
  return found === null ? REASON.gone : REASON.conflict
}
