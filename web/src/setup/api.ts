import { ApiError, request } from '../data/http'
import { type Query, queries, refresh } from '../data/queries'
import type { OpenedAccount } from '../data/types'
import type { CredentialBody } from '../forms/credential'

/** What the wizard stores; all of it together, or nothing. */
export interface ServiceConfig {
  oidcIssuer: string
  oidcClientId: string
  vapidPublicKey: string
  appExternalUrl: string
}

export type FirstAdmin = CredentialBody & { displayName?: string; username?: string; initialPassword?: string }

export interface FirstAdminAtHome {
  displayName: string
  username: string
  initialPassword: string
}

export const validateDatabase = () => post('/validate/db')
export const validateProvider = () => post('/validate/oidc')
export const validatePushKey = () => post('/validate/vapid')
export const storeConfig = (body: ServiceConfig) => post('/config', body)
export const createFirstAdmin = (body: FirstAdmin) => post('/credential', body)
/** The first person, with a calendar on the household's own server. */
export const createFirstAdminAtHome = (body: FirstAdminAtHome) => post<OpenedAccount>('/home', body)
export const complete = () => post('/complete')

/** Whether the household has a calendar server of its own. */
export const homeQuery: Query<boolean> = {
  queryKey: ['setup-home'],
  queryFn: async () => (await ask<{ available?: boolean }>('GET', '/home')).available === true,
  staleTime: 0,
}

const post = <T = void>(path: string, body?: unknown) => ask<T>('POST', path, body)

async function ask<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
  try {
    return await request<T>(method, `/api/setup${path}`, { body })
  } catch (error) {
    // Somebody else has finished the setup meanwhile.
    if (error instanceof ApiError && error.status === 423) refresh(queries.setupStatus.queryKey)
    throw error
  }
}
