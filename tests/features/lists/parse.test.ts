import { beforeEach, describe, expect, test } from 'bun:test'
import type { Item } from '../../../src/features/lists/model'
import type { Announcement } from '../../../src/platform/hub'
import { listenTo } from '../../support/announcements'
import { ask, type Member } from '../../support/cast'
import { Basket } from './basket'
import { heardDuring as announcedDuring } from './verbs/whole-lists'

const basket = new Basket().open()

type Added = Item & { merged?: boolean }

beforeEach(async () => {
  await ask(basket.household, basket.cast.ada, `PATCH /api/lists/${basket.listId}`, { kind: 'shopping' })
})

function add(body: object, { who = basket.cast.ben, key = crypto.randomUUID(), listId = basket.listId }: Asked = {}) {
  const headers = { 'idempotency-key': key }
  return ask<Added>(basket.household, who, `POST /api/lists/${listId}/items`, { parse: true, ...body }, headers)
}

function addAll(
  items: readonly object[],
  { who = basket.cast.ben, key = crypto.randomUUID(), parse = true }: Asked = {},
) {
  const headers = { 'idempotency-key': key }
  const path = `POST /api/lists/${basket.listId}/items/batch`
  return ask<{ items: Added[] }>(basket.household, who, path, { items, parse }, headers)
}

interface Asked {
  who?: Member
  key?: string
  listId?: number
  parse?: boolean
}

const said = ({ text, amount, section, merged }: Added) =>
  [amount && `[${amount}]`, text, section && `(${section})`, merged && 'merged'].filter(Boolean).join(' ')
const items = () => basket.shop.items(basket.cast.ada, basket.listId)
const list = async () => (await items()).map((item) => said(item) + (item.checked ? ' ✓' : ''))

async function heardDuring(act: () => Promise<unknown>): Promise<string[]> {
  const heard: Announcement[] = []
  const stop = await listenTo(basket.household.ctx, (announcement) => heard.push(announcement))
  await act()
  stop()
  return heard.flatMap((news) => (news.topic === 'list' ? [`${news.type} ${news.payload.id}`] : []))
}

describe('a line that is to be read', () => {
  test.each([
    ['2 l milk', '[2 l] milk (dairy)'],
    ['Milch 2 l', '[2 l] Milch (dairy)'],
    ['500g Mehl', '[500 g] Mehl (pantry)'],
    ['3 x eggs', '[3] eggs (dairy)'],
    ['Type 405 flour', 'Type 405 flour (pantry)'],
    ['7 up', '7 up (drinks)'],
    ['Oma anrufen', 'Oma anrufen'],
    ['500 g', '500 g'],
  ])('%s', async (text, expected) => {
    const { status, body } = await add({ text })
    expect({ status, said: said(body) }).toEqual({ status: 201, said: expected })
    expect(await list()).toEqual([expected])
  })

  test.each<[object, string]>([
    [{ text: '2 l milk', amount: '3 bottles' }, '[3 bottles] milk (dairy)'],
    [{ text: '2 l milk', amount: null }, 'milk (dairy)'],
    [{ text: '2 l milk', section: 'Cellar' }, '[2 l] milk (Cellar)'],
    [{ text: '2 l milk', section: null }, '[2 l] milk'],
  ])('is outdone by what is said beside it: %j', async (body, expected) => {
    expect(said((await add(body)).body)).toBe(expected)
  })

  test('is stored as it is without the wish, and in lists of other kinds', async () => {
    await add({ text: '2 l milk', parse: false })
    await add({ text: '2 l milk', parse: undefined })
    expect(await list()).toEqual(['2 l milk', '2 l milk'])
    for (const kind of ['plain', 'chores']) {
      const { body } = await ask<{ id: number }>(basket.household, basket.cast.ada, 'POST /api/lists', {
        name: kind,
        kind,
      })
      for (const _again of [1, 2]) {
        const answer = await add({ text: '2 l milk' }, { listId: body.id })
        expect({ status: answer.status, said: said(answer.body) }).toEqual({ status: 201, said: '2 l milk' })
      }
    }
  })

  test('gets the section that the household gave it last, alone and among others', async () => {
    for (const text of ['Käsefondue', 'Weetabix']) {
      const { body } = await add({ text })
      await basket.shop.change(basket.cast.cleo, body.id, { section: 'Corner' })
      await basket.shop.remove(basket.cast.cleo, body.id)
    }
    expect(said((await add({ text: '2 weetabix' })).body)).toBe('[2] weetabix (Corner)')
    const { body } = await addAll([{ text: 'käsefondue 2x' }, { text: 'tea' }, { text: 'weetabix', section: 'dairy' }])
    expect(body.items.map(said)).toEqual(['[2] käsefondue (Corner)', 'tea (drinks)', '[3] weetabix (dairy) merged'])
  })

  test('keeps its details and its name', async () => {
    const clientId = crypto.randomUUID()
    const { body } = await add({ text: '2 cakes', clientId, due: '2026-12-24', assigneeIds: [basket.cast.cleo.id] })
    expect(body).toMatchObject({
      text: 'cakes',
      amount: '2',
      clientId,
      due: '2026-12-24',
      assigneeIds: [basket.cast.cleo.id],
    })
    expect((await add({ text: '1 cake', dueTime: '09:00' })).status).toBe(400)
    expect(await list()).toEqual(['[2] cakes (bakery)'])
  })
})

