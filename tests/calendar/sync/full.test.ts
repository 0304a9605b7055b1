/** The daily pass over every object, and the first one. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { poll, syncMember } from '../../../src/calendar/sync'
import { isFullPassDue } from '../../../src/calendar/sync/full'
import { events } from '../../../src/platform/db/schema'
import {
  eventText,
  fillCalendar,
  giveAccount,
  makeCalendar,
  putEvent,
  removeAt,
  removeCalendars,
} from '../../support/caldav'
import {
  answer,
  cutBefore,
  cutWithin,
  type Fault,
  holdAnswer,
  holdRequest,
  rewrite,
  truncateText,
} from '../../support/proxy'
import { cachedUids, calendarAt, DAY_MS, POLL_MS, START, SyncStory } from './setting'

const HOUR_MS = 60 * 60 * 1000
const story = new SyncStory().open()

const uidsUpTo = (count: number) =>
  Array.from({ length: count }, (_, index) => `many-${String(index).padStart(4, '0')}`)
const fill = (path: string, count: number) =>
  fillCalendar(
    'ada',
    path,
    uidsUpTo(count).map((uid) => eventText(uid)),
  )
const multigets = () => story.reports().filter((name) => name === 'calendar-multiget').length
/** Everything asked of one calendar from now on is answered that much later. */
const delay = (ms: number, body: RegExp) =>
  story.setting.proxy.fault({ body }, async ({ forward }) => {
    const whole = await forward()
    await Bun.sleep(ms)
    return whole
  })
/** What the cache has wrong, and only a full pass can find: etag and tags are right. */
const spoilTitle = (uid: string) =>
  story.setting.ctx.db.update(events).set({ title: 'Wrong' }).where(eq(events.uid, uid))
const titleOf = async (uid: string) => (await story.rows()).find((row) => row.uid === uid)?.title

describe('when it is due', () => {
  const at = (text: string) => new Date(text)
  const row = (id: number, last: Date | null, failed: Date | null = null) => ({
    id,
    lastFullSyncAt: last,
    fullSyncFailedAt: failed,
  })
  /** The moments of the days after START, a minute apart, at which a calendar becomes due. */
  const moments = (id: number, days: number) => {
    const found: number[] = []
    let last = at(START)
    for (let minute = 0; minute < days * 24 * 60; minute++) {
      const now = new Date(at(START).getTime() + minute * 60_000)
      if (!isFullPassDue(row(id, last), now)) continue
      found.push(now.getTime())
      last = now
    }
    return found
  }

  test('once a day, at a time of the day that stays', () => {
    for (const id of [1, 2, 3, 77, 123_456]) {
      const found = moments(id, 4)
      expect(found).toHaveLength(4)
      expect(new Set(found.map((time) => time % DAY_MS)).size).toBe(1)
    }
  })

  test('for different calendars at different times, spread over the day', () => {
    const times = Array.from({ length: 24 }, (_, index) => (moments(index + 1, 1)[0] ?? 0) % DAY_MS).sort(
      (a, b) => a - b,
    )
    const gaps = times.map((time, index) => (times[index + 1] ?? times[0]! + DAY_MS) - time)
    expect(Math.max(...gaps)).toBeLessThan(3 * HOUR_MS)
    expect(Math.min(...gaps)).toBeGreaterThan(15 * 60_000)
  })

  test.each<[string, boolean, ReturnType<typeof row>]>([
    ['a day after the last one', true, row(1, at('2026-11-19T12:00:00Z'))],
    ['never before the first reading has ended', false, row(1, null)],
    ['not within six hours of a failure', false, row(1, at('2026-11-10T12:00:00Z'), at('2026-11-20T06:00:01Z'))],
    ['six hours after a failure', true, row(1, at('2026-11-10T12:00:00Z'), at('2026-11-20T06:00:00Z'))],
    [
      'after a failure that the clock has gone behind',
      true,
      row(1, at('2026-11-10T12:00:00Z'), at('2026-11-21T12:00:00Z')),
    ],
    ['not after one that the clock has gone behind', false, row(1, at('2026-11-21T12:00:00Z'))],
    ['after one that the clock has gone behind by more than a day', true, row(1, at('2027-11-20T12:00:00Z'))],
  ])('%s: %p', (_case, expected, calendar) => {
    expect(isFullPassDue(calendar, at(START))).toBe(expected)
  })
})

