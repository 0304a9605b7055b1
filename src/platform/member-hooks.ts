import type { Transaction } from './db/client'
import type { Announcement } from './hub'

/** What follows elsewhere when somebody joins or leaves the household; given by each part that keeps data of members. */
export interface MemberHooks {
  /** Runs in the transaction that has just created the member. */
  onJoin?(tx: Transaction, memberId: number): Promise<void>
  /**
   * Runs in the transaction that removes the member, while the row and what refers to it are still there. Returns what is
   * announced with the commit.
   */
  onLeave?(tx: Transaction, memberId: number): Promise<Announcement[]>
  /** Runs in the transaction that removes a person without sign-in, while the row is still there. */
  onRemove?(tx: Transaction, personId: number): Promise<void>
}
