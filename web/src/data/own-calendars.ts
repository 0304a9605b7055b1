import type { OwnCalendar as Kept } from '../../../src/features/calendars/model'
import { request } from './http'
import type { Query } from './queries'

/** What others see of a calendar: nothing, when its owner is busy, everything. */
export type Visibility = 'private' | 'busy' | 'household'

export type OwnCalendar = Kept & { visibility: Visibility; personId: number | null }

/** The member's own calendars, as they keep them. */
export const ownCalendars: Query<OwnCalendar[]> = {
  queryKey: ['own-calendars'],
  queryFn: async () => (await request<{ calendars: OwnCalendar[] }>('GET', '/api/me/calendars')).calendars,
  staleTime: 0,
}
