import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { joinedAmount } from '../../../src/features/lists/joined-amount'
import type { AddedItem } from '../../../src/features/lists/model'
import { freshRanks } from '../../../src/features/lists/ranks'
import { itemKey } from '../../../src/household/shopping/item-key'
import { readItemLine } from '../../../src/household/shopping/read-line'
import { listItems } from '../../../src/platform/db/schema'
import { MAX_AMOUNT_LENGTH } from '../../../src/platform/limits'
import { ask } from '../../support/cast'
import { type Household, openHousehold } from '../../support/household'
import { randomFrom } from '../../support/random-from'
import { Basket } from './basket'
import type { Item } from './shopping'

const basket = new Basket().open()
let beside: Household
beforeAll(async () => {
  const { database } = basket.household.config
  beside = await openHousehold({ database: { config: database, drop: async () => {} } })
})
afterAll(() => beside.close())
beforeEach(async () => {
  await ask(basket.household, basket.cast.ada, `PATCH /api/lists/${basket.listId}`, { kind: 'shopping' })
})

interface Line {
  text: string
  amount?: string
  section?: string
  assigneeIds?: number[]
}

const add = (line: Line, household = basket.household) =>
  ask<AddedItem>(household, basket.cast.ben, `POST /api/lists/${basket.listId}/items`, { ...line, parse: true })

const items = () => basket.shop.items(basket.cast.ada, basket.listId)
const list = async () =>
  (await items()).map(({ text, amount, checked }) => [amount, text, checked && '✓'].filter(Boolean).join(' '))

/** Several in a row, behind which the service need not ask what the list holds. */
async function addInARow(...texts: string[]) {
  for (const text of texts) await add({ text })
}

const LONGEST = '1 '.padEnd(MAX_AMOUNT_LENGTH, 'x')

test.each<[string, (milk: Item) => Promise<unknown>, string[]]>([
  ['nothing else', async () => {}, ['3 milk', 'eggs', 'tea']],
  ['a tick', (milk) => change(milk, { checked: true }), ['1 milk ✓', 'eggs', 'tea', '2 milk']],
  ['a new text', (milk) => change(milk, { text: 'oat' }), ['1 oat', 'eggs', 'tea', '2 milk']],
  ['a deletion', (milk) => basket.shop.remove(basket.cast.ada, milk.id), ['eggs', 'tea', '2 milk']],
  ['the same by another process', () => add({ text: '4 milk' }, beside), ['7 milk', 'eggs', 'tea']],
  [
    'the same as it is written',
    () => basket.shop.add(basket.cast.ada, basket.listId, 'Milk'),
    ['3 milk', 'eggs', 'tea', 'Milk'],
  ],
  ['a line that is refused', () => add({ text: '5 milk', assigneeIds: [0] }), ['3 milk', 'eggs', 'tea']],
])('a line joins what stands there behind lines in a row and %s', async (_, meanwhile, expected) => {
  await addInARow('1 milk', 'eggs', 'tea')
  await meanwhile(await basket.named('milk'))
  await add({ text: '2 milk' })
  expect(await list()).toEqual(expected)
})

const change = ({ id }: Item, change: object) => basket.shop.change(basket.cast.ada, id, change)

test('a line for whose amount what stands there has no room is a new item, where the household had it last', async () => {
  const { body: once } = await add({ text: 'milk' })
  await change(once, { section: 'Cellar' })
  await change(once, { checked: true })
  await addInARow('eggs', 'tea')
  await add({ text: 'milk', amount: LONGEST, section: 'dairy' })
  expect((await add({ text: '2 milk' })).body).toMatchObject({ text: 'milk', amount: '2', section: 'Cellar' })
})

/** There is room for a further number beside it, but for no unit. */
const LONG = LONGEST.slice(0, -' + 2'.length)

test('a line joins the first of several that has room for it', async () => {
  await addInARow('eggs', 'bread')
  await add({ text: 'tea', amount: LONG })
  await addInARow('1 l tea', '2 tea')
  expect(await list()).toEqual(['eggs', 'bread', `${LONG} + 2 tea`, '1 l tea'])
})

test('lines join what stands in a list that is too long to be kept in mind', async () => {
  const { ctx } = basket.household
  const now = ctx.now()
  const ranks = freshRanks(1_200)
  const values = ranks.map((rank, index) => ({
    listId: basket.listId,
    text: `no. ${index}`,
    rank,
    createdAt: now,
    updatedAt: now,
  }))
  await ctx.db.insert(listItems).values(values)
  await addInARow('eggs', 'tea', 'milk')
  const { body } = await add({ text: 'no. 1111' })
  expect(body).toMatchObject({ rank: ranks[1_111], merged: true })
  expect((await items()).slice(-3).map(({ text }) => text)).toEqual(['eggs', 'tea', 'milk'])
})

const TEXTS = ['milk', 'Milk', '2 milk', 'eggs', '3 eggs', '2 tea', '1 l tea', '500 g flour', 'bread']
const STEPS = 200
const MAX_IN_A_ROW = 6

test(`${STEPS} times some lines in a row and another change: each line goes where it belongs`, async () => {
  const seed = Number(process.env.SEED ?? 20_261_123)
  console.log(`lines in a row: SEED=${seed}`)
  const random = randomFrom(seed)
  const oneOf = <T>(all: readonly T[]) => all[random(all.length)]!
  const others = [
    (item: Item) => change(item, { checked: !item.checked }),
    (item: Item) => change(item, { text: oneOf(['milk', 'rice', 'tea']) }),
    (item: Item) => change(item, { position: item.rank }),
    (item: Item) => basket.shop.remove(basket.cast.ada, item.id),
    () => basket.shop.add(basket.cast.ada, basket.listId, oneOf(TEXTS)),
    () => add({ text: 'tea', amount: LONG }),
  ]
  for (let step = 0; step < STEPS; step++) {
    for (let count = random(MAX_IN_A_ROW); count >= 0; count--) {
      const text = oneOf(TEXTS)
      const before = await items()
      const { body } = await add({ text }, random(5) === 0 ? beside : basket.household)
      const after = await items()
      expect(placeOf(after, body)).toEqual(expectedPlace(before, text))
      expect(new Set(after.map(({ rank }) => rank)).size).toBe(after.length)
    }
    const all = await items()
    if (all.length > 0) await oneOf(others)(oneOf(all))
  }
})

/** Where a line has gone, and with which amount. */
const placeOf = (all: readonly Item[], { id, amount, merged }: AddedItem) => ({
  at: all.findIndex((item) => item.id === id),
  amount: amount ?? null,
  merged: merged ?? false,
})

/** By the rule alone: with the first open item that says the same and has room, else after the last open one. */
function expectedPlace(before: readonly Item[], line: string) {
  const { text, amount } = readItemLine(line)
  for (const [at, item] of before.entries()) {
    const joined = joinedAmount(item.amount ?? null, amount)
    const saysTheSame = !item.checked && itemKey(item.text) === itemKey(text)
    if (saysTheSame && joined !== null) return { at, amount: joined, merged: true }
  }
  return { at: before.findLastIndex(({ checked }) => !checked) + 1, amount, merged: false }
}
