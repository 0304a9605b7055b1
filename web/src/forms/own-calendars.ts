import { request } from '../data/http'
import { type OwnCalendar, ownCalendars } from '../data/own-calendars'
import { queries, queryClient, refreshAfter } from '../data/queries'
import { memberId } from '../data/session'
import { keepOnDevice } from '../lib/keep-on-device'

export type Visibility = OwnCalendar['visibility']

export type CalendarChange = Partial<
  Pick<OwnCalendar, 'visibility' | 'displayName' | 'color' | 'isHidden' | 'personId'>
>

/** Changes one of the member's own calendars, and asks anew for what is drawn of it. @throws ApiError */
export async function changeCalendar(id: number, change: CalendarChange): Promise<void> {
  const asked = request<OwnCalendar>('PATCH', `/api/me/calendars/${id}`, { body: change })
  const { events, freshness, writableCalendars } = queries
  const changed = await refreshAfter(asked, ownCalendars, events, freshness, writableCalendars)
  queryClient.setQueryData<OwnCalendar[]>(ownCalendars.queryKey, (before) =>
    before?.map((one) => (one.id === changed.id ? changed : one)),
  )
}

/** Where the device keeps that the member has said what others may see. */
const decidedKey = () => `visibility-decided-${memberId.get()}`

/** The member has said what others may see, be it nothing. */
export const visibilityDecided = (): void => keepOnDevice(decidedKey(), 'yes')

/** Whether nobody has said yet what others may see of these calendars: all are private, as they are in the beginning. */
export const isUndecided = (calendars: readonly OwnCalendar[]): boolean =>
  localStorage.getItem(decidedKey()) === null &&
  calendars.some(isOwnersAlone) &&
  calendars.filter(isOwnersAlone).every(({ visibility }) => visibility === 'private')

/** The shared one is everybody's, whatever its owner says. */
export const isOwnersAlone = ({ isShared }: OwnCalendar): boolean => !isShared
