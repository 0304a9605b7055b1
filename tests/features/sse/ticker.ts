import type { Every } from '../../../src/features/sse'

/** A ticker that ticks when a test says so. */
export class Ticker {
  readonly ticking = new Map<() => void, number>()
  readonly every: Every = (milliseconds, tick) => {
    this.ticking.set(tick, milliseconds)
    return () => this.ticking.delete(tick)
  }

  tick() {
    for (const tick of this.ticking.keys()) tick()
  }
}
