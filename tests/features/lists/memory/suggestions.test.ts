import { describe, expect, test } from 'bun:test'
import { ask } from '../../../support/cast'
import { Pantry } from './pantry'

const pantry = new Pantry().open()

describe('a list suggests', () => {
  test('what was added, with how often and when, as it was last written', async () => {
    await pantry.buy('Crème fraîche', 'Milk')
    const milk = { text: 'milk', section: 'dairy', amount: '2 l' }
    pantry.wait(60)
    await ask(pantry.household, pantry.cast.ben, `POST /api/lists/${pantry.listId}/items`, milk)
    await pantry.buy('creme  FRAICHE')
    expect(await pantry.suggestions('?q=cre')).toEqual([
      { text: 'creme  FRAICHE', section: null, amount: null, count: 2, lastAt: '2026-11-20T13:05:00.000Z' },
    ])
    expect(await pantry.suggestions('?q=MIL')).toEqual([{ ...milk, count: 2, lastAt: '2026-11-20T13:04:00.000Z' }])
  })

  test('what was bought last before everything else, be it still ticked in the list or cleared', async () => {
    await pantry.buy('Butter', 'Eggs')
    await pantry.add('Salt')
    const [tea] = await pantry.add('Tea')
    pantry.wait(1)
    await pantry.shop.change(pantry.cast.ada, tea!.id, { checked: true })
    expect(await pantry.suggested()).toBe('Tea, Eggs, Butter, Salt')
    expect(await pantry.suggested('?limit=2')).toBe('Tea, Eggs')
    expect(await pantry.suggested('?q=')).toBe('Tea, Eggs, Butter, Salt')
  })

  test('and of other lists only what was bought: what stands there is nobody’s purchase yet', async () => {
    await pantry.buy('Milk')
    const presents = await pantry.shop.create(pantry.cast.ada, { name: 'Presents', isShared: false })
    await pantry.shop.add(pantry.cast.ada, presents.id, 'Tickets')
    expect(await pantry.suggested()).toBe('Milk')
    expect(await pantry.suggested('?q=tic')).toBe('Tickets')
  })

  test('and a tick that arrives once more makes nothing be bought later', async () => {
    const [tea, salt] = await pantry.add('Tea', 'Salt')
    const tick = (id: number) => pantry.shop.change(pantry.cast.ada, id, { checked: true })
    const first = await tick(tea!.id)
    pantry.wait(1)
    await tick(salt!.id)
    pantry.wait(1)
    expect(await tick(tea!.id)).toEqual(first)
    expect(await pantry.suggested()).toBe('Salt, Tea')
    await pantry.request(pantry.cast.ben, 'DELETE', 'items?checked=true')
    expect(await pantry.suggested()).toBe('Salt, Tea')
  })

  test('of what begins with the words what is added often, then lately, and what stands open last', async () => {
    await pantry.buy('Brown sugar', 'Bread', 'Broccoli')
    await pantry.buy('Broccoli', 'Bread rolls')
    expect(await pantry.suggested('?q=br')).toBe('Broccoli, Bread rolls, Bread, Brown sugar')
    await pantry.add('broccoli')
    expect(await pantry.suggested('?q=br')).toBe('Bread rolls, Bread, Brown sugar, broccoli')
    expect(await pantry.suggested('?q=rol')).toBe('Bread rolls')
    expect(await pantry.suggested('?q=ro+br')).toBe('Bread rolls')
    expect(await pantry.suggested('?q=read')).toBe('')
    expect(await pantry.suggested('?q=%21')).toBe('')
  })

  test('umlauts to whoever has no key for them, and the other way round', async () => {
    await pantry.buy('Käse', 'Jalapeño', 'Straße')
    for (const q of ['kae', 'ka', 'kä', 'jalapen', 'strass', 'straß']) {
      expect(await pantry.suggestions(`?q=${encodeURIComponent(q)}`)).toHaveLength(1)
    }
  })

  test('what was added often lately before what was added often long ago', async () => {
    for (let times = 0; times < 4; times++) await pantry.buy('Sunscreen')
    pantry.wait(200 * 24 * 60)
    await pantry.buy('Soup')
    expect(await pantry.suggested('?q=s')).toBe('Soup, Sunscreen')
  })

  test('what is usually added together with what stands open', async () => {
    for (let times = 0; times < 3; times++) {
      await pantry.buy('Pasta', 'Tomatoes')
      pantry.wait(24 * 60)
      await pantry.buy('Tea', 'Toast')
      pantry.wait(24 * 60)
    }
    expect(await pantry.suggested('?q=to')).toBe('Toast, Tomatoes')
    await pantry.add('Pasta')
    expect(await pantry.suggested('?q=to')).toBe('Tomatoes, Toast')
  })

  test('of other lists less than its own, once, and counted together', async () => {
    await pantry.buy('Apples', 'Apples', 'Apricots')
    const market = await pantry.shop.create(pantry.cast.ada, { name: 'Market' })
    await pantry.shop.add(pantry.cast.ada, market.id, 'apricots')
    await pantry.shop.add(pantry.cast.ada, market.id, 'Aperol')
    const found = await pantry.suggestions('?q=ap', pantry.cast.ben, market.id)
    expect(found.map(({ text, count }) => [text, count])).toEqual([
      ['Apples', 2],
      ['apricots', 2],
      ['Aperol', 1],
    ])
  })

  test('to chores nothing of the shop, and the other way round; nothing that comes by itself', async () => {
    const body = { name: 'House', kind: 'chores' }
    const { body: house } = await ask<{ id: number }>(pantry.household, pantry.cast.ada, 'POST /api/lists', body)
    const item = { text: 'Mop the floor', repeat: { afterDays: 2 } }
    const path = `/api/lists/${house.id}/items`
    const mop = await ask<{ id: number }>(pantry.household, pantry.cast.ada, `POST ${path}`, item)
    await ask(pantry.household, pantry.cast.ada, `PATCH /api/list-items/${mop.body.id}`, { checked: true })
    await pantry.buy('Mop')
    expect((await pantry.suggestions('', pantry.cast.ada, house.id)).map(({ text, count }) => [text, count])).toEqual([
      ['Mop the floor', 1],
    ])
    expect(await pantry.suggested('?q=mop')).toBe('Mop')
  })
})

