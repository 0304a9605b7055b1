import { queries, queryClient } from '../../data/queries'
import { memberId } from '../../data/session'
import type { EventForm, Me, WritableCalendar } from '../../data/types'
import type { Entry } from '../entries'
import type { Appearance } from './write'

const EVERYONE_COLOR = 'var(--everyone)'

/** How an event looks in the calendar it is written to. */
export function appearanceOf({ calendarUrl }: EventForm): Appearance {
  const calendars = queryClient.getQueryData<WritableCalendar[]>(queries.writableCalendars.queryKey) ?? []
  const me = queryClient.getQueryData<Me>(queries.me.queryKey)?.user
  const calendar = calendars.find(({ url }) => url === calendarUrl) ?? calendars.find(({ isShared }) => !isShared)
  const isShared = calendar?.isShared ?? false
  return {
    calendarName: calendar?.displayName ?? '',
    color: isShared ? EVERYONE_COLOR : (me?.color ?? calendar?.color ?? EVERYONE_COLOR),
    isShared,
    userId: me?.id ?? memberId.get() ?? 0,
    ownerName: me?.displayName ?? null,
  }
}

/** How an event looks by now. */
export function appearanceOfEntry({ calendarName, color, isShared, userId, ownerName }: Entry): Appearance {
  return { calendarName, color, isShared, userId, ownerName }
}
