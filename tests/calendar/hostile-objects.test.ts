import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { summarize } from '../../src/calendar/ical/summary'
import { upsertEvents } from '../../src/calendar/sync/store-events'
import { subscribe } from '../../src/features/push/subscriptions'
import { householdZone } from '../../src/household/settings'
import { eventText } from '../support/caldav'
import { seatCast } from '../support/cast'
import { insertCalendar } from '../support/diary'
import { type Household, openHousehold } from '../support/household'
import { serviceEnvironment } from '../support/service'
import type { HostileRun } from './hostile-household'

const CHILD = join(import.meta.dir, 'hostile-household.ts')
const ALARM = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT10M', 'END:VALARM']
const DEVICES = 20
const MAX_MS = 100
const MAX_MB = 200

let household: Household
let run: HostileRun

beforeAll(async () => {
  household = await openHousehold({ at: '2026-11-20T08:00:00Z' })
  const { ctx } = household
  const { ada, ben } = await seatCast(ctx)
  const calendar = await insertCalendar(ctx, ada.id, 'https://cal.test/ada/')
  const bens = await insertCalendar(ctx, ben.id, 'https://cal.test/ben/')
  const zone = await householdZone(ctx)
  const daily = (uid: string) => {
    const lines = { DTSTART: '20260101T090000Z', RRULE: 'FREQ=DAILY', SUMMARY: 'Own', raw: ALARM.join('\r\n') }
    const data = eventText(uid, lines)
    return { href: `/${uid}.ics`, etag: '"1"', data, summary: summarize(data, zone) }
  }
  await upsertEvents(ctx.db, calendar.id, [daily('own')], ctx.now())
  await upsertEvents(ctx.db, bens.id, [daily('bens')], ctx.now())
  for (let device = 1; device <= DEVICES; device += 1) {
    await subscribe(ctx, ada.id, { endpoint: `https://push.example/${device}`, p256dh: 'p', auth: 'a' })
  }
  const members = JSON.stringify({ ada: ada.id, ben: ben.id, calendar: calendar.id })
  const env = serviceEnvironment(household.config.database, { TZ: 'Europe/Berlin', NODE_ENV: 'test' })
  const child = Bun.spawn([process.execPath, CHILD, members], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  run = JSON.parse(await new Response(child.stdout).text()) as HostileRun
}, 600_000)
afterAll(() => household.close())

describe('two hundred objects that were made to stop the service', () => {
  test('are read or refused', () => {
    expect(run.read + run.refused).toBe(200)
    expect(run.read).toBeGreaterThan(150)
  })

  test('hold nobody up for longer than a tenth of a second', () => {
    const stages = Object.entries(run.stages)
    const tooLong = stages.filter(([, { heldMs, benMs, slowness }]) => Math.max(heldMs, benMs) > MAX_MS * slowness)
    expect(tooLong).toEqual([])
    expect(stages.reduce((sum, [, { benRequests }]) => sum + benRequests, 0)).toBeGreaterThan(50)
  })

  test('take no more memory than is meant for them', () => {
    expect(Object.entries(run.stages).filter(([, { grownMb }]) => grownMb > MAX_MB)).toEqual([])
  })

  test('leave Ada’s own event as it is', () => {
    expect(run.windows.map(({ own }) => own)).toEqual([90, 90, 90])
    expect(run.reminders).toContain('Own')
  })

  test('are cut where they want more than their share, and that is logged once for each', () => {
    expect(run.windows[0]!.occurrences).toBeLessThan(30_000)
    const cut = run.warnings.filter((line) => line.includes('more occurrences than are shown'))
    expect(cut.length).toBeGreaterThan(0)
    expect(new Set(cut).size).toBe(cut.length)
  })
})