describe('an addition counts once', () => {
  test('however often its request arrives, and whoever asks meanwhile', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const add = () =>
      ask(pantry.household, pantry.cast.ben, `POST /api/lists/${pantry.listId}/items`, { text: 'Milk' }, headers)
    for (let times = 0; times < 3; times++) {
      await Promise.all([add(), add(), pantry.suggestions(), pantry.suggestions('', pantry.cast.cleo)])
    }
    expect((await pantry.suggestions('?q=milk')).map(({ count }) => count)).toEqual([1])
  })

  test('also of many at once, of which some say the same, more than are counted in one go', async () => {
    const items = Array.from({ length: 200 }, (_, at) => ({ text: `Thing ${at % 150}` }))
    const path = `/api/lists/${pantry.listId}/items/batch`
    for (let times = 0; times < 3; times++) {
      await ask(pantry.household, pantry.cast.ben, `POST ${path}`, { items })
    }
    for (let times = 0; times < 3; times++) await pantry.suggestions()
    const counts = new Map((await pantry.suggestions('?q=thing&limit=50')).map(({ text, count }) => [text, count]))
    expect(counts.get('Thing 7')).toBe(6)
    expect((await pantry.suggestions('?q=thing+107')).map(({ count }) => count)).toEqual([3])
  })

  test('also where it joins what stands open, before and after that was counted', async () => {
    const { cast, household, listId } = pantry
    await ask(household, cast.ada, `PATCH /api/lists/${listId}`, { kind: 'shopping' })
    const add = (...texts: string[]) => {
      pantry.wait(1)
      const items = texts.map((text) => ({ text }))
      return ask(household, cast.ben, `POST /api/lists/${listId}/items/batch`, { items, parse: true })
    }
    const counted = async () => (await pantry.suggestions('?q=milk')).map(({ count, lastAt }) => [count, lastAt])
    await add('2 l milk')
    await add('Milk')
    expect(await counted()).toEqual([[2, '2026-11-20T12:02:00.000Z']])
    await add('milk 1 l', 'MILK')
    expect(await counted()).toEqual([[4, '2026-11-20T12:03:00.000Z']])
    expect(await pantry.shop.items(cast.ada, listId)).toHaveLength(1)
  })

  test('when it is moved to another list, where it was added', async () => {
    const market = await pantry.shop.create(pantry.cast.ada, { name: 'Market' })
    const own = await pantry.shop.create(pantry.cast.ada, { name: 'Own', isShared: false })
    const moveTo = (from: number, toListId: number) =>
      ask(pantry.household, pantry.cast.ada, `POST /api/lists/${from}/move-checked`, { toListId })
    for (const [list, text] of [
      [own.id, 'Necklace'],
      [pantry.listId, 'Milk'],
    ] as const) {
      const { id } = await pantry.shop.add(pantry.cast.ada, list, text)
      await pantry.shop.change(pantry.cast.ada, id, { checked: true })
    }
    await pantry.shop.add(pantry.cast.ada, market.id, 'Tea')
    for (const from of [own.id, pantry.listId]) expect((await moveTo(from, market.id)).body).toEqual({ count: 1 })
    const counted = async (who = pantry.cast.ada) =>
      (await pantry.suggestions('', who, market.id)).map(({ text, count }) => `${count} ${text}`).toSorted()
    expect(await counted()).toEqual(['1 Milk', '1 Necklace', '1 Tea'])
    expect(await counted(pantry.cast.ben)).toEqual(['1 Milk', '1 Tea'])
    await pantry.shop.add(pantry.cast.ben, market.id, 'tea')
    expect(await counted(pantry.cast.ben)).toEqual(['1 Milk', '2 tea'])
  })

  test('when it is removed before anybody has asked, ticked or not', async () => {
    const [milk, eggs] = await pantry.add('Milk', 'Eggs')
    await pantry.shop.remove(pantry.cast.ada, milk!.id)
    await pantry.shop.change(pantry.cast.ada, eggs!.id, { checked: true })
    await pantry.shop.remove(pantry.cast.ada, eggs!.id)
    expect((await pantry.suggestions()).map(({ text, count }) => [text, count])).toEqual([
      ['Eggs', 1],
      ['Milk', 1],
    ])
  })
})

