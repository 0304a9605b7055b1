import { unavailable } from './http-errors'

export interface Semaphore {
  /**
   * Runs the work when a permit is free. Names take turns, so that nobody waits for all the work of somebody else.
   * @throws Refusal 503 when too many are waiting already, and when this one has to give way
   */
  run<T>(name: string, work: () => Promise<T>): Promise<T>
}

interface Waiting {
  resolve: () => void
  reject: (reason: Error) => void
}

/**
 * A semaphore with `permits` and a queue of at most `queueLimit`. When the queue is full, a name with fewer waiting takes
 * the place of the latest of the name with the most (longest queue drop).
 */
export function createSemaphore(permits: number, queueLimit: number): Semaphore {
  /** By name; the one whose turn is next stands first. */
  const queues = new Map<string, Waiting[]>()
  let running = 0
  let waiting = 0

  function makeRoom(newcomer: number) {
    const longest = [...queues.values()].reduce((most, queue) => (queue.length > most.length ? queue : most), [])
    if (longest.length <= newcomer + 1) throw unavailable()
    waiting--
    longest.pop()!.reject(unavailable())
  }

  async function acquire(name: string) {
    if (running < permits) {
      running++
      return
    }
    const queue = queues.get(name) ?? []
    if (waiting >= queueLimit) makeRoom(queue.length)
    waiting++
    queues.set(name, queue)
    // Whoever releases hands the permit over, so that nobody slips in between.
    await new Promise<void>((resolve, reject) => queue.push({ resolve, reject }))
  }

  function release() {
    const [next] = queues
    if (next === undefined) {
      running--
      return
    }
    const [name, queue] = next
    const { resolve } = queue.shift()!
    queues.delete(name)
    if (queue.length > 0) queues.set(name, queue)
    waiting--
    resolve()
  }

  return {
    async run(name, work) {
      await acquire(name)
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}
