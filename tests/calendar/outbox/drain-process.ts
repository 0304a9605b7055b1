/** A process that drains the outbox once, at the instant NOW, and ends; a test may end it earlier. */
import { createDrain } from '../../../src/calendar/outbox/drain'
import { readConfig } from '../../../src/platform/config'
import { createContext } from '../../../src/platform/context'
import { openDatabase } from '../../../src/platform/db/client'
import { createLog } from '../../../src/platform/log'

const config = readConfig(process.env)
const database = openDatabase(config.database)
const now = () => new Date(process.env.NOW ?? '')
const ctx = createContext({
  config,
  db: database.db,
  log: createLog({ level: 'error', format: 'json', write: (line) => process.stderr.write(line) }),
  now,
})
await createDrain(ctx).drain()
await database.close()
process.exit(0)
