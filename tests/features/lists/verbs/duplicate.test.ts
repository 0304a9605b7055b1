import { describe, expect, test } from 'bun:test'
import { ask } from '../../../support/cast'
import { slowness } from '../../../support/cpu'
import { holdOf } from '../../../support/event-loop'
import { Basket } from '../basket'
import type { List } from '../shopping'
import { crowd, heardDuring, sayIn } from './whole-lists'

const basket = new Basket().open()
const say = sayIn(basket)

const duplicate = (id: number, body: object = {}, who = basket.cast.ben) =>
  say<List>(who, `POST /api/lists/${id}/duplicate`, body)
const itemsOf = (id: number) => basket.shop.items(basket.cast.ben, id)

describe('a list that is used again', () => {
  test('is the list of whoever asks, looks as the other, and has its items in their order, unticked', async () => {
    const { ada, ben, cleo } = basket.cast
    const look = { kind: 'shopping', icon: '🧳', color: '#0F766E', grouped: true, sectionOrder: ['dairy', 'produce'] }
    await say(ada, `PATCH /api/lists/${basket.listId}`, look)
    await basket.place(['[Socks]', 'a2'], ['Tent', 'a0'], ['[Map]', 'a1'])
    const milk = { text: 'Milk', section: 'dairy', amount: '2 l', clientId: crypto.randomUUID() }
    await say(ben, `POST /api/lists/${basket.listId}/items`, milk)
    const { result: copy, heard } = await heardDuring(basket, () => duplicate(basket.listId, { name: ' Packing ' }))
    expect(copy).toMatchObject({
      ...look,
      name: 'Packing',
      isShared: true,
      ownerId: ben.id,
      activeCount: 4,
      doneCount: 0,
    })
    const items = await itemsOf(copy.id)
    expect(items.map(({ text }) => text)).toEqual((await itemsOf(basket.listId)).map(({ text }) => text))
    expect(
      items.every(({ checked, doneBy, clientId }) => !checked && doneBy === undefined && clientId === undefined),
    ).toBe(true)
    expect(items.find(({ text }) => text === 'Milk')).toMatchObject({ section: 'dairy', amount: '2 l' })
    expect(heard).toMatchObject([{ type: 'list:updated', listId: copy.id, readers: [ben.id, ada.id, cleo.id] }])
    expect((await basket.shop.lists(cleo)).find(({ id }) => id === copy.id)).toMatchObject({ activeCount: 4 })
  })

  test('keeps the name where no other is given, and a private one stays private', async () => {
    const { ada } = basket.cast
    await basket.shop.setShared(ada, basket.listId, false)
    expect(await duplicate(basket.listId, {}, ada)).toMatchObject({
      name: 'Groceries',
      isShared: false,
      ownerId: ada.id,
    })
  })

  test('has each chore once, of nobody who may not read it, and nothing overdue', async () => {
    const { ada, ben } = basket.cast
    const add = (item: object) => say<{ id: number }>(ada, `POST /api/lists/${basket.listId}/items`, item)
    const tick = (id: number) => basket.shop.change(ada, id, { checked: true })
    await say(ada, `PATCH /api/lists/${basket.listId}`, { kind: 'chores' })
    const turns = { assigneeIds: [ben.id, ada.id], rotates: true, repeat: { every: 'week' } }
    const bins = await add({ text: 'Bins', due: '2026-11-16', dueTime: '18:00', ...turns })
    await tick(bins.id)
    await add({ text: 'Plants', due: '2026-11-01', repeat: { afterDays: 3 } })
    await add({ text: 'Windows', due: '2026-11-01', dueTime: '10:00' })
    await add({ text: 'Gutter', due: '2026-12-24', dueTime: '10:00' })
    await add({ text: 'Post', due: '2026-11-20', dueTime: '18:00' })
    await add({ text: 'Cat', due: '2026-11-20', repeat: { every: 'day' } })
    const floor = await add({ text: 'Floor', due: '2026-11-02', repeat: { every: 'week' } })
    const copy = await duplicate(basket.listId)
    expect(copy).toMatchObject({ kind: 'chores', activeCount: 7 })
    const copies = Object.fromEntries((await itemsOf(copy.id)).map((item) => [item.text, item]))
    expect(copies.Bins).toMatchObject({
      due: '2026-11-23',
      dueTime: '18:00',
      repeat: { every: 'week' },
      assigneeIds: [ada.id, ben.id],
      rotates: true,
    })
    expect(copies.Plants).toMatchObject({ due: '2026-11-20', repeat: { afterDays: 3 } })
    expect([copies.Windows!.due, copies.Windows!.dueTime]).toEqual([undefined, undefined])
    expect(copies.Gutter).toMatchObject({ due: '2026-12-24', dueTime: '10:00' })
    expect(copies.Post).toMatchObject({ due: '2026-11-20', dueTime: '18:00' })
    expect(copies.Cat).toMatchObject({ due: '2026-11-20' })
    expect(copies.Floor).toMatchObject({ due: '2026-11-23', repeat: { every: 'week' } })
    // Its chain is its own.
    await tick(copies.Floor!.id)
    const fourth = (await itemsOf(copy.id)).filter(({ text }) => text === 'Floor')
    expect(fourth.map(({ due, checked }) => [due, checked])).toEqual([
      ['2026-11-30', false],
      ['2026-11-23', true],
    ])
    expect((await itemsOf(basket.listId)).find(({ id }) => id === floor.id)).toMatchObject({ checked: false })
  })

  test('is made once, however often it is asked for', async () => {
    await basket.place(['Tent', 'a0'])
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const path = `POST /api/lists/${basket.listId}/duplicate`
    const eight = Array.from({ length: 8 }, () => ask<List>(basket.household, basket.cast.ben, path, {}, headers))
    expect(new Set((await Promise.all(eight)).map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    const other = await ask(basket.household, basket.cast.ben, path, { name: 'Packing' }, headers)
    expect(other.status).toBe(422)
  })

  test.each<[unknown, number]>([
    [{ name: '' }, 400],
    [{ name: 'x'.repeat(256) }, 400],
    [{ name: null }, 400],
    [undefined, 201],
  ])('%j is answered with %d', async (body, expected) => {
    const path = `POST /api/lists/${basket.listId}/duplicate`
    expect((await ask(basket.household, basket.cast.ben, path, body)).status).toBe(expected)
  })

  test('of 5,000 items has all of them in their order, and holds nobody up', async () => {
    const texts = await crowd(basket, 5_000, false)
    const { result, heldMs } = await holdOf(() => duplicate(basket.listId))
    expect((await itemsOf(result.id)).map(({ text }) => text)).toEqual(texts)
    expect(heldMs).toBeLessThan(100 * slowness())
  })
})
