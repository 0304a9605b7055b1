import { describe, expect, test } from 'bun:test'
import type { Person } from '../../../src/features/people/model'
import { ensureDevMember } from '../../../src/household/dev-member'
import { lockHousehold } from '../../../src/household/lock'
import { createMember } from '../../../src/household/members'
import { PALETTE } from '../../../src/household/palette'
import { removeMember } from '../../../src/household/remove-member'
import { addLocalMember } from '../../../src/identity/local/accounts'
import { personManagers, persons } from '../../../src/platform/db/schema'
import { inTransaction } from '../../../src/platform/db/transaction'
import { ask, seatedCast } from '../../support/cast'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { secret } from '../../support/secrets'

const household = opened(openHousehold)
const cast = seatedCast(household, { anew: true })

const seenBy = async (who: { cookie: string }) =>
  (await ask<{ people: Person[] }>(household, who, 'GET /api/people')).body.people

async function addMia(managers: number[] = []): Promise<number> {
  const { ctx } = household
  const mia = { name: 'Mia', color: '#22872F', birthday: '2019-02-28', position: 99, createdAt: ctx.now() }
  const [row] = await ctx.db.insert(persons).values(mia).$returningId()
  for (const memberId of managers) await ctx.db.insert(personManagers).values({ personId: row!.id, memberId })
  return row!.id
}

test('every member has a person, and persons without sign-in stand beside them', async () => {
  const { ada, ben, cleo } = cast
  const mia = await addMia([cleo.id, ben.id])
  const people = await seenBy(ada)
  const member = (at: number, name: string, memberId: number, color: string) => {
    const { id, position } = people[at]!
    return { id, name, color, birthday: null, position, memberId, managerIds: [], canManage: true }
  }
  expect(people).toEqual([
    member(0, 'Ada', ada.id, '#2563EB'),
    member(1, 'Ben', ben.id, '#0F766E'),
    member(2, 'Cleo', cleo.id, '#7C3AED'),
    {
      id: mia,
      name: 'Mia',
      color: '#22872F',
      birthday: '2019-02-28',
      position: 3,
      memberId: null,
      managerIds: [ben.id, cleo.id],
      canManage: true,
    },
  ])
})

test('admins manage everybody, others themselves and whom they look after', async () => {
  const { ada, ben, cleo } = cast
  await addMia([cleo.id])
  const managedBy = async (who: { cookie: string }) =>
    (await seenBy(who)).filter(({ canManage }) => canManage).map(({ name }) => name)
  expect(await managedBy(ada)).toEqual(['Ada', 'Ben', 'Cleo', 'Mia'])
  expect(await managedBy(ben)).toEqual(['Ben'])
  expect(await managedBy(cleo)).toEqual(['Cleo', 'Mia'])
})

test('whoever joins has a person behind all others, also without a name', async () => {
  const { ctx } = household
  await addLocalMember(ctx, { displayName: 'Dora', username: 'dora', password: secret('the password of Dora') })
  const nameless = await inTransaction(ctx.db, async (tx) => {
    await lockHousehold(ctx, tx)
    return createMember(ctx, tx, { displayName: null })
  })
  await ensureDevMember(ctx)
  const names = (await seenBy(cast.ada)).map(({ name }) => name)
  expect(names).toEqual(['Ada', 'Ben', 'Cleo', 'Dora', `Member ${nameless}`, 'Developer'])
})

const MIA = { name: 'Mia', birthday: '2019-02-28' }
type Refused = { error: string }
const add = (body: object) => ask<Person>(household, cast.ada, 'POST /api/people', body)
const change = (who: { cookie: string }, id: number, body: object) =>
  ask<Person & Refused>(household, who, `PATCH /api/people/${id}`, body)
const personOf = async (memberId: number) => (await seenBy(cast.ada)).find((one) => one.memberId === memberId)!
const names = async () => (await seenBy(cast.ada)).map(({ name }) => name)

