import { setImmediate } from 'node:timers/promises'

const SLICE_MS = 5

let lastTurn: Promise<unknown> = Promise.resolve()

/**
 * Lets long work share the event loop with everything else: between its steps it asks whether its slice of time is over,
 * and then waits for the next one. Of all the work that waits, one piece has its slice in a turn of the loop: requests
 * come in between, however many pieces there are.
 */
export class TimeSlice {
  #endsAt = performance.now() + SLICE_MS

  /** Whether the work has to wait for its next slice. */
  get isOver(): boolean {
    return performance.now() >= this.#endsAt
  }

  /** Waits for the next slice. */
  async next(): Promise<void> {
    lastTurn = lastTurn.then(() => setImmediate())
    await lastTurn
    this.#endsAt = performance.now() + SLICE_MS
  }
}
