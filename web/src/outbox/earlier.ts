import { promisifyRequest } from 'idb-keyval'
import { transact } from '../lib/database'

/** Where the version before kept the writes of a queue, and how they are read. */
export interface Earlier<W> {
  keyOf: (member: number) => string
  /** Pure; `now` in epoch milliseconds. */
  convert: (kept: unknown, now: number) => W[]
}

/**
 * Puts writes that the version before has left on the device in front of those that are there: in one transaction, so
 * that none is lost or taken twice, whatever happens in between and however many tabs do the same.
 */
export async function takeOver<W>({ keyOf, convert }: Earlier<W>, member: number, key: string): Promise<void> {
  await transact('readwrite', async (objects) => {
    const left = await promisifyRequest<unknown>(objects.get(keyOf(member)))
    if (left === undefined) return
    const kept = await promisifyRequest<W[] | undefined>(objects.get(key))
    objects.put([...convert(left, Date.now()), ...(kept ?? [])], key)
    objects.delete(keyOf(member))
    await promisifyRequest(objects.transaction)
  })
}