describe('a daily pass', () => {
  beforeEach(async () => {
    await putEvent('ada', story.path, 'one')
    await putEvent('ada', story.path, 'two')
    await story.sync()
    story.setting.clock.advance(DAY_MS)
    story.setting.proxy.requests.length = 0
  })

  const FAILURES: [string, RegExp, () => Fault][] = [
    ['whose listing is cut', /calendar-query/, cutBefore],
    ['whose listing breaks off', /calendar-query|<d:propfind/, () => truncateText()],
    ['whose listing is refused for the moment', /calendar-query/, () => answer(503)],
    ['whose objects are cut', /multiget/, cutWithin],
    ['whose objects are refused for the moment', /multiget/, () => answer(429)],
  ]

  test.each(FAILURES)('%s stops nobody from following, and is tried again in six hours', async (_case, body, fault) => {
    await spoilTitle('one')
    const mend = story.setting.proxy.fault({ path: new RegExp(story.path), body }, fault())
    if (body.source.includes('query'))
      story.setting.proxy.fault({ method: 'PROPFIND', path: new RegExp(`${story.path}$`) }, fault())
    await story.sync()
    expect((await story.calendar()).fullSyncFailedAt).toEqual(story.setting.clock.now())
    expect((await story.calendar()).lastError).toBeNull()
    mend()
    story.setting.proxy.reset()

    story.setting.clock.advance(POLL_MS)
    await putEvent('ada', story.path, 'three')
    await story.sync()
    expect(await story.uids()).toEqual(['one', 'three', 'two'])
    expect(story.reports()).toEqual(['sync-collection', 'calendar-multiget'])
    expect(await titleOf('one')).toBe('Wrong')

    story.setting.clock.advance(6 * HOUR_MS)
    await story.sync()
    expect(await titleOf('one')).toBe('An event')
    expect(await story.calendar()).toMatchObject({ fullSyncFailedAt: null, lastFullSyncAt: story.setting.clock.now() })
  })

  test('of a calendar that a query is too much for goes by its members', async () => {
    await spoilTitle('one')
    story.setting.proxy.fault({ body: /calendar-query/ }, cutBefore())
    await story.sync()
    expect(await titleOf('one')).toBe('An event')
    expect(await story.calendar()).toMatchObject({ fullSyncFailedAt: null, lastError: null })
  })

  test('fills what a version before did not keep', async () => {
    await putEvent('ada', story.path, 'three', { CATEGORIES: 'Ben,School' })
    await story.sync()
    const kept = async () => (await story.rows()).find(({ uid }) => uid === 'three')?.categories
    expect(await kept()).toBe('["Ben","School"]')
    await story.setting.ctx.db.update(events).set({ categories: null })
    story.setting.clock.advance(DAY_MS)
    await story.sync()
    expect(await kept()).toBe('["Ben","School"]')
  })

  test('also takes away what the server does not have, although its tags have not told', async () => {
    const { id } = await story.calendar()
    const { id: _id, ...row } = (await story.setting.ctx.db.select().from(events))[0]!
    await story.setting.ctx.db.insert(events).values({ ...row, uid: 'ghost', href: `${story.path}ghost.ics` })
    await story.sync()
    expect(await cachedUids(story.setting, id)).toEqual(['one', 'two'])
  })

  test('that finds one UID at two hrefs leaves the one to step in when the other goes', async () => {
    const asOne = rewrite((whole) => ({ ...whole, body: whole.body.replaceAll('UID:two', 'UID:one') }))
    story.setting.proxy.fault({ method: 'REPORT' }, asOne)
    await story.sync()
    expect((await story.rows()).map(({ uid, href }) => [uid, href])).toEqual([['one', `${story.path}one.ics`]])
    await removeAt('ada', `${story.path}one.ics`)
    await story.sync()
    expect((await story.rows()).map(({ uid, href }) => [uid, href])).toEqual([['one', `${story.path}two.ics`]])
  })

  test('does not hold up what changes meanwhile', async () => {
    const hold = holdAnswer()
    story.setting.proxy.fault({ body: /multiget/, times: 1 }, hold.fault)
    const reading = story.sync()
    await hold.arrived
    await putEvent('ada', story.path, 'one', { SUMMARY: 'New' })
    await putEvent('ada', story.path, 'three')
    const following = story.sync()
    while ((await story.uids()).length < 3) await Bun.sleep(5)
    expect(await titleOf('one')).toBe('New')
    hold.release()
    await Promise.all([reading, following])
    expect((await story.rows()).map(({ uid, title }) => `${uid}: ${title}`)).toEqual([
      'one: New',
      'three: An event',
      'two: An event',
    ])
  })

  test('is done for one calendar at a time, whoever owns it', async () => {
    const { ctx, cast, proxy } = story.setting
    await removeCalendars('ben')
    const bens = await makeCalendar('ben')
    await putEvent('ben', bens, 'bens')
    await giveAccount(ctx, cast.ben.id, 'ben', proxy.url)
    await poll(ctx)
    story.setting.clock.advance(DAY_MS)
    const hold = holdAnswer()
    proxy.fault({ body: /calendar-query/, times: 1 }, hold.fault)
    proxy.requests.length = 0
    const first = syncMember(ctx, cast.ada.id)
    await hold.arrived
    const second = syncMember(ctx, cast.ben.id)
    const benAnswered = () => proxy.requests.some(({ path, status }) => path === '/ben/' && status === 207)
    while (!benAnswered()) await Bun.sleep(5)
    await Bun.sleep(50)
    expect(story.reports()).toEqual(['calendar-query'])
    hold.release()
    await Promise.all([first, second])
    expect(story.reports().filter((name) => name === 'calendar-query')).toHaveLength(2)
    expect((await calendarAt(story.setting, bens))?.lastFullSyncAt).toEqual(story.setting.clock.now())
  })
})

