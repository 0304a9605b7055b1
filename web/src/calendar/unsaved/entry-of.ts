import { everythingLoaded } from '../data'
import { type Entry, mergeEntries } from '../entries'
import { isNew } from '../event-ref'
import { overlay } from '../writes/overlay'
import type { Write } from '../writes/write'

/**
 * The event of a failed write as the calendar draws it, for its form to be opened; null where there is none to change:
 * of a deletion, and of a move that another device has made.
 */
export function entryOf(write: Write, zone: string): Entry | null {
  if (write.kind === 'delete' || (write.kind === 'edit' && isNew(write.ref))) return null
  const isIt = ({ save }: Entry) => save?.writeId === write.id
  const found = mergeEntries(overlay(everythingLoaded(zone).occurrences, [write], zone)).find(isIt)
  if (found !== undefined || write.kind === 'create') return found ?? null
  // It stands on days that this device has not looked at.
  const known = { ...write, base: write.base ?? write.current }
  return mergeEntries(overlay([], [known], zone)).find(isIt) ?? null
}
