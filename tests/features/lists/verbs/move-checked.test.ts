import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { lockList } from '../../../../src/features/lists/locks'
import { listItems } from '../../../../src/platform/db/schema'
import { inTransaction } from '../../../../src/platform/db/transaction'
import { ask } from '../../../support/cast'
import { slowness } from '../../../support/cpu'
import { holdOf } from '../../../support/event-loop'
import { untilWaiting } from '../../../support/lock-waits'
import { Basket } from '../basket'
import { type Item, textsOf } from '../shopping'
import { crowd, heardDuring, sayIn } from './whole-lists'

const basket = new Basket().open()
const say = sayIn(basket)

let toListId: number
beforeEach(async () => {
  toListId = (await basket.shop.create(basket.cast.ada, { name: 'Pantry' })).id
})

const move = (to = toListId) =>
  say<{ count: number }>(basket.cast.ada, `POST /api/lists/${basket.listId}/move-checked`, { toListId: to })
const there = (listId = toListId) => basket.shop.items(basket.cast.ada, listId)

describe('what is ticked and moved to another list', () => {
  test('stands at its end in the same order, still ticked, and the readers of both hear of it', async () => {
    const { ada, ben, cleo } = basket.cast
    const own = await basket.shop.create(ada, { name: 'Mine', isShared: false })
    const last = await basket.shop.add(ada, own.id, 'Salt')
    await basket.shop.change(ada, last.id, { checked: true })
    await basket.place(['[Flour]', 'a0'], ['Milk', 'a1'], ['[Rice]', 'a2'])
    const [flour, rice] = [await basket.named('[Flour]'), await basket.named('[Rice]')]
    const { result, heard } = await heardDuring(basket, () => move(own.id))
    expect(result).toEqual({ count: 2 })
    expect(await basket.order()).toBe('Milk')
    const moved = await there(own.id)
    expect(moved.map(({ id, text, checked }) => [id, text, checked])).toEqual([
      [last.id, 'Salt', true],
      [flour.id, '[Flour]', true],
      [rice.id, '[Rice]', true],
    ])
    expect(heard).toEqual([
      ...[flour, rice].map(({ id }) => ({
        topic: 'list' as const,
        type: 'item:deleted' as const,
        listId: basket.listId,
        payload: { id },
        readers: [ada.id, ben.id, cleo.id],
      })),
      ...[flour, rice].map(({ id, text }) => ({
        topic: 'list' as const,
        type: 'item:added' as const,
        listId: own.id,
        payload: { id, listId: own.id, text },
        readers: [ada.id],
      })),
    ])
    expect(await move(own.id)).toEqual({ count: 0 })
  })

  test('is of the items that are named alone, where any are: others have ticked more meanwhile', async () => {
    await basket.place(['[Flour]', 'a0'], ['Milk', 'a1'], ['[Rice]', 'a2'])
    const [flour, milk] = [await basket.named('[Flour]'), await basket.named('Milk')]
    const path = `POST /api/lists/${basket.listId}/move-checked`
    const named = { toListId, itemIds: [flour.id, milk.id, 999_999] }
    expect(await say(basket.cast.ada, path, named)).toEqual({ count: 1 })
    expect(await basket.order()).toBe('Milk [Rice]')
    expect((await there()).map(({ text }) => text)).toEqual(['[Flour]'])
    for (const itemIds of [[], ['1'], [0], null]) {
      const wrong = { toListId, itemIds }
      expect(await ask(basket.household, basket.cast.ada, path, wrong)).toMatchObject({ status: 400 })
    }
  })

  test("is nobody's who may not read the other list", async () => {
    const { ada, ben } = basket.cast
    const own = await basket.shop.create(ada, { name: 'Mine', isShared: false })
    const add = (item: object) => say<Item>(ada, `POST /api/lists/${basket.listId}/items`, item)
    const items = [
      await add({ text: 'Kite', assigneeIds: [ben.id, ada.id] }),
      await add({ text: 'Tent', assigneeIds: [ben.id] }),
    ]
    for (const { id } of items) await basket.shop.change(ada, id, { checked: true })
    await move(own.id)
    expect((await there(own.id)).map(({ text, assigneeIds }) => [text, assigneeIds])).toEqual([
      ['Kite', [ada.id]],
      ['Tent', undefined],
    ])
  })

  test('repeats no more: what came after it goes on where it is', async () => {
    const { ada } = basket.cast
    await say(ada, `PATCH /api/lists/${basket.listId}`, { kind: 'chores' })
    await say(ada, `PATCH /api/lists/${toListId}`, { kind: 'chores' })
    const repeat = { due: '2026-11-20', repeat: { every: 'day' } }
    const bins = await say<Item>(ada, `POST /api/lists/${basket.listId}/items`, { text: 'Bins', ...repeat })
    const set = (id: number, checked: boolean) => say<{ next?: Item }>(ada, `PATCH /api/list-items/${id}`, { checked })
    const { next } = await set(bins.id, true)
    await move()
    // Untick and tick it there: nothing is taken away here, and nothing comes there.
    await set(bins.id, false)
    expect((await set(bins.id, true)).next).toBeUndefined()
    expect((await there()).map(({ id, repeat }) => [id, repeat])).toEqual([[bins.id, undefined]])
    expect((await basket.shop.items(ada, basket.listId)).map(({ id }) => id)).toEqual([next!.id])
    expect((await set(next!.id, true)).next).toMatchObject({ due: '2026-11-22' })
  })

  test('finds room where there was none', async () => {
    await basket.place(['[Flour]', 'a0'], ['[Rice]', 'a1'])
    const values = { listId: toListId, text: 'Salt', rank: 'z'.repeat(255) }
    const now = basket.household.ctx.now()
    await basket.household.ctx.db.insert(listItems).values({ ...values, createdAt: now, updatedAt: now })
    await move()
    expect(textsOf(await there())).toBe('Salt [Flour] [Rice]')
  })

  test('is moved once, and told again', async () => {
    await basket.place(['[Flour]', 'a0'], ['Milk', 'a1'])
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const path = `POST /api/lists/${basket.listId}/move-checked`
    const send = (body: object = { toListId }) =>
      ask<{ count: number }>(basket.household, basket.cast.ada, path, body, headers)
    const first = await heardDuring(basket, send)
    await basket.shop.change(basket.cast.ada, (await basket.named('Milk')).id, { checked: true })
    const again = await heardDuring(basket, send)
    expect([first.result.body, again.result.body]).toEqual([{ count: 1 }, { count: 1 }])
    expect(again.heard).toEqual(first.heard)
    expect(textsOf(await there())).toBe('[Flour]')
    expect((await send({ toListId: toListId + 1 })).status).toBe(422)
  })

  test('two who move in opposite directions, ten times at once, lose nothing and double nothing', async () => {
    const { ada, ben } = basket.cast
    await basket.place(['[Flour]', 'a0'], ['[Rice]', 'a1'])
    const way = (who: typeof ada, from: number, to: number) =>
      ask(basket.household, who, `POST /api/lists/${from}/move-checked`, { toListId: to })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => [way(ada, basket.listId, toListId), way(ben, toListId, basket.listId)]).flat(),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const all = [...(await there()), ...(await there(basket.listId))]
    expect(all.map(({ text }) => text).sort()).toEqual(['[Flour]', '[Rice]'])
  })

  test('a change that waited for the list it was in is told to the readers of the one it is in', async () => {
    const { ada, ben } = basket.cast
    const { ctx } = basket.household
    const own = await basket.shop.create(ada, { name: 'Mine', isShared: false })
    await basket.place(['[Flour]', 'a0'])
    const { id } = await basket.named('[Flour]')
    let change: Promise<{ status: number }> | null = null
    const { heard } = await heardDuring(basket, async () => {
      await inTransaction(ctx.db, async (tx) => {
        await lockList(tx, ada.id, basket.listId)
        change = ask(basket.household, ben, `PATCH /api/list-items/${id}`, { text: 'Rye flour' })
        await untilWaiting(basket.household.ctx, 'update `lists`')
        await tx.update(listItems).set({ listId: own.id }).where(eq(listItems.id, id))
      })
      expect((await change)?.status).toBe(403)
    })
    expect(heard).toEqual([])
    expect((await there(own.id))[0]!.text).toBe('[Flour]')
  })

  test.each<[string, unknown, number]>([
    ['the same list', () => basket.listId, 400],
    ['no list', () => undefined, 400],
    ['what is no number', () => String(toListId), 400],
    ['a list that is not there', () => 999_999, 404],
  ])('%s is no place to move to', async (_, to, expected) => {
    const path = `POST /api/lists/${basket.listId}/move-checked`
    const body = { toListId: (to as () => unknown)() }
    expect((await ask(basket.household, basket.cast.ada, path, body)).status).toBe(expected)
  })

  test('needs access to both lists', async () => {
    const { ada, ben } = basket.cast
    await basket.place(['[Flour]', 'a0'])
    const way = (from: number, to: number) =>
      ask(basket.household, ben, `POST /api/lists/${from}/move-checked`, { toListId: to })
    await basket.shop.setShared(ada, toListId, false)
    expect((await way(basket.listId, toListId)).status).toBe(403)
    expect((await way(toListId, basket.listId)).status).toBe(403)
    expect(await basket.order()).toBe('[Flour]')
  })

  test('5,000 at once hold nobody up', async () => {
    const texts = await crowd(basket, 5_000, true)
    const { result, heldMs } = await holdOf(move)
    expect(result).toEqual({ count: 5_000 })
    expect(heldMs).toBeLessThan(100 * slowness())
    expect((await there()).map(({ text }) => text)).toEqual(texts)
  })
})
