import type { MemberCalendar } from '../../household/calendars'
import { BUSY } from '../shared/household-occurrences'
import type { CalendarFreshness, WritableCalendar } from './model'

/** How far the cache may be behind the calendars' servers. All busy calendars of one member are told as one. */
export function presentFreshness(all: readonly MemberCalendar[]): CalendarFreshness[] {
  const calendars = all.filter(isTold)
  const busy = Map.groupBy(calendars.filter(isBusy), ({ ownerId }) => ownerId).values()
  return [...calendars.filter((calendar) => !isBusy(calendar)), ...busy.map(asOne)].map((calendar) => ({
    displayName: calendar.displayName,
    isOwn: calendar.isOwn,
    lastSyncedAt: calendar.lastSyncedAt?.toISOString() ?? null,
    isFailing: calendar.isFailing,
  }))
}

/** A feed is asked as seldom as it wants: hours are no age of it as long as it can be read. */
const isTold = ({ source, isFailing, lastSyncedAt }: MemberCalendar) =>
  source === 'caldav' || (isFailing && lastSyncedAt !== null)

const isBusy = ({ access }: MemberCalendar) => access === 'busy'

/** What one member's busy calendars have in common: the oldest news, and a failure of any. */
function asOne(calendars: readonly MemberCalendar[]) {
  const times = calendars.map(({ lastSyncedAt }) => lastSyncedAt)
  const isWhole = times.every((time) => time !== null)
  return {
    displayName: calendars[0]!.ownerName ?? BUSY,
    isOwn: false,
    lastSyncedAt: isWhole ? new Date(Math.min(...times.map(Number))) : null,
    isFailing: calendars.some(({ isFailing }) => isFailing),
  }
}

export const presentCalendar = ({ url, displayName, color, isShared }: MemberCalendar): WritableCalendar => ({
  url,
  displayName,
  color,
  isShared,
})
