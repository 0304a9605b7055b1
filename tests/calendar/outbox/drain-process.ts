/** A process that drains the outbox once, at the instant NOW, and ends; a test may end it earlier. */
import { createDrain } from '../../../src/calendar/outbox/drain'
import { readConfig } from '../../../src/platform/config'
import type { Context } from '../../../src/platform/context'
import { silentSignals } from '../../../src/platform/context'
import { openDatabase } from '../../../src/platform/db/client'
import { createHub } from '../../../src/platform/hub'
import { createLog } from '../../../src/platform/log'
import { createMetrics } from '../../../src/platform/metrics'

const config = readConfig(process.env)
const database = openDatabase(config.database)
const now = () => new Date(process.env.NOW ?? '')
const ctx: Context = {
  config,
  db: database.db,
  log: createLog({ level: 'error', format: 'json', write: (line) => process.stderr.write(line) }),
  hub: createHub(() => {}),
  metrics: createMetrics(),
  now,
  signals: silentSignals(),
}
await createDrain(ctx).drain()
await database.close()
process.exit(0)
