import { onlineManager } from '@tanstack/query-core'
import { createStore, useStore } from '../lib/store'

/**
 * Whether the server can be reached, learnt from the requests themselves: `navigator.onLine` is true on any network,
 * also on one where our service is not. While it cannot be reached, a probe looks for it.
 */
const reachable = createStore(navigator.onLine)

const PROBE_FIRST_MS = 2_000
const PROBE_MOST_MS = 30_000

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

/** A request got no answer. */
export function unreached(): void {
  reachable.set(false)
  clearTimeout(probe)
  probe = setTimeout(look, wait)
  wait = Math.min(wait * 2, PROBE_MOST_MS)
}

async function look() {
  if (!document.hidden) await checkConnection()
}

let check: Promise<boolean> | undefined

/** Asks the server for a sign of life; whether it gave one. */
export function checkConnection(): Promise<boolean> {
  check ??= fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(5_000) })
    .then(() => {
      clearTimeout(probe)
      wait = PROBE_FIRST_MS
      reachable.set(true)
    }, unreached)
    .then(reachable.get)
    .finally(() => {
      check = undefined
    })
  return check
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
  addEventListener('offline', unreached)
  document.addEventListener('visibilitychange', lookAgain)
  if (!reachable.get()) unreached()
}
