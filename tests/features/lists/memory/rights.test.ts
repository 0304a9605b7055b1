import { describe, expect, test } from 'bun:test'
import { lockHousehold } from '../../../../src/household/lock'
import { createMember } from '../../../../src/household/members'
import { removeMember } from '../../../../src/household/remove-member'
import { rememberedItems } from '../../../../src/platform/db/schema'
import { inTransaction } from '../../../../src/platform/db/transaction'
import { ask, cookieFor, type Member } from '../../../support/cast'
import { listenToStatements } from '../../../support/statements'
import type { List } from '../shopping'
import { Pantry } from './pantry'

const pantry = new Pantry().open()

async function join(name: string): Promise<Member> {
  const { ctx } = pantry.household
  const id = await inTransaction(ctx.db, async (tx) => {
    await lockHousehold(ctx, tx)
    return createMember(ctx, tx, { displayName: name })
  })
  return { id, name, cookie: await cookieFor(ctx, id) }
}

/** A private list of Ben's with a secret in it, which has been remembered; Ada and everybody have another. */
async function keepSecret(): Promise<List> {
  const list = await pantry.shop.create(pantry.cast.ben, { name: 'Birthday', isShared: false })
  const necklace = await pantry.shop.add(pantry.cast.ben, list.id, 'Necklace')
  await pantry.shop.change(pantry.cast.ben, necklace.id, { section: 'jeweller' })
  await pantry.shop.change(pantry.cast.ben, necklace.id, { checked: true })
  await pantry.shop.remove(pantry.cast.ben, necklace.id)
  await pantry.add('Milk')
  return list
}

const seenBy = async (who: Member) => [await pantry.suggested('?q=neck', who), await pantry.suggested('', who)]
const SEEN = ['Necklace', 'Necklace, Milk']
const UNSEEN = ['', 'Milk']

describe('what was added to a private list', () => {
  test("is its owner's alone, in every list that they add to; nobody else sees or forgets it", async () => {
    const list = await keepSecret()
    const { ada, ben, cleo } = pantry.cast
    expect(await seenBy(ben)).toEqual(SEEN)
    for (const who of [ada, cleo, await join('Dana')]) {
      expect(await seenBy(who)).toEqual(UNSEEN)
      expect(await pantry.request(who, 'GET', 'suggestions', undefined, list.id)).toMatchObject({ status: 403 })
      const forgetting = await pantry.request(who, 'DELETE', 'suggestions?text=Necklace', undefined, list.id)
      expect(forgetting).toMatchObject({ status: 403 })
      expect((await pantry.request(who, 'DELETE', 'suggestions?text=Necklace')).status).toBe(200)
    }
    expect((await pantry.request(cleo, 'DELETE', 'suggestions')).status).toBe(200)
    expect(await pantry.suggested('', ben)).toBe('Necklace')
    expect((await pantry.request(null, 'GET', 'suggestions')).status).toBe(401)
    expect((await pantry.request(ada, 'GET', 'suggestions', undefined, 99_999_999)).status).toBe(404)
  })

  test('is for all as soon as the list is shared, and no longer than that', async () => {
    const list = await keepSecret()
    const { ada, ben, cleo } = pantry.cast
    await pantry.shop.setShared(ben, list.id, true)
    const dana = await join('Dana')
    for (const who of [ada, cleo, dana]) expect(await seenBy(who)).toEqual(SEEN)
    await pantry.shop.setShared(ben, list.id, false)
    for (const who of [ada, cleo, dana]) expect(await seenBy(who)).toEqual(UNSEEN)
    expect(await seenBy(ben)).toEqual(SEEN)
  })
})

test('what a list remembers goes with it, and with a member who leaves', async () => {
  const { ada } = pantry.cast
  const dana = await join('Dana')
  const own = await pantry.shop.create(dana, { name: 'Own' })
  await pantry.shop.add(dana, own.id, 'Saffron')
  await pantry.shop.add(dana, pantry.listId, 'Salt')
  expect(await pantry.suggested('?q=sa')).toBe('Saffron, Salt')
  await removeMember(pantry.household.ctx, dana.id)
  expect(await pantry.suggested('?q=sa')).toBe('Salt')
  await ask(pantry.household, ada, `DELETE /api/lists/${pantry.listId}`)
  expect(await pantry.household.ctx.db.select().from(rememberedItems)).toEqual([])
})

test('a member with many lists asks no more of the database than one with few', async () => {
  const heard = listenToStatements(pantry.household.ctx)
  const asked = async () => {
    await pantry.suggestions()
    heard.length = 0
    await pantry.suggestions()
    return heard.length
  }
  await pantry.buy('Milk')
  const few = await asked()
  for (let count = 0; count < 25; count++) {
    const { id } = await pantry.shop.create(pantry.cast.ada, { name: `List ${count}` })
    await pantry.shop.add(pantry.cast.ada, id, `Thing ${count}`)
  }
  // Of the newest first, of so many at a time.
  for (let count = 0; count < 3; count++) await pantry.suggestions()
  expect(await asked()).toBe(few)
  expect(await pantry.suggested('?q=thing&limit=50')).toContain('Thing 0')
})
