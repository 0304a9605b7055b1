import type { sentReminders } from '../../../src/platform/db/schema'

/** A reminder as one device is to get it. */
export interface Expected {
  /** Epoch milliseconds. */
  fireAt: number
  /** Whether its event was known to be read by the service before that; one that was not may come or not. */
  isSure: boolean
}

/** What is known of it: when it came, and what the service has noted. */
export interface Known {
  arrivals: readonly number[]
  entry: Pick<typeof sentReminders.$inferSelect, 'status' | 'createdAt'> | undefined
}

export interface Bounds {
  /** Before the ledger was read, and after that the arrivals were. */
  now: number
  /** How late one may come. */
  lateMs: number
  /** By then what is sent to a push service has an answer, or will have none. */
  answeredMs: number
  /** Whether a process was harmed in a way that explains an entry of that moment that was never settled. */
  wasHarmedAfter: (createdAt: number) => boolean
}

/** What became of a reminder; a problem is said in words. */
export type Fate = 'sent' | 'perhaps sent' | 'not yet' | 'never known' | { problem: string }

/** A process that ended after it had stored an entry is noticed after three minutes, at the next tick. */
const NAMED_WITHIN_MS = 5 * 60_000

/** Once and in time, or at most once and noted as such. */
export function fateOf({ fireAt, isSure }: Expected, { arrivals, entry }: Known, bounds: Bounds): Fate {
  const { now, lateMs, answeredMs, wasHarmedAfter } = bounds
  const [first] = arrivals
  if (arrivals.length > 1) return { problem: `came ${arrivals.length} times` }
  if (first !== undefined && first < fireAt) return { problem: `came ${fireAt - first} ms early` }
  if (first !== undefined && first > fireAt + lateMs) return { problem: `came ${first - fireAt} ms late` }
  if (entry === undefined) {
    if (first !== undefined) return first < now ? { problem: 'came and is not in the ledger' } : 'not yet'
    if (!isSure) return 'never known'
    return now > fireAt + lateMs ? { problem: 'never came' } : 'not yet'
  }
  if (entry.status === 'sent') return first === undefined ? { problem: 'was recorded as sent and never came' } : 'sent'
  const createdAt = entry.createdAt.getTime()
  if (now < createdAt + answeredMs) return 'not yet'
  if (entry.status === 'stored' && now > createdAt + NAMED_WITHIN_MS) return { problem: 'was never settled nor named' }
  return wasHarmedAfter(createdAt) ? 'perhaps sent' : { problem: `is ${entry.status}, and no process was harmed` }
}
