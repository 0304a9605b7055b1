import type { EventRef } from '../event-ref'
import { currentWrites, waiting } from './waiting'
import { refAfter, type Write } from './write'

/** What the service has named here, in that order; by a write that has failed it has named nothing. */
let named: readonly Write[] = []

waiting.subscribe(() => {
  named = namedAfter(named, currentWrites())
})

/** An event under the name that it has by now: a card, or a form, may have been opened before the service named it. */
export const underUidNow = (ref: EventRef): EventRef => refAfterAll(ref, named)

/** The writes that have named something, once these are the ones that are not settled. */
export function namedAfter(before: readonly Write[], writes: readonly Write[]): Write[] {
  const now = before.map((one) => writes.find(({ id }) => id === one.id) ?? one)
  const others = writes.filter(({ id }) => !before.some((one) => one.id === id))
  return [...now, ...others].filter(
    ({ ref, resultUid, stage }) => ![null, ref.uid].includes(resultUid) && stage !== 'failed',
  )
}

/** What an event is called after these writes, in their order. */
export const refAfterAll = (ref: EventRef, writes: readonly Write[]): EventRef =>
  writes.reduce((now, write) => (write.resultUid === null ? now : refAfter(now, write, write.resultUid)), ref)
