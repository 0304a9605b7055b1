/**
 * A process that ticks once at the moment TICK_AT and says where it is on standard output. HALT `stored`: it stands still
 * between the stored key and the send; `sent`: between the send and its record.
 */
import { createReminders } from '../../../src/calendar/reminders'
import { readConfig } from '../../../src/platform/config'
import { createContext } from '../../../src/platform/context'
import { openDatabase } from '../../../src/platform/db/client'
import { createLog } from '../../../src/platform/log'
import { createPusher, type Pusher } from '../../../src/platform/webpush/pusher'

const { HALT, TICK_AT = '', PUSH_CA: ca } = process.env
const config = readConfig(process.env)
const database = openDatabase(config.database)
const now = () => new Date(TICK_AT)
const log = createLog({ level: 'warn', format: 'json', write: (line) => process.stderr.write(line) })
const ctx = createContext({ config, db: database.db, log, now })

const real = createPusher(config, now, { ca })!
const halting: Pusher = {
  async send(target, message) {
    if (HALT === 'stored') await halt('stored')
    const outcome = await real.send(target, message)
    if (HALT === 'sent') await halt('sent')
    return outcome
  },
}

const reminders = createReminders(ctx, { pusher: halting })
await reminders.remind()
await reminders.settled()
await database.close()

async function halt(where: string) {
  console.log(where)
  await Bun.sleep(60_000)
}
