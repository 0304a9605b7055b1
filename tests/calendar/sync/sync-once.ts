/**
 * A process of its own that synchronises one member once: `bun sync-once.ts <config as JSON> <member id> [days later]`.
 * Prints the time taken, how much its memory has grown at most, and how long the event loop was held at most. The latter
 * is time on the processor, which does not depend on how busy the machine is; watching it takes a little, too.
 */
import { syncMember } from '../../../src/calendar/sync'
import type { Config } from '../../../src/platform/config'
import { createContext } from '../../../src/platform/context'
import { openDatabase } from '../../../src/platform/db/client'
import { createLog } from '../../../src/platform/log'
import { TestClock } from '../../support/clock'
import { watchLoop } from '../../support/event-loop'
import type { SyncFigures } from './own-process'

/** Seldom enough not to slow down what is measured. */
const TICK_MS = 20
const DAY_MS = 24 * 60 * 60 * 1000

// What a server takes on a busy machine is not what is measured: no request and no pass is ended for it.
AbortSignal.timeout = () => new AbortController().signal

const [json = '', memberId = '', days = '0'] = process.argv.slice(2)
const stored = JSON.parse(json) as Config
const config = { ...stored, encryptionKey: Buffer.from(stored.encryptionKey) }
const database = openDatabase(config.database)
const clock = new TestClock()
clock.advance(Number(days) * DAY_MS)
const ctx = createContext({
  config,
  db: database.db,
  log: createLog({ level: 'error', format: 'json' }),
  now: clock.now,
})
const loop = watchLoop(TICK_MS)
const rssBefore = process.memoryUsage.rss()
const before = performance.now()
await syncMember(ctx, Number(memberId))
const milliseconds = performance.now() - before
const maxRssBytes = await peakRssBytes()
const figures: SyncFigures = { milliseconds, maxRssBytes, grownBytes: maxRssBytes - rssBefore, heldMs: loop.heldMs() }
loop.stop()
console.log(JSON.stringify(figures))
await database.close()

/** `getrusage` counts what the process that started this one had in use. */
async function peakRssBytes(): Promise<number> {
  const status = await Bun.file('/proc/self/status').text()
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1]) * 1024
}
