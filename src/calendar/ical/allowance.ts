/** What expanding one object may cost: periods and days looked at, and occurrences (long texts count as several). */
export interface Share {
  steps: number
  occurrences: number
}

/** The least for every object: a daily event in the longest window, with room for excluded days. */
const MIN: Share = { steps: 5_000, occurrences: 100 }
const MAX: Share = { steps: 100_000, occurrences: 5_000 }

/**
 * What one request or tick may spend on expanding, shared by all its objects. An object that needs more than the least
 * takes it from a common pool; when that is empty it is cut, and never another object that stays within the least.
 */
export class Allowance {
  readonly #pool: Share

  constructor(pool: Share = { steps: 400_000, occurrences: 10_000 }) {
    this.#pool = { ...pool }
  }

  /** What the next object may spend. */
  share(): Share {
    return {
      steps: MIN.steps + Math.min(this.#pool.steps, MAX.steps - MIN.steps),
      occurrences: MIN.occurrences + Math.min(this.#pool.occurrences, MAX.occurrences - MIN.occurrences),
    }
  }

  /** Takes what an object has spent beyond the least from the pool. */
  charge({ steps, occurrences }: Share): void {
    this.#pool.steps -= Math.max(0, steps - MIN.steps)
    this.#pool.occurrences -= Math.max(0, occurrences - MIN.occurrences)
  }
}
