import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import { listItems } from '../../../src/platform/db/schema'
import { ask, type Cast, seatCast } from '../../support/cast'
import { type Household, openHousehold } from '../../support/household'
import { type Item, shopping, textsOf } from './shopping'

let household: Household
let cast: Cast
let shop: ReturnType<typeof shopping>
let listId: number
beforeAll(async () => {
  household = await openHousehold()
  cast = await seatCast(household.ctx)
  shop = shopping(household)
})
afterAll(() => household.close())
beforeEach(async () => {
  household.clock.set('2026-11-20T12:00:00Z')
  listId = (await shop.create(cast.ada)).id
})

/** Puts items with these ranks into the list, as if clients had placed them; a name in brackets is checked. */
async function place(...placed: [text: string, rank: string][]) {
  const now = household.ctx.now()
  for (const [text, rank] of placed) {
    const checked = text.startsWith('[')
    await household.ctx.db.insert(listItems).values({ listId, text, checked, rank, createdAt: now, updatedAt: now })
  }
}

const order = async () => textsOf(await shop.items(cast.ben, listId))
const named = async (text: string) => (await shop.items(cast.ada, listId)).find((item) => item.text === text)!

test('a new item has every field, its text trimmed and otherwise as given', async () => {
  const text = '<b>Käse</b> & "Brot"\n\u0000 🥖'
  const { status, body } = await ask(household, cast.ben, `POST /api/lists/${listId}/items`, { text: `\t${text}  ` })
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.any(Number),
    listId,
    text,
    checked: false,
    rank: 'a0',
    createdAt: '2026-11-20T12:00:00.000Z',
    updatedAt: '2026-11-20T12:00:00.000Z',
  })
  expect(await shop.items(cast.ada, listId)).toEqual([body as unknown as Item])
})

test('500 emoji are 500 characters', async () => {
  expect((await shop.add(cast.ada, listId, '🥕'.repeat(500))).text).toBe('🥕'.repeat(500))
})

test('the name a client gave an item comes back with it, always', async () => {
  const clientId = crypto.randomUUID()
  const added = await ask<Item>(household, cast.ada, `POST /api/lists/${listId}/items`, { text: 'Milk', clientId })
  expect(added.body.clientId).toBe(clientId)
  expect((await shop.change(cast.ben, added.body.id, { checked: true })).clientId).toBe(clientId)
})

describe('a new item goes directly after the last unchecked one', () => {
  test.each<[string, [string, string][], string]>([
    ['into an empty list', [], 'NEW'],
    [
      'after the unchecked',
      [
        ['A', 'a0'],
        ['B', 'a1'],
      ],
      'A B NEW',
    ],
    [
      'before the checked that follow',
      [
        ['A', 'a0'],
        ['[B]', 'a1'],
      ],
      'A NEW [B]',
    ],
    [
      'also when checked ones lie between',
      [
        ['A', 'a0'],
        ['[B]', 'a1'],
        ['C', 'a2'],
        ['[D]', 'a3'],
      ],
      'A [B] C NEW [D]',
    ],
    [
      'before all when none is unchecked',
      [
        ['[A]', 'a0'],
        ['[B]', 'a1'],
      ],
      'NEW [A] [B]',
    ],
    [
      'capitals sort before small letters',
      [
        ['A', 'Zz'],
        ['B', 'aB'],
        ['C', 'aa'],
      ],
      'A B C NEW',
    ],
    [
      'equal ranks, ordered by id',
      [
        ['A', 'a0'],
        ['B', 'a0'],
        ['[C]', 'a0'],
      ],
      'A B NEW [C]',
    ],
    [
      'equal to one that is checked',
      [
        ['[A]', 'a0'],
        ['B', 'a0'],
        ['[C]', 'a1'],
      ],
      '[A] B NEW [C]',
    ],
    [
      'malformed ranks',
      [
        ['A', '00'],
        ['B', 'a00'],
        ['[C]', 'zz'],
      ],
      'A B NEW [C]',
    ],
    ['the smallest possible rank', [['[A]', 'A00000000000000000000000000']], 'NEW [A]'],
    [
      'overlong ranks',
      [
        ['A', `a0${'V'.repeat(253)}`],
        ['[B]', `a0${'V'.repeat(252)}W`],
      ],
      'A NEW [B]',
    ],
  ])('%s', async (_, placed, expected) => {
    await place(...placed)
    const added = await shop.add(cast.ada, listId, 'NEW')
    expect(await order()).toBe(expected)
    expect(await named('NEW')).toEqual(added)
  })
})

describe('unchecking puts an item after the last unchecked one', () => {
  test.each<[string, [string, string][], string]>([
    [
      'from above',
      [
        ['[X]', 'a0'],
        ['A', 'a1'],
        ['[B]', 'a2'],
      ],
      'A [X] [B]',
    ],
    [
      'from below',
      [
        ['A', 'a0'],
        ['[B]', 'a1'],
        ['[X]', 'a2'],
      ],
      'A [X] [B]',
    ],
    ['the only item', [['[X]', 'a0']], '[X]'],
    [
      'among equal ranks',
      [
        ['[X]', 'a0'],
        ['A', 'a0'],
        ['[B]', 'a0'],
      ],
      'A [X] [B]',
    ],
    [
      'among malformed ranks',
      [
        ['[X]', '0'],
        ['A', 'a00'],
        ['B', 'a00'],
      ],
      'A B [X]',
    ],
  ])('%s', async (_, placed, expected) => {
    await place(...placed)
    const { id } = await named('[X]')
    const changed = await shop.change(cast.ben, id, { checked: false })
    expect(changed.checked).toBe(false)
    expect(await order()).toBe(expected)
    expect(await named('[X]')).toEqual(changed)
  })

  test('checking leaves it where it stands', async () => {
    await place(['A', 'a0'], ['B', 'a1'])
    const { id, rank } = await named('A')
    expect(await shop.change(cast.ben, id, { checked: true })).toEqual(expect.objectContaining({ checked: true, rank }))
    expect(await order()).toBe('A B')
  })
})

