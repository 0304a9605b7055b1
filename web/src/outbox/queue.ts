import { memberId } from '../data/session'
import { get, update } from '../lib/database'
import type { Store } from '../lib/store'
import { type Earlier, takeOver } from './earlier'
import { forgetLeft, leaveBehind, takeLeft } from './left-behind'
import { isCancellable, type Queued, unsent } from './queued'

/** A change of all writes of a queue. It is made in memory and once more on what the device has, and must be pure. */
export type Edit<W> = (before: readonly W[]) => readonly W[]

export interface QueueOptions<W> {
  name: string
  /** Where the writes that are not settled yet are shown, in order; for them to be drawn nothing else is needed. */
  writes: Store<readonly W[]>
  /** Whether a write means nothing without an earlier one, and goes when that goes. */
  dependsOn: (later: W, earlier: W) => boolean
  /** What the version before may have left on the device. */
  earlier: Earlier<W>
}

/** The writes of one kind. */
export interface Queue<W extends Queued> extends QueueOptions<W> {
  /** Changes the writes at once, and on the device as soon as it can. */
  change: (edit: Edit<W>) => void
  /** Changes fields of one of them; `to` is asked once, so that memory and device get the same. */
  edit: (id: string, to: (write: W) => Partial<W>) => void
  /** Changes one where the device still has it as it is known here; false when another tab was quicker, which is known then. */
  claim: (known: W, changes: Partial<Queued>) => Promise<boolean>
  remove: (id: string) => void
  /** Has one that failed sent once more. */
  resend: (id: string) => void
  /** Takes a write away together with what depends on it. */
  letGo: (id: string) => void
  /** Lets go of a write that has not been sent; false when it may have been, or is gone. */
  cancel: (id: string) => boolean
  /** Resolves when the device has all changes made so far, or has refused them. */
  kept: () => Promise<unknown>
  /** Reads the writes of whoever is signed in, now and whenever that or another tab changes them. Safe to call again. */
  open: () => Promise<void>
}

/** Under which name the device's database keeps a member's writes of one queue. */
export const keyOfWrites = (queue: string, member: number): string => `outbox-${queue}-${member}`

/**
 * Writes that survive a lost connection and a restart of the client: kept per member in the device's database, where
 * each change is one transaction and tabs share them. Without a database they live as long as the page.
 */
export function createQueue<W extends Queued>(options: QueueOptions<W>): Queue<W> {
  const { name, writes, dependsOn, earlier } = options
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`outbox-${name}`)
  let member: number | null = null
  /** What the device has not taken yet, in order. */
  let owed: Edit<W>[] = []
  let kept: Promise<boolean> = Promise.resolve(true)
  /** How many changes are on their way to the device. */
  let underWay = 0
  let opened: Promise<void> | null = null

  /** A session that has ended leaves the page with its member: nobody else is served by it. */
  const owner = () => (member = memberId.get() ?? member)
  const keyOf = (id: number) => keyOfWrites(name, id)

  const keep = (edit: Edit<W>): Promise<boolean> => {
    const id = owner()
    if (id === null) return Promise.resolve(false)
    underWay++
    kept = kept.then(async () => {
      owed.push(edit)
      try {
        await update<readonly W[]>(keyOf(id), (before = []) =>
          distinct(owed.reduce((after, one) => one(after), before)),
        )
      } catch {
        return false
      } finally {
        underWay--
      }
      owed = []
      if (underWay === 0) forgetLeft(keyOf(id))
      channel?.postMessage(null)
      return true
    })
    return kept
  }

  const change = (edit: Edit<W>) => {
    // On the device first: who hears of the change may claim a write of it at once.
    void keep(edit)
    writes.set(edit)
  }

  const claim = async (known: W, changes: Partial<Queued>) => {
    let isOurs = false
    const take: Edit<W> = (before) =>
      before.map((write) => {
        if (write.id !== known.id || write.stage !== known.stage || write.since !== known.since) return write
        isOurs = true
        return { ...write, ...changes }
      })
    const isKept = await keep(take)
    // Without the device's database there is only this tab to ask.
    if (isOurs || !isKept) writes.set(take)
    else await restore()
    return isOurs
  }

  const edit = (id: string, to: (write: W) => Partial<W>) => {
    const known = writes.get().find((write) => write.id === id)
    if (known === undefined) return
    const changes = to(known)
    change((before) => before.map((write) => (write.id === id ? { ...write, ...changes } : write)))
  }

  const removeIf = (id: string, mayGo: (write: W) => boolean) => {
    change((before) => {
      const gone = before.find((write) => write.id === id && mayGo(write))
      return gone === undefined ? before : before.filter((write) => write !== gone && !dependsOn(write, gone))
    })
  }

  const restore = async (): Promise<void> => {
    const id = owner()
    if (id === null) return
    let before: Promise<boolean>
    let found: W[] | undefined
    do {
      before = kept
      await before
      found = await get<W[]>(keyOf(id)).catch(() => undefined)
      // A change that was made meanwhile is not in what was read.
    } while (before !== kept)
    if (found !== undefined && owed.length === 0) writes.set(found)
  }

  const load = async () => {
    const id = owner()
    if (id !== null) {
      const key = keyOf(id)
      await takeOver(earlier, id, key).catch(() => {})
      await takeLeft<W>(key, (edit) => update<readonly W[]>(key, (before = []) => edit(before))).catch(() => {})
    }
    await restore()
  }

  memberId.subscribe(() => void load())
  channel?.addEventListener('message', () => void restore())
  // After those of the document: they end what could be taken back.
  window.addEventListener('visibilitychange', () => {
    const id = owner()
    const isOwed = underWay > 0 || owed.length > 0
    if (id !== null && document.hidden && isOwed) leaveBehind(keyOf(id), writes.get())
  })

  return {
    ...options,
    change,
    edit,
    claim,
    remove: (id) => change((before) => before.filter((write) => write.id !== id)),
    resend: (id) => edit(id, () => unsent() as Partial<W>),
    letGo: (id) => removeIf(id, () => true),
    cancel: (id) => {
      const isHere = writes.get().some((write) => write.id === id && isCancellable(write))
      // Another tab may have taken it a moment ago: the device decides by itself.
      if (isHere) removeIf(id, isCancellable)
      return isHere
    },
    kept: () => kept,
    open: () => (opened ??= load()),
  }
}

/** What a page has left behind is there twice when its own transaction came through after all. */
function distinct<W extends Queued>(writes: readonly W[]): readonly W[] {
  const seen = new Set<string>()
  return writes.filter(({ id }) => !seen.has(id) && seen.add(id))
}
