import { type CalDavAccount, CredentialError, loadAccount, noteAccepted } from '../../household/credentials'
import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import { connect, isOnServerOf } from '../caldav/client'
import type { Zone } from '../ical/zone'
import { attempt } from './attempt'
import { type Composed, compose } from './compose'
import { conclude, concludeWritten, type Progress } from './conclude'
import { cacheBefore, followerOf, tryToFollow } from './follow'
import { rememberIntent, sentBefore } from './intent'
import { isMove, isReturn, type Job, type OutboxRow, selectJob, wasSent } from './jobs'
import { isObjectTaken, type Lease, release } from './leases'
import type { Verb } from './policy'
import { REASON } from './reasons'
import { explainUnauthorized } from './unauthorized'

/**
 * Brings one leased row as far as it goes: compose, send, judge, read the result into the cache, record. The intent is
 * stored before the sending, so that whoever takes over after a crash first looks at what stands on the server.
 */
export async function dispatch(ctx: Context, lease: Lease): Promise<Progress> {
  const job = await selectJob(ctx.db, lease.rowId)
  if (job === null) return leave(ctx, lease)
  if (job.row.recurrenceId !== null && (await isObjectTaken(ctx, job))) {
    await release(ctx, lease)
    return 'pending'
  }
  const [zone, account] = await Promise.all([householdZone(ctx), accountOf(ctx, job)])
  const composed = wasSent(job) ? sentBefore(job) : await compose(ctx, job, zone)
  if (composed.kind !== 'composed') return conclude(ctx, lease, job, composed)
  if (isMove(job.row) && job.destination === null) {
    return conclude(ctx, lease, job, { kind: 'refused', reason: REASON.calendarGone })
  }
  if (isReturn(job.row) && job.destination === null) return conclude(ctx, lease, job, { kind: 'unchanged' })
  if (account === null) {
    ctx.log.warn('a write waits for a calendar account', { outboxId: job.row.id })
    await release(ctx, lease)
    return 'pending'
  }
  if (account.refusedUntil !== null) {
    // Not asked either where only the reading is left: each request is a sign-in that fails.
    const unread = () => Promise.reject(new CredentialError('The calendar server has refused the app password.'))
    if (job.row.confirmedAt !== null) return concludeWritten(ctx, lease, job, unread)
    return conclude(ctx, lease, job, { kind: 'refused', reason: REASON.wrongPassword, mayStand: wasSent(job) })
  }
  if (!wasSent(job) && !(await rememberIntent(ctx, lease, composed))) return 'pending'
  return transmit(ctx, lease, job, { account, composed, zone })
}

async function transmit(
  ctx: Context,
  lease: Lease,
  job: Job,
  { account, composed, zone }: { account: CalDavAccount; composed: Composed; zone: Zone },
): Promise<Progress> {
  const { row } = job
  const { href, etag, object } = composed
  const connection = connect(ctx, account)
  const cache = cacheBefore(ctx, job, href)
  const verb = verbOf(row, composed)
  const destination = isMove(row) ? { calendarUrl: job.destination!.url, href: row.destinationHref! } : null
  const sending = { job, verb, connection, href, etag, object, destination, cache }
  const follow = followerOf(ctx, sending, { zone, cache })
  if (row.confirmedAt !== null) return concludeWritten(ctx, lease, job, (record) => follow(undefined, record))
  const result = await attempt(ctx, sending, wasSent(job))
  switch (result.kind) {
    case 'written':
      if (account.refusals > 0) await noteAccepted(ctx, job.calendar.ownerId)
      return concludeWritten(ctx, lease, job, (record) => follow(result.found, record))
    case 'conflict':
      // At once and whatever the calendar's tags say, so that a next try meets what stands there.
      await tryToFollow(ctx, row, () => follow(result.found))
      break
    case 'refused':
      if (result.reason !== REASON.wrongPassword) break
      return conclude(ctx, lease, job, {
        ...result,
        reason: await explainUnauthorized(ctx, { memberId: job.calendar.ownerId, account, connection }),
      })
  }
  return conclude(ctx, lease, job, result)
}

/** What a removal leaves of the object is written in its place. */
function verbOf(row: OutboxRow, { object }: Composed): Verb {
  if (isMove(row)) return 'move'
  if (row.operation === 'create') return 'create'
  return object === null ? 'delete' : 'update'
}

/** The calendar, or the row, went away in the moment of the lease: the next pass decides what that means. */
async function leave(ctx: Context, lease: Lease): Promise<Progress> {
  await release(ctx, lease)
  return 'ended'
}

/** Counts an attempt that ended in an error of our own, so that a row nobody can send does not go round for ever. */
export async function giveUpAttempt(ctx: Context, lease: Lease): Promise<Progress> {
  const job = await selectJob(ctx.db, lease.rowId)
  if (job === null) return leave(ctx, lease)
  return conclude(ctx, lease, job, { kind: 'again', retryAfterSeconds: null, startsAnew: false, isSilent: false })
}

/**
 * Null: the row waits, as long as it takes, or until its calendar is found to be gone with the account that it was of;
 * nothing is ever sent with an empty credential, or with that of another server.
 */
async function accountOf(ctx: Context, { calendar }: Job): Promise<CalDavAccount | null> {
  try {
    const account = await loadAccount(ctx, calendar.ownerId)
    return account !== null && isOnServerOf(account.homeUrl, calendar.url) ? account : null
  } catch (error) {
    if (error instanceof CredentialError) return null
    throw error
  }
}
