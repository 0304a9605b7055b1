import { sql } from 'drizzle-orm'
import { createLeases, type SharedLeases } from '../../../src/platform/lease/shared'
import type { Household } from '../../support/household'

const NEVER_MS = 2 ** 31 - 1

/** Processes on one database, as their leases see each other, and a clock that all of them and the database go by. */
export class Processes {
  #milliseconds = Date.parse('2026-11-20T12:00:00Z')

  constructor(private readonly household: Household) {}

  /** One more; after its start it beats when a story says so. `waitMs` pass whenever it asks the database. */
  start({ waitMs = 0 } = {}): SharedLeases {
    const { db, log } = this.household.ctx
    const text = () => {
      this.advance(waitMs)
      return new Date(this.#milliseconds).toISOString().replace('T', ' ').slice(0, -1)
    }
    return createLeases(
      { db, log },
      { clock: () => sql`cast(${text()} as datetime(3))`, elapsed: () => this.#milliseconds, beatEveryMs: NEVER_MS },
    )
  }

  advance(milliseconds: number) {
    this.#milliseconds += milliseconds
  }
}
