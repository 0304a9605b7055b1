/**
 * A process in which Ada's calendar is full of objects that were made to stop the service, while Ben looks at his own: `bun
 * hostile-household.ts <ids as JSON>`, with the service's environment. Prints what it came to, as JSON.
 */
import { createApp } from '../../src/app'
import { createReminders } from '../../src/calendar/reminders'
import { readObjects } from '../../src/calendar/sync/read-objects'
import { upsertEvents } from '../../src/calendar/sync/store-events'
import { householdZone } from '../../src/household/settings'
import { readConfig } from '../../src/platform/config'
import { createContext } from '../../src/platform/context'
import { openDatabase } from '../../src/platform/db/client'
import { createLog } from '../../src/platform/log'
import { cookieFor } from '../support/cast'
import { slowness, threadMs } from '../support/cpu'
import { watchLoop } from '../support/event-loop'
import { hostileObjects } from './ical/hostile-objects'

/** What went on in a part of the run; times are this thread's work. */
export interface Stage {
  /** The longest time for which nobody had a turn. */
  heldMs: number
  /** The most that was done between a request of Ben's and its answer. */
  benMs: number
  benRequests: number
  /** The most memory that was taken while it lasted. */
  grownMb: number
  /** How much slower than the machine of the limits this one was. */
  slowness: number
}

export interface HostileRun {
  stages: Record<string, Stage>
  read: number
  refused: number
  /** In each window: all occurrences, and those of Ada's own daily event among them. */
  windows: { occurrences: number; own: number }[]
  /** Titles of the reminders that were sent. */
  reminders: string[]
  warnings: string[]
}

const COUNT = 200
/** As many as a server is asked for at once. */
const AT_ONCE = 10
/** Enough to have a form of every kind of large object. */
const FORMS = { from: 20, to: 52 }
const NOW = new Date('2026-11-20T08:50:00Z')

const [json = ''] = process.argv.slice(2)
const { ada, ben, calendar } = JSON.parse(json) as { ada: number; ben: number; calendar: number }
const config = readConfig(process.env)
const database = openDatabase(config.database)
const warnings: string[] = []
const log = createLog({ level: 'warn', format: 'json', write: (line) => void warnings.push(line) })
const ctx = createContext({
  config,
  db: database.db,
  log,
  now: () => NOW,
})
const app = createApp(ctx)
const cookies = { ada: await cookieFor(ctx, ada), ben: await cookieFor(ctx, ben) }

/** The answer as it goes out; unpacking it is the client's work. */
async function answerTo(cookie: string, path: string): Promise<Uint8Array> {
  const headers = { cookie, 'accept-encoding': 'gzip' }
  const answer = await app.handle(new Request(`http://localhost${path}`, { headers }))
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`)
  return new Uint8Array(await answer.arrayBuffer())
}

const stages: HostileRun['stages'] = {}
let stage: Stage | null = null
let leastRss = 0
const loop = watchLoop()
const memory = setInterval(() => {
  if (stage !== null) stage.grownMb = Math.max(stage.grownMb, (process.memoryUsage.rss() - leastRss) / 1024 / 1024)
}, 1)

let isOver = false
async function keepLooking() {
  while (!isOver) {
    const during = stage
    const before = threadMs()
    await answerTo(cookies.ben, '/api/events?start=2026-11-01&end=2026-12-01')
    if (during !== null && during === stage) {
      during.benMs = Math.max(during.benMs, threadMs() - before)
      during.benRequests += 1
    }
    await Bun.sleep(2)
  }
}

/** Work under a name; of several pieces of one name the worst counts. */
async function during<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  // What has been thrown away is nobody's.
  Bun.gc(true)
  stages[name] ??= { heldMs: 0, benMs: 0, benRequests: 0, grownMb: 0, slowness: slowness() }
  await Bun.sleep(5)
  loop.restart()
  leastRss = process.memoryUsage.rss()
  stage = stages[name]
  const result = await work()
  await Bun.sleep(5)
  stages[name].heldMs = Math.max(stages[name].heldMs, loop.heldMs())
  stage = null
  return result
}

// What runs for the first time is compiled, and is nobody's fault.
for (const cookie of Object.values(cookies)) await answerTo(cookie, '/api/events?start=2026-01-01&end=2026-03-01')
const looking = keepLooking()

const zone = await householdZone(ctx)
const uids: string[] = []
let refused = 0
for (let from = 0; from < COUNT; from += AT_ONCE) {
  const objects = hostileObjects(COUNT, { from, to: from + AT_ONCE })
  const remote = objects.map(({ uid, text }) => ({ href: `/${uid}`, etag: '"1"', data: text }))
  const found = await during('sync, reading', () => readObjects(remote, zone, { withFingerprint: true }))
  await during('sync, storing', () => upsertEvents(ctx.db, calendar, found.events, NOW))
  // A part of a text would hold on to the whole of it.
  uids.push(...found.events.map(({ uid }) => Buffer.from(uid).toString()))
  refused += found.broken.length + found.notEvents.length
}

const windows: HostileRun['windows'] = []
for (const [name, days] of [
  ['window, for the first time', 'start=2026-10-01&end=2026-12-30'],
  ['window, another', 'start=2026-08-01&end=2026-10-30'],
  ['window, once more', 'start=2026-10-01&end=2026-12-30'],
]) {
  const bytes = await during(name!, () => answerTo(cookies.ada, `/api/events?${days}`))
  const { occurrences } = JSON.parse(new TextDecoder().decode(Bun.gunzipSync(new Uint8Array(bytes)))) as {
    occurrences: { uid: string }[]
  }
  windows.push({ occurrences: occurrences.length, own: occurrences.filter(({ uid }) => uid === 'own').length })
}

const sent: string[] = []
const pusher = {
  async send(_: unknown, { payload }: { payload: { title: string } }) {
    sent.push(payload.title)
    return { kind: 'accepted' } as const
  },
}
let at = NOW
const reminders = createReminders({ ...ctx, now: () => at }, { pusher })
for (const [name, time] of [
  ['tick, for the first time', '2026-11-20T08:50:00Z'],
  ['tick', '2026-11-20T08:51:00Z'],
  ['tick, after a standstill', '2026-11-27T08:51:00Z'],
]) {
  at = new Date(time!)
  await during(name!, () => reminders.remind())
}
await reminders.settled()
await during('forms', async () => {
  for (const uid of uids.slice(FORMS.from, FORMS.to)) {
    await answerTo(cookies.ada, `/api/events/${encodeURIComponent(uid)}/edit`)
  }
})

isOver = true
await looking
loop.stop()
clearInterval(memory)
for (const each of Object.values(stages)) each.slowness = Math.max(each.slowness, slowness())
const run: HostileRun = {
  stages,
  read: uids.length,
  refused,
  windows,
  reminders: sent,
  warnings,
}
console.log(JSON.stringify(run))
await database.close()
