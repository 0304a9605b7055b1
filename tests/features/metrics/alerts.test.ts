import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import type { PoolConnection } from 'mysql2/promise'
import { createDrain } from '../../../src/calendar/outbox/drain'
import { createBackups } from '../../../src/features/backups/run'
import { notePoll, storeCredential } from '../../../src/household/credentials'
import type { BackupSettings } from '../../../src/platform/backup-settings'
import { calendars, outbox, subscriptions } from '../../../src/platform/db/schema'
import { registerProcessMetrics } from '../../../src/platform/process-metrics'
import { startWorkers, type Ticks } from '../../../src/workers'
import { Story } from '../../calendar/reminders/story'
import { ask } from '../../support/cast'
import { secret } from '../../support/secrets'
import { servers } from '../../support/servers'
import { judge, type Reading, readingOf, SILENCE } from './timeline'

const ROOT = join(import.meta.dir, '../../..')
const RULES = join(ROOT, 'deploy/monitoring/corkboard.rules.yml')
const TOKEN = secret('a-token-for-the-reader-of-metrics')
const AUTHORIZED = { authorization: `Bearer ${TOKEN}` }
const HAS_PROMTOOL = Bun.which('promtool') !== null
const HOUR_MS = 60 * 60 * 1000

const rules = (await Bun.file(RULES).text()).matchAll(/- alert: (\w+)\n\s+expr: (.+)/g)
const ALERTS = [...rules].map(([, name, expression]) => ({ name: name!, expression: expression! }))

const backupSettings: BackupSettings = {
  folder: '',
  at: 0,
  keep: { days: 2, weeks: 0, months: 0 },
  recipient: null,
  storage: null,
}

let story: Story
beforeAll(async () => {
  story = await Story.open({ at: '2026-11-20T12:00:00Z' })
  backupSettings.folder = await servers.folder('alerts')
  Object.assign(story.ctx.config, { metricsToken: TOKEN, backups: backupSettings })
  registerProcessMetrics(story.ctx.metrics.registry)
  await createBackups(story.ctx).tick()
})
afterAll(() => story.close())

async function read(): Promise<Reading> {
  const { body } = await ask<string>(story.household, null, 'GET /metrics', undefined, AUTHORIZED)
  return readingOf(body, story.ctx.now().getTime() / 1000)
}

interface Trouble {
  alert: string
  /** How long it lasts before the alert must fire. */
  minutes?: number
  /** What makes it go wrong; returns what mends it. */
  cause(): Promise<() => unknown>
  /** How it is read while it lasts, where that is not as ever. */
  readIll?: () => Promise<Reading>
}

const away = async (table: string) => {
  await story.ctx.db.execute(sql.raw(`rename table ${table} to ${table}_away`))
  return () => story.ctx.db.execute(sql.raw(`rename table ${table}_away to ${table}`))
}

/** A write that no drain has sent yet. */
async function queue(columns: Partial<typeof outbox.$inferInsert>) {
  const { ctx, cast, calendarIds } = story
  const now = ctx.now()
  const row = { authorId: cast.ada.id, calendarId: calendarIds.ada, uid: randomUUID(), operation: 'create' as const }
  const rest = { href: '/x.ics', operationId: randomUUID(), nextAttemptAt: now, createdAt: now, updatedAt: now }
  await ctx.db.insert(outbox).values({ ...row, ...rest, ...columns })
}

const setCalendars = (columns: Partial<typeof calendars.$inferInsert>) => story.ctx.db.update(calendars).set(columns)

const backUpTomorrow = async () => {
  story.household.clock.advance(24 * HOUR_MS)
  await createBackups(story.ctx).tick()
}

/** The folder is not there when the next backup is due. */
async function loseBackupFolder() {
  const { folder } = backupSettings
  backupSettings.folder = join(folder, 'not-mounted')
  await backUpTomorrow()
  return async () => {
    backupSettings.folder = folder
    await backUpTomorrow()
  }
}

let listenerUrl: string
/** What a listener of its own says, or that nobody answers there. */
async function readListener(): Promise<Reading> {
  const at = story.ctx.now().getTime() / 1000
  const answer = await fetch(listenerUrl, { headers: AUTHORIZED }).catch(() => null)
  return answer === null ? SILENCE(at) : readingOf(await answer.text(), at)
}

