/** A cache of limited weight: the least recently used entry is removed first. */
export class LruCache<Key, Value> {
  readonly #entries = new Map<Key, { value: Value; weight: number }>()
  #weight = 0

  constructor(private readonly mostWeight: number) {}

  /** Counts as a use; undefined when the entry is not there any more. */
  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    // A Map is in the order of insertion: the entry used last goes to the end.
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  has(key: Key): boolean {
    return this.#entries.has(key)
  }

  /** Keeps an entry, also one that alone is too heavy: it stays until the next comes. */
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
