import { eq } from 'drizzle-orm'
import { announce } from '../platform/announcements/announce'
import { members } from '../platform/db/schema'
import { inTransaction } from '../platform/db/transaction'
import type { Announcement } from '../platform/hub'
import { keepOneAdmin } from './admins'
import { calendarChanged } from './announcements'
import { householdChanged } from './birthdays-calendar'
import { lockHousehold } from './lock'
import { findMember, type MemberContext } from './members'
import { openIdAmong, openingsOf } from './open-calendars'
import { sharedCalendarsOf } from './shared-calendar'

/**
 * Removes a member with everything that is theirs: calendars, credentials, lists, shares, subscriptions. Sessions end,
 * because nobody is behind them any more. Tells everybody, and those who lose something.
 * @throws Refusal 404, 409 for the last admin
 */
export async function removeMember(ctx: MemberContext, memberId: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await lockHousehold(ctx, tx)
    await keepOneAdmin(tx, await findMember(tx, memberId), 'The last admin cannot be removed')
    const elsewhere: Announcement[] = []
    for (const { onLeave } of ctx.memberHooks) elsewhere.push(...((await onLeave?.(tx, memberId)) ?? []))
    const shared = await sharedCalendarsOf(tx, memberId)
    const openings = await openingsOf(tx, memberId)
    const opened = openings.filter(({ id }) => openIdAmong(openings, id) === id)
    await tx.delete(members).where(eq(members.id, memberId))
    announce(
      ctx,
      tx,
      ...elsewhere,
      householdChanged(),
      ...shared.map((id) => calendarChanged(id, 'everyone')),
      ...opened.map(({ id }) => calendarChanged(id, [], id)),
    )
  })
}
