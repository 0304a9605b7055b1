import { Coalesced } from '../../platform/coalesced'
import type { Context } from '../../platform/context'
import { pruneIdempotencyKeys } from '../../platform/idempotency'
import { pruneLeases } from '../../platform/lease/prune'
import { describeError } from '../../platform/log'
import { createPruning } from '../../platform/pruning'
import { feedImports, selectOpenImports } from '../import/feed'
import { pruneImports } from '../import/jobs'
import { pruneAdditions } from '../reminders/list-additions'
import { selectLeads, selectWaiting } from './jobs'
import { Lanes } from './lanes'
import { planPass } from './plan'
import { pruneOutbox } from './prune'
import { sendRow } from './send-row'
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

/** Another process says nothing when it gives a lane back. */
const LOOK_AGAIN_MS = 1_000

/** The drain of a process: plans what may be sent, and sends it in lanes. */
export function createDrain(ctx: Context): Drain {
  const holder = ctx.leases.holder()
  const prune = createPruning(ctx, {
    outbox: pruneOutbox,
    imports: pruneImports,
    'idempotency keys': pruneIdempotencyKeys,
    'list additions': pruneAdditions,
    leases: pruneLeases,
  })
  let pruning = Promise.resolve()
  let lookAgain: ReturnType<typeof setTimeout> | null = null
  let isStopping = false

  const wake = async () => {
    if (!isStopping) await planning.run()
  }

  const planning = new Coalesced(async () => {
    try {
      await plan()
    } catch (error) {
      ctx.log.error('the outbox could not be read', { error: describeError(error) })
    }
    // Not waited for: nothing that is past holds up what is to be sent.
    pruning = prune()
  })

  const plan = async () => {
    const [queued, imports] = await Promise.all([selectWaiting(ctx.db), selectOpenImports(ctx.db)])
    if (await feedImports(ctx, imports)) void planning.run()
    const waiting = imports.length === 0 ? queued : await selectWaiting(ctx.db)
    const { ready, orphaned, lost } = planPass(waiting, await selectLeads(ctx.db, waiting), ctx.now())
    await failOrphaned(ctx, orphaned)
    await endLost(ctx, lost)
    if (isStopping) return
    for (const [url, rowIds] of ready) lanes.send(url, rowIds)
  }

  const sendAll = async (rowIds: readonly number[]) => {
    let hasEnded = false
    for (const rowId of rowIds) {
      if (isStopping) break
      const progress = await sendRow(ctx, rowId, holder)
      if (progress === 'ended') hasEnded = true
      if (progress === 'silent') break
    }
    return hasEnded
  }

  const wakeLater = () => {
    lookAgain ??= setTimeout(() => {
      lookAgain = null
      void wake()
    }, LOOK_AGAIN_MS)
  }

  const lanes = new Lanes(ctx, { sendAll, onFree: () => void wake(), onRefused: wakeLater })

  const untilIdle = async () => {
    while (planning.underWay !== null || lanes.open.length > 0) await Promise.all([planning.underWay, ...lanes.open])
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
