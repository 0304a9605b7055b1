import { eq } from 'drizzle-orm'
import { meetingOf } from '../../calendar/ical/meeting'
import type { Context } from '../../platform/context'
import { calendarCredentials } from '../../platform/db/schema'
import { findEvent } from './access'
import type { EventName } from './service'

/** More are counted, not named. */
const MOST_NAMED = 100

/** Who would hear of a change of the event, from the cache alone. @throws Refusal 404 */
export async function readMeeting(ctx: Context, memberId: number, { uid, calendarId }: EventName) {
  const { text } = await findEvent(ctx, memberId, uid, calendarId)
  const { organizer, attendees } = meetingOf(text)
  const own = await accountAddress(ctx, memberId)
  return {
    isMeeting: organizer !== null || attendees.length > 0,
    isOrganizer: own !== null && organizer?.email?.toLowerCase() === own.toLowerCase(),
    organizer,
    attendees: attendees.slice(0, MOST_NAMED),
    ...(attendees.length > MOST_NAMED ? { attendeeCount: attendees.length } : {}),
  }
}

/** As whom the member's calendar server knows them. */
async function accountAddress({ db }: Context, memberId: number): Promise<string | null> {
  const [account] = await db
    .select({ address: calendarCredentials.accountEmail })
    .from(calendarCredentials)
    .where(eq(calendarCredentials.userId, memberId))
  return account?.address ?? null
}