describe('what is forgotten', () => {
  const forget = (query = '', key?: string) => pantry.request(pantry.cast.ada, 'DELETE', `suggestions${query}`, key)

  test('is suggested no more, however it was written, until it is added again', async () => {
    await pantry.buy('Crème fraîche', 'Milk')
    expect(await pantry.suggested()).toBe('Milk, Crème fraîche')
    expect(await forget('?text=creme+FRAICHE')).toMatchObject({ status: 200, body: { ok: true } })
    expect(await pantry.suggested()).toBe('Milk')
    await pantry.buy('Crème fraîche')
    expect((await pantry.suggestions('?q=cr')).map(({ count }) => count)).toEqual([1])
  })

  test('is all that one may see, also what still stands in the lists', async () => {
    await pantry.buy('Milk')
    const [tea] = await pantry.add('Tea')
    expect((await forget()).status).toBe(200)
    expect(await pantry.suggested()).toBe('')
    await pantry.shop.change(pantry.cast.ada, tea!.id, { checked: true })
    await pantry.shop.remove(pantry.cast.ada, tea!.id)
    expect(await pantry.suggested()).toBe('')
    expect((await forget()).status).toBe(200)
  })

  test('is not forgotten again by a request that arrives late', async () => {
    await pantry.buy('Milk')
    const key = crypto.randomUUID()
    await forget('?text=milk', key)
    await pantry.buy('Milk')
    expect((await forget('?text=milk', key)).status).toBe(200)
    expect(await pantry.suggested()).toBe('Milk')
    expect((await forget('?text=tea', key)).status).toBe(422)
  })
})

test.each(['?limit=0', '?limit=51', '?limit=1e1', `?q=${'x'.repeat(501)}`])('%s is refused', async (query) => {
  expect((await pantry.request(pantry.cast.ada, 'GET', `suggestions${query}`)).status).toBe(400)
})
