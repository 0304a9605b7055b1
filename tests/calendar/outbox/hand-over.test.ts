import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { removeMember } from '../../../src/household/remove-member'
import { calendars, members } from '../../../src/platform/db/schema'
import { broughtIn, eventOf, fileOf } from '../../features/import/bringing'
import { cacheEvent, insertCalendar } from '../../support/diary'
import { answer } from '../../support/proxy'
import { CHOIR, CHOIR_LINES, setScene } from './setting'

const scene = setScene()
let cleo: typeof members.$inferSelect

beforeEach(async () => {
  const { ctx, cast } = scene.diary
  await ctx.db.update(calendars).set({ isShared: true }).where(eq(calendars.id, scene.calendar.id))
  await scene.diary.put(scene.calendar, 'choir', { ...CHOIR_LINES, RRULE: 'FREQ=WEEKLY;COUNT=3' })
  scene.diary.proxy.reset()
  cleo = (await ctx.db.select().from(members).where(eq(members.id, cast.cleo.id)))[0]!
})
afterEach(async () => {
  await scene.diary.ctx.db.insert(members).ignore().values(cleo)
})

const leave = () => removeMember(scene.diary.ctx, cleo.id)

/** What stands in the shared calendar. */
async function standing() {
  await scene.diary.sync(scene.calendar)
  const found = await scene.diary.occurrences(scene.ada, '2026-12-01', '2026-12-20')
  return found.map(({ start, title }) => `${start.slice(8, 10)} ${title}`).sort()
}

describe('somebody leaves the household', () => {
  test('while a series of the shared calendar is half divided: it stands once', async () => {
    scene.diary.proxy.fault({ method: 'PUT', path: /choir\.ics/, times: 1 }, answer(503))
    const request = 'PATCH /api/events/choir/edit?recurrenceId=2026-12-08T18:00:00.000Z&range=thisAndFuture'
    const concert = { ...CHOIR, title: 'Concert', start: '2026-12-08T18:00:00Z', end: '2026-12-08T20:00:00Z' }
    await scene.diary.done(scene.diary.cast.cleo, request, concert)
    await scene.diary.drain.drain()
    expect(await scene.statuses()).toEqual(['done', 'pending'])
    await leave()
    scene.diary.clock.advance(15_000)
    await scene.diary.drain.drain()
    expect(await standing()).toEqual(['01 Choir', '08 Concert', '15 Concert'])
    expect(await scene.statuses()).toEqual(['done', 'done'])
  })

  test('before a change of the shared calendar is sent: its owner hears what becomes of it', async () => {
    await scene.diary.done(scene.diary.cast.cleo, 'PATCH /api/events/choir/edit', { ...CHOIR, title: 'Concert' })
    await leave()
    expect((await scene.diary.status(scene.ada, 'choir')).status).toBe('pending')
    await scene.diary.drain.drain()
    expect(await standing()).toEqual(['01 Concert', '08 Concert', '15 Concert'])
  })

  test('while they bring a file into the shared calendar: the rest of it is nobody’s', async () => {
    scene.diary.proxy.fault({ method: 'PUT' }, answer(503))
    const { cleo } = scene.diary.cast
    await broughtIn(scene.diary, cleo, scene.calendar, fileOf([eventOf('fair', 'Fair')]))
    expect(await scene.statuses()).toEqual(['pending'])
    await leave()
    scene.diary.proxy.reset()
    scene.diary.clock.advance(900_000)
    await scene.diary.drain.drain()
    expect(await standing()).toEqual(['01 Choir', '08 Choir', '15 Choir'])
    expect(await scene.diary.rows()).toEqual([])
  })

  test('before an event of theirs has come to the shared calendar: it leaves with them', async () => {
    const { cleo } = scene.diary.cast
    const own = await insertCalendar(scene.diary.ctx, cleo.id, 'https://cal.test/cleo/')
    await cacheEvent(scene.diary.ctx, own, 'solo', { ...CHOIR_LINES, SUMMARY: 'Solo' })
    const asked = { ...CHOIR, title: 'Solo', calendarUrl: scene.calendar.url }
    await scene.diary.done(cleo, 'PATCH /api/events/solo/edit', asked)
    await leave()
    await scene.diary.drain.drain()
    expect(await standing()).toEqual(['01 Choir', '08 Choir', '15 Choir'])
    expect(await scene.diary.rows()).toEqual([])
  })

  test('with what they have failed to do: nobody else hears of it', async () => {
    scene.diary.proxy.fault({ method: 'PUT' }, answer(403))
    await scene.diary.done(scene.diary.cast.cleo, 'PATCH /api/events/choir/edit', { ...CHOIR, title: 'Concert' })
    await scene.diary.drain.drain()
    await leave()
    expect(await scene.diary.rows()).toEqual([])
  })
})
