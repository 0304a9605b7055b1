/** A process of its own that synchronises one member once: `bun sync-once.ts <config as JSON> <member id>`. */
import { syncMember } from '../../../src/calendar/sync'
import type { Config } from '../../../src/platform/config'
import { silentSignals } from '../../../src/platform/context'
import { openDatabase } from '../../../src/platform/db/client'
import { createHub } from '../../../src/platform/hub'
import { createLog } from '../../../src/platform/log'
import { TestClock } from '../../support/clock'

const [json = '', memberId = ''] = process.argv.slice(2)
const stored = JSON.parse(json) as Config
const config = { ...stored, encryptionKey: Buffer.from(stored.encryptionKey) }
const database = openDatabase(config.database)
const log = createLog({ level: 'error', format: 'json' })
await syncMember(
  { config, db: database.db, log, hub: createHub(() => {}), now: new TestClock().now, signals: silentSignals() },
  Number(memberId),
)
await database.close()
