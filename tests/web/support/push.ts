import type { BrowserContext } from 'playwright-core'

interface Subscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/**
 * Lets a device subscribe although no push service can be reached from here: the browser's own half is pretended, what
 * it hands to the client is real.
 */
export async function pretendPushService(context: BrowserContext, subscription: Subscription): Promise<void> {
  await context.addInitScript((given: Subscription) => {
    const KEY = 'pretended-subscription'
    const made = () => ({
      endpoint: given.endpoint,
      options: {},
      toJSON: () => given,
      unsubscribe: async () => {
        localStorage.removeItem(KEY)
        return true
      },
    })
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (localStorage.getItem(KEY) === null ? null : made()),
      subscribe: async () => {
        localStorage.setItem(KEY, 'yes')
        return made()
      },
    })
  }, subscription)
}

/** Gives the browser's answer to the question whether notifications may be shown, and counts how often it is asked. */
export async function answerPermission(context: BrowserContext, answer: NotificationPermission): Promise<void> {
  await context.addInitScript((permission: NotificationPermission) => {
    const ASKED = 'times-asked'
    const times = () => Number(sessionStorage.getItem(ASKED) ?? 0)
    Object.defineProperty(Notification, 'permission', {
      get: () => (times() === 0 && permission !== 'denied' ? 'default' : permission),
    })
    Notification.requestPermission = async () => {
      sessionStorage.setItem(ASKED, String(times() + 1))
      return permission
    }
  }, answer)
}
