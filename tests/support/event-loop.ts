import { threadMs } from './cpu'

export interface LoopWatch {
  /** Begins anew: what was seen so far does not count. */
  restart(): void
  /** The longest time for which nobody else had a turn, up to now. */
  heldMs(): number
  stop(): void
}

/**
 * Watches for how long the event loop is held: in processor time of this thread, so that it is nobody's fault when the
 * machine is busy with something else. Each look takes up to half a millisecond itself.
 */
export function watchLoop(everyMs = 1): LoopWatch {
  let last = threadMs()
  let longest = 0
  const look = () => {
    const now = threadMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, everyMs)
  return {
    restart() {
      longest = 0
      last = threadMs()
    },
    heldMs() {
      look()
      return longest
    },
    stop: () => clearInterval(timer),
  }
}

/** What a timer is late by anyhow. */
const USUAL_MS = 5

/**
 * Watches for how long this process, which has next to nothing to do, did not get its turn; `stop` says so. The machine
 * delays what other processes do as much: a limit of real time for them comes on top of it.
 */
export function watchStalls(everyMs = 10): { stop(): number } {
  let last = performance.now()
  let stalledMs = 0
  const look = () => {
    const now = performance.now()
    const late = now - last - everyMs
    if (late > USUAL_MS) stalledMs += late
    last = now
  }
  const timer = setInterval(look, everyMs)
  return {
    stop() {
      clearInterval(timer)
      look()
      return stalledMs
    },
  }
}

/** Runs a piece of work and says for how long, at the longest, it held the event loop. */
export async function holdOf<T>(work: () => Promise<T>): Promise<{ result: T; heldMs: number }> {
  const loop = watchLoop()
  try {
    const result = await work()
    return { result, heldMs: loop.heldMs() }
  } finally {
    loop.stop()
  }
}

const RUNS = 5

/**
 * What a piece of work holds the event loop for, at the longest: the least of a few runs, and of one where that is below
 * the limit. What the work takes shows in each of them; what a busy machine or a collection of what others have left adds
 * does not.
 */
export async function leastHoldOf<T>(work: () => Promise<T>, limitMs: number): Promise<{ result: T; heldMs: number }> {
  let { result, heldMs } = await holdOf(work)
  for (let run = 1; run < RUNS && heldMs >= limitMs; run++) {
    Bun.gc(true)
    const next = await holdOf(work)
    result = next.result
    heldMs = Math.min(heldMs, next.heldMs)
  }
  return { result, heldMs }
}