describe('what stands open already', () => {
  test.each([
    ['milk', 'milk', '[2] milk (dairy)'],
    ['2 l milk', '1 l MILK', '[3 l] milk (dairy)'],
    ['2 l milk', '500 g Milk', '[2 l + 500 g] milk (dairy)'],
    ['Crème  Fraîche', 'creme fraiche', '[2] Crème  Fraîche (dairy)'],
    ['1,5 l milk', 'Milk 1.5 l', '[3 l] milk (dairy)'],
  ])('%s, and %s: one item of both', async (first, second, expected) => {
    const { body: before } = await add({ text: first })
    basket.household.clock.advance(1000)
    const { status, body } = await add({ text: second, clientId: crypto.randomUUID() })
    expect({ status, said: said(body), id: body.id }).toEqual({
      status: 200,
      said: `${expected} merged`,
      id: before.id,
    })
    expect(body.updatedAt > before.updatedAt).toBe(true)
    const { merged, ...item } = body
    expect(await items()).toEqual([item])
  })

  test('is found whoever wrote it, however, and whatever it said before', async () => {
    await basket.place(['Milk', 'a0'], ['Tea', 'a1'])
    await basket.shop.add(basket.cast.ada, basket.listId, 'Salt')
    const jam = await basket.shop.add(basket.cast.ada, basket.listId, 'Jam')
    for (const text of ['2 milk', 'tea', 'salt', 'jam']) expect((await add({ text })).status).toBe(200)
    await basket.shop.change(basket.cast.cleo, jam.id, { text: 'Honey' })
    expect((await add({ text: 'jam' })).status).toBe(201)
    expect(said((await add({ text: 'honey' })).body)).toBe('[3] Honey merged')
    await basket.shop.change(basket.cast.cleo, jam.id, { text: 'Tahini', section: 'pantry' })
    expect((await add({ text: 'honey' })).status).toBe(201)
    expect(await list()).toEqual([
      '[3] Milk',
      '[2] Tea',
      '[2] Salt',
      '[3] Tahini (pantry)',
      'jam (breakfast)',
      'honey (breakfast)',
    ])
  })

  test('counts no more when it is ticked, and again when it is not', async () => {
    const { body } = await add({ text: 'milk' })
    await basket.shop.change(basket.cast.ada, body.id, { checked: true })
    expect((await add({ text: 'milk' })).status).toBe(201)
    await basket.shop.change(basket.cast.ada, body.id, { checked: false })
    expect((await add({ text: '2 milk' })).status).toBe(200)
    expect((await list()).toSorted()).toEqual(['[3] milk (dairy)', 'milk (dairy)'])
  })

  test('in another list is another', async () => {
    await add({ text: 'milk' })
    const other = await ask<{ id: number }>(basket.household, basket.cast.ada, 'POST /api/lists', {
      name: 'Market',
      kind: 'shopping',
    })
    expect((await add({ text: 'milk' }, { listId: other.body.id })).status).toBe(201)
  })

  test('takes what is said beside the text, and keeps what is not', async () => {
    await add({ text: 'cake', section: 'Corner', due: '2026-12-24' })
    const { body } = await add({ text: '2 cake', dueTime: '09:00', assigneeIds: [basket.cast.ada.id], section: null })
    expect(body).toMatchObject({ amount: '3', section: 'Corner', due: '2026-12-24', dueTime: '09:00' })
    expect((await add({ text: 'cake', section: 'bakery', amount: '4' })).body).toMatchObject({
      amount: '7',
      section: 'bakery',
    })
    expect((await items())[0]).toMatchObject({ amount: '7', section: 'bakery', assigneeIds: [basket.cast.ada.id] })
  })

  test('stands by itself where both together are more than an amount can say', async () => {
    const amount = 'x'.repeat(60)
    await add({ text: 'milk', amount })
    const { status, body } = await add({ text: '2 l milk' })
    expect({ status, said: said(body) }).toEqual({ status: 201, said: '[2 l] milk (dairy)' })
    expect(said((await add({ text: '3 l milk' })).body)).toBe('[5 l] milk (dairy) merged')
    expect(await list()).toEqual([`[${amount}] milk (dairy)`, '[5 l] milk (dairy)'])
  })

  test('stands by itself where the household had it last', async () => {
    const { body } = await add({ text: 'Mochi', amount: 'x'.repeat(64) })
    await basket.shop.change(basket.cast.ada, body.id, { section: 'Corner' })
    expect(said((await add({ text: '2 mochi' })).body)).toBe('[2] mochi (Corner)')
  })

  test('is the first of those that say the same, who may have come without being read', async () => {
    await add({ text: 'milk' })
    await basket.place(['Milk', 'Zz'])
    expect(said((await add({ text: '2 milk' })).body)).toBe('[3] Milk merged')
    expect(said((await add({ text: '3 milk' })).body)).toBe('[6] Milk merged')
  })

  test('is told to each reader once, also where several say the same', async () => {
    const { ada, ben, cleo } = basket.cast
    await basket.place(['Milk', 'a0'], ['Milk', 'a1'])
    await add({ text: 'milk' })
    const { result, heard } = await announcedDuring(basket, () => add({ text: '2 milk' }))
    expect(said(result.body)).toBe('[4] Milk merged')
    expect(result.body.rank).toBe('a0')
    expect(heard.map(({ readers }) => readers)).toEqual([[ada.id, ben.id, cleo.id]])
  })

  test('is told to the others as a change', async () => {
    const { body } = await add({ text: 'milk' })
    expect(await heardDuring(() => add({ text: 'milk' }))).toEqual([`item:updated ${body.id}`])
  })
})

