/** A cache of limited weight: what was not used for longest gives way first. */
export class LruCache<Key, Value> {
  readonly #entries = new Map<Key, { value: Value; weight: number }>()
  #weight = 0

  constructor(private readonly mostWeight: number) {}

  /** Uses an entry; undefined when it is not there, or has given way. */
  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    // The order of a Map is that of insertion: what was used last goes to the end.
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  has(key: Key): boolean {
    return this.#entries.has(key)
  }

  /** Keeps an entry, also one that is heavier than all that may be kept: it gives way to the next. */
  set(key: Key, value: Value, weight: number): void {
    this.#weight += weight - (this.#entries.get(key)?.weight ?? 0)
    this.#entries.delete(key)
    this.#entries.set(key, { value, weight })
    for (const [oldest, entry] of this.#entries) {
      if (this.#weight <= this.mostWeight || oldest === key) break
      this.#entries.delete(oldest)
      this.#weight -= entry.weight
    }
  }
}
