import { everythingLoaded } from '../data'
import { type Entry, type Household, mergeEntries } from '../entries'
import { isNew } from '../event-ref'
import { overlay } from '../writes/overlay'
import type { CreateWrite, EditWrite, Write } from '../writes/write'

/**
 * The event of a failed write as the calendar draws it, for its form to be opened; null where there is none to change:
 * of a deletion, and of a move that another device has made.
 */
export function entryOf(write: Write, zone: string, household: Household): Entry | null {
  if (write.kind === 'delete' || (write.kind === 'edit' && isNew(write.ref))) return null
  const isIt = ({ save }: Entry) => save?.writeId === write.id
  const told = spokenOf(write)
  const found = mergeEntries(overlay(everythingLoaded(zone).occurrences, [told], zone), household).find(isIt)
  if (found !== undefined || told.kind === 'create') return found ?? null
  // It stands on days that this device has not looked at.
  const known = { ...told, base: told.base ?? told.current }
  return mergeEntries(overlay([], [known], zone), household).find(isIt) ?? null
}

/** Of a change of many occurrences the one that its form speaks of. */
function spokenOf(write: CreateWrite | EditWrite): CreateWrite | EditWrite {
  const { formRecurrenceId: recurrenceId, ref } = write
  return recurrenceId === null ? write : { ...write, range: 'this', ref: { ...ref, recurrenceId } }
}