describe('several at once', () => {
  test('are read, join what is there and each other, and stand at their places in the answer', async () => {
    await add({ text: '1 l milk' })
    const { status, body } = await addAll([
      { text: '2 eggs' },
      { text: '1 l Milk' },
      { text: 'Tea', clientId: crypto.randomUUID() },
      { text: 'Eggs 4' },
      { text: 'milk' },
    ])
    expect(status).toBe(201)
    expect(body.items.map(said)).toEqual([
      '[6] eggs (dairy)',
      '[2 l + 1] milk (dairy) merged',
      'Tea (drinks)',
      '[6] eggs (dairy) merged',
      '[2 l + 1] milk (dairy) merged',
    ])
    expect(await list()).toEqual(['[2 l + 1] milk (dairy)', '[6] eggs (dairy)', 'Tea (drinks)'])
  })

  test('that are all there already add nothing', async () => {
    await addAll([{ text: 'milk' }, { text: 'tea' }])
    const { body } = await addAll([{ text: 'tea' }, { text: 'milk' }, { text: 'tea' }])
    expect(body.items.map(said)).toEqual([
      '[3] tea (drinks) merged',
      '[2] milk (dairy) merged',
      '[3] tea (drinks) merged',
    ])
    expect(await list()).toEqual(['[2] milk (dairy)', '[3] tea (drinks)'])
  })

  test('are told once each', async () => {
    const { body } = await add({ text: 'milk' })
    const heard = await heardDuring(() =>
      addAll([{ text: 'milk' }, { text: 'tea' }, { text: 'tea' }, { text: 'milk' }]),
    )
    const tea = (await basket.named('tea')).id
    expect(heard).toEqual([`item:updated ${body.id}`, `item:added ${tea}`])
  })

  test('may be 200 of one kind', async () => {
    const { body } = await addAll(Array.from({ length: 200 }, (_, index) => ({ text: `${(index % 3) + 1} l milk` })))
    expect(await list()).toEqual(['[399 l] milk (dairy)'])
    expect(body.items).toHaveLength(200)
  })

  test('are stored as they are without the wish', async () => {
    await addAll([{ text: '2 eggs' }, { text: '2 eggs' }], { parse: false })
    expect(await list()).toEqual(['2 eggs', '2 eggs'])
  })
})

