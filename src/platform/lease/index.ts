import { randomUUID } from 'node:crypto'
import type { Executor } from '../db/client'

/** Which of the processes on one database does what. */
export interface Leases {
  /** The name of this process in columns that say who holds a row. */
  holder(): string
  /**
   * Does work that one process at a time does. Resolves with false where another one does it, or has just done it.
   * `work` tells how many milliseconds nobody does it again, counted from the taking; 0: whoever comes next may.
   * @throws what `work` throws, and the database's error
   */
  run(name: string, work: (lease: Lease) => Promise<number>): Promise<boolean>
  /** Takes one of so many places under a name, for all processes together; null: none is free. */
  permit(name: string, most: number): Promise<Permit | null>
  /** Whether this process reports what is the same for all of them. */
  isLeader(): boolean
}

/** Work that this process has taken. */
export interface Lease {
  /** False once it may be another's, by the time that has passed here. Asks nobody. */
  isHeld(): boolean
  /** Asks the database whether it is nobody else's, and holds it for longer. Within a transaction that holds to its end. */
  confirm(db: Executor): Promise<boolean>
}

export interface Permit {
  /** Gives the place back; never rejects. */
  release(): Promise<void>
}

/** A lease in a process that shares its database with no other. */
export const UNSHARED: Lease = { isHeld: () => true, confirm: async () => true }

const PERMIT: Permit = { release: async () => {} }

/** For a process that shares its database with no other: everything is its own. */
export const UNSHARED_LEASES: Leases = {
  holder: randomUUID,
  async run(_, work) {
    await work(UNSHARED)
    return true
  },
  permit: async () => PERMIT,
  isLeader: () => true,
}
