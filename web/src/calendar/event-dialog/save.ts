import type { Draft, Original } from '../draft'
import type { Entry } from '../entries'
import { createForm, editForm } from '../form-of-draft'
import { createEvent, editEvent, tryAgain } from '../writes/actions'
import { lookOfEntry } from '../writes/known'
import { rememberCalendar } from './opened'

/** Hands a draft to the writes: a new event, another try at one that failed, or a change of `original`. */
export function save(entry: Entry | null, draft: Draft, original: Original | null, zone: string): void {
  rememberCalendar(draft.calendarUrl)
  const failedId = entry?.save?.state === 'failed' ? entry.save.writeId : null
  if (entry === null) createEvent(createForm(draft, zone))
  else if (original === null) tryAgain(failedId!, createForm(draft, zone))
  else editEvent({ ...entry, look: lookOfEntry(entry) }, editForm(draft, original, zone), original.base)
}
