import type { Context } from '../../platform/context'

/** Lets pieces of work with the same key run one after another; other keys are not held up. */
export class Turns {
  #last = new Map<string, Promise<unknown>>()
  #waiting = new Map<string, Promise<unknown>>()
  #places = new Map<string, { free: number; waiting: (() => void)[] }>()

  /** Whether something runs or waits under this key. */
  isTaken(key: string): boolean {
    return this.#last.has(key)
  }

  /** Runs `body` when everything before it under this key has ended, well or not. */
  take<T>(key: string, body: () => Promise<T>): Promise<T> {
    const run = (this.#last.get(key) ?? Promise.resolve()).then(body, body)
    this.#last.set(key, run)
    const forget = () => {
      if (this.#last.get(key) === run) this.#last.delete(key)
    }
    run.then(forget, forget)
    return run
  }

  /** The same for work that need not be done twice: who comes while a run waits for its turn shares that run. */
  join<T>(key: string, body: () => Promise<T>): Promise<T> {
    const waiting = this.#waiting.get(key)
    if (waiting !== undefined) return waiting as Promise<T>
    const run = this.take(key, () => {
      this.#waiting.delete(key)
      return body()
    })
    this.#waiting.set(key, run)
    return run
  }

  /** Runs `body` as soon as fewer than `most` run under this key, well or not; first come, first served. */
  async share<T>(key: string, most: number, body: () => Promise<T>): Promise<T> {
    const places = this.#places.get(key) ?? { free: most, waiting: [] }
    this.#places.set(key, places)
    if (places.free > 0) places.free--
    else await new Promise<void>((resolve) => places.waiting.push(resolve))
    try {
      return await body()
    } finally {
      const next = places.waiting.shift()
      if (next === undefined) places.free++
      else next()
    }
  }
}

const turns = new WeakMap<Context['db'], Turns>()

/** The turns of the process at one database. */
export function turnsOf(ctx: Context): Turns {
  const known = turns.get(ctx.db) ?? new Turns()
  turns.set(ctx.db, known)
  return known
}