describe('a person without sign-in', () => {
  test('is added behind all others, in a colour of the palette that is free', async () => {
    const { status, body } = await add({
      name: '  Mia ',
      birthday: '2019-02-28',
      managerIds: [cast.ben.id, cast.ben.id],
    })
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: body.id,
        name: 'Mia',
        color: PALETTE[0],
        birthday: '2019-02-28',
        position: 3,
        memberId: null,
        managerIds: [cast.ben.id],
        canManage: true,
      },
    })
    const { body: tom } = await add({ name: 'Tom', color: '#8b56e7' })
    expect(tom).toMatchObject({ name: 'Tom', color: '#8B56E7', birthday: null, position: 4, managerIds: [] })
    expect(await seenBy(cast.ada)).toEqual([...(await seenBy(cast.ada)).slice(0, 3), body, tom])
  })

  test('is no member: nobody signs in as them', async () => {
    await add(MIA)
    const { body } = await ask<{ members: unknown[] }>(household, cast.ada, 'GET /api/admin/members')
    expect(body.members).toHaveLength(3)
  })

  test.each<[string, object]>([
    ['name', {}],
    ['name', { name: '  ' }],
    ['name', { name: 'x'.repeat(257) }],
    ['name', { name: 'Mi\u0000a' }],
    ['color', { name: 'Mia', color: 'red' }],
    ['color', { name: 'Mia', color: '#F25C7A' }],
    ['birthday', { name: 'Mia', birthday: '2019-02-29' }],
    ['birthday', { name: 'Mia', birthday: '2019-2-28' }],
    ['birthday', { name: 'Mia', birthday: '2999-01-01' }],
    ['birthday', { name: 'Mia', birthday: 20190228 }],
    ['managerIds', { name: 'Mia', managerIds: [99_999] }],
    ['managerIds', { name: 'Mia', managerIds: ['1'] }],
    ['managerIds', { name: 'Mia', managerIds: 1 }],
    ['managerIds', { name: 'Mia', managerIds: Array(51).fill(1) }],
  ])('without a proper %s is refused: %p', async (field, body) => {
    expect(await add(body)).toMatchObject({ status: 400, body: { error: expect.stringContaining(field) } })
    expect(await names()).toHaveLength(3)
  })

  test.each(['Ada', ' ada ', 'ADA'])('cannot be called %p as well', async (name) => {
    expect(await add({ name })).toMatchObject({ status: 409, body: { error: 'This name is in use' } })
  })

  test('is one name in capitals as well', async () => {
    const { body } = await add({ name: 'Strauß' })
    expect(await add({ name: 'STRAUSS' })).toMatchObject({ status: 409, body: { error: 'This name is in use' } })
    expect((await change(cast.ada, body.id, { name: 'STRAUSS' })).body).toMatchObject({ name: 'STRAUSS' })
  })

  test('is born today at the latest, on the household’s calendar', async () => {
    household.clock.set('2026-11-20T23:30:00Z')
    expect((await add({ name: 'Mia', birthday: '2026-11-22' })).status).toBe(400)
    expect((await add({ name: 'Mia', birthday: '2026-11-21' })).status).toBe(201)
  })

  test('is removed by an admin', async () => {
    const { body: mia } = await add(MIA)
    const remove = () => ask(household, cast.ada, `DELETE /api/people/${mia.id}`)
    expect(await remove()).toMatchObject({ status: 200, body: { id: mia.id } })
    expect((await remove()).status).toBe(404)
    expect(await names()).toEqual(['Ada', 'Ben', 'Cleo'])
  })

  test('loses who looks after them when that member leaves', async () => {
    const { body: mia } = await add({ ...MIA, managerIds: [cast.ben.id, cast.cleo.id] })
    await removeMember(household.ctx, cast.ben.id)
    expect((await seenBy(cast.ada)).find(({ id }) => id === mia.id)?.managerIds).toEqual([cast.cleo.id])
  })
})

