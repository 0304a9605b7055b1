import { readNow, type Subscription } from '../forms/subscriptions'
import { createStore } from '../lib/store'

/** When those were last tried, by id, that somebody has asked to be read again; empty: never. */
export const askedAgain = createStore<ReadonlyMap<number, string>>(new Map())

/** Has a subscription read now; until that has happened one looks whether it has. @throws ApiError */
export async function readAgain({ id, lastTriedAt }: Subscription): Promise<void> {
  await readNow(id)
  askedAgain.set((before) => new Map(before).set(id, lastTriedAt ?? ''))
}
