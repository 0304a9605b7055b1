import { isInstalled, isIos } from '../lib/device'
import * as api from './api'
import { currentSubscription, tellLanguage } from './push'
import type { Query } from './queries'

export const publicKeyQuery: Query<string> = { queryKey: ['push-key'], queryFn: api.push.publicKey }

/** Whether reminders can come to this device, and whether they do. */
export type DeviceState = 'on' | 'off' | 'denied' | 'unsupported' | 'install-first' | 'server-off'

/** `publicKey`: undefined when it is not known, for want of a connection. */
export async function readDeviceState(publicKey: string | undefined): Promise<DeviceState> {
  if (isIos() && !isInstalled()) return 'install-first'
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isSupported) return 'unsupported'
  if (publicKey === '') return 'server-off'
  if (Notification.permission === 'denied') return 'denied'
  const subscription = await currentSubscription()
  if (subscription === null) return 'off'
  return publicKey === undefined || isFor(subscription, publicKey) ? 'on' : 'off'
}

/**
 * Asks for the permission, subscribes and tells the service. To be called from a tap: browsers refuse to ask otherwise.
 * @throws ApiError, or the browser's own error when its push service cannot be reached
 */
export async function turnOn(publicKey: string): Promise<'on' | 'denied' | 'dismissed'> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'dismissed'
  const registration = await navigator.serviceWorker.ready
  const before = await registration.pushManager.getSubscription()
  // A subscription for another server key is useless, and subscribing anew fails while it exists.
  if (before !== null && !isFor(before, publicKey)) await before.unsubscribe()
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) }
  const subscription = await registration.pushManager.subscribe(options)
  try {
    await api.push.subscribe(subscription.toJSON())
  } catch (error) {
    // Nothing would come to it.
    if (before?.endpoint !== subscription.endpoint) await subscription.unsubscribe()
    throw error
  }
  await tellLanguage()
  return 'on'
}

/** Ends the subscription of this device, here and at the service, and takes away what is still shown. */
export async function forgetThisDevice(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close()
  const subscription = await currentSubscription()
  if (subscription === null) return
  // Unsubscribed locally first: where it is not told, the service learns it from the push service.
  await subscription.unsubscribe()
  await api.push.unsubscribe(subscription.endpoint).catch(() => {})
}

function isFor({ options }: PushSubscription, publicKey: string): boolean {
  if (!options?.applicationServerKey) return true
  const key = new Uint8Array(options.applicationServerKey)
  const wanted = bytesOf(publicKey)
  return key.length === wanted.length && key.every((byte, index) => byte === wanted[index])
}

/** Older browsers take the key as bytes only. */
function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const base64 = base64url.replaceAll('-', '+').replaceAll('_', '/')
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
}
