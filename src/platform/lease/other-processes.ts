import type { Keeping } from './held'
import { LEASE_MS, listProcesses } from './rows'

/** The other processes on the database, as the last look has found them. */
export class OtherProcesses {
  #lookedAt = Number.NEGATIVE_INFINITY
  #noneUntil = Number.NEGATIVE_INFINITY

  constructor(private readonly keeping: Keeping) {}

  /** Whether there is none, for as long as the last look counts. */
  areNone(): boolean {
    return this.keeping.elapsed() < this.#noneUntil
  }

  /** Looks who there is. `takeOver` is given those that have been silent for too long. */
  async look(takeOver: (silent: readonly string[]) => Promise<unknown>): Promise<void> {
    const { place, self, elapsed } = this.keeping
    const begun = elapsed()
    const others = (await listProcesses(place)).filter(({ holder }) => holder !== self)
    const silent = others.flatMap(({ holder, isSilent }) => (isSilent ? [holder] : []))
    // After a time without the database all have been silent: the next look knows who lives.
    const isJudge = begun - this.#lookedAt < LEASE_MS
    this.#lookedAt = begun
    if (silent.length > 0 && isJudge) await takeOver(silent)
    this.#noneUntil = others.length === silent.length ? begun + LEASE_MS : Number.NEGATIVE_INFINITY
  }
}
