import { queries, queryClient } from '../../data/queries'
import type { Person } from '../../data/types'
import type { Draft, Original } from '../draft'
import type { Entry } from '../entries'
import type { SeriesRange } from '../event-ref'
import { createForm, editForm } from '../form-of-draft'
import { createEvent, editEvent, editUndoably, tryAgain } from '../writes/actions'
import { currentWrites } from '../writes/waiting'
import { rememberCalendar } from './opened'

interface Saved {
  entry: Entry | null
  draft: Draft
  original: Original | null
  /** How much of a series is changed; null for an event that does not repeat. */
  range: SeriesRange | null
  /** What is told of a new one. */
  words: string
}

/** Hands a draft to the writes: a new event, another try at one that failed, or a change of `original`. */
export function save({ entry, draft: asked, original, range, words }: Saved, zone: string): void {
  const draft = withoutRemoved(asked)
  rememberCalendar(draft.calendarUrl)
  const failedId = entry?.save?.state === 'failed' ? entry.save.writeId : null
  // What failed may have been decided on another device since the form was opened.
  const isFailed = currentWrites().some(({ id }) => id === failedId)
  if (entry !== null && original !== null) {
    const edit = range === null ? editEvent : editUndoably
    edit(entry, range, editForm(draft, original, zone), original.base)
  } else if (failedId !== null && isFailed) tryAgain(failedId, createForm(draft, zone))
  else createEvent(createForm(draft, zone), words)
}

/** Somebody may have been removed since they were chosen. */
function withoutRemoved(draft: Draft): Draft {
  const people = queryClient.getQueryData<Person[]>(queries.people.queryKey)
  const isThere = (personId: number) => people?.some(({ id }) => id === personId) ?? true
  return { ...draft, personIds: draft.personIds.filter(isThere) }
}
