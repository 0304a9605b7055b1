/**
 * A household in a process of its own that lives with the hostile server: `bun household.ts <config as JSON>
 * <base URL> <cookie>`. For each answer a calendar is listed and an account is checked there, while somebody else, whose
 * cookie that is, asks for their events. Prints a line of JSON for each: what it came to, and what it took.
 */
import { setTimeout } from 'node:timers/promises'
import { createApp } from '../../../../src/app'
import { type CalDavError, connect, getObjects, listEtags } from '../../../../src/calendar/caldav/client'
import { findHome } from '../../../../src/calendar/caldav/discover'
import type { Config } from '../../../../src/platform/config'
import { createContext } from '../../../../src/platform/context'
import { openDatabase } from '../../../../src/platform/db/client'
import { createLog } from '../../../../src/platform/log'
import { TestClock } from '../../../support/clock'
import { slowness } from '../../../support/cpu'
import { holdOf } from '../../../support/event-loop'
import { HOSTILE_ANSWERS } from './answers'
import { type HostileAnswer, MAX_HELD_MS, MB } from './http'

export interface Measured {
  listing: string | number
  probe: 'refused' | 'unreachable' | 'found'
  /** The longest time in which nobody else had a turn, in processor time. */
  heldMs: number
  /** How much more memory there was at the most. */
  grownMb: number
  /** What the others were answered meanwhile. */
  statuses: number[]
}

const PAUSE_MS = 10
/** A machine that is busy with something else is no fault of the code. */
const TRIES = 3

const [json = '', base = '', cookie = ''] = process.argv.slice(2)
const stored = JSON.parse(json) as Config
const config = { ...stored, encryptionKey: Buffer.from(stored.encryptionKey), caldavUrl: base }
const database = openDatabase(config.database)
/** Objects are asked for by the hundred. */
const SLICE = 100
const ctx = createContext({
  config,
  db: database.db,
  log: createLog({ level: 'error', format: 'json', write: (line) => process.stderr.write(line) }),
  now: new TestClock().now,
})
const app = createApp(ctx)
const askForEvents = () =>
  app.handle(new Request('http://localhost/api/events?start=2026-11-20&end=2026-11-27', { headers: { cookie } }))

async function measure({ patienceMs }: HostileAnswer, url: string): Promise<Measured> {
  Bun.gc(true)
  const before = process.memoryUsage.rss()
  let most = before
  let isOver = false
  const statuses: number[] = []
  const others = async () => {
    do {
      statuses.push((await askForEvents()).status)
      most = Math.max(most, process.memoryUsage.rss())
      await setTimeout(PAUSE_MS)
    } while (!isOver)
  }
  const options = { timeoutMs: patienceMs }
  const account = { username: 'ada', password: 'x', homeUrl: url }
  const list = async () => {
    const connection = connect(ctx, account, options)
    const listed = await listEtags(connection, url)
    const slice = listed.slice(0, SLICE).map(({ href }) => href)
    if (slice.length > 0) await getObjects(connection, url, slice)
    return listed.length
  }
  const asking = others()
  const { result, heldMs } = await holdOf(async () => {
    const listing = await list().catch((error: CalDavError) => error.kind)
    const login = { accountEmail: null, calendarUsername: 'ada', appPassword: 'x', serverUrl: url }
    const home = await findHome(ctx, login, options)
    return { listing, probe: typeof home === 'string' ? home : ('found' as const) }
  })
  isOver = true
  await asking
  return { ...result, heldMs, grownMb: (most - before) / MB, statuses }
}

// What is compiled at first use is not the answers' fault.
for (let warm = 0; warm < 20; warm++) await askForEvents()
for (const [number, answer] of HOSTILE_ANSWERS.entries()) {
  const tries: Measured[] = []
  do tries.push(await measure(answer, `${base}${number}/`))
  while (tries.length < TRIES && tries.at(-1)!.heldMs >= MAX_HELD_MS)
  const best = tries.reduce((one, other) => (other.heldMs < one.heldMs ? other : one))
  const heldMs = best.heldMs < MAX_HELD_MS ? best.heldMs : best.heldMs / slowness()
  console.log(JSON.stringify({ ...best, heldMs }))
}
await database.close()
