import { nameKey } from '../calendar/ical/categories'
import type { Transaction } from '../platform/db/client'
import { formerNames } from '../platform/db/schema'
import { MAX_NAME_LENGTH } from '../platform/limits'

/** Keeps a name that a person gives up: events say it in their categories, and stay theirs. */
export async function renamed(tx: Transaction, personId: number, formerName: string, now: Date): Promise<void> {
  // Folded, a character may be two.
  const key = [...nameKey(formerName)].slice(0, MAX_NAME_LENGTH).join('')
  await tx
    .insert(formerNames)
    .values({ personId, nameKey: key, until: now })
    .onDuplicateKeyUpdate({ set: { until: now } })
}
