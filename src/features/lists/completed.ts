import { eq, type SQL } from 'drizzle-orm'
import type { MySqlColumn } from 'drizzle-orm/mysql-core'
import type { Transaction } from '../../platform/db/client'
import { completedChores, completedChoresOfPersons, persons } from '../../platform/db/schema'
import type { ItemRow } from './present'

/** To whom a chore counts that is done: a member, a person without sign-in, or nobody known. */
export type Credit = { userId: number } | { personId: number } | null

/**
 * To whom a chore counts: to whoever has the turn where that is one person who never signs in, else to the member who
 * ticks it; where that is nobody, to the member who has the turn.
 */
export async function creditOf(tx: Transaction, item: ItemRow, by: number | null): Promise<Credit> {
  const { assigneeIds, personIds, rotates } = item
  const [first = null, ...others] = personIds ?? assigneeIds ?? []
  const turn = rotates || others.length === 0 ? first : null
  if (turn === null || personIds === null) return ofMember(by ?? turn)
  const [person] = await tx.select({ memberId: persons.memberId }).from(persons).where(eq(persons.id, turn))
  return person?.memberId === null ? { personId: turn } : ofMember(by ?? person?.memberId ?? null)
}

const ofMember = (userId: number | null): Credit => (userId === null ? null : { userId })

/** Notes in the history of a list that an item was done. */
export async function noteCompleted(
  tx: Transaction,
  { id: itemId, listId }: Pick<ItemRow, 'id' | 'listId'>,
  credit: NonNullable<Credit>,
  doneAt: Date,
): Promise<void> {
  // After a restore an item may get the id of one that was removed, whose history is kept.
  if ('userId' in credit) {
    const set = { listId, doneAt, ...credit }
    await tx
      .insert(completedChores)
      .values({ itemId, ...set })
      .onDuplicateKeyUpdate({ set })
  } else {
    const set = { listId, doneAt, ...credit }
    await tx
      .insert(completedChoresOfPersons)
      .values({ itemId, ...set })
      .onDuplicateKeyUpdate({ set })
  }
}

/** Takes the items that meet a condition out of the history of their list. */
export async function forgetCompleted(tx: Transaction, condition: (itemId: MySqlColumn) => SQL): Promise<void> {
  for (const table of [completedChores, completedChoresOfPersons]) await tx.delete(table).where(condition(table.itemId))
}