describe('a member’s person', () => {
  test('cannot be removed', async () => {
    const { id } = await personOf(cast.ben.id)
    const { status, body } = await ask(household, cast.ada, `DELETE /api/people/${id}`)
    expect({ status, body }).toEqual({ status: 409, body: { error: 'This person is a member' } })
  })

  test('goes with the member', async () => {
    await removeMember(household.ctx, cast.ben.id)
    expect(await names()).toEqual(['Ada', 'Cleo'])
  })

  test('is called as the member is, and the other way round', async () => {
    const { id } = await personOf(cast.ben.id)
    expect((await change(cast.ben, id, { name: 'Benjamin', color: '#22872f' })).body).toMatchObject({
      name: 'Benjamin',
      color: '#22872F',
    })
    const { body } = await ask(household, cast.ben, 'GET /api/me')
    expect(body).toMatchObject({ user: { displayName: 'Benjamin', color: '#22872F' } })
    await ask(household, cast.ben, 'PATCH /api/me', { displayName: 'Benno', color: '#C55220' })
    expect(await personOf(cast.ben.id)).toMatchObject({ name: 'Benno', color: '#C55220' })
  })

  test('may be called as before, in another case', async () => {
    const { id } = await personOf(cast.ben.id)
    expect((await change(cast.ben, id, { name: 'BEN' })).body).toMatchObject({ name: 'BEN' })
    expect(await change(cast.ben, id, { name: 'cleo' })).toMatchObject({ status: 409 })
  })

  test('keeps its name in a change, also where somebody else has come to bear it', async () => {
    const { body: mia } = await add(MIA)
    const account = { displayName: 'Mia', username: 'mia', initialPassword: 'mia-likes-lists' }
    const { body: member } = await ask<{ id: number }>(household, cast.ada, 'POST /api/admin/members', account)
    const other = await personOf(member.id)
    const kept = { name: 'Mia', birthday: '2017-05-14' }
    for (const id of [mia.id, other.id])
      expect(await change(cast.ada, id, kept)).toMatchObject({ status: 200, body: kept })
    expect(await change(cast.ada, mia.id, { name: 'MIA' })).toMatchObject({ status: 200, body: { name: 'MIA' } })
    expect(await change(cast.ada, mia.id, { name: 'Cleo' })).toMatchObject({ status: 409 })
    expect((await add({ name: 'mia' })).status).toBe(409)
  })
})

describe('who may change whom', () => {
  test('admins everybody, managers whom they look after, members themselves', async () => {
    const { ada, ben, cleo } = cast
    const { body: mia } = await add({ ...MIA, managerIds: [ben.id] })
    const bens = await personOf(ben.id)
    const statusOf = async (who: { cookie: string }, id: number, body: object = { birthday: null }) =>
      (await change(who, id, body)).status
    expect([await statusOf(ada, mia.id), await statusOf(ben, mia.id), await statusOf(cleo, mia.id)]).toEqual([
      200, 200, 403,
    ])
    expect([await statusOf(ada, bens.id), await statusOf(ben, bens.id), await statusOf(cleo, bens.id)]).toEqual([
      200, 200, 403,
    ])
    expect(await statusOf(ben, mia.id, { name: 'Maria', managerIds: [ben.id] })).toBe(403)
    expect(await statusOf(ben, bens.id, { managerIds: [] })).toBe(403)
    expect(await statusOf(ada, mia.id, { managerIds: [] })).toBe(200)
    expect(await statusOf(ben, mia.id)).toBe(403)
    expect(await statusOf(ada, 99_999)).toBe(404)
    expect(await names()).toEqual(['Ada', 'Ben', 'Cleo', 'Mia'])
  })

  test.each<[string, object]>([
    ['change', {}],
    ['change', { nothing: true }],
    ['name', { name: '' }],
    ['name', { name: null }],
    ['color', { color: null }],
    ['birthday', { birthday: '1492-10-12' }],
    ['position', { position: -1 }],
    ['position', { position: 1.5 }],
    ['position', { position: '1' }],
    ['managerIds', { managerIds: [0] }],
  ])('%s: %p is refused', async (word, body) => {
    const { id } = await personOf(cast.ben.id)
    expect(await change(cast.ada, id, body)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(word) },
    })
  })
})

test('somebody is moved, and the others make room', async () => {
  const { body: mia } = await add(MIA)
  const moved = async (id: number, position: number) => {
    const { body } = await change(cast.ada, id, { position })
    return [body.position, ...(await names())]
  }
  const ada = await personOf(cast.ada.id)
  expect(await moved(mia.id, 1)).toEqual([1, 'Ada', 'Mia', 'Ben', 'Cleo'])
  expect(await moved(ada.id, 99)).toEqual([3, 'Mia', 'Ben', 'Cleo', 'Ada'])
  expect(await moved(ada.id, 3)).toEqual([3, 'Mia', 'Ben', 'Cleo', 'Ada'])
  expect(await moved(ada.id, 0)).toEqual([0, 'Ada', 'Mia', 'Ben', 'Cleo'])
})

test('of two who take one name at once, one does', async () => {
  const outcomes = await Promise.all([add({ name: 'Mia' }), add({ name: 'mia' }), add({ name: 'MIA' })])
  expect(outcomes.map(({ status }) => status).sort()).toEqual([201, 409, 409])
})
