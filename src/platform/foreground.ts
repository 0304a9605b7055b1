/** So long after a request whoever sent it is taken to be there. */
const ACTIVE_FOR_MS = 1_000
/** How many times as long as it has worked the background rests. */
const REST = 2
const MAX_REST_MS = 50
/** The longest wait for requests to end: many of them must not stop the background for good. */
const MAX_WAIT_MS = 25

/**
 * Requests that are being answered. Work that nobody waits for gives way to them: while somebody is there it takes a third
 * of the time at most, and does not begin a step beside a request. Wall clock in milliseconds.
 */
export class Foreground {
  #running = 0
  #lastAt = Number.NEGATIVE_INFINITY
  readonly #waiting = new Set<() => void>()
  #turn: Promise<void> = Promise.resolve()

  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly sleep: (ms: number) => Promise<unknown> = Bun.sleep,
  ) {}

  /** A request begins; returns what ends it, which does nothing the second time. */
  begin(): () => void {
    this.#running++
    this.#lastAt = this.now()
    let isEnded = false
    return () => {
      if (isEnded) return
      isEnded = true
      this.#running--
      this.#lastAt = this.now()
      if (this.#running === 0) for (const goOn of this.#waiting) goOn()
    }
  }

  get isActive(): boolean {
    return this.#running > 0 || this.now() - this.#lastAt < ACTIVE_FOR_MS
  }

  /** Ends at once while nobody is there; else pieces of background work rest one after the other. */
  giveWay(workedMs: number): Promise<void> {
    this.#turn = this.#turn.then(async () => {
      if (!this.isActive) return
      await this.sleep(Math.min(workedMs * REST, MAX_REST_MS))
      await this.#untilIdle()
    })
    return this.#turn
  }

  async #untilIdle(): Promise<void> {
    if (this.#running === 0) return
    const idle = Promise.withResolvers<void>()
    this.#waiting.add(idle.resolve)
    await Promise.race([idle.promise, this.sleep(MAX_WAIT_MS)])
    this.#waiting.delete(idle.resolve)
  }
}

/** Of this process. */
export const foreground = new Foreground()
