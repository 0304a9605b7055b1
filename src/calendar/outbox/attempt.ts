import type { Context } from '../../platform/context'
import {
  CalDavError,
  type Connection,
  confirmGone,
  deleteObject,
  getObject,
  type Precondition,
  presenceOfCalendar,
  putObject,
  type RemoteObject,
  type WriteAnswer,
} from '../caldav/client'
import { judgeAnswer, judgeFound, type Operation } from './policy'
import { explainPreconditions, explainRefusal, REASON, type Reason, refusedWith } from './reasons'
import type { Job } from './rows'

/** A write as it is on its way, or was when its sender ended. */
export interface Sending {
  job: Job
  connection: Connection
  href: string
  etag: string | null
  object: string | null
  /** What the cache holds, read before anything is read from the server. */
  cache: Promise<unknown>
}

/** What an attempt has come to, before it is known what follows for the row. */
export type Result =
  | { kind: 'written'; found?: RemoteObject | null }
  | { kind: 'unchanged' }
  | { kind: 'refused'; reason: Reason }
  | { kind: 'conflict'; reason: Reason; found: RemoteObject | null }
  | { kind: 'again'; retryAfterSeconds: number | null; startsAnew: boolean; isSilent: boolean }

/** Sends a write, or first looks what has become of it when it may have been sent before. */
export async function attempt(ctx: Context, sending: Sending, wasSent: boolean): Promise<Result> {
  try {
    const before = wasSent ? await look(sending, 0) : null
    const isKnown = before !== null && (before.kind !== 'again' || before.isSilent)
    return isKnown ? before : await send(ctx, sending)
  } catch (error) {
    if (!(error instanceof CalDavError) || error.kind !== 'forbidden-address') throw error
    return { kind: 'refused', reason: REASON.forbiddenAddress }
  }
}

async function send(ctx: Context, sending: Sending): Promise<Result> {
  const { job, connection, href, etag, object } = sending
  const { operation, id } = job.row
  const { url } = job.calendar
  if (etag === null && operation !== 'create') ctx.log.warn('a write goes out without an etag', { outboxId: id })
  const condition = conditionOf(operation, etag)
  const answer =
    object === null
      ? await deleteObject(connection, url, href, condition)
      : await putObject(connection, url, href, object, condition)
  ctx.log.debug('a write was answered', { outboxId: id, operation, status: answer.status })
  switch (judgeAnswer(operation, answer)) {
    case 'written':
      return { kind: 'written' }
    case 'refused':
      return refuse(sending, answer)
    case 'later':
      return { kind: 'again', retryAfterSeconds: answer.retryAfterSeconds, startsAnew: true, isSilent: true }
    case 'unclear':
      return look(sending, answer.status)
  }
}

function conditionOf(operation: Operation, etag: string | null): Precondition {
  if (operation === 'create') return { ifNoneMatch: true }
  return etag === null ? {} : { ifMatch: etag }
}

/**
 * Tells why the server has refused: by the rule that it names, else by its status, which for a calendar or an event that
 * is gone differs from server to server (403, 404, 405, 409) and is asked after.
 */
async function refuse(sending: Sending, { status, preconditions = [] }: WriteAnswer): Promise<Result> {
  const { job, connection, href } = sending
  const reason = explainPreconditions(preconditions)
  if (reason !== null) return { kind: 'refused', reason }
  if (!MAY_MEAN_GONE.has(status)) return { kind: 'refused', reason: explainRefusal(status) }
  const presence = await presenceOfCalendar(connection, job.calendar.url)
  if (presence === 'gone') return { kind: 'refused', reason: REASON.calendarGone }
  if (status !== 404 && status !== 410) return { kind: 'refused', reason: explainRefusal(status) }
  const isGone =
    job.row.operation === 'update' && presence === 'there' && (await confirmGone(connection, job.calendar.url, href))
  return isGone
    ? { kind: 'conflict', reason: REASON.gone, found: null }
    : { kind: 'refused', reason: refusedWith(status) }
}

const MAY_MEAN_GONE = new Set([403, 404, 405, 409, 410])

/** Reads what stands at the href and decides by it. */
async function look({ job, connection, href, etag, object, cache }: Sending, status: number): Promise<Result> {
  const { operation, uid, operationId } = job.row
  try {
    await cache
    const found = await readObject(connection, job.calendar.url, href)
    const isAnswered = status !== 0
    switch (judgeFound({ operation, uid, operationId, etag, object }, found, status)) {
      case 'written':
        return { kind: 'written', found }
      case 'not-written':
        return { kind: 'again', retryAfterSeconds: null, startsAnew: isAnswered, isSilent: false }
      case 'conflict':
        return { kind: 'conflict', reason: reasonOfConflict(operation, found), found }
      case 'refused':
        return { kind: 'refused', reason: explainRefusal(status) }
    }
  } catch (error) {
    if (!(error instanceof CalDavError) || error.kind === 'forbidden-address') throw error
    if (error.status === 401) return { kind: 'refused', reason: explainRefusal(401) }
    const { retryAfterSeconds } = error
    return { kind: 'again', retryAfterSeconds, startsAnew: false, isSilent: true }
  }
}

/** The object at the href; null only when its calendar answers and it is not there. @throws CalDavError */
async function readObject(connection: Connection, url: string, href: string): Promise<RemoteObject | null> {
  const found = await getObject(connection, url, href)
  if (found !== null || (await confirmGone(connection, url, href))) return found
  throw new CalDavError('status', 404, 'GET: the object is not there, and its calendar does not answer')
}

function reasonOfConflict(operation: Operation, found: RemoteObject | null): Reason {
  if (operation === 'create') return REASON.exists
  return found === null ? REASON.gone : REASON.conflict
}
