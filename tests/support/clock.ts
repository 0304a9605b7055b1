/** A clock that a test sets and moves; it never runs by itself. */
export class TestClock {
  #now: number

  constructor(start = '2026-11-20T12:00:00Z') {
    this.#now = Date.parse(start)
  }

  readonly now = () => new Date(this.#now)

  set(instant: string) {
    this.#now = Date.parse(instant)
  }

  advance(milliseconds: number) {
    this.#now += milliseconds
  }
}
