type Handler = ((this: Request) => void) | undefined

class Request {
  onsuccess: Handler
  onupgradeneeded: Handler
  error = null

  constructor(public result: unknown = undefined) {}

  succeed() {
    this.onsuccess?.call(this)
  }
}

/** What a transaction is to do, as it is asked for it. */
class Transaction {
  oncomplete: (() => void) | undefined
  readonly #asked: (() => void)[] = []
  readonly #written = new Map<string, unknown>()

  constructor(private readonly values: ReadonlyMap<string, unknown>) {}

  objectStore() {
    return { transaction: this, get: this.#get, put: this.#put, delete: (key: string) => this.#put(undefined, key) }
  }

  /** It comes to an end by itself when nothing more is asked for. */
  commit() {}

  /** Does it all, also what is asked for in the meantime. Resolves with what is to be written. */
  async run(): Promise<ReadonlyMap<string, unknown>> {
    for (let next = this.#asked.shift(); next !== undefined; next = this.#asked.shift()) {
      next()
      await new Promise((resolve) => setImmediate(resolve))
    }
    return this.#written
  }

  readonly #get = (key: string) =>
    this.#ask(() => structuredClone(this.#written.has(key) ? this.#written.get(key) : this.values.get(key)))

  readonly #put = (value: unknown, key: string) => {
    const stored = structuredClone(value)
    return this.#ask(() => void this.#written.set(key, stored))
  }

  #ask(run: () => unknown): Request {
    const request = new Request()
    this.#asked.push(() => {
      request.result = run()
      request.succeed()
    })
    return request
  }
}

/**
 * As much of IndexedDB as idb-keyval asks for: one store, whose transactions run one after the other. `write` hears of
 * each value before the transaction is complete.
 */
export function diskOf(
  stored: readonly [key: string, value: unknown][],
  write: (key: string, value: unknown) => void,
): Pick<IDBFactory, 'open'> {
  const values = new Map(stored)
  let before: Promise<void> = Promise.resolve()
  const transaction = () => {
    const begun = new Transaction(values)
    before = before.then(async () => {
      for (const [key, value] of await begun.run()) {
        values.set(key, value)
        write(key, value)
      }
      begun.oncomplete?.()
    })
    return begun
  }
  const open = () => {
    const request = new Request({ transaction })
    queueMicrotask(() => request.succeed())
    return request
  }
  return { open } as unknown as Pick<IDBFactory, 'open'>
}
