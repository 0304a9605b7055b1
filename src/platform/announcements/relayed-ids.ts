/**
 * An id that is missing between others may belong to a transaction that has yet to commit, or to one that was rolled
 * back. After so long nobody waits for it: no statement takes half of that.
 */
export const LOOK_BACK_MS = 10_000

interface Above {
  id: number
  /** Milliseconds of a clock that never goes back. */
  at: number
}

/** Which rows were relayed: all up to the floor, and some above it. Ids commit out of order. */
export class RelayedIds {
  #floor: number
  /** By id. */
  readonly #above: Above[] = []
  readonly #ids = new Set<number>()

  constructor(floor: number) {
    this.#floor = floor
  }

  /** Below it nothing is waited for. */
  get floor(): number {
    return this.#floor
  }

  get last(): number {
    return this.#above.at(-1)?.id ?? this.#floor
  }

  has(id: number): boolean {
    return id <= this.#floor || this.#ids.has(id)
  }

  /**
   * Whether nothing stands between the last row and this one but rows that this process is about to commit: those have
   * nothing to do with it, or they would hold its locks.
   */
  isNext(id: number, aboutToCommit: ReadonlySet<number>): boolean {
    let before = this.last
    while (before + 1 < id && aboutToCommit.has(before + 1)) before++
    return id <= before + 1
  }

  add(id: number, at: number): void {
    if (this.has(id)) return
    this.#ids.add(id)
    const place = this.#above.findLastIndex((other) => other.id < id) + 1
    this.#above.splice(place, 0, { id, at })
    this.#raiseFloor(() => false)
  }

  /**
   * Waits no longer for gaps that had been open for too long when a look began that has not filled them. Not without a
   * look: a process that was held up knows nothing of the time between.
   */
  forgetGaps(lookedAt: number): void {
    this.#raiseFloor(({ at }) => lookedAt - at >= LOOK_BACK_MS)
  }

  #raiseFloor(over: (above: Above) => boolean): void {
    let count = 0
    for (const above of this.#above) {
      const { id } = above
      if (id !== this.#floor + 1 && !over(above)) break
      this.#floor = id
      this.#ids.delete(id)
      count++
    }
    this.#above.splice(0, count)
  }
}
