import { createStore, useStore } from '../../lib/store'
import { createQueue } from '../../outbox/queue'
import { begun } from '../../outbox/queued'
import { earlierListWrites } from './earlier'
import { behind, dependsOn, isIdempotent, type ListChange, type ListWrite } from './write'

export const listWrites = createQueue<ListWrite>({
  name: 'lists',
  writes: createStore<readonly ListWrite[]>([]),
  dependsOn,
  earlier: earlierListWrites,
})

/** Does something to a list: it is on screen at once and reaches the service by itself. Returns the write's id. */
export function changeList(change: ListChange, undoMs = 0): string {
  const write: ListWrite = { ...change, ...begun(isIdempotent(change), undoMs) }
  listWrites.change((before) => behind(before, write))
  return write.id
}

/** The writes that the service has not confirmed yet, in order. */
export const useListWrites = (): ListWrite[] => useStore(listWrites.writes).filter(({ stage }) => stage !== 'failed')
