import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { idempotencyKeys } from '../../../src/platform/db/schema'
import type { Announcement } from '../../../src/platform/hub'
import { listenTo } from '../../support/announcements'
import { ask, type Cast, type Member, seatCast } from '../../support/cast'
import { type Household, openHousehold } from '../../support/household'
import { type Item, shopping, textsOf } from './shopping'

let household: Household
let cast: Cast
let shop: ReturnType<typeof shopping>
let listId: number
let heard: Announcement[]
beforeAll(async () => {
  // Sessions that outlive the keys.
  household = await openHousehold({ env: { LOCAL_SESSION_EXPIRES: String(30 * 86_400) } })
  cast = await seatCast(household.ctx)
  shop = shopping(household)
  await listenTo(household.ctx, (announcement) => heard.push(announcement))
})
afterAll(() => household.close())
beforeEach(async () => {
  heard = []
  listId = (await shop.create(cast.ada)).id
  heard = []
})

const DAY_MS = 24 * 60 * 60 * 1000

const send = (who: Member, request: string, body: unknown, key: string) =>
  ask<Item>(household, who, request, body, { 'idempotency-key': key })
const add = (key: string, body: unknown = { text: 'Milk' }, who = cast.ben) =>
  send(who, `POST /api/lists/${listId}/items`, body, key)

describe('a phone that sends its queue again', () => {
  test('adds nothing twice, gets the first answer again, and the others hear of it should they not have', async () => {
    const key = crypto.randomUUID()
    const first = await add(key)
    await shop.change(cast.ada, first.body.id, { text: 'Oat milk' })
    const again = await add(key)
    expect(again.status).toBe(201)
    expect(again.body).toEqual(first.body)
    expect(textsOf(await shop.items(cast.ada, listId))).toBe('Oat milk')
    expect(heard.map((announcement) => 'type' in announcement && announcement.type)).toEqual([
      'item:added',
      'item:updated',
      'item:added',
    ])
    expect(heard[2]).toMatchObject({ payload: { id: first.body.id, text: 'Oat milk' } })
  })

  test('sends the same eight times at once', async () => {
    const key = crypto.randomUUID()
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(key)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    expect(await shop.items(cast.ada, listId)).toHaveLength(1)
  })

  test('changes nothing twice', async () => {
    const key = crypto.randomUUID()
    const { id } = await shop.add(cast.ada, listId, 'Milk')
    const first = await send(cast.ben, `PATCH /api/list-items/${id}`, { checked: true }, key)
    await shop.change(cast.ada, id, { checked: false })
    const again = await send(cast.ben, `PATCH /api/list-items/${id}`, { checked: true }, key)
    expect({ status: again.status, body: again.body }).toEqual({ status: 200, body: first.body })
    expect((await shop.items(cast.ada, listId))[0]!.checked).toBe(false)
  })

  test('gets the first answer also when the item is gone by now', async () => {
    const key = crypto.randomUUID()
    const first = await add(key)
    await shop.remove(cast.ada, first.body.id)
    expect((await add(key)).body).toEqual(first.body)
    expect(await shop.items(cast.ada, listId)).toEqual([])
  })

  test('is heard by nobody when the list is not theirs to read by now', async () => {
    const key = crypto.randomUUID()
    const first = await add(key)
    await shop.setShared(cast.ada, listId, false)
    heard = []
    expect((await add(key)).body).toEqual(first.body)
    expect(heard).toMatchObject([{ type: 'item:added', readers: [cast.ada.id] }])
    await ask(household, cast.ada, `DELETE /api/lists/${listId}`)
    heard = []
    expect((await add(key)).body).toEqual(first.body)
    expect(heard).toEqual([])
  })

  test('tells those who read the list by now nothing of what it said before', async () => {
    const key = crypto.randomUUID()
    const keyOfList = crypto.randomUUID()
    const makeList = () => send(cast.ada, 'POST /api/lists', { name: 'Cleo’s surprise', isShared: false }, keyOfList)
    const { id } = (await makeList()).body
    const path = `POST /api/lists/${id}/items`
    await send(cast.ada, path, { text: 'A ring for Cleo' }, key)
    const { body: other } = await send(cast.ada, path, { text: 'A cake for Cleo' }, `${key}-2`)
    const [ring] = await shop.items(cast.ada, id)
    await shop.remove(cast.ada, ring!.id)
    await shop.change(cast.ada, other.id, { text: 'Flour' })
    await ask(household, cast.ada, `PATCH /api/lists/${id}`, { name: 'Groceries', isShared: true })
    heard = []
    await makeList()
    await send(cast.ada, path, { text: 'A ring for Cleo' }, key)
    await send(cast.ada, path, { text: 'A cake for Cleo' }, `${key}-2`)
    expect(heard.map((one) => 'payload' in one && one.payload)).toEqual([
      { id, name: 'Groceries' },
      { id: other.id, listId: id, text: 'Flour' },
    ])
  })

  test('may try again after a refusal', async () => {
    const key = crypto.randomUUID()
    const { id } = await shop.create(cast.ada, { isShared: false })
    const path = `POST /api/lists/${id}/items`
    expect((await send(cast.ben, path, { text: 'Milk' }, key)).status).toBe(403)
    await shop.setShared(cast.ada, id, true)
    expect((await send(cast.ben, path, { text: 'Milk' }, key)).status).toBe(201)
  })
})

describe('a key', () => {
  test('belongs to one request', async () => {
    const key = crypto.randomUUID()
    const { body } = await add(key)
    const others = await Promise.all([
      add(key, { text: 'Eggs' }),
      add(key, { text: 'Milk', clientId: crypto.randomUUID() }),
      send(cast.ben, `PATCH /api/list-items/${body.id}`, { text: 'Milk' }, key),
    ])
    for (const { status, body } of others) {
      expect({ status, body: body as unknown }).toEqual({
        status: 422,
        body: { error: 'Idempotency-Key: already used for another request' },
      })
    }
  })

  test('belongs to one member, and case counts', async () => {
    const ids = [await add('key'), await add('key', { text: 'Milk' }, cast.ada), await add('KEY')]
    expect(new Set(ids.map(({ body }) => body.id)).size).toBe(3)
  })

  test.each(['', 'with a blank', 'x'.repeat(256)])('like %p is refused', async (key) => {
    expect((await add(key)).status).toBe(400)
    expect(await shop.items(cast.ada, listId)).toEqual([])
  })

  test('is forgotten after seven days', async () => {
    const [key, other] = [crypto.randomUUID(), crypto.randomUUID()]
    const first = await add(key)
    await add(other)
    household.clock.advance(7 * DAY_MS - 1)
    expect((await add(key)).body.id).toBe(first.body.id)
    household.clock.advance(2)
    expect((await add(key)).body.id).not.toBe(first.body.id)
    // The others are cleared away elsewhere: no write pays for all the keys there ever were.
    const stored = await household.ctx.db.select().from(idempotencyKeys)
    expect(stored.map((row) => row.key)).toEqual(expect.arrayContaining([key, other]))
  })
})
