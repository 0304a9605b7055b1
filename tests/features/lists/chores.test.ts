import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { lockList } from '../../../src/features/lists/locks'
import type { ChangedItem } from '../../../src/features/lists/model'
import { removeMember } from '../../../src/household/remove-member'
import { completedChores, listItems } from '../../../src/platform/db/schema'
import { inTransaction } from '../../../src/platform/db/transaction'
import type { Announcement } from '../../../src/platform/hub'
import { furnish } from '../../support/access'
import { listenTo } from '../../support/announcements'
import { ask, type Member, seatedCast } from '../../support/cast'
import { openHousehold } from '../../support/household'
import { untilWaiting } from '../../support/lock-waits'
import { opened } from '../../support/opened'
import { type Item, type List, shopping } from './shopping'

const household = opened(() => openHousehold({ env: { TZ: 'Europe/Berlin' } }))
const cast = seatedCast(household, { anew: true })

let list: List
let heard: Announcement[]
beforeEach(async () => {
  // A Friday.
  household.clock.set('2026-11-20T12:00:00Z')
  list = await done<List>(cast.ada, 'POST /api/lists', { name: 'House', kind: 'chores' })
  heard = []
})

const SATURDAY = '2026-11-21'
const WEEKLY = { every: 'week', weekdays: ['SA'] }

const say = <T = ChangedItem>(who: Member, request: string, body?: object, key?: string) =>
  ask<T>(household, who, request, body, key === undefined ? {} : { 'idempotency-key': key })

