import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { announce } from '../../src/platform/announcements/announce'
import { bodyOf, newsIn } from '../../src/platform/announcements/body'
import { pruneAnnouncements } from '../../src/platform/announcements/read'
import { LOOK_BACK_MS, RelayedIds } from '../../src/platform/announcements/relayed-ids'
import { announcements } from '../../src/platform/db/schema'
import { inTransaction } from '../../src/platform/db/transaction'
import type { Announcement } from '../../src/platform/hub'
import { openHousehold } from '../support/household'
import { loseCommits } from '../support/lost-commit'
import { opened } from '../support/opened'
import { rejectionOf } from '../support/rejection'
import { openReplica, type Replica } from '../support/replica'

const household = opened(() => openHousehold({ at: '2026-11-20T12:00:00.000Z' }))
const about = (calendarId: number): Announcement<'calendar'> => ({ topic: 'calendar', calendarId, readers: 'everyone' })
const rows = () => household.ctx.db.select().from(announcements)

describe('which rows were relayed', () => {
  test('each once, whatever their order', () => {
    const relayed = new RelayedIds(4)
    for (const id of [5, 7, 6]) {
      expect(relayed.has(id)).toBe(false)
      relayed.add(id, 0)
      expect(relayed.has(id)).toBe(true)
    }
    expect({ floor: relayed.floor, last: relayed.last }).toEqual({ floor: 7, last: 7 })
  })

  test('a gap is waited for, and then no longer', () => {
    const relayed = new RelayedIds(0)
    relayed.add(2, 0)
    relayed.add(4, 1_000)
    relayed.forgetGaps(LOOK_BACK_MS - 1)
    expect([relayed.floor, relayed.has(1), relayed.has(3)]).toEqual([0, false, false])
    relayed.forgetGaps(LOOK_BACK_MS)
    expect([relayed.floor, relayed.has(1), relayed.has(3)]).toEqual([2, true, false])
    relayed.forgetGaps(LOOK_BACK_MS + 1_000)
    expect([relayed.floor, relayed.has(3)]).toEqual([4, true])
  })

  test('a process that was held up looks before it waits no longer', () => {
    const relayed = new RelayedIds(0)
    relayed.add(2, 0)
    relayed.add(3, 10 * LOOK_BACK_MS)
    expect(relayed.has(1)).toBe(false)
  })

  test.each([
    [[], [], 5, true],
    [[], [], 6, false],
    [[6], [], 5, true],
    [[6], [], 7, true],
    [[6], [], 9, false],
    [[], [5], 6, true],
    [[], [5, 6], 7, true],
    [[], [6], 7, false],
  ])('behind 4 and %j, while %j are about to be committed, comes %d: %p', (known, aboutToCommit, id, isNext) => {
    const relayed = new RelayedIds(4)
    for (const one of known) relayed.add(one, 0)
    expect(relayed.isNext(id, new Set(aboutToCommit))).toBe(isNext)
  })
})

test('announcements are read as they were written, and readers are written once', () => {
  const readers = [1, 2, 3]
  const news: Announcement[] = [
    { topic: 'list', type: 'item:deleted', listId: 1, payload: { id: 1 }, readers },
    { topic: 'list', type: 'item:deleted', listId: 1, payload: { id: 2 }, readers },
    about(4),
    { topic: 'sessions-ended', memberId: 5 },
  ]
  const body = bodyOf(news)
  expect(newsIn(body)).toEqual(news)
  expect(body.split('[1,2,3]')).toHaveLength(2)
})

