import { get, update } from 'idb-keyval'
import { memberId } from '../../data/session'
import { createStore, useStore } from '../../lib/store'
import type { EditWrite, Stage, Write } from './write'

/**
 * The writes that are not settled yet. They are kept on the device, per member, so that closing the client loses none
 * of them; tabs share them through the device's database, where each transaction is atomic.
 */
const NAME = 'calendar-writes'

const writes = createStore<readonly Write[]>([])
/** Whose writes these are: who is signed in, or was until the session ended. */
const owner = createStore<number | null>(null)
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME)

export const currentWrites = (): readonly Write[] => writes.get()
export const useWrites = (): readonly Write[] => useStore(writes)
export const onWritesChange = (listener: () => void): (() => void) => writes.subscribe(listener)

type Change = (before: readonly Write[]) => readonly Write[]

/** Changes the writes at once, and on the device as soon as it can. */
export function changeWrites(change: Change): void {
  // On the device first: who hears of the change may claim a write of it at once.
  void keep(change)
  writes.set(change)
}

export function addWrite(write: Write): void {
  changeWrites((before) => [...before, write])
}

export function changeWrite(id: string, changes: Partial<Omit<EditWrite, 'kind' | 'id'>>): void {
  changeWrites((before) => before.map((write): Write => (write.id === id ? { ...write, ...changes } : write)))
}

export function removeWrite(id: string): void {
  changeWrites((before) => before.filter((write) => write.id !== id))
}

/** Takes a held write for sending; false when another tab has it, or it is gone. */
export async function claimWrite(id: string): Promise<boolean> {
  let claimed = false
  const take: Change = (before) =>
    before.map((write) => {
      if (write.id !== id || write.stage !== 'held') return write
      claimed = true
      return { ...write, stage: 'sending' satisfies Stage, since: Date.now() }
    })
  const isKept = await keep(take)
  // Without the device's database there is only this tab to ask.
  if (claimed || !isKept) writes.set(take)
  return claimed
}

/** Follows the session and other tabs. Resolves when the writes of the member who is signed in are read. */
export function startStore(): Promise<void> {
  const follow = async () => {
    const id = memberId.get()
    if (id === null || id === owner.get()) return
    owner.set(id)
    writes.set([])
    await restore()
  }
  memberId.subscribe(() => void follow())
  channel?.addEventListener('message', () => void restore())
  return follow()
}

async function restore(): Promise<void> {
  const key = keyOfOwner()
  if (key === null) return
  const before = writes.get()
  const kept = await get<Write[]>(key).catch(() => undefined)
  // Something was written meanwhile, which the answer may not have: look again.
  if (writes.get() !== before && key === keyOfOwner()) return restore()
  if (key === keyOfOwner() && kept !== undefined) writes.set(kept)
}

const keyOfOwner = (): string | null => {
  const id = owner.get()
  return id === null ? null : `${NAME}-${id}`
}

async function keep(change: Change): Promise<boolean> {
  const key = keyOfOwner()
  if (key === null) return false
  try {
    await update<Write[]>(key, (before = []) => [...change(before)])
    channel?.postMessage(null)
    return true
  } catch {
    return false
  }
}
