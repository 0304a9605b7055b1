import type { Context } from '../../platform/context'
import { isDbError } from '../../platform/db/errors'
import { pruneIdempotencyKeys } from '../../platform/idempotency'
import { pruneLeases } from '../../platform/lease/prune'
import { describeError } from '../../platform/log'
import { createPruning } from '../../platform/pruning'
import { feedImports, selectOpenImports } from '../import/feed'
import { pruneImports } from '../import/jobs'
import { pruneAdditions } from '../reminders/list-additions'
import type { Progress } from './conclude'
import { dispatch, giveUpAttempt } from './dispatch'
import { selectLeads, selectWaiting } from './jobs'
import { LANES_PER_SERVER, LOOK_AGAIN_MS, takeLane } from './lane'
import { leaseRow } from './leases'
import { planPass } from './plan'
import { pruneOutbox } from './prune'
import { endLost, failOrphaned } from './settle'

export interface Drain {
  /**
   * Starts whatever may be sent now and resolves when it has been started. While one call is planning, another does
   * nothing but have it plan once more. Never rejects, so that it can be raised as a signal.
   */
  wake(): Promise<void>
  /** Wakes, and resolves when nothing more may be sent now. */
  drain(): Promise<void>
  /** Starts nothing more and waits for what is on its way. */
  stop(): Promise<void>
}

/**
 * The drain of a process. Each calendar has a lane of its own, in which rows go one after another; a server that hangs
 * holds up its own lanes and no others.
 */
export function createDrain(ctx: Context): Drain {
  const holder = ctx.leases.holder()
  const lanes = new Map<string, Promise<void>>()
  let planning: Promise<void> | null = null
  let isAskedAgain = false
  let isStopping = false
  const prune = createPruning(ctx, {
    outbox: pruneOutbox,
    imports: pruneImports,
    'idempotency keys': pruneIdempotencyKeys,
    'list additions': pruneAdditions,
    leases: pruneLeases,
  })
  let pruning = Promise.resolve()
  let lookAgain: ReturnType<typeof setTimeout> | null = null

  const wake = async () => {
    if (isStopping) return
    if (planning !== null) {
      isAskedAgain = true
      return planning
    }
    planning = startLanes()
    return planning
  }

  const startLanes = async () => {
    do {
      isAskedAgain = false
      try {
        await plan()
      } catch (error) {
        ctx.log.error('the outbox could not be read', { error: describeError(error) })
      }
    } while (isAskedAgain)
    // Not waited for: nothing that is past holds up what is to be sent.
    pruning = prune()
    // In the same breath as the last look at the flag: a call in between would be forgotten.
    planning = null
  }

  const plan = async () => {
    const [queued, imports] = await Promise.all([selectWaiting(ctx.db), selectOpenImports(ctx.db)])
    if (await feedImports(ctx, imports)) isAskedAgain = true
    const waiting = imports.length === 0 ? queued : await selectWaiting(ctx.db)
    const { ready, orphaned, lost } = planPass(waiting, await selectLeads(ctx.db, waiting), ctx.now())
    await failOrphaned(ctx, orphaned)
    await endLost(ctx, lost)
    for (const [url, rowIds] of ready) {
      if (!isStopping && !lanes.has(url) && lanesOf(serverOf(url)) < LANES_PER_SERVER) open(url, rowIds)
    }
  }

  const open = (url: string, rowIds: number[]) => {
    const lane = run(serverOf(url), rowIds).then((hasEnded) => {
      const wasFull = lanesOf(serverOf(url)) === LANES_PER_SERVER
      lanes.delete(url)
      // Others may have waited for this lane's rows, or for its place.
      if (hasEnded === null) wakeLater()
      else if (hasEnded || wasFull) void wake()
    })
    lanes.set(url, lane)
  }

  const wakeLater = () => {
    lookAgain ??= setTimeout(() => {
      lookAgain = null
      void wake()
    }, LOOK_AGAIN_MS)
  }

  /** Sends rows one after another. Returns whether one has come to its end; null: other processes have all lanes. */
  const run = async (server: string, rowIds: number[]): Promise<boolean | null> => {
    const permit = await takeLane(ctx, server)
    if (permit === null) return null
    try {
      return await sendAll(rowIds)
    } finally {
      await permit.release()
    }
  }

  const sendAll = async (rowIds: number[]): Promise<boolean> => {
    let hasEnded = false
    for (const rowId of rowIds) {
      if (isStopping) break
      const progress = await send(rowId)
      if (progress === 'ended') hasEnded = true
      if (progress === 'silent') break
    }
    return hasEnded
  }

  const send = async (rowId: number): Promise<Progress> => {
    try {
      const lease = await leaseRow(ctx, rowId, holder)
      if (lease === null) return 'pending'
      try {
        return await dispatch(ctx, lease)
      } catch (error) {
        if (isDbError(error)) throw error
        ctx.log.error('a write failed unexpectedly', { outboxId: rowId, error: describeError(error) })
        return await giveUpAttempt(ctx, lease)
      } finally {
        lease.end()
      }
    } catch (error) {
      // What was sent stays noted as sent; the lease runs out, and the next attempt looks first.
      ctx.log.error('a write could not be recorded', { outboxId: rowId, error: describeError(error) })
      return 'silent'
    }
  }

  const lanesOf = (server: string) => [...lanes.keys()].filter((url) => serverOf(url) === server).length

  const untilIdle = async () => {
    while (planning !== null || lanes.size > 0) await Promise.all([planning, ...lanes.values()])
    await pruning
  }

  return {
    wake,
    async drain() {
      await wake()
      await untilIdle()
    },
    async stop() {
      isStopping = true
      if (lookAgain !== null) clearTimeout(lookAgain)
      await untilIdle()
    },
  }
}

const serverOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : url)
