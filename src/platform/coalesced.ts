/**
 * Work of which one run is under way at a time. A call meanwhile asks for one more run behind it, however many call: the
 * one under way may have begun before what they have changed.
 */
export class Coalesced {
  #underWay: Promise<void> | null = null
  #isAskedAgain = false

  constructor(private readonly work: () => Promise<void>) {}

  /** Null: nothing runs. */
  get underWay(): Promise<void> | null {
    return this.#underWay
  }

  /** Resolves when nothing more is asked for. @throws what the work throws, to all who wait */
  run(): Promise<void> {
    if (this.#underWay === null) this.#underWay = this.#untilDone()
    else this.#isAskedAgain = true
    return this.#underWay
  }

  async #untilDone(): Promise<void> {
    try {
      do {
        this.#isAskedAgain = false
        await this.work()
      } while (this.#isAskedAgain)
    } finally {
      // In the same breath as the last look at the flag: a call in between would be forgotten.
      this.#underWay = null
    }
  }
}
