import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { calendarChanged } from '../../src/household/announcements'
import { householdChanged } from '../../src/household/birthdays-calendar'
import { removeMember } from '../../src/household/remove-member'
import { addLocalMember } from '../../src/identity/local/accounts'
import { members } from '../../src/platform/db/schema'
import type { MemberHooks } from '../../src/platform/member-hooks'
import { heardFrom, listenTo } from '../support/announcements'
import { seatedCast } from '../support/cast'
import { openHousehold } from '../support/household'
import { opened } from '../support/opened'
import { rejectionOf } from '../support/rejection'
import { secret } from '../support/secrets'

const household = opened(openHousehold)
const cast = seatedCast(household, { anew: true })
const heard = heardFrom(household)

const withHooks = (...memberHooks: MemberHooks[]) => ({ ...household.ctx, memberHooks })
const failing = async () => {
  throw new Error('no room for it')
}
const DANA = { displayName: 'Dana', username: 'dana', password: secret('the password of Dana') }
const isThere = async (id: number) => (await household.ctx.db.$count(members, eq(members.id, id))) === 1

describe('a part that keeps data of members', () => {
  test('sees a new member inside the transaction that creates them', async () => {
    const seen: string[] = []
    const onJoin: MemberHooks['onJoin'] = async (tx, id) => {
      const [row] = await tx.select({ name: members.displayName }).from(members).where(eq(members.id, id))
      seen.push(`${row?.name}, ${(await isThere(id)) ? 'committed' : 'not yet committed'}`)
    }
    await addLocalMember(withHooks({ onJoin }), DANA)
    expect(seen).toEqual(['Dana, not yet committed'])
  })

  test('keeps somebody out when it fails', async () => {
    expect((await rejectionOf(addLocalMember(withHooks({ onJoin: failing }), DANA))).message).toContain(
      'no room for it',
    )
    expect(await household.ctx.db.$count(members)).toBe(3)
  })

  test('announces after the commit what goes with a member, in the order of the parts', async () => {
    const { ben } = cast
    const about = (id: number): MemberHooks => ({ onLeave: async () => [calendarChanged(id, [ben.id])] })
    const lookups: Promise<boolean>[] = []
    const unsubscribe = await listenTo(household.ctx, () => lookups.push(isThere(ben.id)))
    await removeMember(withHooks(about(1), {}, about(2)), ben.id)
    unsubscribe()
    expect(heard).toEqual([calendarChanged(1, [ben.id]), calendarChanged(2, [ben.id]), householdChanged()])
    expect(await Promise.all(lookups)).toEqual([false, false, false])
  })

  test('keeps a member, and everybody else uninformed, when it fails', async () => {
    const told: MemberHooks = { onLeave: async () => [calendarChanged(1, 'everyone')] }
    const leaving = removeMember(withHooks(told, { onLeave: failing }), cast.ben.id)
    expect((await rejectionOf(leaving)).message).toContain('no room for it')
    expect(await isThere(cast.ben.id)).toBe(true)
    expect(heard).toEqual([])
  })
})
