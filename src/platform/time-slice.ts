import { setImmediate } from 'node:timers/promises'

/** A request waits for the database several times, and each time for a slice of somebody else's. */
const SLICE_MS = 2
/** Work that could not be divided for longer than this pays half of it back: others have more than one step to take. */
const LONG_MS = 10
const LONGEST_PAUSE_MS = 25

let lastTurn: Promise<unknown> = Promise.resolve()

/**
 * Lets long work share the event loop with everything else: between its steps it asks whether its slice of time is over,
 * and then waits for the next one. Of all the work that waits, one piece has its slice in a turn of the loop: requests
 * come in between, however many pieces there are. A slice counts from its making, or from the last wait.
 */
export class TimeSlice {
  #beganAt = performance.now()

  /** Whether the work has to wait for its next slice. */
  get isOver(): boolean {
    return this.#heldMs >= SLICE_MS
  }

  /** Waits for the next slice. */
  async next(): Promise<void> {
    if (this.#heldMs >= LONG_MS) await Bun.sleep(Math.min(this.#heldMs / 2, LONGEST_PAUSE_MS))
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
