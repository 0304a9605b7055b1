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
import { judgeAnswer } from './policy'
import { explainPreconditions, explainRefusal, REASON, refusedWith } from './reasons'
import { reconcileMove, reconcileObject } from './reconcile'
import { mayBeSent } from './rights'
import type { Result, Sending } from './sending'

/** Sends a write; one that may have been sent before is judged by what stands on the server first. */
export async function attempt(ctx: Context, sending: Sending, wasSent: boolean): Promise<Result> {
  try {
    const before = wasSent ? await reconcile(ctx, sending, 0) : null
    const isKnown = before !== null && (before.kind !== 'again' || before.isSilent)
    if (isKnown) return before
    return mayBeSent(sending.job) ? await send(ctx, sending) : { kind: 'refused', reason: REASON.notWritable }
  } catch (error) {
    if (!(error instanceof CalDavError) || error.kind !== 'forbidden-address') throw error
    return { kind: 'refused', reason: REASON.forbiddenAddress }
  }
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
      return deleteObject(connection, url, href, condition, { isSilent: job.row.groupId !== null })
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
  try {
    // What the cache holds must be known before: what is read now is newer.
    await sending.cache
    const { verb } = sending
    return verb === 'move' ? await reconcileMove(ctx, sending, status) : await reconcileObject(sending, verb, status)
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
