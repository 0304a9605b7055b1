import { createStore, useStore } from '../lib/store'
import { UNDO_MS } from '../ui/toast'

/** Something that was done to a list, and how it is taken back. */
interface Done {
  key: string
  /** What was done, in a sentence. */
  text: string
  undo: () => void
}

/** What can be taken back at the moment, in the order in which it was done. */
interface Offer {
  done: readonly Done[]
  /** Tells of so many in a word or two. */
  brief: (count: number) => string
}

const offered = createStore<Offer | null>(null)
let timer: ReturnType<typeof setTimeout> | undefined

export const useOffer = (): Offer | null => useStore(offered)

/** Offers to take something back, for five seconds or until the page is left. What is told of in the same words is taken back together. */
export function offerUndo(done: Done, brief: Offer['brief']): void {
  offered.set((before) => ({ done: [...(before?.brief === brief ? before.done : []), done], brief }))
  clearTimeout(timer)
  timer = setTimeout(withdraw, UNDO_MS)
}

/** Somebody has taken it back by hand. */
export function withdrawOne(key: string): void {
  const before = offered.get()
  const done = before?.done.filter((one) => one.key !== key) ?? []
  offered.set(before === null || done.length === 0 ? null : { ...before, done })
}

export const withdraw = (): void => offered.set(null)

/** Takes back everything that is offered, the last first. */
export function undoAll(): void {
  const done = offered.get()?.done ?? []
  withdraw()
  for (const { undo } of done.toReversed()) undo()
}

// What a page has been left with is done at once.
document.addEventListener('visibilitychange', withdraw)
