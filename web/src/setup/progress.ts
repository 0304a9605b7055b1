import { ApiError } from '../data/http'
import { keepOnDevice } from '../lib/keep-on-device'
import { createStore, type Store } from '../lib/store'
import * as api from './api'

/** How far the setup is. Kept on this device, since the service tells strangers as little as possible. */
export interface Progress {
  /** How the household signs in: a name and password, a provider entered here, or one the service was started with. */
  provider: 'local' | 'oidc' | 'server' | null
  /** What was entered about the provider, without any secret. */
  config: Omit<api.ServiceConfig, 'vapidPublicKey'> | null
  push: 'checked' | 'later' | 'server' | null
  hasAdmin: boolean
}

const KEY = 'setup-progress'
const NOTHING_DONE: Progress = { provider: null, config: null, push: null, hasAdmin: false }

export function openProgress(): Store<Progress> {
  const progress = createStore(read())
  progress.subscribe(() => keepOnDevice(KEY, JSON.stringify(progress.get())))
  return progress
}

export function forgetProgress(): void {
  localStorage.removeItem(KEY)
}

function read(): Progress {
  try {
    return { ...NOTHING_DONE, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') }
  } catch {
    return NOTHING_DONE
  }
}

/**
 * What was done on another device, as far as the service can tell: a provider that it knows and that answers, and a
 * push key that is the right one. Of a provider that was entered there without a key, the rest has to be entered again.
 */
export async function findProgress(): Promise<Partial<Progress>> {
  const provider = await verdictOf(api.validateProvider)
  if (provider === null) {
    const isKeyRight = (await verdictOf(api.validatePushKey)) === null
    return isKeyRight ? { provider: 'oidc', push: 'checked' } : {}
  }
  return /has been stored/.test(provider) ? { provider: 'server', push: 'server' } : {}
}

/** Null: all is well; else the service's words. */
async function verdictOf(check: () => Promise<void>): Promise<string | null> {
  try {
    await check()
    return null
  } catch (error) {
    if (error instanceof ApiError) return error.message
    throw error
  }
}
