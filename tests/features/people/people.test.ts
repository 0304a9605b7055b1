import { expect, test } from 'bun:test'
import type { Person } from '../../../src/features/people/model'
import { ensureDevMember } from '../../../src/household/dev-member'
import { lockHousehold } from '../../../src/household/lock'
import { createMember } from '../../../src/household/members'
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
      position: 99,
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
