import { describe, expect, test } from 'bun:test'
import type { Announcement } from '../../../src/platform/hub'
import { listenTo } from '../../support/announcements'
import { ask, type Member } from '../../support/cast'
import { Basket } from './basket'
import { type Item, textsOf } from './shopping'

const basket = new Basket().open()

const uuids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID())

function addAll(
  items: unknown,
  { who = basket.cast.ben, key = crypto.randomUUID() }: { who?: Member; key?: string } = {},
) {
  const headers = { 'idempotency-key': key }
  return ask<{ items: Item[] }>(
    basket.household,
    who,
    `POST /api/lists/${basket.listId}/items/batch`,
    { items },
    headers,
  )
}

async function heardDuring(act: () => Promise<unknown>): Promise<Announcement[]> {
  const heard: Announcement[] = []
  const stop = await listenTo(basket.household.ctx, (announcement) => heard.push(announcement))
  await act()
  stop()
  return heard
}

describe('items that are added together', () => {
  test('stand in their order after the last unchecked one, each with what it was sent with', async () => {
    await basket.place(['A', 'a0'], ['[B]', 'a1'])
    const [first, second] = uuids(2)
    const { status, body } = await addAll([
      { text: '  Milk ', clientId: first },
      { text: 'Eggs' },
      { text: '🥖', clientId: second },
    ])
    expect(status).toBe(201)
    expect(body.items.map(({ text, clientId }) => [text, clientId])).toEqual([
      ['Milk', first],
      ['Eggs', undefined],
      ['🥖', second],
    ])
    expect(await basket.order()).toBe('A Milk Eggs 🥖 [B]')
    const stored = await basket.shop.items(basket.cast.ada, basket.listId)
    expect(stored.filter(({ id }) => body.items.some((item) => item.id === id))).toEqual(body.items)
  })

  test('may be 200 of 500 characters, and find room where there was none', async () => {
    await basket.place(['A', 'a0'], ['[B]', `a0${'0'.repeat(200)}1`], ['[C]', 'a1'])
    const texts = Array.from({ length: 200 }, (_, index) => `${index}${'🥕'.repeat(490)}`)
    const { status, body } = await addAll(texts.map((text) => ({ text })))
    expect(status).toBe(201)
    expect(body.items.map(({ text }) => text)).toEqual(texts)
    expect(await basket.order()).toBe(['A', ...texts, '[B]', '[C]'].join(' '))
  })

  test.each<[string, unknown]>([
    ['none', []],
    ['more than 200', Array.from({ length: 201 }, () => ({ text: 'Milk' }))],
    ['an empty one', [{ text: 'Milk' }, { text: ' ' }]],
    ['one that is too long', [{ text: 'Milk' }, { text: 'x'.repeat(501) }]],
    ['a name that is none', [{ text: 'Milk' }, { text: 'Eggs', clientId: 'eggs' }]],
    ['what is no list', { text: 'Milk' }],
    ['plain texts', ['Milk']],
  ])('are refused, all of them: %s', async (_what, items) => {
    const { status, body } = await addAll(items)
    expect(status).toBe(400)
    expect(body).toEqual({ error: expect.stringContaining('items') } as never)
    expect(await basket.order()).toBe('')
  })

  test('are all kept out when one of them cannot be written', async () => {
    const { ctx } = basket.household
    await ctx.db.$client.query(
      "create trigger no_poison before insert on list_items for each row if new.text = 'Poison' then signal sqlstate '45000'; end if",
    )
    const key = crypto.randomUUID()
    const heard = await heardDuring(async () => {
      expect((await addAll([{ text: 'Milk' }, { text: 'Poison' }], { key })).status).toBe(503)
    })
    await ctx.db.$client.query('drop trigger no_poison')
    expect(heard).toEqual([])
    expect(await basket.order()).toBe('')
    // Nothing was done under the key.
    expect((await addAll([{ text: 'Milk' }, { text: 'Poison' }], { key })).status).toBe(201)
  })

  test('are told one by one, to everybody who reads the list', async () => {
    const [clientId] = uuids(1)
    const heard = await heardDuring(() => addAll([{ text: 'Milk', clientId }, { text: 'Eggs' }]))
    const { ada, ben, cleo } = basket.cast
    const toAll = { topic: 'list', type: 'item:added', readers: [ada.id, ben.id, cleo.id] }
    expect(heard).toMatchObject([
      { ...toAll, payload: { text: 'Milk', clientId } },
      { ...toAll, payload: { text: 'Eggs' } },
    ])
  })
})

describe('sent again under its key', () => {
  test('nothing is added twice, whatever was done to them meanwhile, and the first answer comes again', async () => {
    const key = crypto.randomUUID()
    const sent = [{ text: 'Milk' }, { text: 'Eggs' }]
    const first = await addAll(sent, { key })
    await basket.shop.remove(basket.cast.ada, first.body.items[0]!.id)
    const again = await addAll(sent, { key })
    expect({ status: again.status, body: again.body }).toEqual({ status: 201, body: first.body })
    expect(await basket.order()).toBe('Eggs')
  })

  test('eight times at once, they stand there once', async () => {
    const key = crypto.randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => addAll([{ text: 'Milk' }, { text: 'Eggs' }], { key })),
    )
    expect(new Set(answers.map(({ body }) => textsOf(body.items) + body.items.map(({ id }) => id))).size).toBe(1)
    expect(await basket.order()).toBe('Milk Eggs')
  })

  test('another order, another name or a single item is another request', async () => {
    const key = crypto.randomUUID()
    await addAll([{ text: 'Milk' }, { text: 'Eggs' }], { key })
    for (const items of [
      [{ text: 'Eggs' }, { text: 'Milk' }],
      [{ text: 'Milk' }, { text: 'Eggs', clientId: crypto.randomUUID() }],
      [{ text: 'Milk' }],
    ]) {
      expect((await addAll(items, { key })).status).toBe(422)
    }
  })
})

test('whoever does not read the list adds nothing', async () => {
  await basket.shop.setShared(basket.cast.ada, basket.listId, false)
  expect((await addAll([{ text: 'Milk' }])).status).toBe(403)
  basket.listId = 999_999
  expect((await addAll([{ text: 'Milk' }])).status).toBe(404)
})
