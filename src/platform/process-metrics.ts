import { readdir } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import Counter from 'prom-client/lib/counter'
import Gauge from 'prom-client/lib/gauge'
import type Registry from 'prom-client/lib/registry'

const LAG_RESOLUTION_MS = 50
const QUANTILES = { '0.5': 50, '0.99': 99, '1': 100 }
const OPEN_FILES = '/proc/self/fd'

/**
 * What this process uses, under the names that Prometheus has for that, and how late its event loop was since it was
 * read last. Each is taken when it is read.
 */
export function registerProcessMetrics(registry: Registry): void {
  const registers = [registry]
  const startedAt = Date.now() / 1000 - process.uptime()
  new Gauge({ name: 'process_start_time_seconds', help: 'Start of the process', registers }).set(startedAt)
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory',
    registers,
    collect() {
      this.set(process.memoryUsage.rss())
    },
  })
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time, of the user and of the system',
    registers,
    collect() {
      const { user, system } = process.cpuUsage()
      this.reset()
      this.inc((user + system) / 1e6)
    },
  })
  new Gauge({
    name: 'process_open_fds',
    help: 'Open files and sockets',
    registers,
    async collect() {
      // Linux alone tells.
      const open = await readdir(OPEN_FILES).catch(() => null)
      if (open !== null) this.set(open.length)
    },
  })
  const lag = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS })
  lag.enable()
  new Gauge({
    name: 'corkboard_event_loop_lag_seconds',
    help: 'How late the event loop was, since this was read last',
    labelNames: ['quantile'],
    registers,
    collect() {
      for (const [quantile, percent] of Object.entries(QUANTILES)) this.set({ quantile }, lag.percentile(percent) / 1e9)
      lag.reset()
    },
  })
}
