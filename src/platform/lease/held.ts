import type { Executor } from '../db/client'
import { describeError, type Log } from '../log'
import type { Lease } from '.'
import { freeAmong, keep, LEASE_MS, type Place, processName, renew, rest, type Taken, take } from './rows'

/** What leases are kept with. */
export interface Keeping {
  place: Place
  /** The name of this process. */
  self: string
  /** Milliseconds that go on while the process stands still. */
  elapsed: () => number
  log: Log
}

/** A lease that this process has taken, and may have lost since. */
class HeldLease implements Lease {
  /** Until when nobody else can have taken it, in `elapsed`. */
  #until: number

  constructor(
    private readonly keeping: Keeping,
    readonly taken: Taken,
    begun: number,
  ) {
    this.#until = begun + LEASE_MS
  }

  // Functions of their own: whoever works under the lease may hand them on without it.
  readonly isHeld = (): boolean => this.keeping.elapsed() < this.#until

  readonly confirm = async (db: Executor): Promise<boolean> => {
    const { place, elapsed } = this.keeping
    const begun = elapsed()
    const isKept = await keep(place, this.taken, db)
    this.note(isKept, begun)
    return isKept
  }

  /** Notes what the database said when it was asked at `begun`. */
  note(isKept: boolean, begun: number): void {
    this.#until = isKept ? begun + LEASE_MS : Number.NEGATIVE_INFINITY
  }
}

/** The leases that this process holds. */
export class HeldLeases {
  readonly #held = new Map<string, HeldLease>()

  constructor(private readonly keeping: Keeping) {}

  has(name: string): boolean {
    return this.#held.has(name)
  }

  /** Null: somebody has it. */
  async take(name: string): Promise<HeldLease | null> {
    const { place, self, elapsed } = this.keeping
    const begun = elapsed()
    const taken = await take(place, name, self)
    if (taken === null) return null
    const lease = new HeldLease(this.keeping, taken, begun)
    this.#held.set(name, lease)
    return lease
  }

  /** Takes the first of these that nobody has; null: somebody has each. */
  async takeOneOf(names: readonly string[]): Promise<HeldLease | null> {
    for (const name of await freeAmong(this.keeping.place, names)) {
      const lease = await this.take(name)
      if (lease !== null) return lease
    }
    return null
  }

  /** Gives a lease back, or lets nobody take it for so long. Never rejects. */
  async giveBack(lease: HeldLease, restMs = 0): Promise<void> {
    const { place, log } = this.keeping
    const { name } = lease.taken
    if (this.#held.get(name) === lease) this.#held.delete(name)
    try {
      await rest(place, lease.taken, restMs)
    } catch (error) {
      log.debug('a lease was not given back; it runs out', { lease: name, error: describeError(error) })
    }
  }

  /** Holds all for longer, and lets go of what was lost. False: the process is known to nobody, or not any more. */
  async renew(): Promise<boolean> {
    const { place, self, elapsed } = this.keeping
    const begun = elapsed()
    const leases = [...this.#held.entries()]
    const kept = await renew(place, self, [processName(self), ...leases.map(([name]) => name)])
    for (const [name, lease] of leases) {
      if (kept.has(name)) lease.note(true, begun)
      else if (this.#held.get(name) === lease) {
        this.#held.delete(name)
        lease.note(false, begun)
      }
    }
    return kept.has(processName(self))
  }

  forget(): void {
    this.#held.clear()
  }
}
