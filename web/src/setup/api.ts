import { isStatus, request } from '../data/http'
import { type Query, queries, queryClient } from '../data/queries'
import type { OpenedAccount } from '../data/types'
import type { CredentialBody } from '../forms/credential'

/** What the wizard stores; all of it together, or nothing. */
export interface ServiceConfig {
  oidcIssuer: string
  oidcClientId: string
  vapidPublicKey: string
  appExternalUrl: string
}

type FirstAdmin = CredentialBody & { displayName?: string; username?: string; initialPassword?: string }

interface FirstAdminAtHome {
  displayName: string
  username: string
  initialPassword: string
}

export const validateDatabase = () => post('/validate/db')
export const validateProvider = () => post('/validate/oidc')
export const validatePushKey = () => post('/validate/vapid')
export const storeConfig = (body: ServiceConfig) => post('/config', body)
/**
 * The first person, with a calendar elsewhere. A refusal may tell that they are there already: unlike the others, these
 * two leave it to their caller to look whether the setup is closed.
 */
export const createFirstAdmin = (body: FirstAdmin) => request<{ ok: true }>('POST', '/api/setup/credential', { body })
/** The first person, with a calendar on the household's own server. */
export const createFirstAdminAtHome = (body: FirstAdminAtHome) =>
  request<OpenedAccount>('POST', '/api/setup/home', { body })

/** Closes the setup for good. */
export const complete = () => request('POST', '/api/setup/complete')

const HOME = ['setup-home']

/** Whether the household has a calendar server of its own. Asked until it is known, and not again. */
export const homeQuery: Query<boolean> = {
  queryKey: HOME,
  queryFn: async () =>
    queryClient.getQueryData<boolean>(HOME) ?? (await ask<{ available?: boolean }>('GET', '/home')).available === true,
  staleTime: 0,
}

/** For the page as well, which does not ask by itself. */
export const lookWhetherClosed = () => void queryClient.prefetchQuery({ ...queries.setupStatus, staleTime: 0 })

const post = (path: string, body?: unknown) => ask<void>('POST', path, body)

async function ask<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
  try {
    return await request<T>(method, `/api/setup${path}`, { body })
  } catch (error) {
    // Somebody else has finished the setup meanwhile.
    if (isStatus(error, 423)) lookWhetherClosed()
    throw error
  }
}