describe('sent again under its key', () => {
  test('nothing is summed twice, and the answer is the first, in its status too', async () => {
    await add({ text: 'milk' })
    const key = crypto.randomUUID()
    const first = await add({ text: '2 milk' }, { key })
    await add({ text: 'milk' })
    const heard = await heardDuring(async () => {
      const again = await add({ text: '2 milk' }, { key })
      expect({ status: again.status, body: again.body }).toEqual({ status: 200, body: first.body })
    })
    expect(heard).toEqual([`item:updated ${first.body.id}`])
    expect(await list()).toEqual(['[4] milk (dairy)'])
  })

  test('eight times at once, it counts once', async () => {
    await add({ text: 'milk' })
    const key = crypto.randomUUID()
    const batch = crypto.randomUUID()
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async (_, index) =>
        index % 2 === 0
          ? (await add({ text: '2 milk' }, { key })).status
          : (await addAll([{ text: 'milk' }, { text: 'tea' }], { key: batch })).status,
      ),
    )
    expect(statuses).toEqual([200, 201, 200, 201, 200, 201, 200, 201])
    expect(await list()).toEqual(['[4] milk (dairy)', 'tea (drinks)'])
  })

  test('the wish makes another request', async () => {
    const key = crypto.randomUUID()
    await add({ text: 'milk' }, { key })
    expect((await add({ text: 'milk', parse: false }, { key })).status).toBe(422)
    const other = crypto.randomUUID()
    await addAll([{ text: 'milk' }], { key: other })
    expect((await addAll([{ text: 'milk' }], { key: other, parse: false })).status).toBe(422)
  })

  test('of eight people at once, everybody counts', async () => {
    const { ada, ben, cleo } = basket.cast
    await Promise.all([ada, ben, cleo, ada, ben, cleo, ada, ben].map((who) => add({ text: '2 l milk' }, { who })))
    expect(await list()).toEqual(['[16 l] milk (dairy)'])
  })
})

test.each(['yes', 1, null])('parse is true or false: %p', async (parse) => {
  const { status, body } = await ask(basket.household, basket.cast.ben, `POST /api/lists/${basket.listId}/items`, {
    text: 'milk',
    parse,
  })
  expect({ status, body }).toEqual({ status: 400, body: { error: expect.stringContaining('parse') } as never })
})
