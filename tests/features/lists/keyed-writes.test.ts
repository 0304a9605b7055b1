import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Announcement } from '../../../src/platform/hub'
import { listenTo } from '../../support/announcements'
import { ask, type Cast, type Member, seatCast } from '../../support/cast'
import { type Household, openHousehold } from '../../support/household'
import { type List, shopping, textsOf } from './shopping'

let household: Household
let cast: Cast
let shop: ReturnType<typeof shopping>
let list: List
let heard: Extract<Announcement, { topic: 'list' }>[]
beforeAll(async () => {
  household = await openHousehold()
  cast = await seatCast(household.ctx)
  shop = shopping(household)
  await listenTo(household.ctx, (announcement) => {
    if (announcement.topic === 'list') heard.push(announcement)
  })
})
afterAll(() => household.close())
beforeEach(async () => {
  heard = []
  list = await shop.create(cast.ada)
  heard = []
})

/** Sends a request of Ada's twice under one key. */
async function sendTwice(request: string, body?: unknown, between: () => Promise<unknown> = async () => {}) {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const first = await ask<{ id: number }>(household, cast.ada, request, body, headers)
  const told = heard.splice(0)
  await between()
  heard = []
  const again = await ask<{ id: number }>(household, cast.ada, request, body, headers)
  return { first, again, told, retold: heard, headers }
}

const same = ({ first, again }: Awaited<ReturnType<typeof sendTwice>>, status: number) => {
  expect(first.status).toBe(status)
  expect({ status: again.status, body: again.body }).toEqual({ status, body: first.body })
}

/** Whether one key is good for another request. */
async function isRefused(headers: Record<string, string>, request: string, body?: unknown, who: Member = cast.ada) {
  const { status, body: answer } = await ask(household, who, request, body, headers)
  expect({ status, answer }).toEqual({
    status: 422,
    answer: { error: 'Idempotency-Key: already used for another request' },
  })
}

describe('sent again under its key', () => {
  test('a list is made once', async () => {
    const before = (await shop.lists(cast.ada)).length
    const sent = await sendTwice('POST /api/lists', { name: 'Market', kind: 'shopping', position: 'a1' })
    same(sent, 201)
    expect(sent.again.body).toMatchObject({ name: 'Market', kind: 'shopping', rank: 'a1', activeCount: 0 })
    expect(await shop.lists(cast.ada)).toHaveLength(before + 1)
    expect(sent.retold).toEqual(sent.told)
    expect(sent.told).toMatchObject([{ type: 'list:updated', readers: [cast.ada.id, cast.ben.id, cast.cleo.id] }])
    await isRefused(sent.headers, 'POST /api/lists', { name: 'Market' })
  })

  test('a list is changed once', async () => {
    const path = `PATCH /api/lists/${list.id}`
    const sent = await sendTwice(path, { name: 'Market' }, () => ask(household, cast.ben, path, { name: 'Shop' }))
    same(sent, 200)
    expect((await shop.lists(cast.ada)).find(({ id }) => id === list.id)!.name).toBe('Shop')
    const payload = { id: list.id, name: 'Shop' }
    expect(sent.retold).toMatchObject([
      { type: 'list:updated', payload, readers: [cast.ada.id, cast.ben.id, cast.cleo.id] },
    ])
    await isRefused(sent.headers, path, { name: 'Bazaar' })
  })

  test('a place that a list was given is told to nobody else', async () => {
    const sent = await sendTwice(`PATCH /api/lists/${list.id}`, { position: 'a5' })
    same(sent, 200)
    for (const told of [sent.told, sent.retold]) expect(told).toMatchObject([{ readers: [cast.ada.id] }])
  })

  test('a list is taken from the others once, who hear of it again unless it is theirs by now', async () => {
    const path = `PATCH /api/lists/${list.id}`
    const sent = await sendTwice(path, { isShared: false })
    same(sent, 200)
    expect(sent.told).toMatchObject([
      { type: 'list:updated', readers: [cast.ada.id] },
      { type: 'list:deleted', readers: [cast.ben.id, cast.cleo.id] },
    ])
    expect(sent.retold).toEqual(sent.told)
    await shop.setShared(cast.ada, list.id, true)
    const later = await sendTwice(path, { isShared: false }, () => shop.setShared(cast.ada, list.id, true))
    expect(later.retold).toMatchObject([{ type: 'list:updated', readers: [cast.ada.id, cast.ben.id, cast.cleo.id] }])
    expect((await shop.lists(cast.ben)).map(({ id }) => id)).toContain(list.id)
  })

  test('a list is removed once', async () => {
    const sent = await sendTwice(`DELETE /api/lists/${list.id}`)
    same(sent, 200)
    expect(sent.again.body).toEqual({ id: list.id })
    expect(sent.retold).toEqual(sent.told)
    expect(sent.told).toMatchObject([{ type: 'list:deleted', readers: [cast.ada.id, cast.ben.id, cast.cleo.id] }])
    await isRefused(sent.headers, `DELETE /api/lists/${list.id + 1}`)
    expect((await ask(household, cast.ada, `DELETE /api/lists/${list.id}`)).status).toBe(404)
  })

  test('an item is removed once', async () => {
    const { id } = await shop.add(cast.ada, list.id, 'Milk')
    heard = []
    const sent = await sendTwice(`DELETE /api/list-items/${id}`)
    same(sent, 200)
    expect(sent.again.body).toEqual({ id })
    expect(sent.retold).toEqual(sent.told)
    expect(sent.told).toMatchObject([{ type: 'item:deleted', listId: list.id, payload: { id } }])
    await isRefused(sent.headers, `DELETE /api/list-items/${id + 1}`)
    expect((await ask(household, cast.ada, `DELETE /api/list-items/${id}`)).status).toBe(404)
  })

  test('what was ticked is cleared once, and what was ticked since stays', async () => {
    const [milk, eggs] = [await shop.add(cast.ada, list.id, 'Milk'), await shop.add(cast.ada, list.id, 'Eggs')]
    await shop.change(cast.ada, milk.id, { checked: true })
    heard = []
    const sent = await sendTwice(`DELETE /api/lists/${list.id}/items?checked=true`, undefined, () =>
      shop.change(cast.ben, eggs.id, { checked: true }),
    )
    same(sent, 200)
    expect(sent.again.body as unknown).toEqual({ ids: [milk.id] })
    expect(sent.retold).toEqual(sent.told)
    expect(textsOf(await shop.items(cast.ada, list.id))).toBe('Eggs')
    await isRefused(sent.headers, `DELETE /api/lists/${list.id + 1}/items?checked=true`)
  })

  test('a refusal leaves no key', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    await shop.setShared(cast.ada, list.id, false)
    const path = `PATCH /api/lists/${list.id}`
    expect((await ask(household, cast.ben, path, { name: 'Market' }, headers)).status).toBe(403)
    await shop.setShared(cast.ada, list.id, true)
    expect((await ask(household, cast.ben, path, { name: 'Market' }, headers)).status).toBe(200)
  })

  test('eight times at once, one list is made and one removal answered', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const eight = <T>(request: string, body?: unknown) =>
      Promise.all(Array.from({ length: 8 }, () => ask<T>(household, cast.ada, request, body, headers)))
    const made = await eight<{ id: number }>('POST /api/lists', { name: 'Once' })
    expect(new Set(made.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    headers['idempotency-key'] = crypto.randomUUID()
    const removed = await eight(`DELETE /api/lists/${made[0]!.body.id}`)
    expect(new Set(removed.map(({ status }) => status))).toEqual(new Set([200]))
  })
})