describe('what a transaction announces', () => {
  let heard: number[]
  let other: Replica
  let heardThere: number[]
  let stops: (() => void)[]
  beforeEach(async () => {
    await household.ctx.db.delete(announcements)
    heard = []
    heardThere = []
    other = openReplica(household)
    stops = []
    for (const [{ ctx }, into] of [[household, heard] as const, [other, heardThere] as const]) {
      await ctx.relay.ready()
      stops.push(ctx.hub.subscribe((news) => into.push(news.topic === 'calendar' ? news.calendarId : 0)))
    }
  })
  afterEach(async () => {
    for (const stop of stops) stop()
    await other.close()
  })

  test('is one row, heard here after the commit and there at the next look', async () => {
    const { ctx } = household
    await inTransaction(ctx.db, async (tx) => {
      announce(ctx, tx, about(1))
      announce(ctx, tx, about(2), about(3))
      expect(await rows()).toEqual([])
    })
    expect(await rows()).toHaveLength(1)
    await ctx.relay.looked()
    expect(heard).toEqual([1, 2, 3])
    await other.ctx.relay.looked()
    await other.ctx.relay.looked()
    expect(heardThere).toEqual([1, 2, 3])
  })

  test('is not told when the transaction fails, nor by the next one on its connection', async () => {
    const { ctx } = household
    const failing = inTransaction(ctx.db, async (tx) => {
      announce(ctx, tx, about(1))
      throw new Error('refused')
    })
    expect((await rejectionOf(failing)).message).toContain('refused')
    await inTransaction(ctx.db, async (tx) => announce(ctx, tx, about(2)))
    expect(await rows()).toHaveLength(1)
    await ctx.relay.looked()
    expect(heard).toEqual([2])
  })

  test('is told when the answer to the commit is lost', async () => {
    const { ctx } = household
    const mend = loseCommits(ctx)
    const lost = inTransaction(ctx.db, async (tx) => announce(ctx, tx, about(1)))
    expect((await rejectionOf(lost)).message).toContain('the connection is lost')
    mend()
    await ctx.relay.looked()
    expect(heard).toEqual([1])
  })

  /** Has another process write 1 before 2, of which 1 is committed last. */
  async function writeCrossed() {
    const stored = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const late = inTransaction(other.ctx.db, async (tx) => {
      await tx.insert(announcements).values({ at: other.ctx.now(), body: bodyOf([about(1)]) })
      stored.resolve()
      await goOn.promise
    })
    await stored.promise
    await inTransaction(other.ctx.db, async (tx) => announce(other.ctx, tx, about(2)))
    return async () => {
      goOn.resolve()
      await late
    }
  }

  test('is told once each, though a later one commits first', async () => {
    const { ctx } = household
    const commitLate = await writeCrossed()
    await ctx.relay.looked()
    expect(heard).toEqual([2])
    await commitLate()
    await ctx.relay.looked()
    await ctx.relay.looked()
    expect(heard).toEqual([2, 1])
  })

  test('is told though it was written before the row that a process begins behind', async () => {
    const { ctx } = household
    const commitLate = await writeCrossed()
    ctx.relay.listen(false)
    ctx.relay.listen(true)
    await ctx.relay.ready()
    await commitLate()
    await ctx.relay.looked()
    await ctx.relay.looked()
    expect(heard).toEqual([1])
  })

  test('comes behind what another process has announced before', async () => {
    const { ctx } = household
    await inTransaction(other.ctx.db, async (tx) => announce(other.ctx, tx, about(1)))
    await inTransaction(ctx.db, async (tx) => announce(ctx, tx, about(2)))
    await ctx.relay.looked()
    expect(heard).toEqual([1, 2])
  })

  test('comes behind all that another process has announced, also while that is being told', async () => {
    const { ctx } = household
    const [before, own] = [[about(1), about(2)], [about(3)]]
    const store = (news: Announcement[]) => ctx.db.insert(announcements).values({ at: ctx.now(), body: bodyOf(news) })
    await store(before)
    const [{ insertId: id }] = await store(own)
    ctx.relay.written(id)
    const commit = () => ctx.relay.committed({ id, at: ctx.now(), news: own })
    stops.push(ctx.hub.subscribe((news) => news.topic === 'calendar' && news.calendarId === 1 && commit()))
    await ctx.relay.looked()
    await ctx.relay.looked()
    expect(heard).toEqual([1, 2, 3])
  })

  test('is not told to whoever comes after it, though others were just being told', async () => {
    const { ctx } = household
    for (const id of [1, 2]) await inTransaction(other.ctx.db, async (tx) => announce(other.ctx, tx, about(id)))
    // The last who listens leaves in the middle of it.
    stops.push(ctx.hub.subscribe(() => ctx.relay.listen(false)))
    await ctx.relay.looked()
    ctx.relay.listen(true)
    await ctx.relay.ready()
    await ctx.relay.looked()
    expect(heard).toEqual([1])
  })

  test('does not hold up what stands behind it when it cannot be read', async () => {
    const { ctx } = household
    await ctx.db.insert(announcements).values({ at: ctx.now(), body: 'no JSON' })
    await inTransaction(other.ctx.db, async (tx) => announce(other.ctx, tx, about(2)))
    await ctx.relay.looked()
    expect(heard).toEqual([2])
  })
})

test('rows are kept for five minutes, and removed a thousand at a time', async () => {
  const { ctx, clock } = household
  await ctx.db.delete(announcements)
  const values = Array.from({ length: 1_200 }, () => ({ at: ctx.now(), body: bodyOf([about(1)]) }))
  await ctx.db.insert(announcements).values(values)
  clock.advance(5 * 60_000)
  expect(await pruneAnnouncements(ctx)).toBe(0)
  clock.advance(1)
  expect([await pruneAnnouncements(ctx), await pruneAnnouncements(ctx)]).toEqual([1_000, 200])
})
