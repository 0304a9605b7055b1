import type { ApiError } from '../data/http'
import { DAY, HOUR, MINUTE } from '../lib/tz'
import type { Queued } from './queued'

/**
 * What came of a write: the service took it, or refused it, or took it and found later that the event had been changed
 * elsewhere. Null: it has not been sent since it is held.
 */
export type Answer = 'ok' | 'conflict' | Pick<ApiError, 'status' | 'isTransient' | 'retryAfterSeconds'> | null

/**
 * What happens to a write: it goes out (again) at a moment in epoch milliseconds, or once the connection or the session
 * is back (null); is done; or cannot be done. Of a forgotten one nobody can tell: the service does not know its key any
 * more and would do it a second time.
 */
export type Fate = Again | 'done' | 'failed' | 'forgotten'

export interface Again {
  at: number | null
  /** It may have been done by the last attempt. */
  isUnclear: boolean
}

const SECOND = 1_000
const AGAIN_FIRST = 2 * SECOND
const AGAIN_MOST = MINUTE
/** The service remembers keys for seven days; this leaves one for the clocks. */
const KEY_LIVES = 6 * DAY

/** The fate of a write at `now`, in epoch milliseconds; pure. */
export function fateOf(write: Queued, answer: Answer, now: number): Fate {
  if (answer === 'ok') return 'done'
  if (answer === null) return isForgotten(write, now) ? 'forgotten' : again(dueAt(write, now))
  if (answer === 'conflict') return write.isSecondTry ? 'failed' : again(now)
  const { status, isTransient, retryAfterSeconds } = answer
  if (status === 401) return again(null)
  if (!isTransient) return 'failed'
  const isUnclear = status === 0 || status >= 500
  // The connection tells when it is back; one that loses answer after answer is left in peace like a sick service.
  if (status === 0 && write.tries === 0) return again(null, isUnclear)
  const pause = AGAIN_FIRST * 2 ** (status === 0 ? write.tries - 1 : write.tries)
  // No longer: what is to wait for more than an hour counts as a clock that was set back, and goes out at once.
  const asked = Math.min((retryAfterSeconds ?? 0) * SECOND, HOUR)
  return again(now + Math.max(Math.min(pause, AGAIN_MOST), asked), isUnclear)
}

const again = (at: number | null, isUnclear = false): Again => ({ at, isUnclear })

/** When a held write may go out. A clock that was set back holds nothing up. */
function dueAt({ undoUntil, sendAfter }: Queued, now: number): number {
  const at = Math.max(undoUntil, sendAfter)
  return at > now + HOUR ? now : at
}

function isForgotten({ isIdempotent, unclearSince }: Queued, now: number): boolean {
  return !isIdempotent && unclearSince !== null && now - unclearSince > KEY_LIVES
}
