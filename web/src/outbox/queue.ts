import { createDeviceWrites, type DeviceQueue, type Edit } from './device-writes'
import { isCancellable, type Queued, unsent } from './queued'

interface QueueOptions<W> extends DeviceQueue<W> {
  /** Whether a write means nothing without an earlier one, and goes when that goes. */
  dependsOn: (later: W, earlier: W) => boolean
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

/**
 * Writes that survive a lost connection and a restart of the client: kept per member in the device's database, where
 * each change is one transaction and tabs share them. Without a database they live as long as the page.
 */
export function createQueue<W extends Queued>(options: QueueOptions<W>): Queue<W> {
  const { writes, dependsOn } = options
  const { keep, restore, load, kept } = createDeviceWrites(options)
  let opened: Promise<void> | null = null
  /** What is asked of the device at the moment: as soon as it answers, this tab sends it, or another does. */
  const claimed = new Set<string>()

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
    claimed.add(known.id)
    const isKept = await keep(take)
    // Without the device's database there is only this tab to ask.
    if (isOurs || !isKept) writes.set(take)
    else await restore()
    claimed.delete(known.id)
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

  return {
    ...options,
    change,
    edit,
    claim,
    remove: (id) => change((before) => before.filter((write) => write.id !== id)),
    resend: (id) => edit(id, () => unsent() as Partial<W>),
    letGo: (id) => removeIf(id, () => true),
    cancel: (id) => {
      const isHere = writes.get().some((write) => write.id === id && isCancellable(write) && !claimed.has(id))
      // Another tab may have taken it a moment ago: the device decides by itself.
      if (isHere) removeIf(id, isCancellable)
      return isHere
    },
    kept,
    open: () => (opened ??= load()),
  }
}
