import { beforeEach, describe, expect, test } from 'bun:test'
import { lockHousehold } from '../../../src/household/lock'
import { createMember } from '../../../src/household/members'
import { listShares, lists } from '../../../src/platform/db/schema'
import { inTransaction } from '../../../src/platform/db/transaction'
import { ask, cookieFor, seatedCast } from '../../support/cast'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { type List, shopping } from './shopping'

const household = opened(() => openHousehold({ at: '2026-11-20T12:00:00Z' }))
const cast = seatedCast(household)
beforeEach(async () => {
  await household.ctx.db.delete(lists)
  household.clock.set('2026-11-20T12:00:00Z')
})

/** A member who joins the household now. */
async function newcomer() {
  const { ctx } = household
  const id = await inTransaction(ctx.db, async (tx) => {
    await lockHousehold(ctx, tx)
    return createMember(ctx, tx, { displayName: 'Dana' })
  })
  return { id, name: 'Dana', cookie: await cookieFor(ctx, id) }
}

describe('a new list', () => {
  test('has every field, no items, and belongs to who made it', async () => {
    const { status, body } = await ask(household, cast.ada, 'POST /api/lists', { name: '  Groceries ' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(Number),
      name: 'Groceries',
      isShared: true,
      ownerId: cast.ada.id,
      activeCount: 0,
      doneCount: 0,
      createdAt: '2026-11-20T12:00:00.000Z',
      updatedAt: '2026-11-20T12:00:00.000Z',
    })
  })

  test('has an icon and a colour where they are set, in every answer, for whoever reads it; null takes them away', async () => {
    const shop = shopping(household)
    const look = { icon: '🏕️', color: '#22872f' }
    const { status, body } = await ask<List>(household, cast.ada, 'POST /api/lists', { name: 'Camp', ...look })
    expect(status).toBe(201)
    expect(body).toMatchObject(look)
    expect(await shop.lists(cast.ben)).toMatchObject([look])
    const change = (change: unknown) => ask(household, cast.ben, `PATCH /api/lists/${body.id}`, change)
    expect((await change({ icon: ' travel ' })).body).toMatchObject({ ...look, icon: 'travel' })
    expect((await change({ name: 'Camping' })).body).toMatchObject({
      name: 'Camping',
      icon: 'travel',
      color: look.color,
    })
    expect((await change({ icon: null })).body).not.toHaveProperty('icon')
    const { body: plain } = await change({ color: null })
    expect(Object.keys(plain)).toEqual(['id', 'name', 'isShared', 'ownerId', 'createdAt', 'updatedAt'])
    expect(Object.keys((await shop.lists(cast.ben))[0]!)).not.toContain('color')
  })

  test('is shared with everybody else unless it is said otherwise', async () => {
    const shop = shopping(household)
    const shared = await shop.create(cast.ada)
    const own = await shop.create(cast.ada, { name: 'Presents', isShared: false })
    expect((await shop.lists(cast.ada)).map(({ id }) => id)).toEqual([shared.id, own.id])
    expect((await shop.lists(cast.ben)).map(({ id }) => id)).toEqual([shared.id])
    const shares = await household.ctx.db.select().from(listShares)
    expect(shares.map((share) => share.userId).sort()).toEqual([cast.ben.id, cast.cleo.id].sort())
  })

  test('keeps a name of 255 characters, emoji counted as one each', async () => {
    const name = '🥕'.repeat(255)
    const { status, body } = await ask(household, cast.ada, 'POST /api/lists', { name, unknown: 'ignored' })
    expect({ status, name: body.name }).toEqual({ status: 201, name })
  })
})

test('lists tell how many items are active and done', async () => {
  const shop = shopping(household)
  const { id } = await shop.create(cast.ada)
  const milk = await shop.add(cast.ben, id, 'Milk')
  await shop.add(cast.ada, id, 'Eggs')
  await shop.add(cast.ada, id, 'Tea')
  await shop.change(cast.ben, milk.id, { checked: true })
  const [list] = await shop.lists(cast.cleo)
  expect(list).toEqual(expect.objectContaining({ id, activeCount: 2, doneCount: 1 }))
})

