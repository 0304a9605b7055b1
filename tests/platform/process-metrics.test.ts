import { expect, test } from 'bun:test'
import { setImmediate } from 'node:timers/promises'
import Registry from 'prom-client/lib/registry'
import { registerProcessMetrics } from '../../src/platform/process-metrics'

const MAX_LOOKS = 20

test('a process that stood still says how late it was', async () => {
  const registry = new Registry()
  registerProcessMetrics(registry)
  const latest = async () => {
    const text = await registry.getSingleMetricAsString('corkboard_event_loop_lag_seconds')
    return Number(/quantile="1"\} (\S+)/.exec(text)?.[1])
  }
  let most = 0
  // It looks now and then: what lies between two looks is not heard.
  for (let look = 0; look < MAX_LOOKS && most < 0.1; look++) {
    Bun.sleepSync(200)
    await setImmediate()
    most = Math.max(most, await latest())
  }
  expect(most).toBeGreaterThan(0.1)
})
