import * as idb from 'idb-keyval'

const SOON_MS = 2_000

/**
 * The device's database: values by name. Each function rejects where the browser offers none, also where it throws as soon
 * as it is asked for one.
 *
 * WebKit stops a page that is left in the middle of a transaction, and lets no other page into the database until that
 * page is thrown away: the next one would stay empty. So no transaction may need its page to come to an end.
 */
const open = idb.createStore('keyval-store', 'keyval')

/** For requests that are made at once: the database ends the transaction by itself. */
const committed: idb.UseStore = async (mode, ask) =>
  open(mode, (objects) => {
    const answer = ask(objects)
    objects.transaction.commit()
    return answer
  })

/** A transaction that asks, and writes by the answer. It ends with its page, and rejects then. */
export const transact: idb.UseStore = async (mode, ask) =>
  open(mode, async (objects) => {
    const abort = () => objects.transaction.abort()
    addEventListener('pagehide', abort)
    try {
      return await ask(objects)
    } finally {
      removeEventListener('pagehide', abort)
    }
  })

export const get = <T>(key: string) => idb.get<T>(key, committed)
/** For what somebody waits to see: undefined, too, where there is no database, or none that answers soon. */
export const getSoon = <T>(key: string): Promise<T | undefined> =>
  Promise.race([get<T>(key).catch(() => undefined), new Promise<undefined>((late) => setTimeout(late, SOON_MS))])
export const set = (key: string, value: unknown) => idb.set(key, value, committed)
export const del = (key: string) => idb.del(key, committed)
/** Puts what `to` makes of the value, in one transaction; `to` must be pure. */
export const update = <T>(key: string, to: (before: T | undefined) => T) => idb.update(key, to, transact)
