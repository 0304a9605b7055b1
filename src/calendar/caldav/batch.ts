import type { CalDavError } from './error'

const MAX_OBJECTS = 100
/** Objects that may fail alone in one reading; when more do, the server is at fault. */
const MAX_LEFT_ASIDE = 5

/** How many objects one request asks for: a hundred, or fewer once the server has failed at that. */
export class Batch {
  #size = MAX_OBJECTS
  #leftAside = 0
  #isAnswered = false
  #failure: CalDavError | null = null

  constructor(readonly mostLeftAside = MAX_LEFT_ASIDE) {}

  get size() {
    return this.#size
  }

  /** The last failure; null once any request for objects was answered. */
  get failure() {
    return this.#isAnswered ? null : this.#failure
  }

  noteAnswer() {
    this.#isAnswered = true
  }

  /**
   * Learns that so many objects were too much. Fewer are to be asked for; where one alone was, it is to be left aside,
   * and was to blame for the others. False: enough of that, nothing is learned.
   */
  learn(failure: CalDavError, tooMany: number): boolean {
    this.#failure = failure
    if (tooMany > 1) {
      this.#size = Math.min(this.#size, Math.floor(tooMany / 2))
      return true
    }
    if (this.#leftAside === this.mostLeftAside) return false
    this.#leftAside++
    this.#size = MAX_OBJECTS
    return true
  }
}
