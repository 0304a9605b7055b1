import { expect, test } from 'bun:test'
import { join } from 'node:path'
import type { ImportState } from '../../../src/features/import/model'
import { importObjects } from '../../../src/platform/db/schema'
import { countEvents } from '../../support/caldav'
import { openDiary } from '../../support/diary'
import { opened } from '../../support/opened'
import { holdAnswer, holdRequest } from '../../support/proxy'
import { serviceEnvironment } from '../../support/service'
import { bring, fileOf, manyEvents } from './bringing'

const DRAIN = join(import.meta.dir, '../../calendar/outbox/drain-process.ts')
const EVENTS = 120
const LEASE_MS = 20_000

const diary = opened(() => openDiary({ at: '2026-11-01T12:00:00Z' }))

function startProcess() {
  const { config, clock, proxy } = diary
  const env = serviceEnvironment(config.database, {
    CALDAV_URL: proxy.url,
    TZ: 'Europe/Berlin',
    NOW: clock.now().toISOString(),
  })
  return Bun.spawn([process.execPath, DRAIN], { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

test('an import whose process is killed goes on, and writes each event once', async () => {
  const { ada } = diary.cast
  const calendar = await diary.calendar('ada')
  const path = new URL(calendar.url).pathname
  const { body } = await bring(diary, ada, calendar, fileOf(manyEvents(EVENTS)))
  const stateNow = () => diary.done<ImportState>(ada, `GET /api/import/${body.id}`)
  // Before the server has it, and before the answer is here.
  for (const [hold, after] of [
    [holdRequest, 25],
    [holdAnswer, 50],
  ] as const) {
    const held = hold()
    diary.proxy.reset()
    diary.proxy.fault({ method: 'PUT', skip: after, times: 1 }, held.fault)
    const child = startProcess()
    await held.arrived
    child.kill('SIGKILL')
    await child.exited
    held.release()
    const { status, done } = await stateNow()
    expect(status).toBe('running')
    expect(done).toBeGreaterThan(0)
    expect(await countEvents('ada', path)).toBeGreaterThanOrEqual(done)
    diary.clock.advance(LEASE_MS)
  }
  await diary.drain.drain()
  expect(await stateNow()).toMatchObject({ status: 'done', total: EVENTS, done: EVENTS, known: 0, failed: 0 })
  expect(await countEvents('ada', path)).toBe(EVENTS)
  expect(await diary.ctx.db.select().from(importObjects)).toEqual([])
})
