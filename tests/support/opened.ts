import { afterAll, beforeAll } from 'bun:test'

type Opened = { close(): unknown } | { stop(): unknown }

/**
 * Opens something before the tests of a file, or of a `describe`, and closes it after them: `const household =
 * opened(openHousehold)`. The result reads from what was opened.
 * @throws when it is read before the first hook
 */
export function opened<T extends Opened>(open: () => Promise<T>): T {
  let thing: T | undefined
  beforeAll(async () => {
    thing = await open()
  })
  afterAll(async () => {
    if (thing !== undefined) await ('close' in thing ? thing.close() : thing.stop())
  })
  // Nothing can be written to what is frozen: a value set here would not reach the thing itself.
  return new Proxy(Object.freeze({}) as T, {
    get(_, key) {
      if (thing === undefined) throw new Error(`${String(key)} is asked for before anything is open`)
      const value: unknown = Reflect.get(thing, key, thing)
      return typeof value === 'function' ? value.bind(thing) : value
    },
  })
}
