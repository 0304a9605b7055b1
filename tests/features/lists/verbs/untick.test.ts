import { describe, expect, test } from 'bun:test'
import { completedChores } from '../../../../src/platform/db/schema'
import { ask } from '../../../support/cast'
import { slowness } from '../../../support/cpu'
import { holdOf } from '../../../support/event-loop'
import { Basket } from '../basket'
import type { Item } from '../shopping'
import { crowd, heardDuring, sayIn } from './whole-lists'

const basket = new Basket().open()
const say = sayIn(basket)

const untick = () => say<{ count: number }>(basket.cast.ben, `POST /api/lists/${basket.listId}/untick`)

describe('a list whose ticks are all taken away', () => {
  test('keeps its order, and its readers hear of each item', async () => {
    const { ada, ben, cleo } = basket.cast
    await basket.place(['[Socks]', 'a0'], ['Tent', 'a1'], ['[Map]', 'a2'])
    const { result, heard } = await heardDuring(basket, untick)
    expect(result).toEqual({ count: 2 })
    expect(await basket.order()).toBe('[Socks] Tent [Map]')
    const items = await basket.shop.items(ada, basket.listId)
    expect(items.map(({ checked, rank }) => [checked, rank])).toEqual([
      [false, 'a0'],
      [false, 'a1'],
      [false, 'a2'],
    ])
    const readers = [ada.id, ben.id, cleo.id]
    expect(heard).toMatchObject([
      { type: 'item:updated', payload: { id: items[0]!.id }, readers },
      { type: 'item:updated', payload: { id: items[2]!.id }, readers },
    ])
    expect((await heardDuring(basket, untick)).heard).toEqual([])
  })

  test('is of the items that are named alone, where any are', async () => {
    await basket.place(['[Flour]', 'a0'], ['Milk', 'a1'], ['[Rice]', 'a2'])
    const { id } = await basket.named('[Flour]')
    const path = `POST /api/lists/${basket.listId}/untick`
    expect(await say<object>(basket.cast.ada, path, { itemIds: [id] })).toEqual({ count: 1 })
    expect((await basket.shop.items(basket.cast.ada, basket.listId)).map(({ checked }) => checked)).toEqual([
      false,
      false,
      true,
    ])
    expect(await ask(basket.household, basket.cast.ada, path, { itemIds: [] })).toMatchObject({ status: 400 })
  })

  test('takes what came of its chores along unless somebody has touched it, and what was noted of them', async () => {
    const { ada, ben } = basket.cast
    await say(ada, `PATCH /api/lists/${basket.listId}`, { kind: 'chores' })
    const repeat = { due: '2026-11-20', repeat: { every: 'day' } }
    const add = (text: string) => say<Item>(ada, `POST /api/lists/${basket.listId}/items`, { text, ...repeat })
    const tick = async (id: number) =>
      (await say<{ next: Item }>(ben, `PATCH /api/list-items/${id}`, { checked: true })).next
    const [bins, plants] = [await add('Bins'), await add('Plants')]
    const nextBins = await tick(bins.id)
    const nextPlants = await tick(plants.id)
    await say(ada, `PATCH /api/list-items/${nextPlants.id}`, { text: 'All plants' })
    const { result, heard } = await heardDuring(basket, untick)
    expect(result).toEqual({ count: 2 })
    expect((await basket.order()).split(' ').sort().join(' ')).toBe('All Bins Plants plants')
    expect(heard.map(({ type, payload }) => `${type} ${payload.id}`)).toEqual([
      `item:updated ${bins.id}`,
      `item:updated ${plants.id}`,
      `item:deleted ${nextBins.id}`,
    ])
    expect(await basket.household.ctx.db.select().from(completedChores)).toEqual([])
    expect(
      (await basket.shop.items(ada, basket.listId)).every((item) => !item.checked && item.doneAt === undefined),
    ).toBe(true)
    // One chain, as after a single one.
    expect((await tick(bins.id)).due).toBe('2026-11-21')
  })

  test('is done once, and told again', async () => {
    await basket.place(['[Socks]', 'a0'])
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const path = `POST /api/lists/${basket.listId}/untick`
    const send = () => ask<{ count: number }>(basket.household, basket.cast.ben, path, undefined, headers)
    const first = await heardDuring(basket, send)
    await basket.shop.change(basket.cast.ada, (await basket.named('[Socks]')).id, { checked: true })
    const again = await heardDuring(basket, send)
    expect([first.result.body, again.result.body]).toEqual([{ count: 1 }, { count: 1 }])
    expect(again.heard).toEqual(first.heard)
    expect(await basket.named('[Socks]')).toMatchObject({ checked: true })
  })

  test('of 5,000 items holds nobody up', async () => {
    await crowd(basket, 5_000, true)
    const { result, heldMs } = await holdOf(untick)
    expect(result).toEqual({ count: 5_000 })
    expect(heldMs).toBeLessThan(100 * slowness())
  })
})
