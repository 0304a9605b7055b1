import { create } from './create'
import { request } from './http'
import type { Query } from './queries'
import type { HomeAccount, HomeSignIn, OpenedAccount } from './types'

/** The own account on the household's calendar server, and whether there is such a server. */
export const homeAccountQuery: Query<HomeAccount> = {
  queryKey: ['home-account'],
  queryFn: () => request<HomeAccount>('GET', '/api/me/home-account'),
  staleTime: 0,
}

/** Makes one, with a calendar. @throws ApiError */
export const openHomeAccount = () => create<OpenedAccount>('/api/me/home-account', {})

/** Makes one more calendar in it. @throws ApiError */
export const addHomeCalendar = (body: { displayName: string; color: string }) =>
  create<{ calendarUrl: string }>('/api/me/home-account/calendars', body)

/** Another app password, in place of the former one. @throws ApiError */
export const newAppPassword = () => request<HomeSignIn>('POST', '/api/me/home-account/password')

/** Where an iPhone loads its settings. */
export const PROFILE_PATH = '/api/me/home-account/mobileconfig'
