import { type Description, pending } from './pending'
import type { Queue } from './queue'
import type { Queued } from './queued'

/** Has a queue counted and named; `next`: its writes that wait for no other. A write that can still be taken back has not been made yet. */
export function register<W extends Queued>(
  queue: Queue<W>,
  describe: (write: W) => Description,
  next: () => readonly W[],
): void {
  const { name, writes } = queue
  const follow = () => {
    const waiting = writes.get().filter(({ undoUntil }) => undoUntil === 0)
    const heads = next()
    const named = waiting.map((write) => ({
      write,
      queue,
      isNext: heads.includes(write),
      describe: () => describe(write),
    }))
    pending.set((before) => ({ ...before, [name]: named }))
  }
  // Who reads that a write waits may close the page: it is said once the device has it.
  writes.subscribe(() => void queue.kept().then(follow))
  follow()
}
