import type { Draft, Original } from '../draft'
import type { Entry } from '../entries'
import { createForm, editForm } from '../form-of-draft'
import { createEvent, editEvent, tryAgain } from '../writes/actions'
import { appearanceOfEntry } from '../writes/appearance'
import { currentWrites } from '../writes/waiting'
import { rememberCalendar } from './opened'

/** Hands a draft to the writes: a new event, another try at one that failed, or a change of `original`. */
export function save(entry: Entry | null, draft: Draft, original: Original | null, zone: string): void {
  rememberCalendar(draft.calendarUrl)
  const failedId = entry?.save?.state === 'failed' ? entry.save.writeId : null
  // What failed may have been decided on another device since the form was opened.
  const isFailed = currentWrites().some(({ id }) => id === failedId)
  if (entry !== null && original !== null) {
    editEvent({ ...entry, appearance: appearanceOfEntry(entry) }, editForm(draft, original, zone), original.base)
  } else if (failedId !== null && isFailed) tryAgain(failedId, createForm(draft, zone))
  else createEvent(createForm(draft, zone))
}
