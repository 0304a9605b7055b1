/// <reference lib="webworker" />

import { KEPT_ANSWERS } from '../src/data/kept-answers'
import { del } from '../src/lib/database'
import './notifications'

declare const self: ServiceWorkerGlobalScope
/** Paths of every file of this build; filled in by the build. */
declare const PRECACHED: string[]
/** Digest of the build; filled in by the build. */
declare const VERSION: string

const PREFIX = 'client-'
const CACHE = PREFIX + VERSION
/** The server's own paths are never answered from here: data, streams and sign-in redirects belong to the network. */
const SERVER_PATH = /^\/(api|callback|health|metrics)(\/|$)/
const SUBSCRIPTION_PATH = '/api/push/subscription'

self.addEventListener('install', (event) => {
  event.waitUntil(precache())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver())
})

self.addEventListener('message', (event) => {
  if (event.data === 'skip-waiting') void self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  // Whoever comes back from the identity provider need not be the one whose answers are kept here.
  if (url.origin === self.location.origin && url.pathname === '/callback') event.waitUntil(del(KEPT_ANSWERS))
  if (request.method !== 'GET' || url.origin !== self.location.origin || SERVER_PATH.test(url.pathname)) return
  event.respondWith(request.mode === 'navigate' ? fromCache('/index.html', request) : fromCache(url.pathname, request))
})

/** One file after the other: a page that is in use has the same few connections, and the same processor. */
async function precache() {
  const cache = await caches.open(CACHE)
  for (const path of PRECACHED) await cache.add(new Request(path, { cache: 'reload' }))
}

async function takeOver() {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  )
  await self.clients.claim()
}

/** This build's copy of a path; the network when there is none (a later build's asset, a file beside the client). */
async function fromCache(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(CACHE)
  return (await cache.match(path)) ?? fetch(request)
}

/** Some browsers hand over both subscriptions, some only tell that the old one is gone. */
type SubscriptionChange = ExtendableEvent & {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}

self.addEventListener('pushsubscriptionchange', (event) => {
  const change = event as SubscriptionChange
  change.waitUntil(resubscribe(change))
})

async function resubscribe({ oldSubscription, newSubscription }: SubscriptionChange) {
  const options = oldSubscription?.options
  if (!newSubscription && !options?.applicationServerKey) return
  const subscription = newSubscription ?? (await self.registration.pushManager.subscribe(options))
  await fetch(SUBSCRIPTION_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(subscription),
  })
}
