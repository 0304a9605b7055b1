import type { Code, Display, NewDisplay, OpenCalendar } from '../../../src/features/displays/model'
import { create } from '../data/create'
import { request } from '../data/http'
import { ADMIN_KEY, type Query } from '../data/queries'
import { remove } from '../data/remove'

export type { Code, Display, NewDisplay, OpenCalendar } from '../../../src/features/displays/model'

/** What an admin decides about a display. */
export type DisplayForm = Pick<Display, 'name' | 'calendarIds' | 'listIds' | 'canTick' | 'canAdd'>

const PATH = '/api/admin/displays'

export const addDisplay = (body: DisplayForm) => create<NewDisplay>(PATH, body)
export const changeDisplay = (id: number, body: Partial<DisplayForm>) =>
  request<{ display: Display }>('PATCH', `${PATH}/${id}`, { body })
export const removeDisplay = (id: number) => remove(`${PATH}/${id}`)
export const newCode = (id: number) => request<Code>('POST', `${PATH}/${id}/code`)

/** While a code is on screen its use shows at once. */
const WATCHED_MS = 5_000

export const displayQueries = {
  displays: {
    queryKey: [...ADMIN_KEY, 'displays'],
    queryFn: async () => (await request<{ displays: Display[] }>('GET', PATH)).displays,
    staleTime: 0,
    refetchInterval: WATCHED_MS,
  } satisfies Query<Display[]>,
  calendars: {
    queryKey: [...ADMIN_KEY, 'display-calendars'],
    queryFn: async () => (await request<{ calendars: OpenCalendar[] }>('GET', `${PATH}/calendars`)).calendars,
    staleTime: 0,
  } satisfies Query<OpenCalendar[]>,
}
