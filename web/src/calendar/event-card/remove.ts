import { focusNext } from '../../lib/focus'
import type { Entry } from '../entries'
import { mayDelete, toldOfRemoval } from '../event-dialog/meeting'
import { type KnownSeries, questionOf } from '../parts/question-of'
import type { Ask } from '../parts/range-question'
import { deleteEvent } from '../writes/actions'
import { beside } from './beside'

interface Doomed {
  entry: Entry
  known: KnownSeries
  zone: string
  ask: Ask
  /** Called once it is settled that the card is not needed any more. */
  onClose: () => void
}

/** Deletes an event; of a series as much as is answered, of what others take part in once that is confirmed. */
export async function remove({ entry, known, zone, ask, onClose }: Doomed): Promise<void> {
  if (entry.ref.recurrenceId === null) {
    onClose()
    if (await mayDelete(entry)) take(entry, null)
    return
  }
  const note = await toldOfRemoval(entry)
  const range = await ask({ ...questionOf(entry, null, known, zone), note })
  if (range === null) return
  onClose()
  take(entry, range)
}

/** The closed card has given the focus back to the event, which goes. */
function take(...doomed: Parameters<typeof deleteEvent>) {
  const next = beside(document.activeElement)
  deleteEvent(...doomed)
  focusNext(() => next)
}
