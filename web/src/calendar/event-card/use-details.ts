import { ApiError } from '../../data/http'
import { useQuery } from '../../data/queries'
import type { StoredInstance } from '../../data/types'
import { type Entry, isTold } from '../entries'
import { afterChanges, changesOf, isUnmade, storedEvent, whyMissing } from '../writes/pending-event'
import { useWrites } from '../writes/waiting'

/**
 * What the calendar does not show of an event, with the changes on their way: its notes, its rule, its calendar. Where
 * it is not known, why: it is being asked for, the service cannot be reached or refuses, it has to write an earlier
 * change first, somebody has deleted it since it was drawn, or nobody is told.
 */
export type Details = StoredInstance | 'loading' | 'unreachable' | 'refused' | 'pending' | 'gone' | 'untold'

/** Asks for them where the calendar does not show them. */
export function useDetails(entry: Entry): Details {
  const writes = useWrites()
  const failed = writes.find(({ id, stage }) => id === entry.save?.writeId && stage === 'failed')
  const changes = changesOf(entry.ref, writes)
  const isNeeded = isTold(entry) && failed?.kind !== 'create' && changes !== null && !isUnmade(changes)
  const { data, error } = useQuery(storedEvent(entry.ref), { enabled: isNeeded })
  if (!isTold(entry)) return 'untold'
  if (failed?.kind === 'create') return afterChanges(entry, [failed], undefined)
  if (changes === null) return 'pending'
  const missing = whyMissing(error, changes)
  if (missing === 'gone') return missing
  if (isUnmade(changes) || data !== undefined) return afterChanges(entry, changes, data)
  if (error === null) return 'loading'
  if (missing !== null) return missing
  return error instanceof ApiError && error.status !== 0 ? 'refused' : 'unreachable'
}

export const isKnown = (details: Details): details is StoredInstance => typeof details === 'object'
