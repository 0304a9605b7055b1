import { LruCache } from './lru'

/**
 * What is kept in memory of data that have a revision: whoever asks first pays for reading them, and then each for what
 * has changed. Of those who ask at once, one reads.
 */
export class RevisedCache<Key, Known extends { revision: number }> {
  readonly #known: LruCache<Key, Known>
  readonly #underWay = new Map<Key, Promise<Known>>()

  constructor(
    mostWeight: number,
    private readonly weightOf: (known: Known) => number,
  ) {
    this.#known = new LruCache(mostWeight)
  }

  /** What is known as of this revision, or of a later one; `readOn` goes on from what was known before. */
  async at(key: Key, revision: number, readOn: (before: Known | undefined) => Promise<Known>): Promise<Known> {
    for (;;) {
      const known = this.#known.get(key)
      if (known !== undefined && known.revision >= revision) return known
      const underWay = this.#underWay.get(key)
      if (underWay === undefined) break
      const read = await underWay
      if (read.revision >= revision) return read
    }
    const reading = this.#keep(key, readOn(this.#known.get(key))).finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, reading)
    return reading
  }

  async #keep(key: Key, reading: Promise<Known>): Promise<Known> {
    const known = await reading
    this.#known.set(key, known, this.weightOf(known))
    return known
  }
}
