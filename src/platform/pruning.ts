import type { Context } from './context'
import { HOUR_MS, MINUTE_MS } from './durations'
import { describeError } from './log'

/** Rows that one statement removes at most, so that none locks rows for long. */
export const PRUNED_AT_ONCE = 1000

const PRUNE_EVERY_MS = HOUR_MS
/** So long after one process none prunes the same; shorter than an hour, as each counts its own. */
const REST_MS = 55 * MINUTE_MS

/** Removes up to `PRUNED_AT_ONCE` rows that are past their time. Returns how many it has removed. */
export type Prune = (ctx: Context) => Promise<number>

/**
 * Prunes each kind once an hour, and again at the next call when rows may be left. A failure is logged and tried again in
 * the next hour; the returned function never rejects. Calls that overlap share one run.
 */
export function createPruning(ctx: Context, prunes: Record<string, Prune>): () => Promise<void> {
  const prunedAt = new Map<string, number>()
  let underWay: Promise<void> | null = null

  const run = async () => {
    const now = ctx.now().getTime()
    for (const [what, prune] of Object.entries(prunes)) {
      // A clock that was set back is no reason to wait.
      if (Math.abs(now - (prunedAt.get(what) ?? 0)) < PRUNE_EVERY_MS) continue
      prunedAt.set(what, now)
      try {
        await ctx.leases.run(`prune:${what}`, async () => {
          if ((await prune(ctx)) < PRUNED_AT_ONCE) return REST_MS
          prunedAt.delete(what)
          return 0
        })
      } catch (error) {
        ctx.log.warn('old rows were not removed', { what, error: describeError(error) })
      }
    }
  }

  return () => {
    underWay ??= run().finally(() => {
      underWay = null
    })
    return underWay
  }
}
