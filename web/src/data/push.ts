import { set } from '../lib/database'
import { afterFirstPaint } from '../lib/idle'
import { keepOnDevice } from '../lib/keep-on-device'
import { choices, languageOf, preferences } from '../lib/preferences'
import * as api from './api'
import { MESSAGE_LANGUAGE } from './message-language'
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

/** The language that this device has told last. Another may have been chosen for notifications since. */
const toldKey = () => `told-language-${memberId.get()}`

/** Whoever has chosen a language for all devices has their messages in it, too. */
const isToTell = () => choices.get().member.language === null

/** Sets the language of this member's notifications to that of this device. @throws ApiError */
export async function tellLanguage(): Promise<void> {
  const language = languageOf(preferences.get())
  await api.reminders.change({ language })
  keepOnDevice(toldKey(), language)
  await set(MESSAGE_LANGUAGE, language).catch(() => {})
}

/**
 * Tells the service of this device's subscription at each start: it may have been pruned there, changed by the browser,
 * or made in another member's name. The device's language goes with it where it is another than before.
 */
export function startPush(): void {
  const tell = async () => {
    if (memberId.get() === null) return
    const subscription = await currentSubscription()
    if (subscription === null) return
    await api.push.subscribe(subscription.toJSON())
    if (isToTell() && localStorage.getItem(toldKey()) !== languageOf(preferences.get())) await tellLanguage()
  }
  const tellQuietly = () => void tell().catch(() => {})
  memberId.subscribe(tellQuietly)
  let spoken = languageOf(preferences.get())
  preferences.subscribe(() => {
    const language = languageOf(preferences.get())
    if (language === spoken) return
    spoken = language
    if (memberId.get() !== null && isToTell()) void tellLanguage().catch(() => {})
  })
  void afterFirstPaint.then(tellQuietly)
}
