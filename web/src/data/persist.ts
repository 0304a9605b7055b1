import { type DehydratedState, dehydrate, hydrate } from '@tanstack/query-core'
import { del, get, set } from 'idb-keyval'
import { onUnreachable } from './connection'
import { queryClient } from './queries'

/**
 * The last answers of the server, kept on the device: the client opens with them at once, also without a connection.
 * A browser that offers no storage (private windows) just starts empty.
 */
const KEY = 'answers'
/** Raised when the shape of any kept answer changes. */
const VERSION = 2
const SAVE_AFTER_MS = 800
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000

interface Kept {
  version: number
  savedAt: number
  state: DehydratedState
}

export async function restoreAnswers(): Promise<void> {
  const kept = await get<Kept>(KEY).catch(() => undefined)
  if (kept?.version !== VERSION || Date.now() - kept.savedAt > MAX_AGE_MS) return
  hydrate(queryClient, kept.state)
}

/** An answer stays one when asking again fails: by default those of the last failure would be left out. */
function answers(): DehydratedState {
  const { mutations, queries } = dehydrate(queryClient, {
    shouldDehydrateQuery: ({ state }) => state.data !== undefined,
  })
  const asAnswered = { status: 'success', error: null, fetchFailureReason: null } as const
  return { mutations, queries: queries.map((query) => ({ ...query, state: { ...query.state, ...asAnswered } })) }
}

export function startPersisting(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const save = () => {
    clearTimeout(timer)
    timer = undefined
    const kept: Kept = { version: VERSION, savedAt: Date.now(), state: answers() }
    void set(KEY, kept).catch(() => {})
  }
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' && event.type !== 'removed') return
    timer ??= setTimeout(save, SAVE_AFTER_MS)
  })
  const saveNow = () => {
    if (timer !== undefined) save()
  }
  // What is at hand now is all there is until the house is there again.
  onUnreachable(saveNow)
  // A phone may never come back from here.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) saveNow()
  })
}

export async function forgetAnswers(): Promise<void> {
  queryClient.clear()
  await del(KEY).catch(() => {})
}
