import { type OwnCalendar, ownCalendars } from '../../data/own-calendars'
import { queries, queryClient } from '../../data/queries'
import { memberId } from '../../data/session'
import type { EventForm, Me, Person, WritableCalendar } from '../../data/types'
import type { Entry } from '../entries'
import type { Appearance } from './write'

const EVERYONE_COLOR = 'var(--everyone)'

type Said = Pick<EventForm, 'calendarUrl' | 'personIds'>

/** How an event looks in the calendar it is written to. */
export function appearanceOf(form: Said): Appearance {
  const calendars = queryClient.getQueryData<WritableCalendar[]>(queries.writableCalendars.queryKey) ?? []
  const me = queryClient.getQueryData<Me>(queries.me.queryKey)?.user
  const calendar = calendars.find(({ url }) => url === form.calendarUrl) ?? calendars.find(({ isShared }) => !isShared)
  const isShared = calendar?.isShared ?? false
  return {
    calendarName: calendar?.displayName ?? '',
    color: isShared ? EVERYONE_COLOR : (me?.color ?? calendar?.color ?? EVERYONE_COLOR),
    isShared,
    userId: me?.id ?? memberId.get() ?? 0,
    ownerName: me?.displayName ?? null,
    ...forWhom(form),
  }
}

/** How an event looks by now. */
export function appearanceOfEntry({ calendarName, color, isShared, userId, ownerName }: Entry): Appearance {
  return { calendarName, color, isShared, userId, ownerName }
}

/** How an event looks once a form is written onto it. */
export function appearanceAfter(entry: Entry, form: EventForm, base: Said): Appearance {
  const appearance = form.calendarUrl === undefined ? appearanceOfEntry(entry) : appearanceOf(form)
  return { ...appearance, ...forWhom({ personIds: entry.personIds, ...base, ...form }) }
}

/** The persons that an event names, else the one whom its calendar belongs to. */
export function forWhom({ calendarUrl, personIds = [] }: Said): Required<Pick<Appearance, 'personIds' | 'people'>> {
  const calendars = queryClient.getQueryData<OwnCalendar[]>(ownCalendars.queryKey) ?? []
  const whose = calendars.find(({ url }) => url === calendarUrl)?.personId ?? null
  const named = personIds.length > 0 || whose === null ? personIds : [whose]
  const household = queryClient.getQueryData<Person[]>(queries.people.queryKey) ?? []
  const people = household.filter(({ id }) => named.includes(id)).map(({ id, name, color }) => ({ id, name, color }))
  return { personIds: people.map(({ id }) => id), people }
}