describe('when the time is not enough', () => {
  const COUNT = 450
  const SLICES = 5

  test('a first reading goes on where it was, and looks unfinished until it is', async () => {
    await fill(story.path, COUNT)
    const hold = holdRequest()
    story.setting.proxy.fault({ body: /multiget/ }, hold.fault)
    for (let deadlineMs = 300; (await calendarAt(story.setting, story.path)) === undefined; deadlineMs *= 2) {
      await syncMember(story.setting.ctx, story.setting.cast.ada.id, { deadlineMs })
    }
    hold.release()
    story.setting.proxy.reset()
    expect(await story.calendar()).toMatchObject({
      lastSyncedAt: null,
      lastFullSyncAt: null,
      syncToken: null,
      lastError: 'The calendar server answers slowly; what is missing will be read at the next poll.',
    })
    delay(400, /multiget/)
    let polls = 0
    let cached = 0
    while ((await story.calendar()).lastSyncedAt === null) {
      const before = cached
      await syncMember(story.setting.ctx, story.setting.cast.ada.id, { deadlineMs: 700 * ++polls })
      cached = (await story.uids()).length
      expect(cached).toBeGreaterThanOrEqual(before)
      expect(polls).toBeLessThan(20)
    }
    expect(await story.uids()).toEqual(uidsUpTo(COUNT))
    expect(await story.calendar()).toMatchObject({ lastError: null, lastFullSyncAt: story.setting.clock.now() })
    // What was stored is not fetched again: only what was on its way at a deadline.
    expect(multigets()).toBeLessThanOrEqual(SLICES + 2 * polls)
  })

  test('a daily pass goes on where it was, and nothing fails', async () => {
    await fill(story.path, COUNT)
    await story.sync()
    await spoilTitle('many-0000')
    await spoilTitle(`many-0${COUNT - 1}`)
    story.setting.clock.advance(DAY_MS)
    story.setting.proxy.requests.length = 0
    delay(300, /multiget/)
    let polls = 0
    do {
      await syncMember(story.setting.ctx, story.setting.cast.ada.id, { deadlineMs: 500 * ++polls })
      expect(await story.calendar()).toMatchObject({ lastError: null, fullSyncFailedAt: null })
      expect(polls).toBeLessThan(20)
    } while ((await story.calendar()).lastFullSyncAt?.getTime() !== story.setting.clock.now().getTime())
    expect(polls).toBeGreaterThan(1)
    expect(multigets()).toBeLessThanOrEqual(SLICES + polls)
    expect([await titleOf('many-0000'), await titleOf(`many-0${COUNT - 1}`)]).toEqual(['An event', 'An event'])
    expect((await story.calendar()).fullSyncPosition).toBeNull()
  })

  test('a server that hands out objects only one by one, slowly, is read in the end', async () => {
    for (const uid of ['one', 'two', 'three', 'four', 'five']) await putEvent('ada', story.path, uid)
    story.setting.proxy.fault({ body: /multiget/ }, answer(404))
    story.setting.proxy.fault({ method: 'GET' }, async ({ forward }) => {
      const whole = await forward()
      await Bun.sleep(150)
      return whole
    })
    let polls = 0
    do {
      await syncMember(story.setting.ctx, story.setting.cast.ada.id, { deadlineMs: 400 + 50 * ++polls })
      expect(polls).toBeLessThan(40)
      // On a busy machine the first of them does not even end with the calendar's name.
    } while (!(await story.calendar())?.lastSyncedAt)
    expect(await story.uids()).toEqual(['five', 'four', 'one', 'three', 'two'])
    const gets = story.setting.proxy.requests.filter(({ method }) => method === 'GET').length
    expect(gets).toBeLessThanOrEqual(5 + polls)
  })
})

test('a first reading that breaks off is announced for what it has stored', async () => {
  await fill(story.path, 900)
  // Two slices of three requests are under way at a time.
  story.setting.proxy.fault({ body: /multiget/, skip: 6 }, answer(503))
  await story.sync()
  const { id, lastFullSyncAt } = await story.calendar()
  expect(lastFullSyncAt).toBeNull()
  expect((await story.uids()).length).toBeGreaterThan(0)
  const readers = [story.setting.cast.ada.id]
  expect(story.setting.announced).toContainEqual({ topic: 'calendar', calendarId: id, readers })
})

test('a first reading of a calendar that a query is too much for goes by its members', async () => {
  await putEvent('ada', story.path, 'one')
  story.setting.proxy.fault({ body: /calendar-query/ }, cutBefore())
  await story.sync()
  expect(await story.uids()).toEqual(['one'])
  expect(await story.calendar()).toMatchObject({ lastError: null, lastFullSyncAt: story.setting.clock.now() })
})

test('a listing in which a calendar’s etags are missing is no first reading', async () => {
  await putEvent('ada', story.path, 'one')
  story.setting.proxy.fault(
    { path: new RegExp(story.path) },
    rewrite((whole) => ({ ...whole, body: whole.body.replaceAll(/<getetag>[^<]*<\/getetag>/g, '') })),
  )
  await story.sync()
  expect((await story.calendar()).lastSyncedAt).toBeNull()
})
