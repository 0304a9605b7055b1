import { eq } from 'drizzle-orm'
import type { EventRef } from '../../calendar/event-ref'
import { meetingOf } from '../../calendar/ical/meeting'
import type { Context } from '../../platform/context'
import type { Executor } from '../../platform/db/client'
import { calendarCredentials, calendars } from '../../platform/db/schema'
import { type FoundEvent, findEvent } from './access'
import type { Meeting } from './model'

/** More are counted, not named. */
const MAX_NAMED = 100

/**
 * Who would hear of a change, from the cache alone. Whoever makes it, one account writes it: that is the organizer, or
 * somebody who takes part. @throws Refusal 404
 */
export async function readMeeting(ctx: Context, memberId: number, event: EventRef): Promise<Meeting> {
  const { text, calendar } = await findEvent(ctx.db, memberId, event)
  const { organizer, attendees } = meetingOf(text)
  const own = await addressesOf(ctx, calendar.writesThrough ?? calendar.id)
  return {
    isMeeting: organizer !== null || attendees.length > 0,
    isOrganizer: own.has(organizer?.email?.toLowerCase() ?? ''),
    organizer,
    attendees: attendees.slice(0, MAX_NAMED),
    ...(attendees.length > MAX_NAMED ? { attendeeCount: attendees.length } : {}),
  }
}

/** Whether somebody else organizes an event, as the account that writes it sees it. */
export async function isInvitation(ctx: { db: Executor }, { text, calendar }: FoundEvent): Promise<boolean> {
  const { organizer } = meetingOf(text)
  if (organizer === null) return false
  const own = await addressesOf(ctx, calendar.writesThrough ?? calendar.id)
  return !own.has(organizer.email?.toLowerCase() ?? '')
}

/** As whom the calendar's server knows the account it is written with, in lower case. */
async function addressesOf({ db }: { db: Executor }, calendarId: number): Promise<Set<string>> {
  const { accountEmail, calendarUsername, userAddresses } = calendarCredentials
  const [account] = await db
    .select({ accountEmail, calendarUsername, userAddresses })
    .from(calendars)
    .innerJoin(calendarCredentials, eq(calendarCredentials.userId, calendars.userId))
    .where(eq(calendars.id, calendarId))
  if (account === undefined) return new Set()
  const names = [account.accountEmail, account.calendarUsername, ...(account.userAddresses?.split(' ') ?? [])]
  return new Set(names.flatMap((name) => name?.toLowerCase() || []))
}
