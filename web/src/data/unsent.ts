import { createStore, useStore } from '../lib/store'

/** How many writes each queue still holds, by the queue's name. */
const counts = createStore<Readonly<Record<string, number>>>({})

export function reportUnsent(queue: string, count: number): void {
  counts.set((before) => (before[queue] === count ? before : { ...before, [queue]: count }))
}

/** Writes of every kind that the server has not confirmed yet. */
export function useUnsent(): number {
  return Object.values(useStore(counts)).reduce((sum, count) => sum + count, 0)
}
