import { beforeEach, describe, expect, test } from 'bun:test'
import type { History } from '../../../src/features/lists/chores'
import { lockList } from '../../../src/features/lists/locks'
import type { ChangedItem, Item } from '../../../src/features/lists/model'
import type { Person } from '../../../src/features/people/model'
import { removePerson } from '../../../src/household/people-changes'
import { removeMember } from '../../../src/household/remove-member'
import { listItems } from '../../../src/platform/db/schema'
import { inTransaction } from '../../../src/platform/db/transaction'
import { furnish } from '../../support/access'
import { ask, type Member, seatedCast } from '../../support/cast'
import { openHousehold } from '../../support/household'
import { untilWaiting } from '../../support/lock-waits'
import { opened } from '../../support/opened'
import type { List } from './shopping'

const household = opened(() => openHousehold({ env: { TZ: 'Europe/Berlin' } }))
const cast = seatedCast(household, { anew: true })

/** Two children who never sign in, and the persons of two who do. */
let [leo, mia, adas, bens] = [0, 0, 0, 0]
let list: List
beforeEach(async () => {
  // A Friday.
  household.clock.set('2026-11-20T12:00:00Z')
  leo = await child('Leo')
  mia = await child('Mia')
  const { people } = await done<{ people: Person[] }>(cast.ada, 'GET /api/people')
  const personOf = ({ id }: Member) => people.find(({ memberId }) => memberId === id)!.id
  ;[adas, bens] = [personOf(cast.ada), personOf(cast.ben)]
  list = await done(cast.ada, 'POST /api/lists', { name: 'House', kind: 'chores' })
})

const DAILY = { due: '2026-11-20', repeat: { every: 'day' } }

