import { type Description, pending } from './pending'
import type { Queue } from './queue'
import type { Queued } from './queued'

/** Has a queue counted and named. A write that can still be taken back has not been made yet. */
export function register<W extends Queued>(queue: Queue<W>, describe: (write: W) => Description): void {
  const { name, writes } = queue
  const follow = () => {
    const waiting = writes.get().filter(({ undoUntil }) => undoUntil === 0)
    const named = waiting.map((write) => ({ write, queue, describe: () => describe(write) }))
    pending.set((before) => ({ ...before, [name]: named }))
  }
  writes.subscribe(follow)
  follow()
}