async function done<T = ChangedItem>(who: Member, request: string, body?: object, key?: string): Promise<T> {
  const answer = await say<T>(who, request, body, key)
  if (answer.status >= 300) throw new Error(`${request}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

const add = (body: object, who = cast.ada) => done<Item>(who, `POST /api/lists/${list.id}/items`, body)
const change = (id: number, body: object, who = cast.ben, key?: string) =>
  done(who, `PATCH /api/list-items/${id}`, body, key)
const tick = (id: number, who = cast.ben, key?: string) => change(id, { checked: true }, who, key)
const untick = (id: number, who = cast.ben) => change(id, { checked: false }, who)
const items = () => shopping(household).items(cast.ada, list.id)
const vacuum = (more: object = {}) => add({ text: 'Vacuum', due: SATURDAY, repeat: WEEKLY, ...more })

describe('what a list and its items say beside the rest', () => {
  test('is stored, changed and taken away, and stands only where it is set', async () => {
    const { ada, ben, cleo } = cast
    const details = {
      section: 'hall',
      amount: '2 rooms',
      due: SATURDAY,
      dueTime: '18:30',
      assigneeIds: [cleo.id, ben.id],
      repeat: WEEKLY,
      rotates: true,
    }
    const item = await add({ text: 'Vacuum', ...details })
    expect(item).toMatchObject(details)
    expect(await items()).toEqual([item])
    expect(await change(item.id, { text: 'Dust', section: ' stairs ', amount: null })).toMatchObject({
      text: 'Dust',
      section: 'stairs',
      due: SATURDAY,
    })
    const nothing = { section: null, due: null, dueTime: null, assigneeIds: [], repeat: null, rotates: false }
    const plain = await change(item.id, nothing)
    expect(Object.keys(plain)).toEqual(['id', 'listId', 'text', 'checked', 'rank', 'createdAt', 'updatedAt'])

    const look = { kind: 'shopping', grouped: true, sectionOrder: ['dairy', 'hall'] }
    expect(await done<List>(ben, `PATCH /api/lists/${list.id}`, look)).toMatchObject(look)
    const bare = { kind: 'plain', grouped: false, sectionOrder: [] }
    expect(Object.keys(await done(ada, `PATCH /api/lists/${list.id}`, bare))).toEqual([
      'id',
      'name',
      'isShared',
      'ownerId',
      'createdAt',
      'updatedAt',
    ])
  })

  test('comes with several items at once as well, all or none', async () => {
    const [mop, bins] = [
      { text: 'Mop', due: SATURDAY },
      { text: 'Bins', assigneeIds: [cast.ben.id] },
    ]
    const path = `POST /api/lists/${list.id}/items/batch`
    expect(await done<object>(cast.ada, path, { items: [mop, { text: 'Air' }, bins] })).toMatchObject({
      items: [mop, { text: 'Air' }, bins],
    })
    expect(await say(cast.ada, path, { items: [mop, { text: 'Late', dueTime: '09:00' }] })).toMatchObject({
      status: 400,
    })
    expect(await items()).toHaveLength(3)
  })

  test.each<[string, object]>([
    ['a day that does not exist', { due: '2026-02-30' }],
    ['a day beyond all calendars', { due: '9999-01-01' }],
    ['a time that does not exist', { due: SATURDAY, dueTime: '24:00' }],
    ['a time without a day', { dueTime: '09:00' }],
    ['a rule without a day', { repeat: WEEKLY }],
    ['both kinds of repeat', { due: SATURDAY, repeat: { every: 'day', afterDays: 2 } }],
    ['no kind of repeat', { due: SATURDAY, repeat: { interval: 2 } }],
    ['every now and then', { due: SATURDAY, repeat: { every: 'hour' } }],
    ['an interval beyond reason', { due: SATURDAY, repeat: { every: 'day', interval: 100 } }],
    ['half an interval', { due: SATURDAY, repeat: { every: 'day', interval: '2' } }],
    ['after no day at all', { repeat: { afterDays: 0 } }],
    ['no weekday', { due: SATURDAY, repeat: { every: 'week', weekdays: [] } }],
    ['an unknown weekday', { due: SATURDAY, repeat: { every: 'week', weekdays: ['XX'] } }],
    ['weekdays of months', { due: SATURDAY, repeat: { every: 'month', weekdays: ['MO'] } }],
    ['nobody', { assigneeIds: [999_999] }],
    ['no ids', { assigneeIds: ['1'] }],
    ['an empty section', { section: '  ' }],
    ['a section as long as a novel', { section: 'x'.repeat(65) }],
    ['an amount as long as a novel', { amount: 'x'.repeat(65) }],
  ])('cannot be %s', async (_, wrong) => {
    const { id } = await add({ text: 'Bins' })
    expect(await say(cast.ada, `POST /api/lists/${list.id}/items`, { text: 'Vacuum', ...wrong })).toMatchObject({
      status: 400,
    })
    expect(await say(cast.ada, `PATCH /api/list-items/${id}`, wrong)).toMatchObject({ status: 400 })
    expect(await items()).toMatchObject([{ text: 'Bins', rank: 'a0' }])
  })

  test('holds together after a change of one of them', async () => {
    const { id } = await vacuum({ dueTime: '09:00' })
    for (const wrong of [{ due: null }, { due: null, repeat: null }, { due: null, dueTime: null }, {}]) {
      expect(await say(cast.ben, `PATCH /api/list-items/${id}`, wrong)).toMatchObject({ status: 400 })
    }
    for (const two of [
      { checked: true, due: SATURDAY },
      { position: 'a1', section: 'hall' },
      { checked: true, text: 'x' },
    ]) {
      expect(await say(cast.ben, `PATCH /api/list-items/${id}`, two)).toMatchObject({ status: 400 })
    }
    expect(await change(id, { due: null, dueTime: null, repeat: { afterDays: 7 } })).toMatchObject({ text: 'Vacuum' })
  })

  test('names only members who may read the list', async () => {
    const secret = await done<List>(cast.ada, 'POST /api/lists', { name: 'Party', isShared: false })
    const path = `POST /api/lists/${secret.id}/items`
    expect(await say(cast.ada, path, { text: 'Cake', assigneeIds: [cast.ben.id] })).toMatchObject({ status: 400 })
    const both = { text: 'Cake', assigneeIds: [cast.ben.id, cast.ada.id] }
    expect(await say(cast.ada, path, both)).toMatchObject({ status: 400 })
    await done(cast.ada, `PATCH /api/lists/${secret.id}`, { isShared: true })
    await done(cast.ada, path, both)
    await done(cast.ada, path, { text: 'Tea', assigneeIds: [cast.ben.id] })
    await done(cast.ada, `PATCH /api/lists/${secret.id}`, { isShared: false })
    const [cake, tea] = await shopping(household).items(cast.ada, secret.id)
    expect(cake?.assigneeIds).toEqual([cast.ada.id])
    expect(tea).not.toHaveProperty('assigneeIds')
  })

  test('names nobody who has left', async () => {
    await vacuum({ assigneeIds: [cast.ben.id, cast.cleo.id], rotates: true })
    await removeMember(household.ctx, cast.ben.id)
    expect((await items())[0]?.assigneeIds).toEqual([cast.cleo.id])
  })

  test('names nobody who leaves while the item is given to them', async () => {
    const { ctx } = household
    const { id } = await vacuum()
    let leaving: Promise<void> | null = null
    await inTransaction(ctx.db, async (tx) => {
      await lockList(tx, cast.ada.id, list.id)
      const assigneeIds = [cast.ben.id, cast.cleo.id]
      await tx.update(listItems).set({ assigneeIds }).where(eq(listItems.id, id))
      leaving = removeMember(ctx, cast.ben.id)
      await untilWaiting(ctx, 'update `lists`')
    })
    await leaving
    expect((await items())[0]?.assigneeIds).toEqual([cast.cleo.id])
  })
})

test('everybody has an order of lists of their own; what has no place stands after it', async () => {
  const { ada, ben } = cast
  const [first, second] = [list, await done<List>(ada, 'POST /api/lists', { name: 'Shop' })]
  const third = await done<List>(ada, 'POST /api/lists', { name: 'Trip', position: 'a1' })
  expect(third).toMatchObject({ rank: 'a1' })
  heard.length = 0
  expect(await done(ada, `PATCH /api/lists/${second.id}`, { position: 'a0' })).toMatchObject({ rank: 'a0' })
  const orderOf = async (who: Member) => (await shopping(household).lists(who)).map(({ id }) => id)
  expect(await orderOf(ada)).toEqual([second.id, third.id, first.id])
  expect(await orderOf(ben)).toEqual([first.id, second.id, third.id])
  expect(await done(ada, `PATCH /api/lists/${second.id}`, { position: null })).not.toHaveProperty('rank')
  expect(await orderOf(ada)).toEqual([third.id, first.id, second.id])
  expect((await shopping(household).lists(ben))[1]).not.toHaveProperty('rank')
})

test('a place is lost with the list, and the owner’s is not', async () => {
  const { ada, ben } = cast
  const path = `PATCH /api/lists/${list.id}`
  for (const who of [ada, ben]) await done(who, path, { position: 'a0' })
  await done(ada, path, { isShared: false })
  await done(ada, path, { isShared: true })
  const [own] = await shopping(household).lists(ada)
  const [shared] = await shopping(household).lists(ben)
  expect(own).toMatchObject({ rank: 'a0' })
  expect(shared).not.toHaveProperty('rank')
})

describe('ticking a chore', () => {
  test('notes who did it and when, and brings the next with the next in turn', async () => {
    const { ben, cleo } = cast
    const stop = await listenTo(household.ctx, (announcement) => heard.push(announcement))
    const chore = await vacuum({ dueTime: '10:00', assigneeIds: [ben.id, cleo.id], rotates: true, section: 'hall' })
    heard = []
    const { next, ...ticked } = await tick(chore.id, cast.ada)
    stop()
    expect(ticked).toMatchObject({ checked: true, doneBy: cast.ada.id, doneAt: '2026-11-20T12:00:00.000Z' })
    expect(next).toMatchObject({ text: 'Vacuum', checked: false, due: '2026-11-28', dueTime: '10:00', section: 'hall' })
    expect(next).toMatchObject({ assigneeIds: [cleo.id, ben.id], rotates: true, repeat: WEEKLY })
    expect(next).not.toHaveProperty('doneBy')
    expect(await items()).toEqual(expect.arrayContaining([ticked, next!]))
    expect(heard).toMatchObject([
      { type: 'item:updated', payload: { id: chore.id } },
      { type: 'item:added', payload: { id: next!.id, text: 'Vacuum' } },
    ])
    expect((await tick(next!.id, cleo)).next?.assigneeIds).toEqual([ben.id, cleo.id])
  })

  describe('that the service hears of later', () => {
    const daily = () => add({ text: 'Cat', due: '2026-11-20', repeat: { every: 'day' } })
    const SEEN = '2026-11-20T21:00:00.000Z'

    test('counts from the day on which it was done', async () => {
      const [cat, fern] = [await daily(), await add({ text: 'Fern', repeat: { afterDays: 2 } })]
      household.clock.set('2026-11-21T07:00:00Z')
      const fed = await change(cat.id, { checked: true, doneAt: SEEN })
      expect(fed).toMatchObject({ doneAt: SEEN, updatedAt: '2026-11-21T07:00:00.000Z', next: { due: SATURDAY } })
      expect(await change(fern.id, { checked: true, doneAt: SEEN })).toMatchObject({ next: { due: '2026-11-22' } })
      const history = `GET /api/lists/${list.id}/history?start=2026-11-20&end=2026-11-21`
      expect(await done<object>(cast.ben, history)).toMatchObject({ members: [{ userId: cast.ben.id, count: 2 }] })
    })

    test.each([
      ['before there was one, where a clock is slow', '2019-01-01T00:00:00Z', '2026-11-20T12:00:00.000Z'],
      ['in the future, where a clock is fast', '2031-01-01T00:00:00Z', '2026-11-21T07:00:00.000Z'],
    ])('was not done %s', async (_, doneAt, taken) => {
      const { id } = await daily()
      household.clock.set('2026-11-21T07:00:00Z')
      expect(await change(id, { checked: true, doneAt })).toMatchObject({ doneAt: taken })
    })

    test('is done once, however often it is told', async () => {
      const { id } = await daily()
      household.clock.set('2026-11-21T07:00:00Z')
      const tell = () => change(id, { checked: true, doneAt: SEEN }, cast.ben, 'evening')
      expect(await tell()).toEqual(await tell())
      expect(await change(id, { checked: true, doneAt: '2026-11-21T06:00:00.000Z' }, cast.ada)).toMatchObject({
        doneBy: cast.ben.id,
        doneAt: SEEN,
      })
      expect(await items()).toHaveLength(2)
    })

    test('notes nothing of what is no chore', async () => {
      await done(cast.ada, `PATCH /api/lists/${list.id}`, { kind: 'plain' })
      const { id } = await add({ text: 'Milk' })
      expect(await change(id, { checked: true, doneAt: SEEN })).not.toHaveProperty('doneAt')
    })

    test.each<[string, object]>([
      ['without a tick', { doneAt: SEEN }],
      ['when a tick is taken away', { checked: false, doneAt: SEEN }],
      ['beside a place', { position: 'a1', doneAt: SEEN }],
      ['on a day alone', { checked: true, doneAt: SATURDAY }],
      ['in no zone', { checked: true, doneAt: '2026-11-20T21:00:00' }],
      ['at no hour', { checked: true, doneAt: '2026-11-20T25:00:00Z' }],
      ['of nothing', { checked: true, doneAt: null }],
    ])('is refused %s', async (_, wrong) => {
      const { id } = await daily()
      expect(await say(cast.ben, `PATCH /api/list-items/${id}`, wrong)).toMatchObject({ status: 400 })
      expect(await items()).toMatchObject([{ checked: false }])
    })
  })

  test('happens on the day of the household, not of the server', async () => {
    household.clock.set('2026-11-20T23:30:00Z')
    const { next } = await tick((await add({ text: 'Water', repeat: { afterDays: 1 } })).id)
    expect(next?.due).toBe('2026-11-22')
  })

  test('brings one next however often it is sent', async () => {
    const { id } = await vacuum()
    const key = crypto.randomUUID()
    const answers = await Promise.all([tick(id, cast.ben, key), tick(id, cast.cleo), tick(id, cast.ben, key)])
    answers.push(await tick(id, cast.ada), await tick(id, cast.ben, key))
    expect(new Set(answers.map(({ next }) => next?.id)).size).toBe(1)
    expect(new Set(answers.map(({ doneBy }) => doneBy)).size).toBe(1)
    expect(await items()).toHaveLength(2)
  })

  test('taken back takes an untouched next away, and one that was touched stays the only one', async () => {
    const stop = await listenTo(household.ctx, (announcement) => heard.push(announcement))
    const chore = await vacuum()
    const { next } = await tick(chore.id)
    heard = []
    const open = await untick(chore.id)
    stop()
    expect(heard).toMatchObject([{ type: 'item:updated' }, { type: 'item:deleted', payload: { id: next!.id } }])
    expect(open).toEqual({ ...chore, rank: open.rank, updatedAt: open.updatedAt })
    expect(await items()).toHaveLength(1)

    const again = (await tick(chore.id)).next!
    await change(again.id, { text: 'Vacuum the car' })
    await untick(chore.id)
    expect((await items()).map(({ text }) => text).sort()).toEqual(['Vacuum', 'Vacuum the car'])
    expect((await tick(chore.id)).next?.id).toBe(again.id)
    expect(await items()).toHaveLength(2)
  })

  test('once more brings nothing where what came after it is done, too, and that was the last', async () => {
    const chore = await vacuum()
    const second = (await tick(chore.id)).next!
    const third = (await tick(second.id)).next!
    await done(cast.ben, `DELETE /api/list-items/${third.id}`)
    await untick(chore.id)
    expect((await tick(chore.id)).next).toBeUndefined()
    expect((await items()).map(({ id, checked }) => [id, checked]).sort()).toEqual([
      [chore.id, true],
      [second.id, true],
    ])
  })

  test.each<[string, object]>([
    ['has another day', { due: '2026-11-29' }],
    ['has a place in the house', { section: 'cellar' }],
    ['stands elsewhere', { position: 'z9' }],
  ])('taken back leaves a next that %s', async (_, touch) => {
    const chore = await vacuum()
    const { next } = await tick(chore.id)
    await change(next!.id, touch)
    await untick(chore.id)
    expect((await items()).map(({ id }) => id).sort()).toEqual([chore.id, next!.id])
  })

  test('taken back leaves a next of which somebody has added more', async () => {
    await done(cast.ada, `PATCH /api/lists/${list.id}`, { kind: 'shopping' })
    const flour = await add({ text: 'Flour', amount: '1 kg', repeat: { afterDays: 7 } })
    const { next } = await tick(flour.id)
    const more = await add({ text: '2 kg flour', parse: true }, cast.ben)
    expect(more).toMatchObject({ id: next!.id, amount: '3 kg' })
    await untick(flour.id)
    expect((await items()).map(({ amount }) => amount).sort()).toEqual(['1 kg', '3 kg'])
  })

  test('in a list for shopping brings the next, too, and nothing else notes who ticks', async () => {
    await done(cast.ada, `PATCH /api/lists/${list.id}`, { kind: 'shopping' })
    expect((await tick((await vacuum()).id)).next?.due).toBe('2026-11-28')
    expect(Object.keys(await tick((await add({ text: 'Milk' })).id))).not.toContain('doneBy')
  })

  describe('on a display', () => {
    /** Bins, which are Cleo's and Ben's. */
    async function tickBins(rotates: boolean) {
      const { displayCookie, sharedList } = await furnish(household, cast.ben.id)
      await done(cast.ben, `PATCH /api/lists/${sharedList}`, { isShared: true })
      const chore = { text: 'Bins', due: SATURDAY, repeat: WEEKLY, assigneeIds: [cast.cleo.id, cast.ben.id], rotates }
      const { id } = await done(cast.ben, `POST /api/lists/${sharedList}/items`, chore)
      const who = { cookie: displayCookie }
      return (await ask<ChangedItem>(household, who, `PATCH /api/display/list-items/${id}`, { checked: true })).body
    }

    test('was done by whoever has the turn', async () => {
      expect(await tickBins(true)).toMatchObject({
        doneBy: cast.cleo.id,
        next: { assigneeIds: [cast.ben.id, cast.cleo.id] },
      })
    })

    test('was done by nobody known where several are to do it', async () => {
      const ticked = await tickBins(false)
      expect(ticked).toMatchObject({ checked: true, next: { assigneeIds: [cast.cleo.id, cast.ben.id] } })
      expect(ticked).not.toHaveProperty('doneBy')
    })
  })
})

describe('what is due', () => {
  test('stands by day, of all lists that one may read', async () => {
    const secret = await done<List>(cast.ada, 'POST /api/lists', { name: 'Party', isShared: false })
    await add({ text: 'Late', due: '2026-11-25', dueTime: '09:00' })
    await add({ text: 'Early', due: '2026-11-25' })
    await add({ text: 'After', due: '2026-12-01' })
    await add({ text: 'Some day' })
    await tick((await add({ text: 'Done', due: '2026-11-25' })).id)
    await done(cast.ada, `POST /api/lists/${secret.id}/items`, { text: 'Cake', due: '2026-11-24' })
    const due = async (who: Member) => {
      const { chores } = await done<{ chores: (Item & { listName: string })[] }>(
        who,
        'GET /api/chores?start=2026-11-20&end=2026-12-01',
      )
      return chores.map(({ text, listName }) => `${listName}: ${text}`)
    }
    expect(await due(cast.ada)).toEqual(['Party: Cake', 'House: Early', 'House: Late'])
    expect(await due(cast.ben)).toEqual(['House: Early', 'House: Late'])
    for (const window of ['', '?start=2026-11-20&end=2026-11-20', '?start=2026-11-20&end=2027-02-19']) {
      expect(await say(cast.ada, `GET /api/chores${window}`)).toMatchObject({ status: 400 })
    }
  })
})

describe('the history of a list', () => {
  test('keeps nobody from ticking what has the id of something older, as after a restore', async () => {
    const { db, now } = household.ctx
    const { id: itemId } = await add({ text: 'Bins' })
    await db.insert(completedChores).values({ itemId, listId: list.id, userId: cast.cleo.id, doneAt: now() })
    await tick(itemId, cast.ben)
    const days = 'start=2026-11-20&end=2026-11-21'
    expect(await done<object>(cast.ada, `GET /api/lists/${list.id}/history?${days}`)).toMatchObject({
      members: [{ userId: cast.ben.id, count: 1 }],
    })
  })

  test('counts who did how much on which days, also of what was cleared away', async () => {
    const history = async (days: string) => done<object>(cast.ada, `GET /api/lists/${list.id}/history?${days}`)
    const { next } = await tick((await vacuum()).id, cast.ben)
    await tick(next!.id, cast.cleo)
    await tick((await add({ text: 'Bins' })).id, cast.ben)
    await untick((await tick((await add({ text: 'Mop' })).id, cast.cleo)).id)
    await done(cast.ada, `DELETE /api/lists/${list.id}/items?checked=true`)
    // In Berlin it is Saturday already.
    household.clock.set('2026-11-20T23:30:00Z')
    await tick((await add({ text: 'Shoes' })).id, cast.ada)
    const of = ({ id: userId, name: displayName }: Member, count: number) => ({ userId, displayName, count })
    expect(await history('start=2026-11-01&end=2026-11-21')).toEqual({ members: [of(cast.ben, 2), of(cast.cleo, 1)] })
    expect(await history('start=2026-11-21&end=2027-11-21')).toEqual({ members: [of(cast.ada, 1)] })
    expect(await history('start=2026-11-01&end=2026-11-02')).toEqual({ members: [] })
  })
})
