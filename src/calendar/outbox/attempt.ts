import { CredentialError } from '../../household/credentials'
import type { Context } from '../../platform/context'
import {
  CalDavError,
  confirmGone,
  deleteObject,
  moveObject,
  type Precondition,
  presenceOfCalendar,
  putObject,
  type WriteAnswer,
} from '../caldav/client'
import { selectCached } from './cached-event'
import { isOfSplit, isReturn, type Job, selectSiblingDelete } from './jobs'
import { judgeAnswer } from './policy'
import { explainPreconditions, explainRefusal, REASON, refusedWith } from './reasons'
import { reconcileMove, reconcileObject } from './reconcile'
import { mayBeSent } from './rights'
import type { Result, Sending, Unwritten } from './sending'
import { lookBeforeReturn } from './take-back'

/** Sends a write; one that may have been sent before is judged by what stands on the server first. */
export async function attempt(ctx: Context, sending: Sending, wasSent: boolean): Promise<Result> {
  try {
    const before = wasSent ? await reconcile(ctx, sending, 0) : null
    const isKnown = before !== null && (before.kind !== 'again' || before.isSilent)
    if (isKnown) return before
    if (before !== null && (await isOutdated(ctx, sending.job))) return STARTS_ANEW
    if (isReturn(sending.job.row)) return await takeBack(ctx, sending)
    return mayBeSent(sending.job) ? await send(ctx, sending) : { kind: 'refused', reason: REASON.notWritable }
  } catch (error) {
    if (!(error instanceof CalDavError) || error.kind !== 'forbidden-address') throw error
    return { kind: 'refused', reason: REASON.forbiddenAddress }
  }
}

const STARTS_ANEW = { kind: 'again', retryAfterSeconds: null, startsAnew: true, isSilent: false } as const

/** Whether a copy that was not made is of a version that is not there any more: its original would not be removed. */
async function isOutdated(ctx: Context, { row }: Job): Promise<boolean> {
  if (row.operation !== 'create' || row.groupId === null || isOfSplit(row)) return false
  const original = await selectSiblingDelete(ctx.db, row.groupId)
  if (original === null) return false
  return (await selectCached(ctx.db, original.calendar, original.row.uid))?.etag !== original.row.etag
}

/** A copy is removed in the version that was seen; a lost answer is looked at anew. */
async function takeBack(ctx: Context, sending: Sending): Promise<Result> {
  const seen = await unlessUnreadable(sending, () => lookBeforeReturn(ctx, sending))
  return seen.kind === 'remove' ? send(ctx, { ...sending, etag: seen.etag }) : seen
}

async function send(ctx: Context, sending: Sending): Promise<Result> {
  const { job, verb, etag } = sending
  const { id } = job.row
  if (etag === null && verb !== 'create') ctx.log.warn('a write goes out without an etag', { outboxId: id })
  const answer = await request(sending)
  ctx.log.debug('a write was answered', { outboxId: id, verb, status: answer.status })
  switch (judgeAnswer(verb, answer)) {
    case 'written':
      return { kind: 'written' }
    case 'refused':
      return refuse(sending, answer)
    case 'again':
      return { kind: 'again', retryAfterSeconds: answer.retryAfterSeconds, startsAnew: true, isSilent: true }
    case 'unclear':
      return reconcile(ctx, sending, answer.status)
  }
}

function request({ job, verb, connection, href, etag, object, destination }: Sending): Promise<WriteAnswer> {
  const { url } = job.calendar
  const condition: Precondition = etag === null ? {} : { ifMatch: etag }
  switch (verb) {
    case 'create':
      return putObject(connection, url, href, object!, { ifNoneMatch: true })
    case 'update':
      return putObject(connection, url, href, object!, condition)
    case 'delete':
      // What stands elsewhere now has not been declined.
      return deleteObject(connection, url, href, condition, {
        isSilent: job.row.groupId !== null || isReturn(job.row),
      })
    case 'move':
      return moveObject(connection, url, href, destination!, condition)
  }
}

const MAY_MEAN_GONE = new Set([403, 404, 405, 409, 410])

/**
 * Explains a refusal: by the rule that the server names, else by its status. For a calendar or an event that is gone
 * the status differs from server to server (403, 404, 405, 409), so that one more request asks.
 */
async function refuse(sending: Sending, { status, preconditions = [] }: WriteAnswer): Promise<Result> {
  const { job, verb, connection, href, destination } = sending
  const named = explainPreconditions(preconditions)
  if (named !== null) return { kind: 'refused', reason: named }
  const target = destination?.calendarUrl ?? job.calendar.url
  const presence = MAY_MEAN_GONE.has(status) ? await presenceOfCalendar(connection, target) : 'unknown'
  if (presence === 'gone') return { kind: 'refused', reason: REASON.calendarGone }
  if (verb === 'move' && status !== 401) return { kind: 'refused', reason: REASON.meetingStays }
  if (status !== 404 && status !== 410) return { kind: 'refused', reason: explainRefusal(status) }
  const isGone = verb === 'update' && presence === 'there' && (await confirmGone(connection, target, href))
  return isGone
    ? { kind: 'conflict', reason: REASON.gone, found: null }
    : { kind: 'refused', reason: refusedWith(status) }
}

/** Judges a write by what stands on the server; what cannot be read now is read at the next attempt. */
async function reconcile(ctx: Context, sending: Sending, status: number): Promise<Result> {
  const { verb } = sending
  return unlessUnreadable(sending, () =>
    verb === 'move' ? reconcileMove(ctx, sending, status) : reconcileObject(sending, verb, status),
  )
}

async function unlessUnreadable<Seen>({ cache }: Sending, look: () => Promise<Seen>): Promise<Seen | Unwritten> {
  try {
    // What the cache holds must be known before: what is read now is newer.
    await cache
    return await look()
  } catch (error) {
    const isTheirs = error instanceof CalDavError || error instanceof CredentialError
    if (!isTheirs || (error instanceof CalDavError && error.kind === 'forbidden-address')) throw error
    if (error instanceof CalDavError && error.status === 401) {
      return { kind: 'refused', reason: explainRefusal(401), mayStand: true }
    }
    const retryAfterSeconds = error instanceof CalDavError ? error.retryAfterSeconds : null
    return { kind: 'again', retryAfterSeconds, startsAnew: false, isSilent: true }
  }
}
