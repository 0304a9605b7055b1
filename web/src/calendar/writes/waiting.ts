import { createStore, useStore } from '../../lib/store'
import type { Write } from './write'

/** The writes that are not settled yet, in order. */
export const waiting = createStore<readonly Write[]>([])

export const currentWrites = (): readonly Write[] => waiting.get()
export const useWrites = (): readonly Write[] => useStore(waiting)
