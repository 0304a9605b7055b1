import { atRest } from '../lib/rest'
import * as api from './api'
import { memberId } from './session'

/**
 * This device's subscription, null when it has none or cannot have one. Never waits for a service worker that may not
 * come: where there is none, there is no subscription.
 */
export async function currentSubscription(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/**
 * Tells the service of this device's subscription at each start: it may have been pruned there, changed by the browser,
 * or made in another member's name.
 */
export function startPush(): void {
  const tell = async () => {
    if (memberId.get() === null) return
    const subscription = await currentSubscription()
    if (subscription !== null) await api.push.subscribe(subscription.toJSON())
  }
  const tellQuietly = () => void tell().catch(() => {})
  memberId.subscribe(tellQuietly)
  void atRest.then(tellQuietly)
}
