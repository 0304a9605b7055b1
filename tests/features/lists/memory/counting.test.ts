import { expect, test } from 'bun:test'
import { createAdditionCounting } from '../../../../src/features/lists/memory/counting'
import { forgetOldest } from '../../../../src/features/lists/memory/forget'
import { keyDigestOf } from '../../../../src/features/lists/memory/key-digest'
import { rememberedItems } from '../../../../src/platform/db/schema'
import { ask } from '../../../support/cast'
import { listenToStatements } from '../../../support/statements'
import { Pantry } from './pantry'

const pantry = new Pantry().open()

const counts = async () => {
  const rows = await pantry.household.ctx.db.select().from(rememberedItems)
  return rows.map(({ text, count }) => `${count} ${text}`).toSorted()
}
const batch = (texts: string[]) =>
  ask(pantry.household, pantry.cast.ada, `POST /api/lists/${pantry.listId}/items/batch`, {
    items: texts.map((text) => ({ text })),
  })

test('an addition writes nothing for the memory, and asks it nothing', async () => {
  const heard = listenToStatements(pantry.household.ctx)
  await pantry.add('Milk')
  await batch(['Tea', 'Eggs'])
  expect(heard.filter((statement) => statement.includes('list_items')).length).toBeGreaterThan(3)
  expect(heard.filter((statement) => /remembered_items|item_memories/.test(statement))).toEqual([])
})

test('additions are counted in the background, all there are, also by two processes at once', async () => {
  const many = Array.from({ length: 200 }, (_, at) => `Thing ${at}`)
  for (let times = 0; times < 6; times++) await batch(many)
  const processes = [1, 2].map(() => createAdditionCounting(pantry.household.ctx, () => false))
  await Promise.all(processes.map((count) => count()))
  expect(await counts()).toEqual(many.map((text) => `6 ${text}`).toSorted())
  const stopped = createAdditionCounting(pantry.household.ctx, () => true)
  await pantry.add('Salt')
  await stopped()
  expect(await counts()).not.toContain('1 Salt')
})

test('what was counted since somebody last asked is suggested, however much it is', async () => {
  await pantry.buy('Milk')
  expect(await pantry.suggested()).toBe('Milk')
  const many = Array.from({ length: 2_200 }, (_, at) => `Thing${1_000 + at}`)
  for (let at = 0; at < many.length; at += 200) await batch(many.slice(at, at + 200))
  await createAdditionCounting(pantry.household.ctx, () => false)()
  const byDigest = many.toSorted((a, b) => (keyDigestOf(a) < keyDigestOf(b) ? -1 : 1))
  for (const text of [byDigest.at(0)!, byDigest.at(-1)!]) expect(await pantry.suggested(`?q=${text}`)).toBe(text)
})

test('of too much the oldest is forgotten, also by who knew it', async () => {
  await pantry.buy('Milk', 'Eggs', 'Tea')
  expect(await pantry.suggested()).toBe('Tea, Eggs, Milk')
  expect(await forgetOldest(pantry.household.ctx, 3)).toBe(0)
  await pantry.buy('milk')
  expect(await forgetOldest(pantry.household.ctx, 2)).toBe(1)
  expect(await pantry.suggested()).toBe('milk, Tea')
})
