import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { changeTimezone, lookUp, resummarize, resync, syncCalendar } from '../../../src/calendar/sync'
import { appConfig, calendars, events } from '../../../src/platform/db/schema'
import { eventText, giveAccount, putEvent, putText, removeAt } from '../../support/caldav'
import { answer, truncateText } from '../../support/proxy'
import { rejectionOf } from '../../support/rejection'
import { cachedRows, cachedUids, calendarAt, DAY_MS, SyncStory } from './setting'

const story = new SyncStory().open()
let id: number
beforeEach(async () => {
  await putEvent('ada', story.path, 'one')
  await putEvent('ada', story.path, 'two')
  await story.sync()
  id = (await story.calendar()).id
  story.setting.proxy.requests.length = 0
  story.setting.announced.length = 0
})

const titles = async () => (await cachedRows(story.setting, id)).map(({ uid, title }) => `${uid}: ${title}`)

describe('after a write, one object is brought up to date with one request', () => {
  test('a new one', async () => {
    const href = await putEvent('ada', story.path, 'new')
    await resync(story.setting.ctx, id, href)
    expect(await cachedUids(story.setting, id)).toEqual(['new', 'one', 'two'])
    expect(story.setting.proxy.requests).toHaveLength(1)
    expect(story.setting.announced).toEqual([
      { topic: 'calendar', calendarId: id, readers: [story.setting.cast.ada.id] },
    ])
  })

  test('a changed one', async () => {
    const href = await putEvent('ada', story.path, 'one', { SUMMARY: 'New' })
    await resync(story.setting.ctx, id, href)
    expect(await titles()).toEqual(['one: New', 'two: An event'])
  })

  test('a removed one', async () => {
    await removeAt('ada', `${story.path}one.ics`)
    await resync(story.setting.ctx, id, `${story.path}one.ics`)
    expect(await cachedUids(story.setting, id)).toEqual(['two'])
  })

  test('one that has become a task', async () => {
    const href = `${story.path}one.ics`
    await putText('ada', href, eventText('one').replaceAll('VEVENT', 'VTODO'))
    await resync(story.setting.ctx, id, href)
    expect(await cachedUids(story.setting, id)).toEqual(['two'])
  })

  test('none, where the caller has read the object already', async () => {
    const { ctx, proxy } = story.setting
    const href = `${story.path}one.ics`
    const read = { href, etag: '"read"', data: eventText('one', { SUMMARY: 'Read' }) }
    for (const object of [read, null]) {
      const cache = lookUp(ctx, id, href, 'one')
      await cache
      await resync(ctx, id, href, { uid: 'one', cache, object })
      expect(await titles()).toEqual(object === null ? ['two: An event'] : ['one: Read', 'two: An event'])
    }
    expect(proxy.requests).toEqual([])
  })

  test('that one again, where the cache has moved on since the caller read it', async () => {
    const { ctx } = story.setting
    const href = `${story.path}one.ics`
    const cache = lookUp(ctx, id, href, 'one')
    await cache
    const object = { href, etag: '"read"', data: eventText('one', { SUMMARY: 'Read' }) }
    await putEvent('ada', story.path, 'one', { SUMMARY: 'Newer' })
    await story.sync()
    await resync(ctx, id, href, { uid: 'one', cache, object })
    expect(await titles()).toEqual(['one: Newer', 'two: An event'])
  })

  test('the last one', async () => {
    await removeAt('ada', `${story.path}one.ics`)
    await removeAt('ada', `${story.path}two.ics`)
    await resync(story.setting.ctx, id, `${story.path}one.ics`)
    await resync(story.setting.ctx, id, `${story.path}two.ics`)
    expect(await cachedUids(story.setting, id)).toEqual([])
  })

  test('what others have changed meanwhile is found by the next poll', async () => {
    await putEvent('ada', story.path, 'two', { SUMMARY: 'By another' })
    const href = await putEvent('ada', story.path, 'one', { SUMMARY: 'Mine' })
    await resync(story.setting.ctx, id, href)
    expect(await titles()).toEqual(['one: Mine', 'two: An event'])
    await story.sync()
    expect(await titles()).toEqual(['one: Mine', 'two: By another'])
  })

  test('a failure is thrown and changes nothing', async () => {
    const href = await putEvent('ada', story.path, 'one', { SUMMARY: 'New' })
    story.setting.proxy.fault({}, truncateText())
    expect(await rejectionOf(resync(story.setting.ctx, id, href))).toMatchObject({ kind: 'malformed' })
    story.setting.proxy.reset()
    story.setting.proxy.fault({}, answer(401))
    expect(await rejectionOf(resync(story.setting.ctx, id, href))).toMatchObject({ status: 401 })
    expect(await titles()).toEqual(['one: An event', 'two: An event'])
  })

  test('rows of other members for the same collection follow when they can', async () => {
    const { ctx, cast, proxy } = story.setting
    const [own] = await ctx.db.select().from(calendars).where(eq(calendars.id, id))
    const { id: _id, ...columns } = own!
    await ctx.db.insert(calendars).values({ ...columns, userId: cast.ben.id })
    const bens = (await calendarAt(story.setting, story.path, cast.ben.id))!.id
    const href = await putEvent('ada', story.path, 'one', { SUMMARY: 'New' })
    // Ben has no account: that is no failure of Ada's write.
    await resync(ctx, id, href)
    expect(await cachedUids(story.setting, bens)).toEqual([])
    await giveAccount(ctx, cast.ben.id, 'ada', proxy.url)
    await resync(ctx, id, href)
    expect(await cachedUids(story.setting, bens)).toEqual(['one'])
  })
})

