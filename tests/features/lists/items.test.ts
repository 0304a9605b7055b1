import { describe, expect, test } from 'bun:test'
import { ask } from '../../support/cast'
import { Basket } from './basket'
import type { Item } from './shopping'

const basket = new Basket().open()

test('a new item has every field, its text trimmed and otherwise as given', async () => {
  const text = '<b>Käse</b> & "Brot"\n\u0000 🥖'
  const { status, body } = await ask(basket.household, basket.cast.ben, `POST /api/lists/${basket.listId}/items`, {
    text: `\t${text}  `,
  })
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.any(Number),
    listId: basket.listId,
    text,
    checked: false,
    rank: 'a0',
    createdAt: '2026-11-20T12:00:00.000Z',
    updatedAt: '2026-11-20T12:00:00.000Z',
  })
  expect(await basket.shop.items(basket.cast.ada, basket.listId)).toEqual([body as unknown as Item])
})

test('500 emoji are 500 characters', async () => {
  expect((await basket.shop.add(basket.cast.ada, basket.listId, '🥕'.repeat(500))).text).toBe('🥕'.repeat(500))
})

test('the name a client gave an item comes back with it, always', async () => {
  const clientId = crypto.randomUUID()
  const added = await ask<Item>(basket.household, basket.cast.ada, `POST /api/lists/${basket.listId}/items`, {
    text: 'Milk',
    clientId,
  })
  expect(added.body.clientId).toBe(clientId)
  expect((await basket.shop.change(basket.cast.ben, added.body.id, { checked: true })).clientId).toBe(clientId)
})

test('a position is taken as given, and the order is that of its bytes', async () => {
  await basket.place(['A', 'a0'], ['B', 'a1'], ['C', 'a2'])
  const { id } = await basket.named('C')
  for (const [position, expected] of [
    ['a0V', 'A C B'],
    ['Zz', 'C A B'],
    ['zzzzz', 'A B C'],
    ['0', 'C A B'],
    ['a1', 'A B C'],
    ['z'.repeat(255), 'A B C'],
  ] as const) {
    expect((await basket.shop.change(basket.cast.ben, id, { position })).rank).toBe(position)
    expect(await basket.order()).toBe(expected)
  }
})

test('the last write wins', async () => {
  const { id } = await basket.shop.add(basket.cast.ada, basket.listId, 'Milk')
  basket.household.clock.advance(5)
  await basket.shop.change(basket.cast.ada, id, { text: 'Oat milk' })
  const last = await basket.shop.change(basket.cast.ben, id, { text: ' Soy milk ' })
  expect(last).toEqual(expect.objectContaining({ text: 'Soy milk', updatedAt: '2026-11-20T12:00:00.005Z' }))
  expect(await basket.shop.items(basket.cast.ada, basket.listId)).toEqual([last])
})

describe('removing', () => {
  test('one item, once', async () => {
    const { id } = await basket.shop.add(basket.cast.ada, basket.listId, 'Milk')
    const answers = await Promise.all(
      [basket.cast.ada, basket.cast.ben].map((who) => ask(basket.household, who, `DELETE /api/list-items/${id}`)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(answers.find(({ status }) => status === 200)!.body).toEqual({ id })
  })

  test('a change never brings a removed item back', async () => {
    const { id } = await basket.shop.add(basket.cast.ada, basket.listId, 'Milk')
    await basket.shop.remove(basket.cast.ben, id)
    for (const change of [{ checked: false }, { text: 'Milk' }, { position: 'a0' }]) {
      expect((await ask(basket.household, basket.cast.ada, `PATCH /api/list-items/${id}`, change)).status).toBe(404)
    }
    expect(await basket.shop.items(basket.cast.ada, basket.listId)).toEqual([])
  })

  test('what is done, and nothing else', async () => {
    await basket.place(['A', 'a0'], ['[B]', 'a1'], ['C', 'a2'], ['[D]', 'a3'])
    const [b, d] = [await basket.named('[B]'), await basket.named('[D]')]
    const { status, body } = await ask(
      basket.household,
      basket.cast.ben,
      `DELETE /api/lists/${basket.listId}/items?checked=true`,
    )
    expect({ status, body }).toEqual({ status: 200, body: { ids: [b.id, d.id] } })
    expect(await basket.order()).toBe('A C')
  })
})
