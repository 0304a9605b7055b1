import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type LocalMariadb, startMariadb } from '../../../scripts/local/mariadb'
import { countEvents } from '../../support/caldav'
import { type Diary, FORM, openDiary } from '../../support/diary'
import { type Fault, holdAnswer, holdRequest } from '../../support/proxy'
import { servers } from '../../support/servers'
import { serviceEnvironment } from '../../support/service'
import { pathOf, setScene } from './setting'

const SCRIPT = join(import.meta.dir, 'drain-process.ts')
const REACHED_MS = 120_000

/** Starts a drain in a process of its own. */
function startProcess({ config, clock, proxy }: Diary) {
  const env = serviceEnvironment(config.database, {
    CALDAV_URL: proxy.url,
    TZ: 'Europe/Berlin',
    NOW: clock.now().toISOString(),
  })
  return Bun.spawn([process.execPath, SCRIPT], { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Starts a drain and kills it as soon as its request is held. */
async function killProcess(diary: Diary, held: { arrived: Promise<void>; release: () => void }) {
  const child = startProcess(diary)
  await held.arrived
  child.kill('SIGKILL')
  await child.exited
  held.release()
}

describe('processes on one database', () => {
  const scene = setScene()

  const queueEvents = async (count: number) => {
    for (let index = 0; index < count; index++) {
      await scene.create({ title: `Event ${index}` })
    }
  }

  test('send each row once between them', async () => {
    await queueEvents(12)
    const [one, other] = [startProcess(scene.diary), startProcess(scene.diary)]
    expect(await Promise.all([one.exited, other.exited])).toEqual([0, 0])
    await scene.diary.drain.drain()
    expect(await scene.statuses()).toEqual(Array(12).fill('done'))
    expect(scene.sent('PUT')).toHaveLength(12)
    expect(await scene.count()).toBe(12)
  })

  /** The request arrives and goes no further; its connection dies with its sender. */
  function swallow() {
    const arrived = Promise.withResolvers<void>()
    const killed = Promise.withResolvers<void>()
    const fault: Fault = async () => {
      arrived.resolve()
      await killed.promise
      return 'cut'
    }
    return { fault, arrived: arrived.promise, release: killed.resolve }
  }

  test.each([
    ['after the server has done the write', holdAnswer, 1],
    ['before the write has reached the server', swallow, 2],
  ] as const)('take over from one that is killed %s', async (_, hold, sends) => {
    const held = hold()
    scene.diary.proxy.fault({ method: 'PUT', times: 1 }, held.fault)
    await queueEvents(1)
    await killProcess(scene.diary, held)
    await scene.diary.drain.drain()
    expect(await scene.statuses()).toEqual(['pending'])
    scene.diary.clock.advance(20_000)
    await scene.diary.drain.drain()
    expect(await scene.statuses()).toEqual(['done'])
    expect(scene.sent('PUT')).toHaveLength(sends)
    expect(await scene.count()).toBe(1)
    expect(await scene.diary.occurrences(scene.ada, '2026-12-01', '2026-12-02')).toHaveLength(1)
  })

  test.each(['PATCH', 'DELETE'])(
    'take over a %s from one that is killed after the server has done it',
    async (method) => {
      const path = await scene.diary.put(scene.calendar, 'choir', { SUMMARY: 'Choir', DTSTART: '20261201T090000Z' })
      const held = holdAnswer()
      scene.diary.proxy.fault({ method: method === 'PATCH' ? 'PUT' : 'DELETE', times: 1 }, held.fault)
      const request = method === 'PATCH' ? 'PATCH /api/events/choir/edit' : 'DELETE /api/events/choir'
      await scene.diary.done(scene.ada, request, method === 'PATCH' ? FORM : undefined)
      await killProcess(scene.diary, held)
      scene.diary.clock.advance(20_000)
      await scene.diary.drain.drain()
      expect(await scene.statuses()).toEqual(['done'])
      const text = await scene.diary.onServer(path)
      if (method === 'PATCH') expect(text).toContain('SUMMARY:Dentist')
      else expect(text).toBeNull()
      expect(scene.diary.proxy.requests.filter((one) => one.method === 'PUT' || one.method === 'DELETE')).toHaveLength(
        1,
      )
    },
  )
})

describe('a meeting that moves', () => {
  const scene = setScene()

  test.each([
    ['while it is moved', 'MOVE', holdAnswer],
    ['between its move and the change behind it', 'PUT', holdRequest],
    ['after the change behind it', 'PUT', holdAnswer],
  ] as const)('is taken over from a process that is killed %s: nothing is lost or doubled', async (_, method, hold) => {
    const work = await scene.diary.calendar('ada')
    const lines = { SUMMARY: 'Choir', DTSTART: '20261201T090000Z', ATTENDEE: 'mailto:eva@example.com' }
    await scene.diary.put(scene.calendar, 'choir', lines)
    const form = { ...FORM, title: 'Choir at work', calendarUrl: work.url }
    await scene.diary.done(scene.ada, 'PATCH /api/events/choir/edit', form)
    const held = hold()
    scene.diary.proxy.fault({ method, times: 1 }, held.fault)
    await killProcess(scene.diary, held)
    await scene.diary.drain.drain()
    scene.diary.clock.advance(20_000)
    await scene.diary.drain.drain()
    expect(await scene.statuses()).toEqual(['done', 'done'])
    expect([await scene.count(), await scene.count(work)]).toEqual([0, 1])
    expect(await scene.diary.onServer(`${pathOf(work)}choir.ics`)).toContain('SUMMARY:Choir at work')
    expect(scene.sent('MOVE')).toHaveLength(1)
    expect(await scene.diary.occurrences(scene.ada, '2026-12-01', '2026-12-02')).toHaveLength(1)
  })
})

describe('occurrences of one series', () => {
  const scene = setScene()
  const WEEKLY = {
    SUMMARY: 'Choir',
    DTSTART: '20261201T180000Z',
    DTEND: '20261201T200000Z',
    RRULE: 'FREQ=WEEKLY;COUNT=8',
  }
  const weeks = Array.from({ length: 8 }, (_, week) => new Date(Date.UTC(2026, 11, 1 + 7 * week, 18)).toISOString())
  const shown = async () =>
    (await scene.diary.occurrences(scene.ada, '2026-12-01', '2027-02-01')).map(({ start, title }) => [start, title])

  test('are never written by two processes at once', async () => {
    await scene.diary.put(scene.calendar, 'choir', WEEKLY)
    for (const recurrenceId of weeks) {
      await scene.editFrom({ recurrenceId, range: 'this' }, { title: `On ${recurrenceId}` })
    }
    const [one, other] = [startProcess(scene.diary), startProcess(scene.diary)]
    expect(await Promise.all([one.exited, other.exited])).toEqual([0, 0])
    await scene.diary.drain.drain()
    expect(await scene.statuses()).toEqual(weeks.map(() => 'done'))
    expect(scene.sent('PUT')).toHaveLength(weeks.length)
    await scene.diary.sync(scene.calendar)
    expect(await shown()).toEqual(weeks.map((start) => [start, `On ${start}`]))
  })

  test.each([
    ['while the new series is written', /@corkboard/, holdRequest],
    ['after the new series', /@corkboard/, holdAnswer],
    ['between both writes', /UID:choir\r/, holdRequest],
    ['after the old one is cut', /UID:choir\r/, holdAnswer],
  ] as const)(
    'that is divided are taken over from a process that is killed %s: none is lost or doubled',
    async (_, body, hold) => {
      await scene.diary.put(scene.calendar, 'choir', WEEKLY)
      const from = { recurrenceId: weeks[3]!, range: 'thisAndFuture' } as const
      const { uid } = await scene.editFrom(from, { title: 'Concert' })
      const held = hold()
      scene.diary.proxy.fault({ method: 'PUT', body, times: 1 }, held.fault)
      await killProcess(scene.diary, held)
      await scene.diary.drain.drain()
      scene.diary.clock.advance(20_000)
      await scene.diary.drain.drain()
      expect(await scene.statuses()).toEqual(['done', 'done'])
      await scene.diary.sync(scene.calendar)
      expect(await shown()).toEqual(weeks.map((start, week) => [start, week < 3 ? 'Choir' : 'Concert']))
      expect(await scene.count()).toBe(2)
      expect((await scene.diary.cached(scene.calendar, uid))?.rawVevent).toContain('SUMMARY:Concert')
    },
  )
})

describe('a database that restarts under load', () => {
  let mariadb: LocalMariadb
  let folder: string
  let diary: Diary
  beforeAll(async () => {
    folder = await servers.folder('mariadb')
    mariadb = await startMariadb({ folder })
    const connection = await mariadb.connect()
    await connection.query('create database restarted character set utf8mb4')
    await connection.end()
    diary = await openDiary({
      env: { DB_PORT: String(mariadb.port), DB_PASSWORD: mariadb.password, DB_NAME: 'restarted' },
    })
  })
  afterAll(async () => {
    await diary.close()
    await mariadb.kill()
  })

  test('loses no write that was accepted, and doubles none', async () => {
    const { ada } = diary.cast
    const calendar = await diary.calendar('ada')
    const accepted: string[] = []
    let isLoading = true
    const load = async () => {
      while (isLoading) {
        const { status, body } = await diary.request(ada, 'POST /api/events/create', FORM)
        if (status === 202) accepted.push(body.uid)
        else expect(status).toBe(503)
        void diary.drain.wake()
        await Bun.sleep(5)
      }
    }
    const loads = [load(), load()]
    await until(() => accepted.length >= 10)
    const { port } = mariadb
    await mariadb.kill()
    await Bun.sleep(100)
    mariadb = await startMariadb({ folder, port })
    const before = accepted.length
    await until(() => accepted.length >= before + 10)
    isLoading = false
    await Promise.all(loads)
    for (let pass = 0; pass < 10; pass++) {
      await diary.drain.drain()
      diary.clock.advance(20_000)
    }
    const rows = await diary.rows()
    expect(rows.filter(({ status }) => status !== 'done')).toEqual([])
    const uids = rows.map(({ uid }) => uid)
    expect(accepted.filter((uid) => !uids.includes(uid))).toEqual([])
    expect(await countEvents('ada', pathOf(calendar))).toBe(rows.length)
  })
})

async function until(isReached: () => boolean) {
  const deadline = performance.now() + REACHED_MS
  while (!isReached()) {
    if (performance.now() > deadline) throw new Error('not reached in time')
    await Bun.sleep(10)
  }
}
