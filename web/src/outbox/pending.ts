import { createStore, useStore } from '../lib/store'
import type { Queue } from './queue'
import type { Queued } from './queued'

/** A write as a person is told of it. */
export interface Description {
  /** What it is about. */
  name: string
  /** What it does, in a word. */
  what: string
  /** Where what it is about can be seen; null where the list of all writes is the only place. */
  href: string | null
  /** Why it failed, in a sentence. */
  reason: string | null
}

/** A write that the service has not done yet, or could not do. */
export interface Pending {
  write: Queued
  /** Nothing that was done before has to be done first. */
  isNext: boolean
  queue: Pick<Queue<Queued>, 'name' | 'cancel' | 'resend' | 'letGo'>
  /** To be called where people look: the words may not be loaded before. */
  describe: () => Description
}

export const isFailed = ({ write }: Pending): boolean => write.stage === 'failed'

/** By the names of their queues. */
export const pending = createStore<Readonly<Record<string, readonly Pending[]>>>({})

/** Everything of every kind that is not done, by kind and in order. */
export const usePending = (): Pending[] => allOf(useStore(pending))

/** How many of them have failed: who shows that alone is not drawn again with every write. */
export const failedCount = createStore(0)
pending.subscribe(() => failedCount.set(allOf(pending.get()).filter(isFailed).length))

const allOf = (byQueue: ReturnType<typeof pending.get>) => Object.values(byQueue).flat()
