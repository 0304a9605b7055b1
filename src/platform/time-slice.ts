import { setImmediate } from 'node:timers/promises'
import { type Foreground, foreground } from './foreground'

/** Short, since a request waits for the database several times, and each time for a slice of other work. */
const SLICE_MS = 2
/** Work that ran for longer without a pause then pauses for half of that: others have more than one step to take. */
const LONG_MS = 10
const MAX_PAUSE_MS = 25

let lastTurn: Promise<unknown> = Promise.resolve()

/**
 * Lets long work share the event loop: between its steps the work asks whether its slice of time is over, and then waits
 * for the next one. One waiting piece gets its slice per turn of the loop, so that requests come in between, however many
 * pieces there are. A slice counts from its creation, or from the last wait.
 */
export class TimeSlice {
  #beganAt = performance.now()

  /** @param behind the requests that the work gives way to, where nobody waits for it */
  constructor(private readonly behind: Foreground | null = null) {}

  /** Whether the work has to wait for its next slice. */
  get isOver(): boolean {
    return this.#heldMs >= SLICE_MS
  }

  /** Waits for the next slice. */
  async next(): Promise<void> {
    const heldMs = this.#heldMs
    if (heldMs >= LONG_MS) await Bun.sleep(Math.min(heldMs / 2, MAX_PAUSE_MS))
    await this.behind?.giveWay(heldMs)
    lastTurn = lastTurn.then(() => setImmediate())
    await lastTurn
    this.#beganAt = performance.now()
  }

  /** Waits for the next slice if this one is over. */
  async giveWay(): Promise<void> {
    if (this.isOver) await this.next()
  }

  get #heldMs() {
    return performance.now() - this.#beganAt
  }
}

/** Of work that nobody waits for. */
export const backgroundSlice = () => new TimeSlice(foreground)
