import { expect, test } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import { rememberedItems } from '../../../../src/platform/db/schema'
import { ask } from '../../../support/cast'
import { Basket } from '../basket'
import { crowd } from './whole-lists'

const basket = new Basket().open()
const DONE = 1_500

test.each([
  ['moved', 'POST', 'move-checked'],
  ['removed', 'DELETE', 'items?checked=true'],
])('while many done items are %s somebody else adds one, and each of them is counted once', async (_, method, path) => {
  const { ada, ben } = basket.cast
  const { household, listId, shop } = basket
  const texts = await crowd(basket, DONE, true)
  const { id: toListId } = await shop.create(ada, { name: 'Pantry' })
  const answered: string[] = []
  const note = (who: string) => () => void answered.push(who)
  const body = method === 'POST' ? { toListId } : undefined
  const all = ask(household, ada, `${method} /api/lists/${listId}/${path}`, body).then(note('ada'))
  const one = ask(household, ben, `POST /api/lists/${listId}/items`, { text: 'Milk' }).then(note('ben'))
  await Promise.all([all, one])
  expect(answered).toEqual(['ben', 'ada'])
  expect(await basket.order()).toBe('Milk')
  const counted = (await remembered()).filter(({ text }) => text !== 'Milk')
  expect(counted.map(({ text, count }) => `${count} ${text}`)).toEqual(texts.map((text) => `1 ${text}`).toSorted())
  expect(counted.every(({ boughtAt }) => boughtAt !== null)).toBe(true)
})

test('who may not read a list has nothing of it counted', async () => {
  const { ada, ben } = basket.cast
  const { household, listId, shop } = basket
  await crowd(basket, DONE, true)
  await shop.setShared(ada, listId, false)
  const { id: toListId } = await shop.create(ben, { name: 'Pantry' })
  const answer = await ask(household, ben, `POST /api/lists/${listId}/move-checked`, { toListId })
  expect(answer.status).toBe(403)
  expect(await remembered()).toEqual([])
})

const remembered = () =>
  basket.household.ctx.db
    .select()
    .from(rememberedItems)
    .where(eq(rememberedItems.listId, basket.listId))
    .orderBy(asc(rememberedItems.text))
