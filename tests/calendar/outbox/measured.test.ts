import { expect, test } from 'bun:test'
import { calendars } from '../../../src/platform/db/schema'
import { createMetrics } from '../../../src/platform/metrics'
import { deadlockNextCommit } from '../../support/lost-commit'
import { answer, holdAnswer } from '../../support/proxy'
import { setScene } from './setting'

const scene = setScene()

/** The samples of a metric, without its name. */
async function samplesOf(metric: string): Promise<string[]> {
  const text = await scene.diary.ctx.metrics.registry.getSingleMetricAsString(metric)
  return text.split('\n').flatMap((line) => (line.startsWith(metric) ? line.slice(metric.length) : []))
}

test('writes that end are counted by how, whether the cache follows at once or not at all', async () => {
  const { ctx, drain, proxy } = scene.diary
  ctx.metrics.writes.reset()
  await scene.create()
  await drain.drain()
  proxy.fault({ method: 'PUT' }, answer(403))
  await scene.create()
  await drain.drain()
  expect(await samplesOf('corkboard_outbox_finished_total')).toEqual(['{outcome="done"} 1', '{outcome="failed"} 1'])
})

test('a write whose record is undone by a deadlock is counted once, also when its calendar is gone by then', async () => {
  const { ctx, drain, proxy } = scene.diary
  ctx.metrics.writes.reset()
  const held = holdAnswer()
  proxy.fault({ method: 'PUT', times: 1 }, held.fault)
  const { uid } = await scene.create()
  const draining = drain.drain()
  await held.arrived
  deadlockNextCommit(ctx, () => ctx.db.delete(calendars))
  held.release()
  await draining
  expect(await scene.diary.status(scene.ada, uid)).toEqual({ uid, status: 'done' })
  await drain.drain()
  expect(await samplesOf('corkboard_outbox_finished_total')).toEqual(['{outcome="done"} 1'])
})

test('requests to a calendar server are timed by its host and by what came of them', async () => {
  const { ctx, drain, proxy } = scene.diary
  ctx.metrics.caldav.reset()
  proxy.fault({ method: 'PUT' }, answer(503))
  await scene.create()
  await drain.drain()
  const { host } = new URL(proxy.url)
  const counts = (await samplesOf('corkboard_caldav_request_seconds')).filter((line) => line.startsWith('_count'))
  expect(counts.filter((line) => line.includes('"PUT"'))).toEqual([
    `_count{server="${host}",method="PUT",outcome="5xx"} 1`,
  ])
})

test('who names ever new servers makes no more than a few series', () => {
  const { serverLabel } = createMetrics()
  const labels = new Set(Array.from({ length: 1_000 }, (_, index) => serverLabel(`${index}.example.org`)))
  expect(labels.size).toBe(31)
  expect([serverLabel('0.example.org'), serverLabel('999.example.org')]).toEqual(['0.example.org', 'other'])
})
