import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { poll, resync, syncCalendar, syncMember } from '../../../src/calendar/sync'
import { loadAccount, noteAccepted } from '../../../src/household/credentials'
import { calendarCredentials, calendars } from '../../../src/platform/db/schema'
import { giveAccount, putEvent, refusePassword } from '../../support/caldav'
import { ask } from '../../support/cast'
import { answer, cutBefore, type Fault, holdRequest } from '../../support/proxy'
import { rejectionOf } from '../../support/rejection'
import { PAUSE_MS, SyncStory } from './setting'

const story = new SyncStory().open()
beforeEach(() => story.setting.clock.set('2026-11-20T12:00:00Z'))

/** Ada enters her app password, as for the first time. */
const enterPassword = () => giveAccount(story.setting.ctx, story.setting.cast.ada.id, 'ada', story.setting.proxy.url)

const refuse = () => story.setting.proxy.fault({}, answer(401))
const account = () => loadAccount(story.setting.ctx, story.setting.cast.ada.id)

/** How many requests reach the server meanwhile. */
async function requestsOf(work: () => Promise<unknown>): Promise<number> {
  const before = story.setting.proxy.requests.length
  await work()
  return story.setting.proxy.requests.length - before
}

describe('a password that the server refuses', () => {
  test('is tried again after an hour, then after ever longer, at last once a day, until it is entered anew', async () => {
    refuse()
    await story.sync()
    for (const hours of [1, 2, 4, 8, 16, 24, 24]) {
      story.setting.clock.advance(hours * PAUSE_MS - 1)
      expect(await requestsOf(() => poll(story.setting.ctx))).toBe(0)
      story.setting.clock.advance(1)
      expect(await requestsOf(() => poll(story.setting.ctx))).toBe(1)
    }
    await enterPassword()
    expect(await requestsOf(() => poll(story.setting.ctx))).toBe(1)
    expect((await account())?.refusedUntil).toEqual(new Date(story.setting.clock.now().getTime() + PAUSE_MS))
  })

  test('is not tried because a person asks for news', async () => {
    const { ctx, cast } = story.setting
    refuse()
    await story.sync()
    ctx.signals.sync = (memberId) => void syncMember(ctx, memberId)
    const refresh = async () => {
      expect((await ask(story.setting, cast.ada, 'POST /api/events/refresh')).status).toBe(202)
      await story.sync()
    }
    expect(await requestsOf(refresh)).toBe(0)
  })

  test('is not tried for others either', async () => {
    const { ctx, cast } = story.setting
    await putEvent('ada', story.path, 'one')
    await story.sync()
    const { id } = await story.calendar()
    await ctx.db.update(calendars).set({ isShared: true }).where(eq(calendars.id, id))
    refuse()
    await story.sync()
    expect(await requestsOf(() => syncMember(ctx, cast.cleo.id))).toBe(0)
    const readAnew = async () => {
      expect(await rejectionOf(syncCalendar(ctx, id))).toMatchObject({ status: 401 })
      expect(await rejectionOf(resync(ctx, id, `${story.path}one.ics`))).toMatchObject({ status: 401 })
    }
    expect(await requestsOf(readAnew)).toBe(0)
    expect(await story.uids()).toEqual(['one'])
  })

  test('counts from the beginning once it was taken', async () => {
    const stop = story.setting.proxy.fault({}, answer(401))
    await story.sync()
    story.setting.clock.advance(PAUSE_MS)
    await story.sync()
    stop()
    story.setting.clock.advance(2 * PAUSE_MS)
    await story.sync()
    refuse()
    await story.sync()
    expect((await account())?.refusedUntil).toEqual(new Date(story.setting.clock.now().getTime() + PAUSE_MS))
  })

  test('is told apart from a kind of sign-in that is not known', async () => {
    story.setting.proxy.fault({}, answer(401, { headers: { 'www-authenticate': 'Bearer realm="x"' } }))
    await story.sync()
    const [row] = await story.setting.ctx.db.select().from(calendarCredentials)
    expect(row?.lastError).toBe('The calendar server asks for a kind of sign-in that Corkboard does not know.')
    expect(await requestsOf(() => story.sync())).toBe(0)
  })
})

describe('what is no refusal of the password', () => {
  test.each<[string, () => Fault]>([
    ['403 for the calendars', () => answer(403)],
    ['404 for the calendars', () => answer(404)],
    ['500', () => answer(500)],
    ['a cut connection', cutBefore],
  ])('%s', async (_case, fault) => {
    story.setting.proxy.fault({ method: 'PROPFIND' }, fault())
    await story.sync()
    expect(await requestsOf(() => story.sync())).toBe(1)
  })

  test('401 for one calendar, while the server lists them all', async () => {
    story.setting.proxy.fault({ method: 'REPORT' }, answer(401))
    await story.sync()
    expect(await requestsOf(() => story.sync())).toBeGreaterThan(1)
  })

  test('a refusal of the password before, which comes late', async () => {
    const hold = holdRequest()
    story.setting.proxy.fault({ times: 1 }, async (exchange) => {
      await hold.fault(exchange)
      return { status: 401, headers: {}, body: '' }
    })
    const late = story.sync()
    await hold.arrived
    story.setting.clock.advance(1000)
    await enterPassword()
    hold.release()
    await late
    expect((await account())?.refusedUntil).toBeNull()
    expect(await requestsOf(() => story.sync())).toBeGreaterThan(1)
  })
})

describe('what is noted of an account', () => {
  test('several refusals at once are one', async () => {
    const { ctx, cast, clock } = story.setting
    await Promise.all([1, 2, 3].map(() => refusePassword(ctx, cast.ada.id)))
    expect((await account())?.refusedUntil).toEqual(new Date(clock.now().getTime() + PAUSE_MS))
    await refusePassword(ctx, cast.ada.id)
    expect((await account())?.refusedUntil).toEqual(new Date(clock.now().getTime() + PAUSE_MS))
  })

  test('a pause that is over is none', async () => {
    const { ctx, cast, clock } = story.setting
    await refusePassword(ctx, cast.ada.id)
    clock.advance(PAUSE_MS)
    expect((await account())?.refusedUntil).toBeNull()
  })

  test('a pause that began while the clock was ahead is none once it is right', async () => {
    const { ctx, cast, clock } = story.setting
    clock.set('2027-11-20T12:00:00Z')
    await refusePassword(ctx, cast.ada.id)
    clock.set('2026-11-20T12:00:00Z')
    expect((await account())?.refusedUntil).toBeNull()
    const told = await ask<{ account: { nextTryAt: string } }>(story.setting, cast.ada, 'GET /api/me/calendar-account')
    expect(told.body.account.nextTryAt).toBe('2026-11-20T12:05:00.000Z')
    await refusePassword(ctx, cast.ada.id)
    expect((await account())?.refusedUntil).toEqual(new Date('2026-11-20T14:00:00Z'))
  })

  test('that it was taken ends the pause', async () => {
    const { ctx, cast } = story.setting
    await refusePassword(ctx, cast.ada.id)
    await noteAccepted(ctx, cast.ada.id)
    expect((await account())?.refusedUntil).toBeNull()
  })

  test('nothing, of an account that is not there', async () => {
    const { ctx, cast } = story.setting
    await refusePassword(ctx, cast.cleo.id)
    await noteAccepted(ctx, cast.cleo.id)
    expect(await loadAccount(ctx, cast.cleo.id)).toBeNull()
  })
})
