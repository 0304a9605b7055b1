import type { Context } from '../../platform/context'
import { getObject, type RemoteObject } from '../caldav/client'
import { uidOf } from '../ical/build'
import { syncCalendar } from '../sync'
import { selectCached } from './cached-event'
import type { Job } from './jobs'
import { judgeFound, judgeMove, type Operation } from './policy'
import { explainRefusal, REASON, type Reason } from './reasons'
import type { Result, Sending } from './sending'

/** Judges a create, update or delete by what stands at the href. @throws CalDavError */
export async function reconcileObject(
  { job, connection, href, etag, object }: Sending,
  verb: Operation,
  status: number,
): Promise<Result> {
  const { uid, operationId, formRecurrenceId: recurrenceId } = job.row
  const found = await getObject(connection, job.calendar.url, href)
  switch (judgeFound({ verb, uid, operationId, etag, object, recurrenceId }, found, status)) {
    case 'written':
      return { kind: 'written', found }
    case 'again':
      return { kind: 'again', retryAfterSeconds: null, startsAnew: status !== 0, isSilent: false }
    case 'conflict':
      return { kind: 'conflict', reason: reasonOfConflict(verb, found), found }
    case 'refused':
      return { kind: 'refused', reason: explainRefusal(status) }
  }
}

/**
 * Judges a move by what stands in both places. A move changes no text: the next attempt starts from the newest version.
 * @throws CalDavError, CredentialError
 */
export async function reconcileMove(ctx: Context, sending: Sending, status: number): Promise<Result> {
  const { job, connection, href, destination } = sending
  const there = await getObject(connection, destination!.calendarUrl, destination!.href)
  const here = await getObject(connection, job.calendar.url, href)
  const isThere = there !== null && uidOf(there.data) === job.row.uid
  const found = there && (isThere ? 'meeting' : 'another')
  switch (judgeMove({ isHere: here !== null, there: found }, status)) {
    case 'written':
      return { kind: 'written' }
    case 'missing':
      return (await isUnderAnotherName(ctx, job)) ? { kind: 'written' } : { kind: 'conflict', reason: REASON.gone }
    case 'again':
      return { kind: 'again', retryAfterSeconds: null, startsAnew: true, isSilent: false }
    case 'exists':
      return { kind: 'conflict', reason: REASON.exists }
    case 'conflict':
      return { kind: 'conflict', reason: REASON.conflict }
    case 'refused':
      return { kind: 'refused', reason: REASON.meetingStays }
  }
}

/** Whether the server has moved a meeting and named it itself. @throws CalDavError, CredentialError */
async function isUnderAnotherName(ctx: Context, { row, destination }: Job): Promise<boolean> {
  if (destination === null) return false
  await syncCalendar(ctx, destination.id)
  return (await selectCached(ctx.db, destination, row.uid)) !== null
}

function reasonOfConflict(verb: Operation, found: RemoteObject | null): Reason {
  if (verb === 'create') return REASON.exists
  return found === null ? REASON.gone : REASON.conflict
}
