import { memberId } from '../data/session'
import { get, update } from '../lib/database'
import type { Store } from '../lib/store'
import { type Earlier, takeOver } from './earlier'
import { forgetLeft, leaveBehind, takeLeft } from './left-behind'
import type { Queued } from './queued'

/** A change of all writes of a queue. It is made in memory and once more on what the device has, and must be pure. */
export type Edit<W> = (before: readonly W[]) => readonly W[]

export interface DeviceQueue<W> {
  name: string
  /** Where the writes that are not settled yet are shown, in order; for them to be drawn nothing else is needed. */
  writes: Store<readonly W[]>
  /** What the version before may have left on the device. */
  earlier: Earlier<W>
}

/** Under which name the device's database keeps a member's writes of one queue. */
export const keyOfWrites = (queue: string, member: number): string => `outbox-${queue}-${member}`

/** A queue as the device's database has it, where tabs share it. */
interface DeviceWrites<W> {
  /** Makes a change there after all before it; false: the device has refused it, or nobody is signed in. */
  keep: (edit: Edit<W>) => Promise<boolean>
  /** Shows what the device has, once it has all changes made so far. */
  restore: () => Promise<void>
  /** The same, with what an earlier version or a page that is gone has left. */
  load: () => Promise<void>
  /** Resolves when the device has all changes made so far, or has refused them. */
  kept: () => Promise<unknown>
}

/** Keeps the writes of whoever is signed in, each change in one transaction, and follows what other tabs make of them. */
export function createDeviceWrites<W extends Queued>({ name, writes, earlier }: DeviceQueue<W>): DeviceWrites<W> {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`outbox-${name}`)
  let member: number | null = null
  /** What the device has not taken yet, in order. */
  let owed: Edit<W>[] = []
  let kept: Promise<boolean> = Promise.resolve(true)
  /** How many changes are on their way to the device. */
  let underWay = 0

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

  return { keep, restore, load, kept: () => kept }
}

/** What a page has left behind is there twice when its own transaction came through after all. */
function distinct<W extends Queued>(writes: readonly W[]): readonly W[] {
  const seen = new Set<string>()
  return writes.filter(({ id }) => !seen.has(id) && seen.add(id))
}
