/// <reference path="./prom-client.d.ts" />
// Not the whole package: its default metrics and gateway load an HTTP client.
import Counter from 'prom-client/lib/counter'
import Gauge from 'prom-client/lib/gauge'
import Histogram from 'prom-client/lib/histogram'
import Registry from 'prom-client/lib/registry'
import type { PushOutcome } from './webpush/outcome'

/** What the service counts about itself; nothing of a person, an event or a list. */
export interface Metrics {
  registry: Registry
  /** Seconds per request. */
  requests: Histogram<'method' | 'route' | 'status'>
  /** Seconds between the moment a reminder was due and its acceptance by the push service. */
  reminderLateness: Histogram
  /** Reminders by what became of them. */
  reminders: Counter<'outcome'>
  /** A gauge that its caller brings up to date before `/metrics` is read. */
  gauge(name: string, help: string, labels?: readonly string[]): Gauge<string>
}

const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
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

/** The counters and gauges of this process, none of them counted yet. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const reminders = new Counter({
    name: 'corkboard_reminders_total',
    help: 'Reminders by outcome',
    labelNames: ['outcome'],
    registers,
  })
  // A series that begins with its first loss has no increase that an alert could see.
  for (const outcome of Object.keys(REMINDER_OUTCOMES)) reminders.inc({ outcome }, 0)
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
    gauge: (name, help, labelNames = []) => new Gauge({ name, help, labelNames: [...labelNames], registers }),
  }
}
