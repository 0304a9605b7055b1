import { describe, expect, test } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import { listItems } from '../../../src/platform/db/schema'
import { Basket } from './basket'
import { textsOf } from './shopping'

const basket = new Basket().open()

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
    await basket.place(...placed)
    const added = await basket.shop.add(basket.cast.ada, basket.listId, 'NEW')
    expect(await basket.order()).toBe(expected)
    expect(await basket.named('NEW')).toEqual(added)
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
    await basket.place(...placed)
    const { id } = await basket.named('[X]')
    const changed = await basket.shop.change(basket.cast.ben, id, { checked: false })
    expect(changed.checked).toBe(false)
    expect(await basket.order()).toBe(expected)
    expect(await basket.named('[X]')).toEqual(changed)
  })

  test('checking leaves it where it stands', async () => {
    await basket.place(['A', 'a0'], ['B', 'a1'])
    const { id, rank } = await basket.named('A')
    expect(await basket.shop.change(basket.cast.ben, id, { checked: true })).toEqual(
      expect.objectContaining({ checked: true, rank }),
    )
    expect(await basket.order()).toBe('A B')
  })
})

test("renumbering keeps the order, and leaves other lists and the items' times alone", async () => {
  await basket.place(['A', '0'], ['B', 'zzz'], ['[C]', 'zzz'])
  const other = await basket.shop.create(basket.cast.ben)
  const kept = await basket.shop.add(basket.cast.ben, other.id, 'Kept')
  basket.household.clock.advance(1_000)
  await basket.shop.add(basket.cast.ada, basket.listId, 'NEW')
  const items = await basket.shop.items(basket.cast.ada, basket.listId)
  expect(textsOf(items)).toBe('A B NEW [C]')
  expect(items.map(({ rank }) => rank)).toEqual(['a0', 'a1', 'a1V', 'a2'])
  expect(items[0]!.updatedAt).toBe('2026-11-20T12:00:00.000Z')
  expect(await basket.shop.items(basket.cast.ben, other.id)).toEqual([kept])
})

test('a list of 1,200 equal ranks is renumbered whole', async () => {
  const now = basket.household.ctx.now()
  const items = Array.from({ length: 1_200 }, (_, index) => ({ text: `${index}`, rank: 'a0' }))
  await basket.household.ctx.db
    .insert(listItems)
    .values(items.map((item) => ({ ...item, listId: basket.listId, createdAt: now, updatedAt: now })))
  await basket.shop.add(basket.cast.ada, basket.listId, 'NEW')
  expect(await basket.order()).toBe(`${textsOf(items)} NEW`)
})

test('700 items added before the same checked one keep short ranks', async () => {
  await basket.place(['A', 'a0'], ['[Z]', 'a1'])
  for (let index = 0; index < 700; index++) await basket.shop.add(basket.cast.ada, basket.listId, `${index}`)
  const items = await basket.shop.items(basket.cast.ada, basket.listId)
  expect(items.map(({ text }) => text)).toEqual(['A', ...Array.from({ length: 700 }, (_, index) => `${index}`), '[Z]'])
  expect(Math.max(...items.map(({ rank }) => rank.length))).toBeLessThanOrEqual(100)
}, 60_000)

test('thirty items added at once all get a rank of their own', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `${index}`)
  const added = await Promise.all(names.map((name) => basket.shop.add(basket.cast.ada, basket.listId, name)))
  const rows = await basket.household.ctx.db
    .select()
    .from(listItems)
    .where(eq(listItems.listId, basket.listId))
    .orderBy(asc(listItems.rank), asc(listItems.id))
  expect(new Set(rows.map(({ rank }) => rank)).size).toBe(30)
  expect(rows.map(({ id }) => id)).toEqual(added.toSorted((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ id }) => id))
})

test('two items unchecked at once, too', async () => {
  for (let round = 0; round < 8; round++) {
    basket.listId = (await basket.shop.create(basket.cast.ada)).id
    await basket.place(['[A]', 'a0'], ['[B]', 'a1'], ['C', 'a2'])
    const done = [await basket.named('[A]'), await basket.named('[B]')]
    const changed = await Promise.all(done.map(({ id }) => basket.shop.change(basket.cast.ben, id, { checked: false })))
    expect(changed.map(({ rank }) => rank).sort()).toEqual(['a3', 'a4'])
  }
})
