import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { fetchDue } from '../../../src/calendar/feeds/fetch-due'
import { poll, syncMember } from '../../../src/calendar/sync'
import { removeMember } from '../../../src/household/remove-member'
import { calendarCredentials, calendars, events, subscriptions } from '../../../src/platform/db/schema'
import { type Diary, openDiary } from '../../support/diary'
import { answerWith, type FeedServer, feedEvent, feedOf, startFeedServer } from '../../support/feed-server'

const HOUR_MS = 60 * 60 * 1000

let diary: Diary
let feeds: FeedServer
/** Of Ada's subscription. */
let id: number
let calendarId: number
beforeAll(async () => {
  feeds = await startFeedServer()
  diary = await openDiary({ env: { SUBSCRIPTIONS_ALLOW: feeds.host } })
  const { ada } = diary.cast
  const own = await diary.calendar('ada')
  await diary.put(own, 'own')
  const url = feeds.at('feed', answerWith(feedOf([feedEvent({ uid: 'fed', title: 'Fed' })])))
  const made = await diary.done<{ id: number; calendarId: number }>(ada, 'POST /api/subscriptions', { url })
  ;({ id, calendarId } = made)
  await fetchDue(diary.ctx)
})
afterAll(async () => {
  await diary.close()
  await feeds.stop()
})

const fedRows = () => diary.ctx.db.select({ uid: events.uid }).from(events).where(eq(events.calendarId, calendarId))

describe("a subscription beside the calendars of its owner's account", () => {
  test('is none of those that the calendar server has to name', async () => {
    const { ctx, clock, cast } = diary
    for (let hour = 0; hour < 3; hour++) {
      await syncMember(ctx, cast.ada.id)
      await poll(ctx)
      clock.advance(HOUR_MS)
    }
    expect(await fedRows()).toEqual([{ uid: 'fed' }])
    const [row] = await ctx.db.select().from(calendars).where(eq(calendars.id, calendarId))
    expect(row).toMatchObject({ missingSince: null, lastError: null })
  })

  test('is not asked for when the calendars are', async () => {
    const before = feeds.requests.length
    await diary.done(diary.cast.ada, 'POST /api/events/refresh')
    await syncMember(diary.ctx, diary.cast.ada.id)
    expect(feeds.requests.length).toBe(before)
  })

  test('can be neither shared nor written to', async () => {
    const { ada } = diary.cast
    expect(await diary.request(ada, `PUT /api/admin/calendars/${calendarId}/shared`)).toMatchObject({ status: 404 })
    const { calendars: all } = await diary.done<{ calendars: { id: number }[] }>(ada, 'GET /api/admin/calendars')
    expect(all.map((calendar) => calendar.id)).not.toContain(calendarId)
    const [row] = await diary.ctx.db.select().from(calendars).where(eq(calendars.id, calendarId))
    const form = { title: 'New', allDay: true, start: '2026-12-01', end: '2026-12-01', calendarUrl: row!.url }
    expect(await diary.request(ada, 'POST /api/events/create', form)).toMatchObject({ status: 403 })
    expect(await diary.request(ada, 'PATCH /api/events/fed/edit', form)).toMatchObject({ status: 403 })
  })

  test("is no older than it wants to be, and does not fail with its owner's account", async () => {
    const { ada } = diary.cast
    type Told = { calendars: { displayName: string; isFailing: boolean }[] }
    const told = async () =>
      (await diary.done<Told>(ada, 'GET /api/events/freshness')).calendars.map(({ displayName }) => displayName)
    expect(await told()).not.toContain(feeds.host)
    const change = { unreadable: true }
    await diary.ctx.db.update(calendarCredentials).set(change).where(eq(calendarCredentials.userId, ada.id))
    expect(await told()).not.toContain(feeds.host)
    feeds.at('feed', answerWith('', { status: 410 }))
    await diary.done(ada, `POST /api/subscriptions/${id}/refresh`)
    await fetchDue(diary.ctx)
    expect(await told()).toContain(feeds.host)
  })

  test('that fails is named to the admin without its address', async () => {
    type Health = { calendars: { id: number; lastError: string | null; nextTryAt: string }[] }
    const health = await diary.done<Health>(diary.cast.ada, 'GET /api/admin/sync')
    const [row] = await diary.ctx.db.select().from(subscriptions).where(eq(subscriptions.id, id))
    expect(health.calendars.find((calendar) => calendar.id === calendarId)).toMatchObject({
      lastError: 'The subscription cannot be read: its server answers with status 410.',
      nextTryAt: row!.nextFetchAt.toISOString(),
    })
  })

  test('goes with its member', async () => {
    const { ben } = diary.cast
    const mine = { holidays: { country: 'AT' } }
    const made = await diary.done<{ calendarId: number }>(ben, 'POST /api/subscriptions', mine)
    await fetchDue(diary.ctx)
    await removeMember(diary.ctx, ben.id)
    const rows = await diary.ctx.db.select().from(events).where(eq(events.calendarId, made.calendarId))
    const left = await diary.ctx.db.select().from(subscriptions).where(eq(subscriptions.calendarId, made.calendarId))
    expect([rows, left]).toEqual([[], []])
  })
})
