import { isDeadlock, isLost, isNotServed } from './errors'

const ATTEMPTS = 4
/** That a server is gone must be said within five seconds, whatever is tried meanwhile. */
const LONGEST_MS = 3_000
const PAUSE_MS = 50

/**
 * Runs work that left nothing behind where `mayRepeat` says so, and then runs it again, at most three times; on a server
 * that is away only for three seconds.
 * @throws the last attempt's error
 */
export async function repeating<T>(work: () => Promise<T>, mayRepeat: (error: unknown) => boolean): Promise<T> {
  const beganAt = performance.now()
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || !mayRepeat(error)) throw error
      if (!isAway(error)) continue
      if (performance.now() - beganAt > LONGEST_MS) throw error
      await Bun.sleep(attempt * PAUSE_MS)
    }
  }
}

/** Nothing of it was done, or an open transaction was rolled back. */
export const isAway = (error: unknown) => isNotServed(error) || isLost(error)

const READ = /^[\s(]*select\b/i

/** Whether a failed statement outside a transaction may run again: one that writes may have been done unheard. */
export function mayRepeatStatement(statement: string, error: unknown): boolean {
  return isDeadlock(error) || isNotServed(error) || (isLost(error) && READ.test(statement))
}
