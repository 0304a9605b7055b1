import { desc, eq, max } from 'drizzle-orm'
import { formatIsoDate, parseIsoDate } from '../../calendar/ical/civil'
import { dayOf } from '../../calendar/ical/zone'
import type { WindowReader } from '../../calendar/window/reader'
import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import { deviceSessions, members } from '../../platform/db/schema'
import { TimeSlice } from '../../platform/time-slice'
import { readHouseholdWindow } from './read-window'

/** Who was there last; what most calendars hold is prepared by then, whoever asks. */
const MAX_MEMBERS = 20
/** Around today: the present month with its neighbours in the grid, and the next. */
const DAYS = { before: 37, after: 52 }

/**
 * Reads what members are about to ask for, so that the first of them after a start need not wait until every series has been
 * parsed. Requests come in between; none waits for it.
 */
export async function prepareAhead(ctx: Context, window: WindowReader, isStopped: () => boolean): Promise<void> {
  const today = parseIsoDate(dayOf(await householdZone(ctx), ctx.now()))!
  const days = { start: formatIsoDate(today - DAYS.before), end: formatIsoDate(today + DAYS.after) }
  const slice = new TimeSlice()
  for (const memberId of await membersSeenLast(ctx)) {
    if (isStopped()) return
    await readHouseholdWindow(ctx, window, memberId, days)
    await slice.next()
  }
}

async function membersSeenLast({ db }: Context): Promise<number[]> {
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .leftJoin(deviceSessions, eq(deviceSessions.memberId, members.id))
    .groupBy(members.id)
    .orderBy(desc(max(deviceSessions.lastUsedAt)), members.id)
    .limit(MAX_MEMBERS)
  return rows.map(({ id }) => id)
}
