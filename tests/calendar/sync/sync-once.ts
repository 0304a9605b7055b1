/**
 * A process of its own that synchronises one member once: `bun sync-once.ts <config as JSON> <member id>`. Prints the
 * time taken and the most memory used.
 */
import { syncMember } from '../../../src/calendar/sync'
import type { Config } from '../../../src/platform/config'
import { type Context, silentSignals } from '../../../src/platform/context'
import { openDatabase } from '../../../src/platform/db/client'
import { createHub } from '../../../src/platform/hub'
import { createLog } from '../../../src/platform/log'
import { createMetrics } from '../../../src/platform/metrics'
import { TestClock } from '../../support/clock'

const [json = '', memberId = ''] = process.argv.slice(2)
const stored = JSON.parse(json) as Config
const config = { ...stored, encryptionKey: Buffer.from(stored.encryptionKey) }
const database = openDatabase(config.database)
const log = createLog({ level: 'error', format: 'json' })
const ctx: Context = {
  config,
  db: database.db,
  log,
  hub: createHub(() => {}),
  metrics: createMetrics(),
  now: new TestClock().now,
  signals: silentSignals(),
}
const before = performance.now()
await syncMember(ctx, Number(memberId))
console.log(
  JSON.stringify({ milliseconds: performance.now() - before, maxRssBytes: process.resourceUsage().maxRSS * 1024 }),
)
await database.close()
