/** A process that ticks whenever it is told an instant on standard input, and says so on standard output when it is done. */
import { createInterface } from 'node:readline'
import { createReminders } from '../../../../src/calendar/reminders'
import { readConfig } from '../../../../src/platform/config'
import { createContext } from '../../../../src/platform/context'
import { openDatabase } from '../../../../src/platform/db/client'
import { createLog } from '../../../../src/platform/log'

let instant = new Date(0)
const config = readConfig(process.env)
const database = openDatabase(config.database)
const log = createLog({ level: 'error', format: 'json', write: (line) => process.stderr.write(line) })
const ctx = createContext({ config, db: database.db, log, now: () => instant })
const reminders = createReminders(ctx, { ca: process.env.PUSH_CA })

for await (const line of createInterface({ input: process.stdin })) {
  instant = new Date(line)
  await reminders.remind()
  await reminders.settled()
  console.log(line)
}
