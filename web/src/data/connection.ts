import { onlineManager } from '@tanstack/query-core'
import { createStore, useStore } from '../lib/store'
import { MINUTE } from '../lib/tz'

/**
 * Whether the server can be reached, learnt from the requests themselves: `navigator.onLine` is true on any network,
 * also on one where our service is not. While it cannot be reached, a probe looks for it.
 */
const reachable = createStore(navigator.onLine)

const PROBE_FIRST_MS = 2_000
const PROBE_MOST_MS = 30_000

/** Whoever hears that the connection is back asks again: one route alone that breaks off must not bring that about. */
const STEADY_MS = 2 * MINUTE
let backAt = -STEADY_MS

let probe: ReturnType<typeof setTimeout> | undefined
let wait = PROBE_FIRST_MS

export const useReachable = (): boolean => useStore(reachable)
export const isReachable = (): boolean => reachable.get()
export const onReachable = (listener: () => void): (() => void) =>
  reachable.subscribe(() => {
    if (reachable.get()) listener()
  })

export const onUnreachable = (listener: () => void): (() => void) =>
  reachable.subscribe(() => {
    if (!reachable.get()) listener()
  })

/** An answer came, whatever it said. It may have been under way when the connection went: whether it is back is asked. */
export function reached(): void {
  if (!reachable.get()) void checkConnection()
}

/**
 * Whether an answer is the service's, which says everything in JSON. In its place answers a network that asks for a
 * sign-in first, or a proxy that does not reach the service. Then, and where it cannot do its work, it is looked for.
 */
export async function isFromService(response: Response): Promise<boolean> {
  const isOurs = !isForeign(response)
  if (isOurs && response.status < 500) reached()
  else await checkConnection()
  return isOurs
}

/** What a proxy refuses by itself (too large, too often, not allowed) holds as if the service had said so. */
const isForeign = ({ ok, status, headers }: Response): boolean =>
  (ok || [401, 404].includes(status) || status >= 500) && !headers.get('content-type')?.startsWith('application/json')

/** A request got no answer. Soon after the connection was back, that may be the fault of this one alone. */
export function unreached(): void {
  if (reachable.get() && performance.now() - backAt < STEADY_MS) void checkConnection()
  else away()
}

function away() {
  reachable.set(false)
  clearTimeout(probe)
  // The screens of a house do not ask all at once.
  probe = setTimeout(look, wait * (1 - Math.random() / 4))
  wait = Math.min(wait * 2, PROBE_MOST_MS)
}

async function look() {
  if (!document.hidden) await checkConnection()
}

let check: Promise<boolean> | undefined

/** Asks the server for a sign of life; whether it gave one. */
export function checkConnection(): Promise<boolean> {
  check ??= isThere()
    .then((answers) => {
      if (!answers) return away()
      clearTimeout(probe)
      wait = PROBE_FIRST_MS
      if (reachable.get()) return
      backAt = performance.now()
      reachable.set(true)
    }, away)
    .then(reachable.get)
    .finally(() => {
      check = undefined
    })
  return check
}

/** A proxy may keep the first to itself. */
const SIGNS_OF_LIFE = ['/health', '/api/auth/mode']

/** Without its database the service is as good as gone. @throws where nothing answers */
async function isThere(): Promise<boolean> {
  const signal = AbortSignal.timeout(5_000)
  for (const path of SIGNS_OF_LIFE) {
    const answer = await fetch(path, { cache: 'no-store', redirect: 'error', signal })
    if (!isForeign(answer)) return answer.status < 500
  }
  return false
}

export function startConnection(): void {
  // Query-core believes it is online until told otherwise, whatever the truth.
  onlineManager.setEventListener((setOnline) => reachable.subscribe(() => setOnline(reachable.get())))
  onlineManager.setOnline(reachable.get())
  const lookAgain = () => {
    if (reachable.get()) return
    wait = PROBE_FIRST_MS
    void look()
  }
  addEventListener('online', lookAgain)
  addEventListener('offline', away)
  document.addEventListener('visibilitychange', lookAgain)
  if (!reachable.get()) away()
}
