import { eq, isNotNull } from 'drizzle-orm'
import type { Context } from '../platform/context'
import { openOrNull, seal } from '../platform/crypto/seal'
import type { Transaction } from '../platform/db/client'
import { calendarCredentials, homeAccounts, subscriptions } from '../platform/db/schema'
import { inTransaction } from '../platform/db/transaction'

export interface Rekeyed {
  /** Sealed anew. */
  changed: number
  /** Sealed with the present key before. */
  present: number
  /** What neither key opens and its owner has to enter once more; it stays as it is. */
  lost: number
}

interface Sealed {
  text: string
  /** The member beside whom it is sealed; 0: the wizard's admin to be. */
  owner: number
  /** Nobody would miss it. */
  isOfNobody?: boolean
  store: (tx: Transaction, text: string) => Promise<unknown>
}

/** Seals everything that `previous` has sealed with `key`, all of it or nothing; a second time it finds nothing to do. */
export function rekey({ db }: Pick<Context, 'db'>, key: Buffer, previous: Buffer): Promise<Rekeyed> {
  return inTransaction(db, async (tx) => {
    const counts: Rekeyed = { changed: 0, present: 0, lost: 0 }
    for (const { text, owner, isOfNobody = false, store } of await readSealed(tx)) {
      const opened = openOrNull(text, previous, owner)
      if (openOrNull(text, key, owner) !== null) counts.present++
      else if (opened !== null) {
        await store(tx, seal(opened, key, owner))
        counts.changed++
      } else if (!isOfNobody) counts.lost++
    }
    return counts
  })
}

/** Everything in the database that is sealed; locks it against what is entered meanwhile. */
async function readSealed(tx: Transaction): Promise<Sealed[]> {
  const accounts = await tx
    .select({ owner: calendarCredentials.userId, text: calendarCredentials.appPassword })
    .from(calendarCredentials)
    .for('update')
  const links = await tx
    .select({ id: subscriptions.id, owner: subscriptions.userId, text: subscriptions.sealedUrl })
    .from(subscriptions)
    .where(isNotNull(subscriptions.sealedUrl))
    .for('update')
  const homes = await tx
    .select({ id: homeAccounts.id, owner: homeAccounts.userId, text: homeAccounts.appPassword })
    .from(homeAccounts)
    .where(isNotNull(homeAccounts.appPassword))
    .for('update')
  return [
    ...accounts.map(({ owner, text }) => ({
      owner,
      text,
      store: (tx: Transaction, appPassword: string) =>
        tx.update(calendarCredentials).set({ appPassword }).where(eq(calendarCredentials.userId, owner)),
    })),
    ...links.map(({ id, owner, text }) => ({
      owner,
      text: text!,
      store: (tx: Transaction, sealedUrl: string) =>
        tx.update(subscriptions).set({ sealedUrl }).where(eq(subscriptions.id, id)),
    })),
    ...homes.map(({ id, owner, text }) => ({
      owner: owner ?? 0,
      text: text!,
      // The wizard makes another one; whoever has left the household needs none.
      isOfNobody: owner === null,
      store: (tx: Transaction, appPassword: string) =>
        tx.update(homeAccounts).set({ appPassword }).where(eq(homeAccounts.id, id)),
    })),
  ]
}
