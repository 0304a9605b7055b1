import type { WriteAnswer } from '../caldav/client'
import { operationIdsOf, uidOf } from '../ical/build'
import { categoriesOf, nameKey } from '../ical/categories'
import { IcalError } from '../ical/error'
import { formOf } from '../ical/form'
import { readObject } from '../ical/object'
import { isSameObject } from '../ical/same-object'
import { UTC } from '../ical/zone'
import { formAt } from './effective-range'

/** The decisions of the outbox; pure. */

export type Operation = 'create' | 'update' | 'delete'

/** How a write is made: a meeting's update may be its move, and an occurrence goes by an update of its series. */
export type Verb = Operation | 'move'

/**
 * What an attempt has come to.
 * - `written`: the server has done the write
 * - `again`: another attempt follows
 * - `conflict`: something else stands in its place
 * - `refused`: the server will not do it
 */
type Fate = 'written' | 'again' | 'conflict' | 'refused'

const WRITTEN = new Set([201, 204])
const GONE = new Set([404, 410])
const NOT_IMPLEMENTED = 501
/** Locked, Too Early, Too Many Requests. */
const BUSY = new Set([423, 425, 429])
/** A 200 may come from a portal or a login page on the way. A 207 is how Xandikos dresses up a refusal. */
const UNCLEAR = new Set([0, 200, 207, 408, 412])

/**
 * Judges the answer to a PUT, DELETE or MOVE; status 0 is no answer. `unclear`: the server may have done the write, and
 * what stands there decides. A missing object is the goal of a delete, and of a move that was made before, but a proxy
 * that has lost its server answers 404 to everything.
 */
export function judgeAnswer(
  verb: Verb,
  { status, retryAfterSeconds, isConfirmed }: Pick<WriteAnswer, 'status' | 'retryAfterSeconds' | 'isConfirmed'>,
): 'unclear' | Exclude<Fate, 'conflict'> {
  if (WRITTEN.has(status) || isConfirmed) return 'written'
  if ((verb === 'delete' || verb === 'move') && GONE.has(status)) return 'unclear'
  if (verb === 'move' && status === NOT_IMPLEMENTED) return 'refused'
  if (BUSY.has(status)) return 'again'
  if (status >= 500) return retryAfterSeconds === null ? 'unclear' : 'again'
  return UNCLEAR.has(status) ? 'unclear' : 'refused'
}

/** What stands in the two places of a meeting that was to move. */
export interface Places {
  /** Whether the meeting stands in its old place. */
  isHere: boolean
  /** What stands in its new place; null: nothing. */
  there: 'meeting' | 'another' | null
}

/** Statuses that a server gives to a move that it does not make (RFC 4918 9.9.4), and perhaps one on the way. */
const NO_MOVE = new Set([207, 404, 410, 502])

/**
 * Judges a move by what stands in both places; `status` as for `judgeFound`. `missing`: the meeting is in neither,
 * perhaps under a name that the server has chosen; `exists`: something stands in its way.
 */
export function judgeMove({ isHere, there }: Places, status: number): 'missing' | 'exists' | Fate {
  if (!isHere) return there === 'meeting' ? 'written' : 'missing'
  if (there !== null) return 'exists'
  if (status === 412) return 'conflict'
  return NO_MOVE.has(status) ? 'refused' : 'again'
}

/** What stands of an event that was copied and not removed. */
export interface HalfMoved {
  /** The copy's text. */
  copy: string
  /** The copy as it was sent; null: it goes whatever it says. */
  sent: string | null
  isOriginalThere: boolean
}

/**
 * Judges what becomes of the copy. `unchanged`: the original is gone, and the event stands in its new place alone;
 * `conflict`: somebody has changed the copy, and nothing of that may be lost.
 */
export function judgeReturn({ copy, sent, isOriginalThere }: HalfMoved): 'remove' | 'unchanged' | 'conflict' {
  if (!isOriginalThere) return 'unchanged'
  return sent === null || isSameObject(sent, copy) ? 'remove' : 'conflict'
}

/** A write that was sent, as the outbox remembers it. */
export interface SentWrite {
  verb: Operation
  uid: string
  operationId: string
  /** If-Match; null for a create, and for a write without condition. */
  etag: string | null
  /** The object's text; null for a delete. */
  object: string | null
  /** The occurrence that it was about; null: the event as a whole. */
  recurrenceId: string | null
}

