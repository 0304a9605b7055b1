import { and, eq } from 'drizzle-orm'
import {
  type CalDavAccount,
  CredentialError,
  loadAccount,
  noteAccepted,
  noteRefusal,
} from '../../household/credentials'
import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import type { Executor } from '../../platform/db/client'
import { outbox } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { CalDavError, connect, type RemoteObject } from '../caldav/client'
import { lookUp, resync, syncCalendar } from '../sync'
import { attempt, type Result } from './attempt'
import { type Claim, heldBy, release } from './claims'
import { type Composed, compose } from './compose'
import { afterFailedAttempt, afterFailedReading } from './policy'
import { REASON } from './reasons'
import { type Job, selectJob } from './rows'
import { type Outcome, settle } from './settle'

/**
 * - `settled`: the row has come to its end, others may follow
 * - `waiting`: it stays pending
 * - `silent`: it stays pending, and its server is not to be asked again for now
 */
export type Progress = 'settled' | 'waiting' | 'silent'

/**
 * Brings one claimed row as far as it goes: compose, send, judge, read the result into the cache, record. The intent is
 * stored before the sending, so that whoever takes over after a crash first looks at what stands on the server.
 */
export async function dispatch(ctx: Context, claim: Claim): Promise<Progress> {
  const job = await selectJob(ctx.db, claim.rowId)
  if (job === null) return leave(ctx, claim)
  const [zone, account] = await Promise.all([householdZone(ctx), accountOf(ctx, job)])
  const composed = wasSent(job) ? sentBefore(job) : await compose(ctx, job, zone)
  if (composed === 'unchanged') return conclude(ctx, claim, job, { kind: 'unchanged' })
  if ('refusal' in composed) return conclude(ctx, claim, job, { kind: 'refused', reason: composed.refusal })
  if (account === null) {
    ctx.log.warn('a write waits for a calendar account', { outboxId: job.row.id })
    await release(ctx, claim)
    return 'waiting'
  }
  const { row } = job
  if (isResting(ctx, account)) {
    // Not asked either where only the reading is left: each request is a sign-in that fails.
    if (row.confirmedAt !== null)
      return concludeWritten(ctx, claim, job, () => Promise.reject(new CredentialError(RESTS)))
    return conclude(ctx, claim, job, { kind: 'refused', reason: REASON.wrongPassword })
  }
  const { href, etag, object } = composed
  if (!wasSent(job) && !(await rememberIntent(ctx, claim, composed))) return 'waiting'
  const connection = connect(ctx, account)
  const { id, ownerId } = job.calendar
  const cache = lookUp(ctx, id, href, row.uid)
  const follow: Follow = (found) => resync(ctx, id, href, { connection, uid: row.uid, zone, cache, object: found })
  if (row.confirmedAt !== null) return concludeWritten(ctx, claim, job, follow)
  const result = await attempt(ctx, { job, connection, href, etag, object, cache }, wasSent(job))
  switch (result.kind) {
    case 'written':
      if (account.refusedUntil !== null) await noteAccepted(ctx, ownerId)
      return concludeWritten(ctx, claim, job, () => follow(result.found))
    case 'conflict':
      // At once and whatever the calendar's tags say, so that a next try meets what stands there.
      await tryToFollow(ctx, row, () => follow(result.found))
      break
    case 'refused':
      if (result.reason === REASON.wrongPassword) await noteRefusal(ctx, ownerId)
  }
  return conclude(ctx, claim, job, result)
}

const RESTS = 'The calendar server has refused the app password.'

/** Whether the account's password was refused so lately that it is not tried again yet. */
const isResting = (ctx: Context, { refusedUntil }: CalDavAccount) => refusedUntil !== null && refusedUntil > ctx.now()

/** Brings the cache up to date with what was found at the href; reads that first where it is not known. */
type Follow = (found?: RemoteObject | null) => Promise<void>

/** The calendar, or the row, went away in the moment of the claim: the next pass decides what that means. */
async function leave(ctx: Context, claim: Claim): Promise<Progress> {
  await release(ctx, claim)
  return 'settled'
}

/** Counts an attempt that ended in an error of our own, so that a row nobody can send does not go round for ever. */
export async function giveUpAttempt(ctx: Context, claim: Claim): Promise<Progress> {
  const job = await selectJob(ctx.db, claim.rowId)
  if (job === null) return leave(ctx, claim)
  return conclude(ctx, claim, job, { kind: 'again', retryAfterSeconds: null, startsAnew: false, isSilent: false })
}

