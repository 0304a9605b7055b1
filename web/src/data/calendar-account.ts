import { MINUTE } from '../lib/tz'
import { type ApiError, isStatus, request } from './http'
import { ownCalendars } from './own-calendars'
import { type Query, queryClient, refresh } from './queries'
import type { CalendarAccount, OwnWrite } from './types'

export const accountQuery: Query<CalendarAccount | null> = {
  queryKey: ['calendar-account'],
  queryFn: async () => (await request<{ account: CalendarAccount | null }>('GET', '/api/me/calendar-account')).account,
  staleTime: 0,
  refetchInterval: MINUTE,
}

/** Ids of the own writes that were not made because the calendar did not accept the password. */
export const refusedWritesQuery: Query<number[]> = {
  queryKey: ['refused-writes'],
  queryFn: async () => {
    const [{ writes }, own] = await Promise.all([
      request<{ writes: OwnWrite[] }>('GET', '/api/me/writes'),
      queryClient.ensureQueryData(ownCalendars),
    ])
    // That of another member's account is for that member to mend.
    const isOwn = ({ calendarId }: OwnWrite) => own.some(({ id }) => id === calendarId)
    return writes.filter((write) => isRefused(write) && isOwn(write)).map(({ id }) => id)
  },
  staleTime: 0,
}

const isRefused = ({ status, error }: OwnWrite) => status !== 'pending' && /refused the app password/.test(error ?? '')

/** Asks anew for what any write, and a new password, may change. */
export function accountChanged(): void {
  for (const { queryKey } of [accountQuery, refusedWritesQuery]) refresh(queryKey)
}

/**
 * Has these writes made after all, the oldest first; those that were sent or given up meanwhile stay so.
 * @throws ApiError 403 once all others are sent where some may not be made any more
 */
export async function retryWrites(ids: readonly number[]): Promise<void> {
  let forbidden: ApiError | undefined
  const goOn = (error: unknown) => {
    if (isStatus(error, 403)) forbidden = error
    else if (!isStatus(error, 404, 409)) throw error
  }
  try {
    for (const id of ids.toSorted((a, b) => a - b)) await request('POST', `/api/me/writes/${id}/retry`).catch(goOn)
    if (forbidden) throw forbidden
  } finally {
    accountChanged()
  }
}