const nothing = async () => {}
const TICKS: Ticks = {
  poll: nothing,
  syncMember: nothing,
  followTimezone: nothing,
  fetchSubscriptions: nothing,
  drain: nothing,
  remind: nothing,
  countAdditions: nothing,
  backUp: nothing,
  tellAdmins: nothing,
  tellCodesEnded: nothing,
}

const TROUBLES: Trouble[] = [
  {
    alert: 'CorkboardDown',
    async cause() {
      const { app } = story.household
      app.listen({ port: 0, hostname: '127.0.0.1' })
      listenerUrl = `http://127.0.0.1:${app.server!.port}/metrics`
      expect((await readListener()).samples.size).toBeGreaterThan(0)
      await app.stop(true)
      return nothing
    },
    readIll: () => readListener(),
  },
  { alert: 'CorkboardDatabaseDown', cause: () => away('outbox') },
  {
    alert: 'CorkboardErrors',
    async cause() {
      const mend = await away('lists')
      for (let count = 0; count < 3; count++) {
        expect((await ask(story.household, story.cast.ada, 'GET /api/lists')).status).toBe(503)
      }
      return mend
    },
  },
  {
    alert: 'CorkboardWorkerStandsStill',
    async cause() {
      const workers = startWorkers(story.ctx, { ...TICKS, remind: () => Promise.reject(new Error('stands still')) })
      story.household.clock.advance(60_000)
      workers.tickNow()
      await workers.stop()
      return workAnew
    },
  },
  {
    alert: 'CorkboardConnectionsShort',
    cause: async () => nothing,
    async readIll() {
      const pool = story.ctx.db.$client
      const taken: Promise<PoolConnection>[] = Array.from({ length: 12 }, () => pool.getConnection())
      await Promise.all(taken.slice(0, 10))
      const reading = read()
      // It has counted those who wait, and waits itself.
      while ((await waiting()) === 0) await setImmediate()
      for (const one of taken) (await one).release()
      return reading
    },
  },
  {
    alert: 'CorkboardEventLoopLate',
    cause: async () => calm,
    async readIll() {
      for (;;) {
        Bun.sleepSync(700)
        await setImmediate()
        const reading = await read()
        if (lagIn(reading) > MAX_LAG) return reading
      }
    },
  },
  {
    alert: 'CorkboardWritesWait',
    async cause() {
      const { ctx } = story
      const hours = (count: number) => new Date(ctx.now().getTime() + count * HOUR_MS)
      await queue({ createdAt: hours(-1), nextAttemptAt: hours(1) })
      return () => ctx.db.delete(outbox)
    },
  },
  {
    alert: 'CorkboardWriteGivenUp',
    async cause() {
      // Its calendar is gone: nobody can make it any more.
      await queue({ calendarId: null })
      const drain = createDrain(story.ctx)
      await drain.drain()
      await drain.stop()
      return nothing
    },
  },
  {
    alert: 'CorkboardAccountFails',
    async cause() {
      const { ctx, cast } = story
      await notePoll(ctx, cast.ben.id, 'The server refused the app password')
      return () => notePoll(ctx, cast.ben.id, null)
    },
  },
  {
    alert: 'CorkboardCalendarFails',
    async cause() {
      await setCalendars({ lastError: 'The server answered 500' })
      return () => setCalendars({ lastError: null })
    },
  },
  {
    alert: 'CorkboardCalendarOld',
    async cause() {
      story.household.clock.advance(2 * HOUR_MS)
      return () => setCalendars({ lastSyncedAt: story.ctx.now() })
    },
  },
  {
    alert: 'CorkboardSubscriptionFails',
    minutes: 49 * 60,
    async cause() {
      const { ctx, cast, calendarIds } = story
      const columns = { userId: cast.ada.id, calendarId: calendarIds.shared, nextFetchAt: ctx.now() }
      await ctx.db.insert(subscriptions).values({ ...columns, reason: 'gone', failureCount: 1 })
      return () => ctx.db.update(subscriptions).set({ reason: null }).where(eq(subscriptions.userId, cast.ada.id))
    },
  },
  {
    alert: 'CorkboardBackupOld',
    minutes: 28 * 60,
    cause: loseBackupFolder,
  },
  {
    alert: 'CorkboardBackupFailed',
    minutes: 4 * 60,
    cause: loseBackupFolder,
  },
  {
    alert: 'CorkboardRemindersLate',
    async cause() {
      await story.phone(story.cast.ada)
      await story.tick()
      await dueReminder(10_000)
      story.household.clock.advance(120_000)
      await story.tick()
      return nothing
    },
  },
  {
    alert: 'CorkboardRemindersLost',
    async cause() {
      const phone = await story.phone(story.cast.ben)
      phone.always = { status: 404 }
      await dueReminder(0, 'ben')
      await story.tick()
      return nothing
    },
  },
  {
    alert: 'CorkboardPasswordsGuessed',
    async cause() {
      for (let count = 0; count < 4; count++) {
        await ask(story.household, null, 'POST /api/auth/local/login', { username: 'ada', password: `guess ${count}` })
      }
      return nothing
    },
  },
]

