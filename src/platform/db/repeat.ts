import { isDeadlock, isEnded, isLockTimeout, isLost, isNotSent, isNotServed } from './errors'
import { runningTime } from './patience'

const ATTEMPTS = 25
/** That a server is gone must be said within five seconds, whatever is tried meanwhile. */
const MAX_MS = 3_000
/** The others of a cluster take seconds to give up one that is gone, and no write before that. */
const MAX_CLUSTER_MS = 9_000
/** The server is there: who waits in line for a lock is served late rather than not. */
const MAX_LOCKED_MS = 7_000
const AWAY_PAUSE_MS = 50
const FIRST_PAUSE_MS = 2
const MAX_PAUSE_MS = 100

/**
 * Runs work that left nothing behind where `mayRepeat` says so, and then runs it again, again and again for three
 * seconds at most, for seven where it waits for a lock, for nine while `isClusterThere`; they begin anew for a process
 * that finds its first attempt ended by the server, and a time in which it stood still does not count. Two nodes of a
 * cluster refuse each other's writes again and again unless each waits a time of its own.
 * @throws the last attempt's error
 */
export async function repeating<T>(work: () => Promise<T>, { mayRepeat, isClusterThere }: Repeating): Promise<T> {
  using time = runningTime()
  let beganAt = 0
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || !mayRepeat(error)) throw error
      // The work itself may have waited for something else, which says nothing about the server.
      if (attempt === 1 && isEnded(error)) beganAt = time.elapsed()
      const tookMs = time.elapsed() - beganAt
      if (tookMs > (isLockTimeout(error) ? MAX_LOCKED_MS : MAX_MS)) {
        if (tookMs > MAX_CLUSTER_MS || !(await isClusterThere())) throw error
      }
      await Bun.sleep(isAway(error) ? Math.min(attempt, 7) * AWAY_PAUSE_MS : Math.random() * pauseAfter(attempt))
    }
  }
}

interface Repeating {
  mayRepeat(error: unknown): boolean
  /** Whether the server is one of several, and any of them is there. */
  isClusterThere(): Promise<boolean>
}

const pauseAfter = (attempt: number) => Math.min(FIRST_PAUSE_MS * 2 ** attempt, MAX_PAUSE_MS)

/** Nothing of it was done, or an open transaction was rolled back. */
export const isAway = (error: unknown) => isNotServed(error) || isLost(error)

/** Whether a statement changes nothing. */
export const isRead = (statement: string): boolean => /^[\s(]*select\b/i.test(statement)

/**
 * Whether a failed statement outside a transaction may run again: one that writes may have been done unheard, and where
 * there is no other host nobody waits for one that refuses.
 */
export function mayRepeatStatement(statement: string, error: unknown, hasOtherHosts: boolean): boolean {
  // In a cluster a read waits, too: for what others have committed before.
  if (hasOtherHosts && (isNotServed(error) || isLockTimeout(error))) return true
  return isDeadlock(error) || (isLost(error) && isRead(statement))
}

/** The same of a transaction; `mayStand`: its commit was sent, and whether it was done is not known. */
export function mayRepeatTransaction(error: unknown, { mayStand, hasOtherHosts }: Interrupted): boolean {
  // Not even the commit was sent.
  if (isDeadlock(error) || isLockTimeout(error) || isNotSent(error)) return true
  return !mayStand && (isLost(error) || (isNotServed(error) && hasOtherHosts))
}

interface Interrupted {
  mayStand: boolean
  hasOtherHosts: boolean
}
