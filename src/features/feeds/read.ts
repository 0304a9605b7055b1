import { eq } from 'drizzle-orm'
import type { Zone } from '../../calendar/ical/zone'
import { isOnlyTimes, type MemberCalendar } from '../../household/calendars'
import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import { members } from '../../platform/db/schema'
import type { ListRow } from '../shared/lists'
import { chosenCalendars, chosenLists } from './choice'
import { choicesOf, type FeedRow } from './service'

const BUSY = { en: 'Busy', de: 'Beschäftigt' }

/** What a feed holds at this moment: the calendars and lists that its member may read now. */
export interface FeedContents {
  feed: FeedRow
  calendars: readonly MemberCalendar[]
  lists: readonly ListRow[]
  zone: Zone
  /** What stands in place of everything that an event says. */
  busy: string
}

/** What a feed shows now, by its choice and by what its member may read. */
export async function contentsOf(ctx: Context, feed: FeedRow): Promise<FeedContents> {
  const choice = (await choicesOf(ctx.db, [feed.id])).of(feed.id)
  const [calendars, lists, zone, [member]] = await Promise.all([
    chosenCalendars(ctx.db, feed.memberId, choice.calendars),
    chosenLists(ctx.db, feed.memberId, choice.lists),
    householdZone(ctx),
    ctx.db.select({ language: members.language }).from(members).where(eq(members.id, feed.memberId)),
  ])
  return { feed, calendars, lists, zone, busy: BUSY[member?.language ?? 'en'] }
}

/** Whether a feed tells of an event, or of all of a calendar, nothing but when somebody is busy. */
export const isBusyIn = (
  { feed }: Pick<FeedContents, 'feed'>,
  calendar: MemberCalendar,
  event = { isPrivate: false },
): boolean => feed.detail === 'busy' || isOnlyTimes(calendar, event)
