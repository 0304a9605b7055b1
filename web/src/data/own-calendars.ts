import type { OwnCalendar } from '../../../src/features/calendars/model'
import { request } from './http'
import type { Query } from './queries'

export type { OwnCalendar }

/** The member's own calendars, as they keep them. */
export const ownCalendars: Query<OwnCalendar[]> = {
  queryKey: ['own-calendars'],
  queryFn: async () => (await request<{ calendars: OwnCalendar[] }>('GET', '/api/me/calendars')).calendars,
  staleTime: 0,
}
