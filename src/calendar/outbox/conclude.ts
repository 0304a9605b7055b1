import type { Context } from '../../platform/context'
import { type Recording, syncCalendar } from '../sync'
import { tryToFollow } from './follow'
import { isOfSplit, isRestOfSplit, isReturn, type Job } from './jobs'
import type { Lease } from './leases'
import { afterFailedAttempt, afterFailedReading } from './policy'
import { REASON } from './reasons'
import type { Unwritten } from './sending'
import { type Outcome, settle, settleDoneIn } from './settle'
import { type Ended, noteEnds } from './tell-ends'

/**
 * What an attempt means for the rows behind it in the lane.
 * - `ended`: the row has ended, others may follow
 * - `pending`: the row waits, the others go on
 * - `silent`: the row waits, and so does everything else for its server in this pass
 */
export type Progress = 'ended' | 'pending' | 'silent'

const AGAIN = { kind: 'again', retryAfterSeconds: null, startsAnew: true, isSilent: false } as const
/** Looks at the server before it sends anything. */
const LOOK_AGAIN = { ...AGAIN, startsAnew: false, isSilent: true } as const

/** Records an attempt after which the write does not stand on the server. */
export async function conclude(ctx: Context, lease: Lease, job: Job, result: Unwritten): Promise<Progress> {
  const { row, calendar } = job
  switch (result.kind) {
    case 'refused':
      if (waitsForPassword(row, result)) {
        await settle(ctx, lease, job, afterFailure(ctx, row, LOOK_AGAIN, { isEndless: true }))
        return 'silent'
      }
      await settle(ctx, lease, job, { status: 'failed', reason: result.reason, mayStand: result.mayStand })
      return 'ended'
    case 'conflict':
      // Somebody else has been there: more than this one event may have changed.
      await tryToFollow(ctx, row, () => syncCalendar(ctx, calendar.id))
      // What was copied must not stand twice: the newest version is left without it.
      if (isRestOfSplit(row)) return conclude(ctx, lease, job, AGAIN)
      await settle(ctx, lease, job, { status: 'failed', reason: result.reason })
      return 'ended'
    case 'unchanged':
      await settle(ctx, lease, job, { status: 'done', hasMoved: isReturn(row) && job.destination !== null })
      return 'ended'
    case 'again': {
      const outcome = afterFailure(ctx, row, result)
      await settle(ctx, lease, job, outcome)
      if (outcome.status !== 'pending') return 'ended'
      return result.isSilent ? 'silent' : 'pending'
    }
  }
}

/**
 * Whether a refused row goes on once the password is taken again, where an end would leave something twice or nowhere:
 * half of a divided series of which nobody has seen what was done, the removal of what was copied, which could not be
 * taken back either, and that of the copy.
 */
function waitsForPassword(row: Job['row'], { reason, mayStand = false }: Extract<Unwritten, { kind: 'refused' }>) {
  if (mayStand && isOfSplit(row)) return true
  return reason === REASON.wrongPassword && row.operation === 'delete' && (row.groupId !== null || isReturn(row))
}

/**
 * Records a write that stands on the server: done once the cache has followed. When reading back fails, only that is
 * tried again, and in the end it is left to the poll: the write must neither be called failed nor be sent twice.
 * @param follow brings the cache up to date; returns whether what it was given to record was committed with that
 */
export async function concludeWritten(
  ctx: Context,
  lease: Lease,
  job: Job,
  follow: (record: Recording) => Promise<boolean>,
): Promise<Progress> {
  const { row } = job
  let ended: Ended[] = []
  const record: Recording = async (tx) => {
    ended = await settleDoneIn(ctx, tx, lease, job)
  }
  let isRecorded = false
  const hasFollowed = await tryToFollow(ctx, row, async () => {
    isRecorded = await follow(record)
  })
  const next = hasFollowed
    ? ({ status: 'done' } as const)
    : afterFailedReading(row.attemptCount, row.confirmedAt !== null)
  if (next.status === 'done') {
    if (isRecorded) noteEnds(ctx, ended)
    else await settle(ctx, lease, job, next)
    return 'ended'
  }
  const { status, attemptCount, delaySeconds } = next
  const nextAttemptAt = later(ctx, delaySeconds)
  const confirmedAt = row.confirmedAt ?? ctx.now()
  await settle(ctx, lease, job, { status, attemptCount, nextAttemptAt, startsAnew: false, confirmedAt })
  return 'silent'
}

function afterFailure(
  ctx: Context,
  row: Job['row'],
  { startsAnew, isSilent, retryAfterSeconds }: Extract<Unwritten, { kind: 'again' }>,
  // Given up, what it was to divide would stand twice, or with the copy that is taken back nowhere; and a copy that is
  // not taken back stands twice, too.
  { isEndless } = { isEndless: (isOfSplit(row) || isReturn(row)) && isSilent && !startsAnew },
): Outcome {
  const attemptCount = row.attemptCount + 1
  const next = afterFailedAttempt(attemptCount, retryAfterSeconds, isEndless)
  if (next.status === 'dead') return { status: 'dead', reason: REASON.unanswered, attemptCount, mayStand: !startsAnew }
  return { status: 'pending', attemptCount, nextAttemptAt: later(ctx, next.delaySeconds), startsAnew }
}

const later = (ctx: Context, seconds: number) => new Date(ctx.now().getTime() + seconds * 1000)
