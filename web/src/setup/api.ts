import { ApiError, request } from '../data/http'
import { queries, refresh } from '../data/queries'
import type { CredentialBody } from '../forms/credential'

/** What the wizard stores; all of it together, or nothing. */
export interface ServiceConfig {
  oidcIssuer: string
  oidcClientId: string
  vapidPublicKey: string
  appExternalUrl: string
}

export type FirstAdmin = CredentialBody & { displayName?: string; username?: string; initialPassword?: string }

export const validateDatabase = () => post('/validate/db')
export const validateProvider = () => post('/validate/oidc')
export const validatePushKey = () => post('/validate/vapid')
export const storeConfig = (body: ServiceConfig) => post('/config', body)
export const createFirstAdmin = (body: FirstAdmin) => post('/credential', body)
export const complete = () => post('/complete')

async function post(path: string, body?: unknown): Promise<void> {
  try {
    await request('POST', `/api/setup${path}`, { body })
  } catch (error) {
    // Somebody else has finished the setup meanwhile.
    if (error instanceof ApiError && error.status === 423) refresh(queries.setupStatus.queryKey)
    throw error
  }
}
