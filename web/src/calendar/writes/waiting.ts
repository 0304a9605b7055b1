import { createStore, useStore } from '../../lib/store'
import { drawnAs } from './drawn'
import type { overlay } from './overlay'
import type { Write } from './write'

/** The writes that are not settled yet, in order. */
export const waiting = createStore<readonly Write[]>([])

/** Draws writes over what the server has. It comes with their queue: before that there are none. */
export const drawing = createStore<{ overlay: typeof overlay }>({ overlay: drawnAs })

/** For what is not drawn; `useWrites` for what is. */
export const currentWrites = (): readonly Write[] => waiting.get()
export const useWrites = (): readonly Write[] => useStore(waiting)
