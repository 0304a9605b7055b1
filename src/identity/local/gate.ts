import { unavailable } from '../../platform/http-errors'

export interface Gate {
  /** Runs the work when a place is free. @throws Refusal 503 at once when too many are waiting already */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** Lets `width` pieces of work run at a time and `queueLimit` more wait for their turn. */
export function createGate(width: number, queueLimit: number): Gate {
  const waiting: (() => void)[] = []
  let running = 0

  async function enter() {
    if (running < width) {
      running++
      return
    }
    if (waiting.length >= queueLimit) throw unavailable()
    // The one who leaves hands the place over, so that nobody slips in between.
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function leave() {
    const next = waiting.shift()
    if (next === undefined) running--
    else next()
  }

  return {
    async run(work) {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