test('a whole calendar can be brought up to date by itself', async () => {
  await putEvent('ada', story.path, 'three')
  await syncCalendar(story.setting.ctx, id)
  expect(await cachedUids(story.setting, id)).toEqual(['one', 'three', 'two'])
  story.setting.proxy.fault({}, answer(503))
  expect(await rejectionOf(syncCalendar(story.setting.ctx, id))).toMatchObject({ status: 503 })
})

test('a household that moves to another zone gets its columns computed anew', async () => {
  const { ctx } = story.setting
  const floating = eventText('floating').replace('DTSTART:20261201T090000Z', 'DTSTART:20261201T090000')
  await putText('ada', `${story.path}floating.ics`, floating)
  await story.sync()
  const row = async () => (await cachedRows(story.setting, id)).find(({ uid }) => uid === 'floating')
  const others = async () => (await cachedRows(story.setting, id)).filter(({ uid }) => uid !== 'floating')
  expect((await row())?.dtstartUtc).toEqual(new Date('2026-12-01T08:00:00Z'))
  const [before, idsBefore] = [await others(), await ctx.db.select({ id: events.id }).from(events)]

  await changeTimezone(ctx, 'America/New_York')
  story.setting.proxy.requests.length = 0
  story.setting.announced.length = 0
  await resummarize(ctx)
  expect((await row())?.dtstartUtc).toEqual(new Date('2026-12-01T14:00:00Z'))
  expect(await others()).toEqual(before)
  expect(await ctx.db.select({ id: events.id }).from(events)).toEqual(idsBefore)
  expect(story.setting.proxy.requests).toEqual([])
  expect(story.setting.announced).toContainEqual({
    topic: 'calendar',
    calendarId: id,
    readers: [story.setting.cast.ada.id],
  })
  await ctx.db.delete(appConfig)
})

test('what was computed wrongly is put right by the daily pass', async () => {
  const { ctx, clock } = story.setting
  await ctx.db
    .update(events)
    .set({ dtstartUtc: new Date(0), title: 'Wrong' })
    .where(eq(events.uid, 'one'))
  clock.advance(DAY_MS)
  await story.sync()
  expect(await titles()).toEqual(['one: An event', 'two: An event'])
})
