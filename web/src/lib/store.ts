import { useEffect, useState } from 'preact/hooks'

/** A value that components can watch. */
export interface Store<T> {
  get(): T
  set(next: T | ((before: T) => T)): void
  /** Returns the function that ends the subscription. */
  subscribe(listener: () => void): () => void
}

/** Listeners hear of values that differ (`Object.is`), at once. */
export function createStore<T>(initial: T): Store<T> {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    get: () => value,
    set(next) {
      const after = typeof next === 'function' ? (next as (before: T) => T)(value) : next
      if (Object.is(after, value)) return
      value = after
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The value of a store; draws again when it changes. */
export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState(store.get)
  useEffect(() => {
    const update = () => setValue(() => store.get())
    // The value may have changed between the first render and this effect.
    update()
    return store.subscribe(update)
  }, [store])
  return value
}
