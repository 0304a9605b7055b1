import { createRelay, type Relay } from './announcements/relay'
import type { AllTopicTexts } from './announcements/topic-texts'
import type { Config } from './config'
import type { Db } from './db/client'
import { createHub, type Hub } from './hub'
import { type Leases, UNSHARED_LEASES } from './lease'
import { describeError, type Log } from './log'
import type { MemberHooks } from './member-hooks'
import { createMetrics, type Metrics } from './metrics'

/** What every verb works with; built once at the entry point, and by each test for itself. */
export interface Context {
  config: Config
  db: Db
  log: Log
  /** What this process tells its streams. */
  hub: Hub
  /** Brings what any process has announced to the hub. */
  relay: Relay
  metrics: Metrics
  now: () => Date
  signals: Signals
  /** Which of the processes on one database does what. */
  leases: Leases
  /** What happens elsewhere when somebody joins or leaves the household, in this order. */
  memberHooks: readonly MemberHooks[]
}

/** Nudges from a request to the background work; each is raised after its transaction has committed. */
export interface Signals {
  /** A write was queued: drain the outbox now. */
  drain: () => void
  /** A member's account or calendars should be synchronised now. */
  sync: (memberId: number) => void
  /** A subscription is to be fetched now. */
  subscriptions: () => void
  /** The household has moved to another zone: the cache should follow now. */
  timezone: () => void
  /** Somebody new waits to be admitted: the admins should hear of it. The name is null where the provider has none. */
  applicant: (displayName: string | null) => void
  /** All open pairing codes have ended because somebody guesses: the admins should hear of it. */
  codesEnded: () => void
}

/** Signals that reach nobody: before the workers have started, and in tests that drive the work themselves. */
export const silentSignals = (): Signals => ({
  drain: () => {},
  sync: () => {},
  subscriptions: () => {},
  timezone: () => {},
  applicant: () => {},
  codesEnded: () => {},
})

type Given = Pick<Context, 'config' | 'db' | 'log' | 'now'> &
  Partial<Pick<Context, 'memberHooks' | 'leases'>> & {
    /** Of the topics whose announcements carry what people have written. */
    topicTexts?: AllTopicTexts
  }

/**
 * A context with a hub and a relay of its own, and metrics unless the process has some already. Without hooks and texts it
 * is for a process in which nobody joins or leaves, and that announces nothing that people have written; without leases
 * for one that shares its database with no other.
 */
export function createContext(
  { memberHooks = [], leases = UNSHARED_LEASES, topicTexts = {}, ...given }: Given,
  metrics: Metrics = createMetrics(),
): Context {
  const { db, log, now } = given
  const onError = (error: unknown) => log.error('subscriber failed', { error: describeError(error) })
  const hub = createHub({ now, onError, onListening: (isListening) => relay.listen(isListening) })
  const relay: Relay = createRelay({ db, log, now, hub, topicTexts })
  return { ...given, memberHooks, leases, hub, relay, metrics, signals: silentSignals() }
}
