/**
 * The last answers of the server, kept on the device: the client opens with them at once, also without a connection.
 * They are one member's; nobody else's page opens with them. A browser that offers no storage (private windows), or does
 * not answer, just starts empty.
 */
import { type DehydratedState, dehydrate, hydrate } from '@tanstack/query-core'
import { del, getSoon, set } from '../lib/database'
import { DAY } from '../lib/tz'
import { onUnreachable } from './connection'
import { isLongBefore } from './forgetting'
import { KEPT_ANSWERS } from './kept-answers'
import { deviceOwner, isOutdated, pageOwner } from './owner'
import { queries, queryClient } from './queries'

/** Tells apart what the service's answers look like; the build makes it of the schemas, so that nobody has to raise it. */
declare const ANSWER_SHAPES: string
const SAVE_AFTER_MS = 800
const MAX_AGE_MS = 30 * DAY

interface Kept {
  version: string
  /** The member who was answered. */
  owner: number
  savedAt: number
  state: DehydratedState
}

/** Before the first drawing. What is another member's, or of another version, is deleted. */
export async function restoreAnswers(): Promise<void> {
  const kept = await getSoon<Kept>(KEPT_ANSWERS)
  if (kept === undefined) return
  const { version, owner, savedAt, state } = kept
  const isOurs = version === ANSWER_SHAPES && owner === deviceOwner() && Date.now() - savedAt < MAX_AGE_MS
  const member = isOurs ? await memberBehind(owner) : null
  if (member === owner) hydrate(queryClient, withoutFuture(withoutForgotten(state)))
  else if (!isOurs || member !== null) await forgetKept()
}

/** Without what was asked last so long before everything else: of what was looked at once, each opening would keep all. */
function withoutForgotten({ mutations, queries }: DehydratedState): DehydratedState {
  const isForgotten = isLongBefore(queries, MAX_AGE_MS)
  return { mutations, queries: queries.filter((query) => !isForgotten(query)) }
}

/** What was answered at a moment that has yet to come has been kept by a clock that was ahead: it counts as outdated. */
const withoutFuture = ({ mutations, queries }: DehydratedState): DehydratedState => ({
  mutations,
  queries: queries.map((query) => {
    const isInvalidated = query.state.isInvalidated || query.state.dataUpdatedAt > Date.now()
    return { ...query, state: { ...query.state, isInvalidated } }
  }),
})

/**
 * Who is signed in on a device of the member's; null when that cannot be known. The service worker takes the answers
 * away when somebody comes back from the identity provider; a page without one came over the network: the service is
 * there and can be asked.
 */
async function memberBehind(owner: number): Promise<number | null> {
  if (navigator.serviceWorker?.controller) return owner
  const me = await queryClient.fetchQuery(queries.me).catch(() => null)
  return me?.user.id ?? null
}

/** An answer stays one when asking again fails: by default those of the last failure would be left out. */
export function answers(): DehydratedState {
  const { mutations, queries } = dehydrate(queryClient, {
    shouldDehydrateQuery: ({ state }) => state.data !== undefined,
  })
  const asAnswered = { status: 'success', error: null, fetchFailureReason: null } as const
  return { mutations, queries: queries.map((query) => ({ ...query, state: { ...query.state, ...asAnswered } })) }
}

/** Once in the life of a page. */
export function startPersisting(): void {
  saveAnswers(() => {
    const owner = pageOwner()
    if (owner === null || isOutdated()) return
    const kept: Kept = { version: ANSWER_SHAPES, owner, savedAt: Date.now(), state: answers() }
    void set(KEPT_ANSWERS, kept).catch(() => {})
  })
}

/** Calls `keep` soon after answers have changed, and before the page may be gone. */
export function saveAnswers(keep: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const save = () => {
    clearTimeout(timer)
    timer = undefined
    keep()
  }
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' && event.type !== 'removed') return
    timer ??= setTimeout(save, SAVE_AFTER_MS)
  })
  const saveNow = () => {
    if (timer !== undefined) save()
  }
  // Saved at once: nothing more comes until the service is reached again.
  onUnreachable(saveNow)
  // A hidden page may be closed by the phone without another event.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) saveNow()
  })
}

const forgetKept = (): Promise<void> => del(KEPT_ANSWERS).catch(() => {})

/** By the name of its query: what the service tells everybody. */
const FOR_EVERYBODY = /^(auth|setup)-/

/** Forgets what the page knows of a member, and what is kept. */
export async function forgetAnswers(): Promise<void> {
  queryClient.removeQueries({ predicate: ({ queryKey: [name] }) => !FOR_EVERYBODY.test(String(name)) })
  await forgetKept()
}
