import { afterFirstPaint } from '../lib/idle'
import { languageOf, preferences } from '../lib/preferences'
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

/** Sets the language of this member's notifications. @throws ApiError */
export const tellLanguage = () => api.push.speak(languageOf(preferences.get()))

/**
 * Tells the service of this device's subscription at each start: it may have been pruned there, changed by the browser,
 * or made in another member's name. The language goes with it, and whenever another is chosen.
 */
export function startPush(): void {
  const tell = async () => {
    if (memberId.get() === null) return
    const subscription = await currentSubscription()
    if (subscription === null) return
    await api.push.subscribe(subscription.toJSON())
    await tellLanguage()
  }
  const tellQuietly = () => void tell().catch(() => {})
  memberId.subscribe(tellQuietly)
  let spoken = languageOf(preferences.get())
  preferences.subscribe(() => {
    const language = languageOf(preferences.get())
    if (language === spoken || memberId.get() === null) return
    spoken = language
    void tellLanguage().catch(() => {})
  })
  void afterFirstPaint.then(tellQuietly)
}
