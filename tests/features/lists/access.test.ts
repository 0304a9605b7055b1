import { describe, expect, test } from 'bun:test'
import { lockHousehold } from '../../../src/household/lock'
import { createMember } from '../../../src/household/members'
import { inTransaction } from '../../../src/platform/db/transaction'
import { ask, cookieFor, type Member, seatedCast } from '../../support/cast'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { type Item, type List, shopping } from './shopping'

const household = opened(openHousehold)
const cast = seatedCast(household)
let dana: Member

/** What each role may do with a list of Ada's: owner, sharee, former sharee, stranger, new member, nobody. */
type Role = 'owner' | 'sharee' | 'former' | 'stranger' | 'newcomer' | 'nobody'
type Expected = Record<Role, number>

const READ = { owner: 200, sharee: 200, former: 403, stranger: 403, newcomer: 200, nobody: 401 }
const ADD = { ...READ, owner: 201, sharee: 201, newcomer: 201 }
const OWN = { ...READ, sharee: 403, newcomer: 403 }
const ROUTES: [string, unknown, Expected][] = [
  ['GET /api/lists/LIST/items', undefined, READ],
  ['POST /api/lists/LIST/items', { text: 'Tea' }, ADD],
  ['DELETE /api/lists/LIST/items?checked=true', undefined, READ],
  ['PATCH /api/lists/LIST', { name: 'Market' }, READ],
  ['PATCH /api/lists/LIST', { isShared: true }, OWN],
  ['PATCH /api/lists/LIST', { isShared: false }, OWN],
  ['PATCH /api/lists/LIST', { name: 'Market', isShared: false }, OWN],
  ['DELETE /api/lists/LIST', undefined, OWN],
  ['PATCH /api/list-items/ITEM', { checked: true }, READ],
  ['PATCH /api/list-items/ITEM', { text: 'Oat milk' }, READ],
  ['PATCH /api/list-items/ITEM', { position: 'a5' }, READ],
  ['DELETE /api/list-items/ITEM', undefined, READ],
]
const ROLES: Role[] = ['owner', 'sharee', 'former', 'stranger', 'newcomer', 'nobody']

async function join(): Promise<Member> {
  const { ctx } = household
  const id = await inTransaction(ctx.db, async (tx) => {
    await lockHousehold(ctx, tx)
    return createMember(ctx, tx, { displayName: 'Dana' })
  })
  return { id, name: 'Dana', cookie: await cookieFor(ctx, id) }
}

/** One shared list and one that was shared once, each with an item; Dana joins afterwards. */
let shared: { list: List; item: Item }
let unshared: { list: List; item: Item }

async function setUp() {
  const shop = shopping(household)
  const fill = async (list: List) => ({ list, item: await shop.add(cast.ada, list.id, 'Milk') })
  shared = await fill(await shop.create(cast.ada))
  unshared = await fill(await shop.create(cast.ada))
  await shop.setShared(cast.ada, unshared.list.id, false)
  dana = await join()
}

function actorOf(role: Role) {
  const { ada, ben } = cast
  const actors = { owner: ada, sharee: ben, former: ben, stranger: dana, newcomer: dana, nobody: null }
  return actors[role]
}

describe.each(ROUTES)('%s %j', (request, body, expected) => {
  test.each(ROLES)('%s', async (role) => {
    await setUp()
    const { list, item } = role === 'former' || role === 'stranger' ? unshared : shared
    const path = request.replace('LIST', String(list.id)).replace('ITEM', String(item.id))
    const { status, body: answer } = await ask(household, actorOf(role), path, body)
    expect(status).toBe(expected[role])
    if (status === 403) expect(answer).toEqual({ error: 'Forbidden' })
    if (status === 401) expect(answer).toEqual({ error: 'Unauthorized' })
    if (status < 300) return
    expect(await shopping(household).items(cast.ada, list.id)).toEqual([item])
    expect(await shopping(household).lists(cast.ada)).toContainEqual(
      expect.objectContaining({ id: list.id, name: 'Groceries', isShared: list === shared.list, activeCount: 1 }),
    )
  })

  test('404 for what is not there', async () => {
    const path = request.replace('LIST', '99999999').replace('ITEM', '99999999999999999999')
    expect((await ask(household, cast.ada, path, body)).status).toBe(404)
  })
})

describe('the lists a member sees', () => {
  test.each<[Role, number]>([
    ['owner', 2],
    ['sharee', 1],
    ['newcomer', 1],
  ])('%s: %d', async (role, count) => {
    await setUp()
    const ids = (await shopping(household).lists(actorOf(role)!)).map(({ id }) => id)
    expect(ids.filter((id) => id === shared.list.id || id === unshared.list.id)).toHaveLength(count)
  })

  test.each(['GET /api/lists', 'POST /api/lists'])('%s is 401 for nobody, also with a broken body', async (request) => {
    const body = request.startsWith('POST') ? '{' : undefined
    const { status, body: answer } = await ask(household, null, request, body)
    expect({ status, answer }).toEqual({ status: 401, answer: { error: 'Unauthorized' } })
  })
})