const workAnew = () => startWorkers(story.ctx, TICKS).stop()

const MAX_LAG = 0.5
const lagIn = ({ samples }: Reading) => samples.get('corkboard_event_loop_lag_seconds{quantile="1"}')!

/** Until this process, on a machine that may be busy, was not late since it was read last. */
async function calm() {
  while (lagIn(await read()) > MAX_LAG) await setImmediate()
}

async function waiting(): Promise<number> {
  const text = await story.ctx.metrics.registry.getSingleMetricAsString('corkboard_database_connections')
  return readingOf(text, 0).samples.get('corkboard_database_connections{state="waiting"}') ?? 0
}

/** An event whose reminder is due in so many milliseconds. */
async function dueReminder(milliseconds: number, who: 'ada' | 'ben' = 'ada') {
  const start = new Date(story.ctx.now().getTime() + milliseconds + 30 * 60_000)
    .toISOString()
    .replace(/[-:]|\.\d+/g, '')
  await story.event(who, 30, { DTSTART: start, SUMMARY: 'Dentist' })
}

test('each alert has its trouble here', () => {
  expect(TROUBLES.map(({ alert }) => alert)).toEqual(ALERTS.map(({ name }) => name))
})

describe.skipIf(!HAS_PROMTOOL)(
  'each alert fires when its trouble begins, and clears when it is over (promtool)',
  () => {
    test.each(TROUBLES)('$alert', async ({ alert, minutes = 120, cause, readIll = read }) => {
      const { ctx, cast } = story
      await storeCredential(ctx, ctx.db, cast.ben.id, ACCOUNT, { homeUrl: 'https://dav.example.org/' })
      await setCalendars({ lastSyncedAt: ctx.now() })
      await workAnew()
      await calm()
      const well = await read()
      const mend = await cause()
      const ill = await readIll()
      await mend()
      expect(await judge(RULES, alert, { well, ill, mended: await read() }, minutes)).toBe('')
    })
  },
)

const ACCOUNT = { providerType: 'caldav', accountEmail: 'ben@example.org', appPassword: 'app' }

describe('what the rules and the board speak of', () => {
  const BOARD = join(ROOT, 'deploy/monitoring/grafana.json')
  const MANUAL = join(ROOT, 'docs/alerts.md')

  test('is in the metrics', async () => {
    const { types } = await read()
    const texts = [...ALERTS.map(({ expression }) => expression), await Bun.file(BOARD).text()]
    const named = texts.flatMap((text) => [...text.matchAll(/\b(?:corkboard|process)_\w+/g)].map(([name]) => name!))
    const metrics = new Set(named.map((name) => name.replace(/_(bucket|count|sum)$/, '')))
    expect([...metrics].filter((name) => !types.has(name))).toEqual([])
    expect(metrics.size).toBeGreaterThan(10)
  })

  test('names every work that may stand still', async () => {
    await workAnew()
    const { samples } = await read()
    const works = [...samples.keys()].flatMap((name) => /^corkboard_worker_\w+\{worker="(\w+)"/.exec(name)?.[1] ?? [])
    const manual = await Bun.file(MANUAL).text()
    expect(works.filter((work) => !manual.includes(`\`${work}\` `))).toEqual([])
    expect(works).toContain('poll')
  })

  test('has its paragraph in the manual, in the same order', async () => {
    const headings = [...(await Bun.file(MANUAL).text()).matchAll(/^## (Corkboard\w+)$/gm)].map(([, name]) => name!)
    expect(headings).toEqual(ALERTS.map(({ name }) => name))
  })
})
