import { request } from './http'
import type { Query } from './queries'
import type { HomeAccount, HomeSignIn, OpenedAccount } from './types'

/** The own account on the household's calendar server, and whether there is such a server. */
export const homeAccountQuery: Query<HomeAccount> = {
  queryKey: ['home-account'],
  queryFn: () => request<HomeAccount>('GET', '/api/me/home-account'),
  staleTime: 0,
}

/** Makes one, with a calendar; once under its key. @throws ApiError */
export const openHomeAccount = (key: string) =>
  request<OpenedAccount>('POST', '/api/me/home-account', { body: {}, key })

/** Makes one more calendar in it. @throws ApiError */
export const addHomeCalendar = (body: { displayName: string; color: string }, key: string) =>
  request<{ calendarUrl: string }>('POST', '/api/me/home-account/calendars', {
    body,
    key,
  })

/** Another app password, in place of the former one. @throws ApiError */
export const newAppPassword = () => request<HomeSignIn>('POST', '/api/me/home-account/password')

/** Where an iPhone loads its settings. */
export const PROFILE_PATH = '/api/me/home-account/mobileconfig'