describe('a change', () => {
  test('answers the list without counts, and moves updatedAt', async () => {
    const { id } = await shopping(household).create(cast.ada)
    household.clock.advance(60_000)
    const { status, body } = await ask(household, cast.ben, `PATCH /api/lists/${id}`, { name: 'Market' })
    expect(status).toBe(200)
    expect(body).toEqual({
      id,
      name: 'Market',
      isShared: true,
      ownerId: cast.ada.id,
      createdAt: '2026-11-20T12:00:00.000Z',
      updatedAt: '2026-11-20T12:01:00.000Z',
    })
  })

  test('of a private list to a shared one lets everybody in, and back again shuts them out', async () => {
    const shop = shopping(household)
    const { id } = await shop.create(cast.ada, { isShared: false })
    expect(await shop.lists(cast.ben)).toEqual([])
    await shop.setShared(cast.ada, id, true)
    await shop.setShared(cast.ada, id, true)
    expect(await shop.lists(cast.ben)).toHaveLength(1)
    await shop.setShared(cast.ada, id, false)
    expect(await shop.lists(cast.ben)).toEqual([])
    expect(await household.ctx.db.select().from(listShares)).toEqual([])
    expect(await shop.lists(cast.ada)).toHaveLength(1)
  })

  test('by a sharee who also speaks of sharing changes nothing, not even the name', async () => {
    const shop = shopping(household)
    const { id } = await shop.create(cast.ada)
    const { status } = await ask(household, cast.ben, `PATCH /api/lists/${id}`, { name: 'Mine', isShared: false })
    expect(status).toBe(403)
    expect(await shop.lists(cast.cleo)).toEqual([expect.objectContaining({ name: 'Groceries', isShared: true })])
  })
})

test('a list is deleted with its items', async () => {
  const shop = shopping(household)
  const { id } = await shop.create(cast.ada)
  const milk = await shop.add(cast.ben, id, 'Milk')
  const { status, body } = await ask(household, cast.ada, `DELETE /api/lists/${id}`)
  expect({ status, body }).toEqual({ status: 200, body: { id } })
  expect((await ask(household, cast.ada, `PATCH /api/list-items/${milk.id}`, { checked: true })).status).toBe(404)
  expect((await ask(household, cast.ada, `DELETE /api/lists/${id}`)).status).toBe(404)
})

describe('a member who joins', () => {
  test('while a list is being shared or made gets a share of it', async () => {
    const { ctx } = household
    const shop = shopping(household)
    const own = await shop.create(cast.ada, { isShared: false })
    const { dana, sharing } = await inTransaction(ctx.db, async (tx) => {
      await lockHousehold(ctx, tx)
      const dana = await createMember(ctx, tx, { displayName: 'Dana' })
      const sharing = [shop.setShared(cast.ada, own.id, true), shop.create(cast.ben)]
      // Both must wait for this transaction; were they not to, they would be done by then.
      await Promise.race([Promise.all(sharing), Bun.sleep(150)])
      return { dana, sharing }
    })
    await Promise.all(sharing)
    expect(await shop.lists({ id: dana, name: 'Dana', cookie: await cookieFor(ctx, dana) })).toHaveLength(2)
  })

  test('together with others, amid much sharing, misses nothing', async () => {
    const shop = shopping(household)
    const own = await Promise.all([1, 2, 3].map(() => shop.create(cast.ada, { isShared: false })))
    const [dana, erik] = await Promise.all([
      newcomer(),
      newcomer(),
      ...own.map(({ id }) => shop.setShared(cast.ada, id, true)),
      shop.create(cast.ben),
    ])
    expect(await shop.lists(dana)).toHaveLength(4)
    expect(await shop.lists(erik)).toHaveLength(4)
  })

  test('gets no share of a list that is somebody’s own', async () => {
    const shop = shopping(household)
    await shop.create(cast.ada, { name: 'Presents', isShared: false })
    const groceries = await shop.create(cast.ada)
    expect((await shop.lists(await newcomer())).map(({ id }) => id)).toEqual([groceries.id])
  })
})

