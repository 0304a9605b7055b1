import { unavailable } from '../../platform/http-errors'

export interface Semaphore {
  /**
   * Runs the work when a place is free. Names take turns, so that nobody waits for all the work of somebody else.
   * @throws Refusal 503 when too many are waiting already, and when this one has to give way
   */
  run<T>(name: string, work: () => Promise<T>): Promise<T>
}

interface Waiting {
  enter: () => void
  turnAway: (reason: Error) => void
}

/**
 * Lets `width` pieces of work run at a time and `queueLimit` more wait for their turn. When it is full, a name with
 * fewer waiting takes the place of the latest of the name with the most (longest queue drop).
 */
export function createSemaphore(width: number, queueLimit: number): Semaphore {
  /** Whose turn is next stands first. */
  const queues = new Map<string, Waiting[]>()
  let running = 0
  let waiting = 0

  function makeRoom(newcomer: number) {
    const longest = [...queues.values()].reduce((most, queue) => (queue.length > most.length ? queue : most), [])
    if (longest.length <= newcomer + 1) throw unavailable()
    waiting--
    longest.pop()!.turnAway(unavailable())
  }

  async function enter(name: string) {
    if (running < width) {
      running++
      return
    }
    const queue = queues.get(name) ?? []
    if (waiting >= queueLimit) makeRoom(queue.length)
    waiting++
    queues.set(name, queue)
    // The one who leaves hands the place over, so that nobody slips in between.
    await new Promise<void>((resolve, reject) => queue.push({ enter: resolve, turnAway: reject }))
  }

  function leave() {
    const [next] = queues
    if (next === undefined) {
      running--
      return
    }
    const [name, queue] = next
    const { enter } = queue.shift()!
    queues.delete(name)
    if (queue.length > 0) queues.set(name, queue)
    waiting--
    enter()
  }

  return {
    async run(name, work) {
      await enter(name)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