async function conclude(ctx: Context, claim: Claim, job: Job, result: Concluded): Promise<Progress> {
  const { row, calendar } = job
  switch (result.kind) {
    case 'refused':
      await settle(ctx, claim, job, { status: 'failed', reason: result.reason })
      return 'settled'
    case 'conflict':
      // Somebody else has been there: more than this one event may have changed.
      await tryToFollow(ctx, row, () => syncCalendar(ctx, calendar.id))
      await settle(ctx, claim, job, { status: 'failed', reason: result.reason })
      return 'settled'
    case 'unchanged':
      await settle(ctx, claim, job, { status: 'done' })
      return 'settled'
    case 'again': {
      const outcome = afterFailure(ctx, row.attemptCount + 1, result)
      await settle(ctx, claim, job, outcome)
      if (outcome.status !== 'pending') return 'settled'
      return result.isSilent ? 'silent' : 'waiting'
    }
  }
}

/**
 * The server has done the write: the cache follows, then it is done. When reading back fails, only that is tried again,
 * and in the end left to the poll: what stands on the server must not be said to have failed, nor be written twice.
 */
async function concludeWritten(ctx: Context, claim: Claim, job: Job, follow: () => Promise<void>): Promise<Progress> {
  const { row } = job
  const next = (await tryToFollow(ctx, row, follow))
    ? ({ status: 'done' } as const)
    : afterFailedReading(row.attemptCount, row.confirmedAt !== null)
  if (next.status === 'done') {
    await settle(ctx, claim, job, next)
    return 'settled'
  }
  const { status, attemptCount, delaySeconds } = next
  const nextAttemptAt = later(ctx, delaySeconds)
  const confirmedAt = row.confirmedAt ?? ctx.now()
  await settle(ctx, claim, job, { status, attemptCount, nextAttemptAt, startsAnew: false, confirmedAt })
  return 'silent'
}

function afterFailure(ctx: Context, attemptCount: number, result: Result & { kind: 'again' }): Outcome {
  const next = afterFailedAttempt(attemptCount, result.retryAfterSeconds)
  if (next.status === 'dead') return { status: 'dead', reason: REASON.unanswered, attemptCount }
  const { startsAnew } = result
  return { status: 'pending', attemptCount, nextAttemptAt: later(ctx, next.delaySeconds), startsAnew }
}

const later = (ctx: Context, seconds: number) => new Date(ctx.now().getTime() + seconds * 1000)

type Concluded = Exclude<Result, { kind: 'written' }>

/** A row whose last attempt ended without being recorded, or unclear. */
const wasSent = ({ row }: Job) => row.sentObject !== null || row.sentEtag !== null

const sentBefore = ({ row }: Job): Composed => ({
  href: row.href,
  etag: row.sentEtag,
  object: row.sentObject,
  source: null,
})

/** Null: the row waits, as long as it takes; nothing is ever sent with an empty credential. */
async function accountOf(ctx: Context, { calendar }: Job): Promise<CalDavAccount | null> {
  try {
    return await loadAccount(ctx, calendar.ownerId)
  } catch (error) {
    if (error instanceof CredentialError) return null
    throw error
  }
}

/** False when the claim was lost meanwhile: another drain sends. */
async function rememberIntent(ctx: Context, claim: Claim, { href, etag, object, source }: Composed): Promise<boolean> {
  if (source === null) return storeIntent(ctx.db, claim, { href, sentEtag: etag, sentObject: object })
  return inTransaction(ctx.db, async (tx) => {
    if (!(await storeIntent(tx, claim, { href, sentEtag: etag, sentObject: object }))) return false
    const isWaitingDelete = and(eq(outbox.id, source.deleteId), eq(outbox.status, 'pending'))
    await tx.update(outbox).set({ etag: source.etag }).where(isWaitingDelete)
    return true
  })
}

async function storeIntent(
  db: Executor,
  claim: Claim,
  intent: { href: string; sentEtag: string | null; sentObject: string | null },
): Promise<boolean> {
  const [{ affectedRows }] = await db.update(outbox).set(intent).where(heldBy(claim))
  return affectedRows > 0
}

/** Brings the cache up to the server; false when the server does not answer. */
async function tryToFollow(ctx: Context, { id }: Job['row'], follow: () => Promise<unknown>): Promise<boolean> {
  try {
    await follow()
    return true
  } catch (error) {
    if (!(error instanceof CalDavError || error instanceof CredentialError)) throw error
    ctx.log.warn('the cache does not follow a write yet', { outboxId: id, reason: error.message })
    return false
  }
}
