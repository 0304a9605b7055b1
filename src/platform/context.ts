import type { Config } from './config'
import type { Db } from './db/client'
import type { Hub } from './hub'
import type { Log } from './log'
import type { Metrics } from './metrics'

/** What every verb works with; built once at the entry point, and by each test for itself. */
export interface Context {
  config: Config
  db: Db
  log: Log
  hub: Hub
  metrics: Metrics
  now: () => Date
  signals: Signals
}

/** Nudges from a request to the background work; each is raised after its transaction has committed. */
export interface Signals {
  /** A write was queued: drain the outbox now. */
  drain: () => void
  /** A member's account or calendars should be synchronised now. */
  sync: (memberId: number) => void
  /** Somebody new waits to be admitted: the admins should hear of it. The name is null where the provider has none. */
  applicant: (displayName: string | null) => void
}

/** Signals that reach nobody: before the workers have started, and in tests that drive the work themselves. */
export const silentSignals = (): Signals => ({ drain: () => {}, sync: () => {}, applicant: () => {} })