describe('what is refused', () => {
  const lists = '/api/lists'
  test.each([
    ['no name', `POST ${lists}`, {}],
    ['a blank name', `POST ${lists}`, { name: ' \n ' }],
    ['a name of 256 characters', `POST ${lists}`, { name: 'x'.repeat(256) }],
    ['a name that is no text', `POST ${lists}`, { name: 5 }],
    ['half a surrogate pair', `POST ${lists}`, { name: 'x\ud83d' }],
    ['isShared as text', `POST ${lists}`, { name: 'x', isShared: 'true' }],
    ['an icon of 33 characters', `POST ${lists}`, { name: 'x', icon: 'x'.repeat(33) }],
    ['a blank icon', `PATCH ${lists}/LIST`, { icon: ' ' }],
    ['an icon that is no text', `PATCH ${lists}/LIST`, { icon: 5 }],
    ['a colour by name', `POST ${lists}`, { name: 'x', color: 'red' }],
    ['a colour in short', `PATCH ${lists}/LIST`, { color: '#fff' }],
    ['an array', `POST ${lists}`, [{ name: 'x' }]],
    ['a broken body', `POST ${lists}`, '{"name":'],
    ['no body', `POST ${lists}`, undefined],
    ['a change of nothing', `PATCH ${lists}/LIST`, {}],
    ['a change of something else', `PATCH ${lists}/LIST`, { ownerId: 2 }],
    ['a change to a blank name', `PATCH ${lists}/LIST`, { name: '' }],
    ['a change to null', `PATCH ${lists}/LIST`, { name: null }],
    ['a list named abc', `PATCH ${lists}/abc`, { name: 'x' }],
    ['list 0', `GET ${lists}/0/items`, undefined],
    ['list 1e3', `DELETE ${lists}/1e3`, undefined],
    ['list -1', `DELETE ${lists}/-1`, undefined],
    ['an item without text', `POST ${lists}/LIST/items`, {}],
    ['a blank item', `POST ${lists}/LIST/items`, { text: '   ' }],
    ['an item of 501 characters', `POST ${lists}/LIST/items`, { text: 'x'.repeat(501) }],
    ['a client id that is no UUID', `POST ${lists}/LIST/items`, { text: 'x', clientId: 'abc' }],
    ['a clearing of everything', `DELETE ${lists}/LIST/items`, undefined],
    ['a clearing of what is not done', `DELETE ${lists}/LIST/items?checked=false`, undefined],
    ['a change of no item', 'PATCH /api/list-items/x', { checked: true }],
    ['an item change of nothing', 'PATCH /api/list-items/ITEM', {}],
    ['two item changes', 'PATCH /api/list-items/ITEM', { checked: true, text: 'x' }],
    ['three item changes', 'PATCH /api/list-items/ITEM', { checked: true, text: 'x', position: 'a0' }],
    ['checked as a number', 'PATCH /api/list-items/ITEM', { checked: 1 }],
    ['a blank text', 'PATCH /api/list-items/ITEM', { text: ' ' }],
    ['a text of 501 characters', 'PATCH /api/list-items/ITEM', { text: 'x'.repeat(501) }],
    ['an empty position', 'PATCH /api/list-items/ITEM', { position: '' }],
    ['a position of 256 characters', 'PATCH /api/list-items/ITEM', { position: 'a'.repeat(256) }],
    ['a position with a blank', 'PATCH /api/list-items/ITEM', { position: 'a 0' }],
    ['a position with a line break', 'PATCH /api/list-items/ITEM', { position: 'a0\n' }],
    ['a position beyond ASCII', 'PATCH /api/list-items/ITEM', { position: 'ä' }],
  ])('%s', async (_, request, body) => {
    const shop = shopping(household)
    const list = await shop.create(cast.ada)
    const item = await shop.add(cast.ada, list.id, 'Milk')
    const path = request.replace('LIST', String(list.id)).replace('ITEM', String(item.id))
    const answer = await ask(household, cast.ada, path, body)
    expect(answer).toEqual(expect.objectContaining({ status: 400, body: { error: expect.any(String) } }))
    expect(await shop.items(cast.ada, list.id)).toEqual([item])
    expect(await shop.lists(cast.ada)).toEqual([expect.objectContaining({ name: 'Groceries', activeCount: 1 })])
  })

  test('a refusal names the field and the rule, never the value', async () => {
    const { body } = await ask(household, cast.ada, 'POST /api/lists', { name: 'secret'.repeat(50) })
    expect(body).toEqual({ error: 'name: expected text of 1 to 255 characters' })
  })

  test('a body that is not JSON', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await ask(household, cast.ada, 'POST /api/lists', 'name=x', form)).status).toBe(400)
  })
})
