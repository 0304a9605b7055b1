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
const INDEX = '/index.html'
/** In the cache of the version that pages are opened with; others were replaced while they waited. */
const USED = '/used'
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
  event.respondWith(request.mode === 'navigate' ? fromCache(INDEX, request) : partFromCache(url.pathname, request))
})

/** One file after the other: a page that is in use has the same few connections, and the same processor. */
async function precache() {
  const cache = await caches.open(CACHE)
  for (const path of PRECACHED) {
    const file = (await ofVersionBefore(path)) ?? (await fetch(path, { cache: 'reload' }))
    if (!(await isOfThisBuild(path, file.clone()))) throw new Error(`${path} is another one`)
    await cache.put(path, file)
  }
}

/** A part with the same digest in its name. */
const ofVersionBefore = async (path: string): Promise<Response | undefined> =>
  path.startsWith('/assets/') ? caches.match(path) : undefined

/**
 * While a version is replaced, processes of both may answer, and on the way there a network with a page of its own: what
 * is kept is opened until the next version. A part has its digest in its name, the document names parts of its build.
 */
async function isOfThisBuild(path: string, file: Response): Promise<boolean> {
  if (!file.ok) return false
  const isDocument = file.headers.get('content-type')?.startsWith('text/html') ?? false
  if (path !== INDEX) return !isDocument
  const parts = (await file.text()).match(/\/assets\/[\w.-]+/g) ?? []
  return parts.length > 0 && parts.every((part) => PRECACHED.includes(part))
}

/**
 * What was kept of the version before stays until the next one: its pages may be open, and load more of it. What came
 * later is still being fetched. The caches stand in the order in which they were made; a version that was put back has the
 * place of its first time. The first workers marked nothing, and left no cache in front of their own.
 */
async function takeOver() {
  const kept = (await caches.keys()).filter((name) => name.startsWith(PREFIX))
  const earlier = kept.slice(0, kept.indexOf(CACHE))
  const others = kept.filter((name) => name !== CACHE)
  const used = await Promise.all(others.map((name) => caches.match(USED, { cacheName: name })))
  const before = others.findLast((_, at) => used[at] !== undefined) ?? earlier[0]
  await Promise.all(earlier.filter((name) => name !== before).map((name) => caches.delete(name)))
  await (await caches.open(CACHE)).put(USED, new Response())
  if (before !== undefined) await (await caches.open(before)).delete(USED)
  await self.clients.claim()
}

/** This build's copy of a path; the network when there is none (a later build's asset, a file beside the client). */
const fromCache = async (path: string, request: Request): Promise<Response> =>
  (await caches.match(path, { cacheName: CACHE })) ?? fetch(request)

/** The same; also what was kept of the version before. */
const partFromCache = async (path: string, request: Request): Promise<Response> =>
  (await caches.match(path, { cacheName: CACHE })) ?? (await caches.match(path)) ?? fetch(request)

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