test("renumbering keeps the order, and leaves other lists and the items' times alone", async () => {
  await place(['A', '0'], ['B', 'zzz'], ['[C]', 'zzz'])
  const other = await shop.create(cast.ben)
  const kept = await shop.add(cast.ben, other.id, 'Kept')
  household.clock.advance(1_000)
  await shop.add(cast.ada, listId, 'NEW')
  const items = await shop.items(cast.ada, listId)
  expect(textsOf(items)).toBe('A B NEW [C]')
  expect(items.map(({ rank }) => rank)).toEqual(['a0', 'a1', 'a1V', 'a2'])
  expect(items[0]!.updatedAt).toBe('2026-11-20T12:00:00.000Z')
  expect(await shop.items(cast.ben, other.id)).toEqual([kept])
})

test('a list of 1,200 equal ranks is renumbered whole', async () => {
  const now = household.ctx.now()
  const items = Array.from({ length: 1_200 }, (_, index) => ({ text: `${index}`, rank: 'a0' }))
  await household.ctx.db
    .insert(listItems)
    .values(items.map((item) => ({ ...item, listId, createdAt: now, updatedAt: now })))
  await shop.add(cast.ada, listId, 'NEW')
  expect(await order()).toBe(`${textsOf(items)} NEW`)
})

test('700 items added before the same checked one keep short ranks', async () => {
  await place(['A', 'a0'], ['[Z]', 'a1'])
  for (let index = 0; index < 700; index++) await shop.add(cast.ada, listId, `${index}`)
  const items = await shop.items(cast.ada, listId)
  expect(items.map(({ text }) => text)).toEqual(['A', ...Array.from({ length: 700 }, (_, index) => `${index}`), '[Z]'])
  expect(Math.max(...items.map(({ rank }) => rank.length))).toBeLessThanOrEqual(100)
}, 20_000)

test('a position is taken as given, and the order is that of its bytes', async () => {
  await place(['A', 'a0'], ['B', 'a1'], ['C', 'a2'])
  const { id } = await named('C')
  for (const [position, expected] of [
    ['a0V', 'A C B'],
    ['Zz', 'C A B'],
    ['zzzzz', 'A B C'],
    ['0', 'C A B'],
    ['a1', 'A B C'],
    ['z'.repeat(255), 'A B C'],
  ] as const) {
    expect((await shop.change(cast.ben, id, { position })).rank).toBe(position)
    expect(await order()).toBe(expected)
  }
})

test('the last write wins', async () => {
  const { id } = await shop.add(cast.ada, listId, 'Milk')
  household.clock.advance(5)
  await shop.change(cast.ada, id, { text: 'Oat milk' })
  const last = await shop.change(cast.ben, id, { text: ' Soy milk ' })
  expect(last).toEqual(expect.objectContaining({ text: 'Soy milk', updatedAt: '2026-11-20T12:00:00.005Z' }))
  expect(await shop.items(cast.ada, listId)).toEqual([last])
})

test('thirty items added at once all get a rank of their own', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `${index}`)
  const added = await Promise.all(names.map((name) => shop.add(cast.ada, listId, name)))
  const rows = await household.ctx.db
    .select()
    .from(listItems)
    .where(eq(listItems.listId, listId))
    .orderBy(asc(listItems.rank), asc(listItems.id))
  expect(new Set(rows.map(({ rank }) => rank)).size).toBe(30)
  expect(rows.map(({ id }) => id)).toEqual(added.toSorted((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ id }) => id))
})

test('two items unchecked at once, too', async () => {
  for (let round = 0; round < 8; round++) {
    listId = (await shop.create(cast.ada)).id
    await place(['[A]', 'a0'], ['[B]', 'a1'], ['C', 'a2'])
    const done = [await named('[A]'), await named('[B]')]
    const changed = await Promise.all(done.map(({ id }) => shop.change(cast.ben, id, { checked: false })))
    expect(changed.map(({ rank }) => rank).sort()).toEqual(['a3', 'a4'])
  }
})

describe('removing', () => {
  test('one item, once', async () => {
    const { id } = await shop.add(cast.ada, listId, 'Milk')
    const answers = await Promise.all(
      [cast.ada, cast.ben].map((who) => ask(household, who, `DELETE /api/list-items/${id}`)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(answers.find(({ status }) => status === 200)!.body).toEqual({ id })
  })

  test('a change never brings a removed item back', async () => {
    const { id } = await shop.add(cast.ada, listId, 'Milk')
    await shop.remove(cast.ben, id)
    for (const change of [{ checked: false }, { text: 'Milk' }, { position: 'a0' }]) {
      expect((await ask(household, cast.ada, `PATCH /api/list-items/${id}`, change)).status).toBe(404)
    }
    expect(await shop.items(cast.ada, listId)).toEqual([])
  })

  test('what is done, and nothing else', async () => {
    await place(['A', 'a0'], ['[B]', 'a1'], ['C', 'a2'], ['[D]', 'a3'])
    const [b, d] = [await named('[B]'), await named('[D]')]
    const { status, body } = await ask(household, cast.ben, `DELETE /api/lists/${listId}/items?checked=true`)
    expect({ status, body }).toEqual({ status: 200, body: { ids: [b.id, d.id] } })
    expect(await order()).toBe('A C')
  })
})
