import { get, update } from 'idb-keyval'
import { inTurn } from '../lib/in-turn'
import { createStore, type Store } from '../lib/store'
import { uuid } from '../lib/uuid'
import { isReachable, onReachable } from './connection'
import { ApiError } from './http'
import { memberId } from './session'
import { reportUnsent } from './unsent'

/** A write that waits for its turn. */
export interface Entry<W> {
  /** Names the write for good: sent as its Idempotency-Key, however often it is sent. */
  id: string
  write: W
  /** Epoch milliseconds before which it is not sent, so that it can be taken back. */
  heldUntil: number
}

export type Outcome = { ok: true; answer: unknown } | { ok: false; error: ApiError }

interface QueueOptions<W> {
  name: string
  send: (write: W, id: string) => Promise<unknown>
  /** What becomes of the writes behind one that was sent or refused; pure. */
  rewrite: (rest: readonly Entry<W>[], settled: W, outcome: Outcome) => Entry<W>[]
  /** Tells what came of a write: the answer goes into the cache, a refusal to the person. */
  onSettled: (write: W, outcome: Outcome) => void
}

export interface WriteQueue<W> {
  /** Everything that is not confirmed yet, in order. */
  entries: Store<readonly Entry<W>[]>
  /** Queues a write; it is kept on the device before it is sent. Returns its id. */
  push: (write: W, holdMs?: number) => string
  /** Takes a write back; false when it is on its way or gone. */
  cancel: (id: string) => boolean
  /**
   * Opens the queue of whoever is signed in, now and whenever that changes. Resolves when it is loaded; safe to call
   * again.
   */
  start: () => Promise<void>
}

const RETRY_FIRST_MS = 2_000
const RETRY_MOST_MS = 60_000

/**
 * Writes that survive a lost connection and a restart of the client: kept on the device per member, sent one after the
 * other, each until the server has answered it. Several tabs share one queue and take turns.
 */
export function createWriteQueue<W>({ name, send, rewrite, onSettled }: QueueOptions<W>): WriteQueue<W> {
  const entries = createStore<readonly Entry<W>[]>([])
  const otherTabs = new BroadcastChannel(`queue-${name}`)
  let owner: number | null = null
  let onItsWay: string | null = null
  let stored: Promise<void> = Promise.resolve()
  let draining: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let retryMs = RETRY_FIRST_MS

  const key = () => `queue:${name}:${owner}`

  /** Changes the queue in memory at once and on the device in the same order. */
  const change = (edit: (before: readonly Entry<W>[]) => Entry<W>[]) => {
    entries.set(edit)
    const where = key()
    stored = stored
      .then(() => update<readonly Entry<W>[]>(where, (before) => edit(before ?? [])))
      .then(() => otherTabs.postMessage(where))
      // Without storage the queue lives as long as the page.
      .catch(() => {})
  }

  const load = async () => {
    if (owner === null) return
    const where = key()
    let seen: Promise<void>
    let kept: Entry<W>[] | undefined
    do {
      seen = stored
      await seen
      kept = await get<Entry<W>[]>(where).catch(() => undefined)
      // A change that was made meanwhile is not in what was read.
    } while (seen !== stored)
    if (kept !== undefined && where === key()) entries.set(kept)
  }

  const push = (write: W, holdMs = 0) => {
    const id = uuid()
    change((before) => [...before, { id, write, heldUntil: holdMs === 0 ? 0 : Date.now() + holdMs }])
    wakeUp()
    return id
  }

  const cancel = (id: string) => {
    if (id === onItsWay || !entries.get().some((entry) => entry.id === id)) return false
    change((before) => before.filter((entry) => entry.id !== id))
    return true
  }

  const settle = ({ id, write }: Entry<W>, outcome: Outcome) => {
    onSettled(write, outcome)
    change((before) =>
      rewrite(
        before.filter((entry) => entry.id !== id),
        write,
        outcome,
      ),
    )
  }

  const sendAll = async () => {
    await load()
    for (let entry = nextOf(entries.get()); entry !== undefined; entry = nextOf(entries.get())) {
      await stored
      if (owner === null) return
      onItsWay = entry.id
      try {
        settle(entry, { ok: true, answer: await send(entry.write, entry.id) })
        retryMs = RETRY_FIRST_MS
      } catch (error) {
        // A failure of our own is no reason to lose a write either.
        if (!(error instanceof ApiError) || error.isTransient) return wakeUpLater(error)
        if (error.status === 401) return
        settle(entry, { ok: false, error })
      } finally {
        onItsWay = null
      }
    }
    wakeUpForHeld()
  }

  const wakeUp = () => {
    if (owner === null || !isReachable() || draining !== null || entries.get().length === 0) return
    clearTimeout(timer)
    timer = undefined
    // Without turns tabs may send twice, safely.
    draining = inTurn(`queue-${name}`, sendAll).finally(() => {
      draining = null
      if (nextOf(entries.get()) !== undefined && timer === undefined) wakeUp()
    })
  }

  const wakeUpIn = (milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      wakeUp()
    }, milliseconds)
  }

  const wakeUpLater = (error: unknown) => {
    const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0
    wakeUpIn(Math.max(retryMs, asked * 1000))
    retryMs = Math.min(retryMs * 2, RETRY_MOST_MS)
  }

  const wakeUpForHeld = () => {
    const soonest = Math.min(...entries.get().map((entry) => entry.heldUntil))
    if (Number.isFinite(soonest)) wakeUpIn(Math.max(0, soonest - Date.now()))
  }

  const openFor = async (member: number | null) => {
    owner = member
    entries.set([])
    await load()
    wakeUp()
  }

  const begin = async () => {
    entries.subscribe(() => reportUnsent(name, entries.get().filter(({ heldUntil }) => heldUntil === 0).length))
    onReachable(wakeUp)
    memberId.subscribe(() => void openFor(memberId.get()))
    otherTabs.addEventListener('message', ({ data }) => {
      if (data === key()) void load().then(wakeUp)
    })
    await openFor(memberId.get())
  }
  let begun: Promise<void> | null = null
  const start = () => {
    begun ??= begin()
    return begun
  }

  return { entries, push, cancel, start }
}

/** The first write that may be sent now. */
function nextOf<W>(entries: readonly Entry<W>[]): Entry<W> | undefined {
  return entries.find(({ heldUntil }) => heldUntil <= Date.now())
}