/**
 * Judges a write by what stands at the href. `status` is that of the unclear answer; 0: it was lost, or the sender
 * ended before it came.
 */
export function judgeFound(sent: SentWrite, found: { etag: string; data: string } | null, status: number): Fate {
  const isRefused = status === 412 || status === 207
  const refusal = status === 207 ? 'refused' : 'conflict'
  if (sent.verb === 'delete') {
    if (found === null) return 'written'
    if (isRefused) return refusal
    return isUnchanged(sent, found) ? 'again' : 'conflict'
  }
  if (found !== null && (isOurs(sent, found.data) || (status === 200 && isRewritten(sent, found)))) return 'written'
  if (isRefused) return refusal
  if (sent.verb === 'create') return found === null ? 'again' : 'conflict'
  return found !== null && isUnchanged(sent, found) ? 'again' : 'conflict'
}

const isUnchanged = (sent: SentWrite, found: { etag: string }) => sent.etag === null || sent.etag === found.etag

/**
 * Whether an object is the one that was sent: by its operation id; where a server drops unknown properties, by its
 * uid when it was new (nobody else can know it), else by what it says.
 */
function isOurs({ verb, uid, operationId, object, recurrenceId }: SentWrite, data: string): boolean {
  const foundIds = operationIdsOf(data)
  if (foundIds.includes(operationId)) return true
  // A long uid is folded.
  if (verb === 'create') return data.includes(uid) || uidOf(data) === uid
  return foundIds.length === 0 && object !== null && saysTheSame(object, data, recurrenceId)
}

/** The object has changed since, and not by another operation: servers that answer 200 may keep no unknown property. */
function isRewritten(sent: SentWrite, found: { etag: string; data: string }): boolean {
  return !isUnchanged(sent, found) && operationIdsOf(found.data).length === 0
}

function saysTheSame(one: string, other: string, recurrenceId: string | null): boolean {
  const categories = (text: string) =>
    nameKey(readObject(text, UTC).events.flatMap(categoriesOf).join()).split(',').toSorted()
  const says = (text: string) => [formOf(text, UTC), formAt(text, recurrenceId, UTC), categories(text)]
  try {
    return Bun.deepEquals(says(one), says(other))
  } catch (error) {
    if (error instanceof IcalError) return false
    throw error
  }
}

const MAX_ATTEMPTS = 5
const BACKOFF_SECONDS = [15, 60, 300, 900] as const
/** The pause before the last attempt, unless a server asks for a longer one. */
export const LONGEST_BACKOFF_SECONDS = BACKOFF_SECONDS.at(-1)!
export const MAX_RETRY_AFTER_SECONDS = 24 * 60 * 60

/**
 * What follows the `attemptCount`-th failed attempt: another one after a delay, or none. `isEndless`: another one
 * follows however many there were.
 */
export function afterFailedAttempt(
  attemptCount: number,
  retryAfterSeconds: number | null,
  isEndless = false,
): { status: 'pending'; delaySeconds: number } | { status: 'dead' } {
  if (attemptCount >= MAX_ATTEMPTS && !isEndless) return { status: 'dead' }
  const asked = Math.min(retryAfterSeconds ?? 0, MAX_RETRY_AFTER_SECONDS)
  return { status: 'pending', delaySeconds: Math.max(backoffSeconds(attemptCount), asked) }
}

/**
 * What becomes of a row that the server has done while reading it back fails, for the first time (`isConfirmed` false)
 * or again. The write stands, so that it ends well in any case: when reading fails as often as a write may, the next
 * poll brings what the cache lacks.
 */
export function afterFailedReading(
  attemptCount: number,
  isConfirmed: boolean,
): { status: 'pending'; attemptCount: number; delaySeconds: number } | { status: 'done' } {
  const readings = isConfirmed ? attemptCount + 1 : 0
  const next = afterFailedAttempt(readings, null)
  if (next.status === 'dead') return { status: 'done' }
  return { status: 'pending', attemptCount: readings, delaySeconds: next.delaySeconds }
}

/** The pause after so many failed attempts. */
function backoffSeconds(attemptCount: number): number {
  return BACKOFF_SECONDS[Math.max(attemptCount - 1, 0)] ?? LONGEST_BACKOFF_SECONDS
}
