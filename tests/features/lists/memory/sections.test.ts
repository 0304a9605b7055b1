import { describe, expect, test } from 'bun:test'
import { sectionsRemembered } from '../../../../src/features/lists/memory'
import { itemKey } from '../../../../src/household/shopping/item-key'
import { inTransaction } from '../../../../src/platform/db/transaction'
import type { Member } from '../../../support/cast'
import { Pantry } from './pantry'

const pantry = new Pantry().open()

async function sectionOf(text: string, who: Member = pantry.cast.ada, listId = pantry.listId) {
  const key = itemKey(text)
  const sections = await inTransaction(pantry.household.ctx.db, (tx) => sectionsRemembered(tx, who.id, listId, [key]))
  return sections.get(key) ?? null
}

async function put(text: string, section: string | null, who: Member = pantry.cast.ada, listId = pantry.listId) {
  const { id } = await pantry.shop.add(who, listId, text)
  await pantry.shop.change(who, id, { section })
}

describe('a section that somebody sets', () => {
  test('is remembered for the text, however that is written, until another or none is set', async () => {
    expect(await sectionOf('Käse')).toBeNull()
    await put('Käse', 'Cheese counter')
    expect(await sectionOf(' KÄSE')).toBe('Cheese counter')
    await put('kase', 'dairy')
    expect(await sectionOf('Käse')).toBe('dairy')
    await put('Käse', null)
    expect(await sectionOf('Käse')).toBeNull()
  })

  test('outlives the item, and plain additions', async () => {
    await put('Milk', 'dairy')
    const milk = await pantry.named('Milk')
    await pantry.shop.remove(pantry.cast.ben, milk.id)
    await pantry.add('milk')
    expect(await pantry.suggestions('?q=milk')).toMatchObject([{ text: 'milk', section: 'dairy', count: 2 }])
    expect(await sectionOf('Milk')).toBe('dairy')
  })

  test('goes with the new text, where both are changed', async () => {
    const [item] = await pantry.add('Mlik')
    await pantry.shop.change(pantry.cast.ada, item!.id, { text: 'Oat milk', section: 'drinks' })
    expect(await sectionOf('Oat milk')).toBe('drinks')
    expect(await pantry.suggested()).toBe('Oat milk')
  })

  test('counts in its own list first, then as it was last in another', async () => {
    await put('Milk', 'dairy')
    const market = await pantry.shop.create(pantry.cast.ben, { name: 'Market' })
    expect(await sectionOf('milk', pantry.cast.cleo, market.id)).toBe('dairy')
    await put('Milk', 'left of the door', pantry.cast.ben, market.id)
    expect(await sectionOf('milk', pantry.cast.cleo, market.id)).toBe('left of the door')
    expect(await sectionOf('milk')).toBe('dairy')
  })

  test('in a private list appears in no list that others read, also not to its owner', async () => {
    const own = await pantry.shop.create(pantry.cast.ada, { name: 'Own', isShared: false })
    const other = await pantry.shop.create(pantry.cast.ada, { name: 'Other', isShared: false })
    const bens = await pantry.shop.create(pantry.cast.ben, { name: 'Bens', isShared: false })
    await put('Necklace', 'for Ben', pantry.cast.ada, own.id)
    expect(await sectionOf('Necklace', pantry.cast.ada, own.id)).toBe('for Ben')
    expect(await sectionOf('Necklace', pantry.cast.ada, other.id)).toBe('for Ben')
    expect(await sectionOf('Necklace')).toBeNull()
    expect(await sectionOf('Necklace', pantry.cast.ben, bens.id)).toBeNull()
  })

  test('is found for many texts at once as for each', async () => {
    await put('Milk', 'dairy')
    const market = await pantry.shop.create(pantry.cast.ben, { name: 'Market' })
    await put('Milk', 'cooler', pantry.cast.ben, market.id)
    await put('Eggs', 'produce', pantry.cast.ben, market.id)
    const keys = ['MILK', 'eggs', 'Tea'].map(itemKey)
    const of = (listId: number, wanted = keys) =>
      inTransaction(pantry.household.ctx.db, (tx) => sectionsRemembered(tx, pantry.cast.ada.id, listId, wanted))
    expect([...(await of(pantry.listId))].sort()).toEqual([
      ['eggs', 'produce'],
      ['milk', 'dairy'],
    ])
    expect((await of(market.id)).get('milk')).toBe('cooler')
    expect((await of(market.id, [])).size).toBe(0)
  })
})
