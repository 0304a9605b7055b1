import { describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { fetchDue } from '../../../src/calendar/feeds/fetch-due'
import { releaseFeedsOf } from '../../../src/calendar/feeds/lease'
import { createContext } from '../../../src/platform/context'
import { openDatabase } from '../../../src/platform/db/client'
import { calendars, events, subscriptions } from '../../../src/platform/db/schema'
import type { Announcement } from '../../../src/platform/hub'
import { systemDns } from '../../../src/platform/net/dns'
import { listenTo } from '../../support/announcements'
import { ask } from '../../support/cast'
import { answerTagged, answerWith, feedEvent, feedOf, startFeedServer } from '../../support/feed-server'
import { certificateForLoopback } from '../../support/push-receiver'
import type { Script } from '../../support/raw-server'
import { listenToStatements } from '../../support/statements'
import { FeedStory, HOUR_MS, type SubscriptionRow } from './story'

const story = new FeedStory()
story.open()

const text = (title: string) => feedOf([feedEvent({ title })])
const requestsTo = (path: string) => story.feeds.requests.filter((request) => request.path === path)
const refresh = ({ id }: SubscriptionRow) =>
  ask(story.household, story.cast.ben, `POST /api/subscriptions/${id}/refresh`)

/** The statements that write to a table while something is done. */
async function writesTo(table: string, work: () => Promise<unknown>): Promise<string[]> {
  const heard = listenToStatements(story.ctx)
  await work()
  return heard.filter((sql) => new RegExp(`^(insert into|update|delete from) \`${table}\``, 'i').test(sql))
}

describe('an unchanged feed', () => {
  test('is none of which nothing is known yet: a server that says so has failed', async () => {
    const subscription = await story.subscribe(story.feeds.at('unasked', answerWith('', { status: 304 })))
    expect(await story.fetch(subscription)).toMatchObject({ reason: 'status-304', lastGoodAt: null })
  })

  test('costs one request and no write of an event', async () => {
    const subscription = await story.subscribe(story.feeds.at('tagged', answerTagged(text('Tagged'), '"v1"')))
    expect(await writesTo('events', () => story.fetch(subscription))).toHaveLength(1)
    expect(await writesTo('events', () => story.fetch(subscription))).toEqual([])
    expect(requestsTo('tagged')).toHaveLength(2)
    expect(requestsTo('tagged')[1]!.head).toMatch(/^if-none-match: "v1"\r$/im)
    const { reason, lastGoodAt, lastTriedAt } = await story.row(subscription.id)
    expect({ reason, lastGoodAt }).toEqual({ reason: null, lastGoodAt: lastTriedAt })
  })

  test('that says more of its version than anybody keeps is read anew', async () => {
    const subscription = await story.subscribe(
      story.feeds.at('long', answerTagged(text('Long'), `"${'v'.repeat(600)}"`)),
    )
    for (let time = 0; time < 2; time++)
      expect(await story.fetch(subscription)).toMatchObject({ failureCount: 0, etag: null })
    expect(await story.titles(subscription)).toEqual(['Long'])
    expect(requestsTo('long')[1]!.head).not.toMatch(/^if-none-match:/im)
  })

  test.each([
    ['the same again', (body: string) => body],
    ['a new DTSTAMP', (body: string) => body.replaceAll('DTSTAMP:2026', 'DTSTAMP:2027')],
    [
      'another order',
      (body: string) => body.replace(/(BEGIN:VEVENT[\s\S]*?END:VEVENT\r\n)([\s\S]*)(END:VCALENDAR)/, '$2$1$3'),
    ],
    ['other line ends', (body: string) => body.replaceAll('\r\n', '\n')],
  ])('that says nothing of its version: %s', async (name, changed) => {
    const body = feedOf(['a', 'b', 'c'].map((uid) => feedEvent({ uid, title: uid })))
    const subscription = await story.subscribe(story.feeds.at(name.replaceAll(' ', '-'), answerWith(body)))
    await story.fetch(subscription)
    story.feeds.at(name.replaceAll(' ', '-'), answerWith(changed(body)))
    expect(await writesTo('events', () => story.fetch(subscription))).toEqual([])
    expect(await story.titles(subscription)).toEqual(['a', 'b', 'c'])
  })
})

describe('a changed feed', () => {
  test('changes the rows that differ, and is announced to its owner', async () => {
    const three = ['a', 'b', 'c'].map((uid) => feedEvent({ uid, title: uid }))
    const subscription = await story.subscribe(story.feeds.at('changing', answerWith(feedOf(three))))
    await story.fetch(subscription)
    const ids = () =>
      story.ctx.db
        .select({ id: events.id, uid: events.uid })
        .from(events)
        .where(eq(events.calendarId, subscription.calendarId))
        .orderBy(events.uid)
    const before = await ids()
    const announced: Announcement[] = []
    const stop = await listenTo(story.ctx, (announcement) => announced.push(announcement))
    const changed = [three[0]!, feedEvent({ uid: 'b', title: 'B anew' }), feedEvent({ uid: 'd', title: 'd' })]
    story.feeds.at('changing', answerWith(feedOf(changed)))
    await story.fetch(subscription)
    stop()
    expect(await story.titles(subscription)).toEqual(['a', 'B anew', 'd'])
    expect((await ids()).slice(0, 2)).toEqual(before.slice(0, 2))
    const { calendarId } = subscription
    expect(announced).toEqual([{ topic: 'calendar', calendarId, readers: [story.cast.ben.id] }])
  })

  test.each([
    ['that are all the same', ['a', 'b', 'c'], ['a', 'b', 'c']],
    ['of which two are alike', ['a', 'a', 'b'], ['a', 'a', 'b']],
    ['of which one is changed, one gone and one new', ['a', 'b', 'c'], ['a', 'B', 'd']],
    ['of which there are more alike than before', ['a', 'b'], ['a', 'a', 'b']],
  ])('that names its events anew at each fetch keeps those %s', async (name, before, after) => {
    const path = name.replaceAll(' ', '-')
    const named = (titles: readonly string[], fetch: string) =>
      answerWith(feedOf(titles.map((title, index) => feedEvent({ uid: `${fetch}-${index}`, title }))))
    const subscription = await story.subscribe(story.feeds.at(path, named(before, 'first')))
    await story.fetch(subscription)
    const rows = () =>
      story.ctx.db
        .select({ id: events.id, uid: events.uid, title: events.title })
        .from(events)
        .where(eq(events.calendarId, subscription.calendarId))
        .orderBy(events.id)
    const known = await rows()
    for (const fetch of ['second', 'third']) {
      story.feeds.at(path, named(after, fetch))
      await story.fetch(subscription)
      expect(await story.titles(subscription)).toEqual(after)
      const staying = known.filter(({ title }) => after.includes(title))
      expect((await rows()).slice(0, staying.length)).toEqual(staying)
    }
  })

  test('is believed to be empty when two answers in a row say so', async () => {
    const subscription = await story.subscribe(story.feeds.at('emptying', answerWith(text('Last'))))
    await story.fetch(subscription)
    story.feeds.at('emptying', answerWith(feedOf([])))
    expect(await story.fetch(subscription)).toMatchObject({ reason: 'empty' })
    expect(await story.titles(subscription)).toEqual(['Last'])
    story.feeds.at('emptying', answerWith(feedOf([], 'X-ANOTHER:empty one')))
    expect(await story.fetch(subscription)).toMatchObject({ reason: null })
    expect(await story.titles(subscription)).toEqual([])
  })

  test.each([
    ['a failure', answerWith('', { status: 404 }), 'status-404'],
    ['what is no calendar', answerWith('<h1>Soon</h1>'), 'not-calendar'],
    ['what was there before', answerWith(text('Last')), null],
    ['that nothing has changed', answerTagged(text('Last'), '"v1"'), null],
  ])('is not believed to be empty when it says %s in between', async (name, between, reason) => {
    const path = name.replaceAll(' ', '-')
    const subscription = await story.subscribe(story.feeds.at(path, answerTagged(text('Last'), '"v1"')))
    await story.fetch(subscription)
    for (let time = 0; time < 2; time++) {
      story.feeds.at(path, answerWith(feedOf([])))
      expect(await story.fetch(subscription)).toMatchObject({ reason: 'empty' })
      expect(await story.titles(subscription)).toEqual(['Last'])
      story.feeds.at(path, between)
      expect(await story.fetch(subscription)).toMatchObject({ reason })
    }
  })

  test.each([
    ['brings', [feedEvent({ uid: 'kept', title: 'Kept' }), feedEvent({ title: 'Old' })]],
    ['is without', [feedEvent({ uid: 'kept', title: 'Kept' })]],
    ['cannot be read', [feedEvent({ uid: 'kept', start: ':never' })]],
    ['is as it was', [feedEvent({ uid: 'kept', title: 'Kept' }), feedEvent({ uid: 'gone', title: 'Gone' })]],
  ])('that is led elsewhere meanwhile stays until that is read, whatever the old address %s', async (name, late) => {
    const { promise: asked, resolve: hasAsked } = Promise.withResolvers<void>()
    const { promise: goOn, resolve: mayGoOn } = Promise.withResolvers<void>()
    const path = name.replaceAll(' ', '-')
    const before = [feedEvent({ uid: 'kept', title: 'Kept' }), feedEvent({ uid: 'gone', title: 'Gone' })]
    const subscription = await story.subscribe(story.feeds.at(path, answerWith(feedOf(before))))
    const { lastGoodAt } = await story.fetch(subscription)
    story.feeds.at(path, async (wire, head) => {
      hasAsked()
      await goOn
      await answerTagged(feedOf(late), '"old"')(wire, head)
    })
    const fetching = story.fetch(subscription)
    await asked
    const url = story.feeds.at('new', answerWith('', { status: 404 }))
    const row = `/api/subscriptions/${subscription.id}`
    expect(await ask(story.household, story.cast.ben, `PATCH ${row}`, { url })).toMatchObject({
      body: { state: 'pending' },
    })
    mayGoOn()
    await fetching
    expect(await story.titles(subscription)).toEqual(['Gone', 'Kept'])
    expect(await story.row(subscription.id)).toMatchObject({ etag: null, reason: 'status-404' })
    const [calendar] = await story.ctx.db.select().from(calendars).where(eq(calendars.id, subscription.calendarId))
    expect(calendar!.lastSyncedAt).toEqual(lastGoodAt)
    story.feeds.at('new', answerWith(text('New')))
    await story.fetch(subscription)
    expect(await story.titles(subscription)).toEqual(['New'])
  })
})

test('a feed that cannot be read any more is announced to its owner once', async () => {
  const subscription = await story.subscribe(story.feeds.at('failing', answerWith(text('Match'))))
  await story.fetch(subscription)
  story.feeds.at('failing', answerWith('no calendar'))
  const announced: Announcement[] = []
  const stop = await listenTo(story.ctx, (announcement) => announced.push(announcement))
  for (let count = 0; count < 2; count++) await story.fetch(subscription)
  stop()
  const { calendarId } = subscription
  expect(announced).toEqual([{ topic: 'calendar', calendarId, readers: [story.cast.ben.id] }])
})

describe('a subscription is fetched', () => {
  test('when its server wants to be asked again, also by hand', async () => {
    const subscription = await story.subscribe(
      story.feeds.at('busy', answerWith('', { status: 429, headers: { 'retry-after': '7200' } })),
    )
    const { nextFetchAt, lastTriedAt } = await story.fetch(subscription)
    expect(nextFetchAt.getTime() - lastTriedAt!.getTime()).toBe(2 * HOUR_MS)
    story.feeds.at('busy', answerWith(text('Again')))
    expect(await refresh(subscription)).toMatchObject({ status: 202 })
    await fetchDue(story.ctx)
    expect(await story.titles(subscription)).toEqual([])
    story.household.clock.advance(2 * HOUR_MS)
    await fetchDue(story.ctx)
    expect(await story.titles(subscription)).toEqual(['Again'])
  })

  test('not before that either where somebody asked while it answered', async () => {
    const busy = answerWith('', { status: 429, headers: { 'retry-after': '7200' } })
    const subscription = await story.subscribe(
      story.feeds.at('asked', async (...wire) => {
        story.household.clock.advance(1_000)
        await refresh(subscription)
        return busy(...wire)
      }),
    )
    await fetchDue(story.ctx)
    await fetchDue(story.ctx)
    expect(requestsTo('asked')).toHaveLength(1)
  })

  test('by hand, however young it is, and else as often as it wants', async () => {
    const body = feedOf([feedEvent({ title: 'Hourly' })], 'REFRESH-INTERVAL;VALUE=DURATION:PT5H')
    const subscription = await story.subscribe(story.feeds.at('hourly', answerTagged(body, '"h"')))
    await fetchDue(story.ctx)
    expect(requestsTo('hourly')).toHaveLength(1)
    await refresh(subscription)
    await fetchDue(story.ctx)
    expect(requestsTo('hourly')).toHaveLength(2)
    story.household.clock.advance(5 * HOUR_MS - 1)
    await fetchDue(story.ctx)
    expect(requestsTo('hourly')).toHaveLength(2)
    story.household.clock.advance(HOUR_MS)
    await fetchDue(story.ctx)
    expect(requestsTo('hourly')).toHaveLength(3)
  })

  test('once, by whichever of two processes comes first; a process that died is waited for until it is known to be dead', async () => {
    const subscription = await story.subscribe(story.feeds.at('once', answerWith(text('Once'))))
    const other = openDatabase(story.household.config.database)
    const neighbour = createContext({ ...story.ctx, db: other.db })
    await Promise.all([fetchDue(story.ctx), fetchDue(neighbour), fetchDue(story.ctx), fetchDue(neighbour)])
    expect(requestsTo('once')).toHaveLength(1)
    const now = story.ctx.now()
    const leased = { leaseToken: 'of-one-that-died', leasedUntil: new Date(now.getTime() + 60_000), nextFetchAt: now }
    await story.ctx.db.update(subscriptions).set(leased).where(eq(subscriptions.id, subscription.id))
    await fetchDue(neighbour)
    expect(requestsTo('once')).toHaveLength(1)
    story.household.clock.advance(60_000)
    await fetchDue(neighbour)
    expect(requestsTo('once')).toHaveLength(2)
    await story.ctx.db
      .update(subscriptions)
      .set({ ...leased, leasedUntil: new Date(story.ctx.now().getTime() + 60_000), nextFetchAt: now })
      .where(eq(subscriptions.id, subscription.id))
    await releaseFeedsOf(neighbour, ['of-another', 'of-one-that-died'])
    await fetchDue(neighbour)
    expect(requestsTo('once')).toHaveLength(3)
    await other.close()
  })

  test('soon again, and by hand at once, when it could not be stored; what was by then is told', async () => {
    const body = feedOf(
      Array.from({ length: 301 }, (_, n) => feedEvent({ uid: `n${n}`, title: n === 300 ? 'Poison' : `${n}` })),
    )
    const subscription = await story.subscribe(story.feeds.at('poison', answerWith(body)))
    const { db } = story.ctx
    await db.execute(
      sql`create trigger no_poison before insert on events for each row if new.title = 'Poison' then signal sqlstate '45000'; end if`,
    )
    const heard: Announcement[] = []
    const stopListening = story.ctx.hub.subscribe((announcement) => heard.push(announcement))
    await story.fetch(subscription)
    stopListening()
    expect(heard).toContainEqual({
      topic: 'calendar',
      calendarId: subscription.calendarId,
      readers: [story.cast.ben.id],
    })
    expect(await story.titles(subscription)).toHaveLength(300)
    await refresh(subscription)
    await fetchDue(story.ctx)
    expect(requestsTo('poison')).toHaveLength(2)
    const { nextFetchAt, leasedUntil } = await story.row(subscription.id)
    expect(leasedUntil).toBeNull()
    expect(nextFetchAt.getTime() - story.ctx.now().getTime()).toBeGreaterThanOrEqual(HOUR_MS)
    await db.execute(sql`drop trigger no_poison`)
    expect(await story.fetch(subscription)).toMatchObject({ reason: null, failureCount: 0 })
    expect(await story.titles(subscription)).toHaveLength(301)
  })

  test("while another member's feeds hang", async () => {
    const { promise: over, resolve: end } = Promise.withResolvers<void>()
    const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>()
    const hang: Script = async (wire) => {
      ask()
      await over
      wire.cut()
    }
    const hanging = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']
    const first = await story.subscribe(story.feeds.at('hang', hang), 'ada')
    for (const name of hanging) await story.subscribe(story.feeds.at(`hang-${name}`, hang), 'ada')
    const fetching = fetchDue(story.ctx)
    // It has looked for what is due by then, and is at all of it.
    await isAsked
    const subscription = await story.subscribe(story.feeds.at('swift', answerWith(text('Swift'))), 'ben')
    await fetchDueOnly(subscription)
    expect(await story.titles(subscription)).toEqual(['Swift'])
    // Not because their time was over.
    expect(await story.row(first.id)).toMatchObject({ lastTriedAt: null })
    end()
    await fetching
  })
})

/** A tick leaves alone what an earlier one is still at, and so waits for this one alone. */
async function fetchDueOnly({ id }: SubscriptionRow) {
  await fetchDue(story.ctx)
  expect(await story.row(id)).toMatchObject({ reason: null })
}

describe('the way to a feed', () => {
  const dnsOf = (...answers: string[][]) => {
    const asked: string[] = []
    const addresses = async (name: string) => {
      asked.push(name)
      return answers[Math.min(asked.length, answers.length) - 1]!
    }
    return { asked, dns: { ...systemDns, addresses } }
  }
  const led = (location: string) => answerWith('', { status: 307, headers: { location } })
  const innerUrl = () => `http://rebinding.example:${new URL(story.inner.url).port}/`

  test('is not one into the own network, whatever the name server says', async () => {
    const mixed = dnsOf(['2fff::1', '127.0.0.1'])
    const subscription = await story.subscribe(story.feeds.at('mixed', led(innerUrl())))
    expect(await story.fetch(subscription, { dns: mixed.dns })).toMatchObject({ reason: 'address' })

    // The address that was checked is the one that is connected to: nobody answers there, and nobody asks again.
    const changing = dnsOf(['2fff::1'], ['127.0.0.1'])
    await story.fetch(subscription, { dns: changing.dns, timeoutMs: 5_000 })
    expect((await story.row(subscription.id)).reason).toMatch(/^(unreachable|timeout)$/)
    expect(changing.asked).toEqual(['rebinding.example'])
    // The next hop is looked up anew.
    expect(await story.fetch(subscription, { dns: dnsOf(['127.0.0.1']).dns })).toMatchObject({ reason: 'address' })
    story.feeds.at('direct', led(story.inner.url))
    expect(await story.fetch(await story.subscribe(`${story.feeds.url}direct`))).toMatchObject({ reason: 'address' })
    expect(story.inner.requests).toEqual([])
  })

  test('needs a certificate that somebody vouches for', async () => {
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      tls: await certificateForLoopback(),
      fetch: () => new Response(text('Forged')),
    })
    story.feeds.at('secure', led(`https://127.0.0.1:${server.port}/`))
    const allowed = [...story.ctx.config.subscriptionsAllow, `127.0.0.1:${server.port}`]
    const ctx = createContext({ ...story.ctx, config: { ...story.ctx.config, subscriptionsAllow: allowed } })
    const subscription = await story.subscribe(`${story.feeds.url}secure`)
    await fetchDue(ctx)
    await server.stop(true)
    expect(await story.row(subscription.id)).toMatchObject({ reason: 'certificate' })
    expect(await story.titles(subscription)).toEqual([])
  })

  test('takes name and password no further than they belong', async () => {
    const elsewhere = await startFeedServer()
    const url = elsewhere.at('signed-in', answerWith(text('Members')))
    story.feeds.at('door', led(`${story.feeds.url}hall`))
    story.feeds.at('hall', led(url))
    const subscription = await story.subscribe(`${story.feeds.url}door`.replace('//', '//ben:se%20cret@'))
    const allowed = [story.feeds.host, elsewhere.host]
    const ctx = createContext({ ...story.ctx, config: { ...story.ctx.config, subscriptionsAllow: allowed } })
    await fetchDue(ctx)
    await elsewhere.stop()
    expect(await story.titles(subscription)).toEqual(['Members'])
    const basic = `Authorization: Basic ${btoa('ben:se cret')}`
    for (const path of ['door', 'hall']) expect(requestsTo(path)[0]!.head).toContain(basic)
    expect(elsewhere.requests[0]!.head).not.toContain('Authorization')
    expect(story.household.logLines.join('\n')).not.toMatch(/se(%20| )cret|signed-in/)
  })
})
