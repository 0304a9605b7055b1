import type { Context } from '../../platform/context'

/** Locks by key, within the process: work under one key does not hold up another key's. */
export class KeyedMutex {
  #last = new Map<string, Promise<unknown>>()
  #waiting = new Map<string, Promise<unknown>>()
  #semaphores = new Map<string, { free: number; waiting: (() => void)[] }>()

  /** Whether something runs or waits under this key. */
  isLocked(key: string): boolean {
    return this.#last.has(key)
  }

  /** Runs `body` after everything before it under this key, whether that succeeded or not. */
  run<T>(key: string, body: () => Promise<T>): Promise<T> {
    const run = (this.#last.get(key) ?? Promise.resolve()).then(body, body)
    this.#last.set(key, run)
    const forget = () => {
      if (this.#last.get(key) === run) this.#last.delete(key)
    }
    run.then(forget, forget)
    return run
  }

  /** `run` for work that need not be done twice: callers that arrive before it starts share one run. */
  singleFlight<T>(key: string, body: () => Promise<T>): Promise<T> {
    const waiting = this.#waiting.get(key)
    if (waiting !== undefined) return waiting as Promise<T>
    const run = this.run(key, () => {
      this.#waiting.delete(key)
      return body()
    })
    this.#waiting.set(key, run)
    return run
  }

  /** A semaphore: at most `most` bodies run under this key at a time, first come, first served. */
  async limit<T>(key: string, most: number, body: () => Promise<T>): Promise<T> {
    const semaphore = this.#semaphores.get(key) ?? { free: most, waiting: [] }
    this.#semaphores.set(key, semaphore)
    if (semaphore.free > 0) semaphore.free--
    else await new Promise<void>((resolve) => semaphore.waiting.push(resolve))
    try {
      return await body()
    } finally {
      const next = semaphore.waiting.shift()
      if (next === undefined) semaphore.free++
      else next()
    }
  }
}

const mutexes = new WeakMap<Context['db'], KeyedMutex>()

/** The process's locks for one database. */
export function mutexOf(ctx: Context): KeyedMutex {
  const known = mutexes.get(ctx.db) ?? new KeyedMutex()
  mutexes.set(ctx.db, known)
  return known
}
