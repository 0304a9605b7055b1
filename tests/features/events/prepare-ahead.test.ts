import { beforeAll, expect, test } from 'bun:test'
import { createApp } from '../../../src/app'
import { createWindowReader } from '../../../src/calendar/window/reader'
import { prepareAhead } from '../../../src/features/events/prepare-ahead'
import { createMetrics } from '../../../src/platform/metrics'
import { ask, seatedCast } from '../../support/cast'
import { cacheEvent, insertCalendar, type Occurrence } from '../../support/diary'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { listenToStatements } from '../../support/statements'

const household = opened(openHousehold)
const cast = seatedCast(household)

beforeAll(async () => {
  const own = await insertCalendar(household.ctx, cast.ben.id, 'https://cal.test/ben/')
  await cacheEvent(household.ctx, own, 'yoga', { SUMMARY: 'Yoga', RRULE: 'FREQ=WEEKLY' })
})

/** A service that has just been started, and what it asks the database for. */
async function started(isStopped: () => boolean) {
  const ctx = { ...household.ctx, metrics: createMetrics() }
  const window = createWindowReader(ctx)
  const heard = listenToStatements(ctx)
  await prepareAhead(ctx, window, isStopped)
  return {
    app: createApp(ctx, { window }),
    heard,
    textsRead: () => heard.filter((sql) => /select .*raw_vevent/.test(sql)),
  }
}

const readDecember = async (app: Pick<typeof household, 'app'>) =>
  (await ask<{ occurrences: Occurrence[] }>(app, cast.ben, 'GET /api/events?start=2026-11-30&end=2027-01-04')).body

test('what is about to be asked for is prepared by the time the first request comes', async () => {
  const service = await started(() => false)
  expect(service.textsRead()).not.toBeEmpty()
  service.heard.splice(0)
  expect((await readDecember(service)).occurrences).toHaveLength(5)
  expect(service.textsRead()).toBeEmpty()
})

test('a service that ends prepares nothing more', async () => {
  const service = await started(() => true)
  expect(service.textsRead()).toBeEmpty()
  expect((await readDecember(service)).occurrences).toHaveLength(5)
})
