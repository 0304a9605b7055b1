/// <reference path="./prom-client.d.ts" />
// Not the whole package: its default metrics and gateway load an HTTP client.
import Counter from 'prom-client/lib/counter'
import Gauge from 'prom-client/lib/gauge'
import Histogram from 'prom-client/lib/histogram'
import Registry from 'prom-client/lib/registry'
import type { PushOutcome } from './webpush/outcome'

/** What the service counts about itself; nothing of an event or a list, and of people the names of members alone. */
export interface Metrics {
  registry: Registry
  /** Seconds per request. */
  requests: Histogram<'method' | 'route' | 'status'>
  /** Seconds between the moment a reminder was due and its acceptance by the push service. */
  reminderLateness: Histogram
  /** Reminders by what became of them. */
  reminders: Counter<'outcome'>
  /** When each background work last came to a good end, in seconds since 1970. */
  workers: Gauge<'worker'>
  /** Sign-ins with a password that failed, by why. */
  signInFailures: Counter<'reason'>
  /** Queued writes that have ended, by how. */
  writes: Counter<'outcome'>
  /** Seconds per request to a calendar server; the outcome is the class of its status, `none` where no answer came. */
  caldav: Histogram<'server' | 'method' | 'outcome'>
  /** The label of a calendar server: its host, of the first ones; anybody may name any. */
  serverLabel(host: string): string
  /** Seconds per statement, the wait for its connection not included. */
  statements: Histogram
  /** A gauge that its caller brings up to date before `/metrics` is read. */
  gauge(name: string, help: string, labels?: readonly string[]): Gauge<string>
}

const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const STATEMENT_BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5]
const CALDAV_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const LATENESS_BUCKETS = [1, 5, 15, 30, 60, 120]

/** A push service's outcomes of a reminder, and those of a reminder that was never sent. */
const REMINDER_OUTCOMES: Record<PushOutcome['kind'] | 'expired' | 'missed' | 'unsettled', true> = {
  accepted: true,
  gone: true,
  busy: true,
  refused: true,
  unclear: true,
  unusable: true,
  expired: true,
  missed: true,
  unsettled: true,
}

const SIGN_IN_FAILURES = ['wrong', 'throttled', 'locked']
const WRITE_OUTCOMES = ['done', 'failed', 'dead']

const MAX_SERVERS = 30
const OTHER_SERVERS = 'other'

/** The counters and gauges of this process, none of them counted yet. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const servers = new Set<string>()
  const reminders = new Counter({
    name: 'corkboard_reminders_total',
    help: 'Reminders by outcome',
    labelNames: ['outcome'],
    registers,
  })
  const signInFailures = new Counter({
    name: 'corkboard_sign_in_failures_total',
    help: 'Sign-ins with a password that failed, by why',
    labelNames: ['reason'],
    registers,
  })
  const writes = new Counter({
    name: 'corkboard_outbox_finished_total',
    help: 'Queued writes that have ended, by how',
    labelNames: ['outcome'],
    registers,
  })
  // A series that begins with its first loss has no increase that an alert could see.
  for (const outcome of Object.keys(REMINDER_OUTCOMES)) reminders.inc({ outcome }, 0)
  for (const reason of SIGN_IN_FAILURES) signInFailures.inc({ reason }, 0)
  for (const outcome of WRITE_OUTCOMES) writes.inc({ outcome }, 0)
  return {
    registry,
    requests: new Histogram({
      name: 'corkboard_request_seconds',
      help: 'Time taken by requests, by route pattern',
      labelNames: ['method', 'route', 'status'],
      buckets: REQUEST_BUCKETS,
      registers,
    }),
    reminderLateness: new Histogram({
      name: 'corkboard_reminder_lateness_seconds',
      help: 'Time from the moment a reminder was due to its acceptance by the push service',
      buckets: LATENESS_BUCKETS,
      registers,
    }),
    reminders,
    workers: new Gauge({
      name: 'corkboard_worker_last_success_timestamp_seconds',
      help: 'When each background work last came to a good end',
      labelNames: ['worker'],
      registers,
    }),
    signInFailures,
    writes,
    caldav: new Histogram({
      name: 'corkboard_caldav_request_seconds',
      help: 'Time taken by requests to calendar servers, by what came of them',
      labelNames: ['server', 'method', 'outcome'],
      buckets: CALDAV_BUCKETS,
      registers,
    }),
    serverLabel(host) {
      if (servers.size < MAX_SERVERS) servers.add(host)
      return servers.has(host) ? host : OTHER_SERVERS
    },
    statements: new Histogram({
      name: 'corkboard_database_seconds',
      help: 'Time taken by statements, the wait for a connection not included',
      buckets: STATEMENT_BUCKETS,
      registers,
    }),
    gauge: (name, help, labelNames = []) => new Gauge({ name, help, labelNames: [...labelNames], registers }),
  }
}