const say = <T>(who: Pick<Member, 'cookie'>, request: string, body?: object) => ask<T>(household, who, request, body)
async function done<T>(who: Member, request: string, body?: object): Promise<T> {
  const answer = await say<T>(who, request, body)
  if (answer.status >= 300) throw new Error(`${request}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}
const child = async (name: string) => (await done<Person>(cast.ada, 'POST /api/people', { name })).id
const add = (body: object, to = list) =>
  done<Item>(cast.ada, `POST /api/lists/${to.id}/items`, { text: 'Feed the cat', ...body })
const change = (id: number, body: object) => done<ChangedItem>(cast.ben, `PATCH /api/list-items/${id}`, body)
const itemsOf = async ({ id }: List, who = cast.ada) =>
  (await done<{ items: Item[] }>(who, `GET /api/lists/${id}/items`)).items
const whose = async (): Promise<unknown[]> =>
  (await itemsOf(list)).map(({ assigneeIds, personIds }) => assigneeIds ?? { personIds })
const history = (of = list) =>
  done<History>(cast.ada, `GET /api/lists/${of.id}/history?start=2026-11-01&end=2026-12-01`)

describe('an item for somebody who never signs in', () => {
  test('says everybody it is for, in their order; for members alone it says what it always did', async () => {
    const { id, ...item } = await add({ personIds: [leo, bens], rotates: true, ...DAILY })
    expect(item).toMatchObject({ personIds: [leo, bens], rotates: true })
    expect(item).not.toHaveProperty('assigneeIds')
    expect(await itemsOf(list, cast.ben)).toMatchObject([{ personIds: [leo, bens] }])
    expect(await whose()).toEqual([{ personIds: [leo, bens] }])

    const [ada, ben] = [cast.ada.id, cast.ben.id]
    const changes: [object, unknown][] = [
      [{ personIds: [bens, adas] }, [ben, ada]],
      [{ personIds: [mia] }, { personIds: [mia] }],
      [{ assigneeIds: [ada] }, [ada]],
      [{ assigneeIds: [], personIds: [leo, mia] }, { personIds: [leo, mia] }],
      [{ text: 'Feed both cats' }, { personIds: [leo, mia] }],
      [{ assigneeIds: [ben], personIds: [] }, [ben]],
      [{ personIds: [leo] }, { personIds: [leo] }],
      [{ assigneeIds: [] }, {}],
      [{ personIds: [leo] }, { personIds: [leo] }],
      [{ personIds: null }, {}],
    ]
    for (const [body, then] of changes) {
      await change(id, body)
      expect(await whose()).toEqual([then])
    }
  })

  test('comes with several at once, and in a line for the shop', async () => {
    const path = `POST /api/lists/${list.id}/items/batch`
    const items = [{ text: 'Mop', personIds: [leo] }, { text: 'Dust', assigneeIds: [cast.ben.id] }, { text: 'Air' }]
    await done(cast.ada, path, { items })
    expect(await whose()).toEqual([{ personIds: [leo] }, [cast.ben.id], {}])
    const shop = await done<List>(cast.ada, 'POST /api/lists', { name: 'Shop', kind: 'shopping' })
    for (const personIds of [[leo], [mia]]) await add({ text: '2 eggs', personIds, parse: true }, shop)
    await add({ text: '1 egg', parse: true }, shop)
    expect(await itemsOf(shop)).toMatchObject([{ text: 'eggs', personIds: [mia] }, {}])
    await add({ text: '1 eggs', assigneeIds: [cast.ada.id], parse: true }, shop)
    const [eggs] = await itemsOf(shop)
    expect(eggs).toMatchObject({ amount: '5', assigneeIds: [cast.ada.id] })
    expect(eggs).not.toHaveProperty('personIds')
  })

  test('is nobody’s who is not there, nobody’s twice, and not said in two ways', async () => {
    const { id } = await add({ personIds: [leo] })
    for (const wrong of [
      { personIds: [leo, 999_999] },
      { personIds: ['1'] },
      { personIds: [leo, leo] },
      { personIds: leo },
      { personIds: [leo], assigneeIds: [cast.ben.id] },
    ]) {
      expect(await say(cast.ada, `POST /api/lists/${list.id}/items`, { text: 'Bins', ...wrong })).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('personIds') },
      })
      expect(await say(cast.ada, `PATCH /api/list-items/${id}`, wrong)).toMatchObject({ status: 400 })
    }
    expect(await whose()).toEqual([{ personIds: [leo] }])
  })

  test('may stand on a private list, without members who may not read that', async () => {
    const own = await done<List>(cast.ada, 'POST /api/lists', { name: 'Kids', isShared: false })
    await add({ personIds: [leo, adas] }, own)
    const path = `POST /api/lists/${own.id}/items`
    expect(await say(cast.ada, path, { text: 'Bins', personIds: [leo, bens] })).toMatchObject({ status: 400 })
    expect(await itemsOf(own)).toMatchObject([{ personIds: [leo, adas] }])
  })
})

describe('those who take turns', () => {
  test('go round, whoever of them signs in', async () => {
    const { id } = await add({ personIds: [leo, bens, mia], rotates: true, ...DAILY })
    const { next } = await change(id, { checked: true })
    expect(next).toMatchObject({ personIds: [bens, mia, leo], rotates: true })
    expect((await change(next!.id, { checked: true })).next).toMatchObject({ personIds: [mia, leo, bens] })
  })

  test('are counted: a child for its turn, whoever ticks that; a member for what they ticked', async () => {
    const { id } = await add({ personIds: [leo, bens], rotates: true, ...DAILY })
    const { next, ...first } = await change(id, { checked: true })
    // Who ticked it is told as always.
    expect(first.doneBy).toBe(cast.ben.id)
    await done(cast.ada, `PATCH /api/list-items/${next!.id}`, { checked: true })
    await change((await add({ personIds: [mia] })).id, { checked: true })
    await change((await add({ personIds: [mia, leo] })).id, { checked: true })
    expect(await history()).toEqual({
      members: [
        { userId: cast.ada.id, displayName: 'Ada', count: 1 },
        { userId: cast.ben.id, displayName: 'Ben', count: 1 },
      ],
      people: [
        { personId: leo, name: 'Leo', count: 1 },
        { personId: mia, name: 'Mia', count: 1 },
      ],
    })
    await change(id, { checked: false })
    expect((await history()).people).toEqual([{ personId: mia, name: 'Mia', count: 1 }])
  })

  test('are counted on a display, too, where nobody ticks', async () => {
    const { displayCookie: cookie, sharedList: id } = await furnish(household, cast.ada.id)
    const tick = async (body: object) => {
      const item = await add(body, { ...list, id })
      return (await say<ChangedItem>({ cookie }, `PATCH /api/display/list-items/${item.id}`, { checked: true })).body
    }
    await done(cast.ada, `PATCH /api/lists/${id}`, { isShared: true, kind: 'chores' })
    expect(await tick({ personIds: [leo] })).not.toHaveProperty('doneBy')
    expect(await tick({ personIds: [bens, leo], rotates: true, ...DAILY })).toMatchObject({
      doneBy: cast.ben.id,
      next: { personIds: [leo, bens] },
    })
    expect(await tick({ personIds: [bens, leo] })).not.toHaveProperty('doneBy')
    expect(await history({ ...list, id })).toEqual({
      members: [{ userId: cast.ben.id, displayName: 'Ben', count: 1 }],
      people: [{ personId: leo, name: 'Leo', count: 1 }],
    })
  })

  test('stay when somebody leaves, and when the list is copied or no more shared', async () => {
    await add({ personIds: [leo, bens, adas], rotates: true, ...DAILY })
    await add({ personIds: [bens, mia] })
    const copy = await done<List>(cast.ben, `POST /api/lists/${list.id}/duplicate`, {})
    expect(await itemsOf(copy, cast.ben)).toMatchObject([{ personIds: [leo, bens, adas] }, { personIds: [bens, mia] }])
    await done(cast.ada, `PATCH /api/lists/${list.id}`, { isShared: false })
    expect(await whose()).toEqual([{ personIds: [leo, adas] }, { personIds: [mia] }])
    const mine = await done<List>(cast.ben, 'POST /api/lists', { name: 'Own', isShared: false })
    expect(mine).toMatchObject({ isShared: false })
    await removeMember(household.ctx, cast.ben.id)
    expect(await whose()).toEqual([{ personIds: [leo, adas] }, { personIds: [mia] }])
  })
})

describe('a person who is removed', () => {
  test('has nothing to do any more; what others do with them stays theirs', async () => {
    await add({ personIds: [leo, bens], rotates: true, ...DAILY })
    await add({ personIds: [leo] })
    await add({ personIds: [leo, mia] })
    const done1 = await change((await add({ text: 'Bins', personIds: [leo] })).id, { checked: true })
    await removePerson(household.ctx, leo)
    const after = await itemsOf(list)
    expect(after.filter(({ id }) => id !== done1.id).map((item) => item.assigneeIds ?? item.personIds)).toEqual([
      [cast.ben.id],
      undefined,
      [mia],
    ])
    expect(await history()).toEqual({ members: [] })
  })

  test('leaves turns to those who are more than one', async () => {
    await add({ personIds: [leo, bens, mia], rotates: true, ...DAILY })
    const rotates = async () => (await itemsOf(list))[0]?.rotates
    await removePerson(household.ctx, leo)
    expect(await rotates()).toBe(true)
    await done(cast.ada, `PATCH /api/lists/${list.id}`, { isShared: false })
    expect(await rotates()).toBeUndefined()
    expect(await whose()).toEqual([{ personIds: [mia] }])
  })

  test('is told of by lists that were read before', async () => {
    await add({ personIds: [leo] })
    const read = (tag = '') =>
      ask(household, cast.ada, `GET /api/lists/${list.id}/items`, undefined, { 'if-none-match': tag })
    const tag = (await read()).headers.get('etag')!
    expect((await read(tag)).status).toBe(304)
    await removePerson(household.ctx, leo)
    expect((await read(tag)).status).toBe(200)
  })

  test('gets nothing more to do while that happens', async () => {
    const { ctx } = household
    const { id } = await add({})
    let leaving: Promise<void> | null = null
    await inTransaction(ctx.db, async (tx) => {
      await lockList(tx, cast.ada.id, list.id)
      await tx.update(listItems).set({ personIds: [leo] })
      leaving = removePerson(ctx, leo)
      await untilWaiting(ctx, 'update `lists`')
    })
    await leaving
    expect(await itemsOf(list)).toEqual([expect.not.objectContaining({ personIds: [leo] })])
    expect(await say(cast.ada, `PATCH /api/list-items/${id}`, { personIds: [leo] })).toMatchObject({ status: 400 })
  })
})
