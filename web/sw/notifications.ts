/// <reference lib="webworker" />

import { DUE, type DueDay, dueAt, showBadge } from '../src/data/due'
import { MESSAGE_LANGUAGE } from '../src/data/message-language'
import { get } from '../src/lib/database'

declare const self: ServiceWorkerGlobalScope

interface PushPayload {
  title?: string
  body?: string
  url?: string
  tag?: string
  /** When, where and for whom; people alone tell a reminder from other messages. */
  time?: string | null
  place?: string | null
  people?: string[]
}

/** What TypeScript's library does not know of yet (Notifications API, 2.4 and 3.4). */
type Options = NotificationOptions & { actions?: { action: string; title: string }[] }

const BUTTONS = {
  en: { snooze: 'Snooze 10 min', done: 'Done' },
  de: { snooze: 'In 10 Min. wieder', done: 'Erledigt' },
}
/** A tag that names an occurrence: its uid and start, and which of its reminders it is (`keyOf` of the service). */
const OF_OCCURRENCE = /^(.+:\d{9,15})(?::(?:\d{1,5}|\d+@\d\d:\d\d))?$/

/** Every push shows a notification: browsers withdraw the permission from clients that receive one in silence. */
self.addEventListener('push', (event) => {
  event.waitUntil(Promise.all([notify(readPayload(event.data)), tellDue()]))
})

/** Sets the number on the app's icon, of what the client knew of today. */
async function tellDue() {
  const count = dueAt((await get<DueDay[]>(DUE).catch(() => undefined)) ?? [], Date.now())
  if (count !== null) await showBadge(count)
}

function readPayload(data: PushMessageData | null): PushPayload {
  try {
    const payload: unknown = data?.json()
    return typeof payload === 'object' && payload !== null ? payload : {}
  } catch {
    return { body: data?.text() ?? '' }
  }
}

async function notify(payload: PushPayload) {
  const { title, tag = '', url = '/' } = payload
  const options: Options = {
    body: bodyOf(payload),
    tag,
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    data: { url },
  }
  if (Array.isArray(payload.people) && tag !== '') options.actions = await buttons()
  await self.registration.showNotification(title || 'Corkboard', options)
}

/** What the message says, then when, where and for whom, a line each. */
function bodyOf({ body, time, place, people }: PushPayload): string {
  const names = Array.isArray(people) ? people.join(', ') : ''
  return [[body, time].filter(Boolean).join(' · '), place, names].filter(Boolean).join('\n')
}

async function buttons() {
  const language = await get(MESSAGE_LANGUAGE).catch(() => null)
  const { snooze, done } = language === 'de' ? BUTTONS.de : BUTTONS.en
  return [
    { action: 'snooze', title: snooze },
    { action: 'done', title: done },
  ]
}

self.addEventListener('notificationclick', (event) => {
  const { action, notification } = event
  notification.close()
  if (action === 'snooze') event.waitUntil(snooze(notification))
  else if (action === 'done') event.waitUntil(tell('done', { tag: notification.tag }))
  else event.waitUntil(open(notification.data?.url, notification.tag))
})

/** Shows it again where the service could not be asked: nobody may count on what will not come. */
async function snooze(notification: Notification) {
  const { title, body, tag, icon, badge, data, actions } = notification as Notification & Options
  const subscription = await self.registration.pushManager.getSubscription()
  const isTold = subscription !== null && (await tell('snooze', { tag, endpoint: subscription.endpoint }))
  if (isTold) return
  const options: Options = { body, tag, data, actions: [...(actions ?? [])] }
  await self.registration.showNotification(title, { ...options, ...(icon && { icon }), ...(badge && { badge }) })
}

/** Whether the service has taken it. */
async function tell(verb: 'snooze' | 'done', body: object): Promise<boolean> {
  try {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`/api/push/${verb}`, { method: 'POST', headers, body: JSON.stringify(body) })
    // A network that asks for a sign-in first answers, too.
    return ((await answer.json()) as { ok?: boolean }).ok === true
  } catch {
    return false
  }
}

/** Shows a page of the client, and on it the occurrence of the tag, in a window that is open already where there is one. */
async function open(asked: unknown, tag: string) {
  const url = new URL(typeof asked === 'string' ? asked : '/', self.location.origin)
  const target = url.origin === self.location.origin ? url : new URL('/', self.location.origin)
  const [, occurrence] = OF_OCCURRENCE.exec(tag) ?? []
  if (occurrence !== undefined) target.hash = encodeURIComponent(occurrence)
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const [window] = windows
  if (window === undefined) {
    await self.clients.openWindow(target.href)
    return
  }
  await window.focus()
  window.postMessage({ open: target.pathname + target.search + target.hash })
}
