import type { Counts, EventForm, OpenedEvent } from '../../data/types'
import { soon } from '../../lib/patience'
import type { Entry } from '../entries'
import { questionOf } from '../parts/question-of'
import type { Ask } from '../parts/range-question'
import { editUndoably, tryAgain } from '../writes/actions'
import { pendingEvent } from '../writes/pending-event'
import { formOfTimes, timesOfForm } from '../writes/times'
import { currentWrites } from '../writes/waiting'
import { type Lifted, type Shift, shiftTimes } from './shift'

/** How long a question waits for what it says beside: who has let go of an event looks for it at once. */
const PATIENCE_MS = 1_500

/** Saves what a drag has changed; of an occurrence of a series once somebody has said how much of it is meant. */
export async function saveDrop({ placed, shift }: Lifted, zone: string, ask: Ask): Promise<void> {
  const { item } = placed
  if (item.save?.state === 'failed') return changeFailed(item.save.writeId, shift, zone)
  const form = formOfTimes(item.title, shiftTimes(item, shift, zone))
  const seen = formOfTimes(item.title, item)
  if (item.ref.recurrenceId === null) return editUndoably(item, null, form, seen)
  const known = await knownOf(item, seen)
  const range = await ask(questionOf(item, form, known, zone))
  if (range !== null) editUndoably(item, range, form, known.base)
}

interface Known {
  base: OpenedEvent
  counts: Counts | null
}

/** The event as it was seen when it was picked up, with its rule as far as that is told soon. */
async function knownOf(item: Entry, seen: EventForm): Promise<Known> {
  const told = pendingEvent(item).catch(() => null)
  const stored = await soon(told, PATIENCE_MS)
  if (stored === null) return { base: seen, counts: null }
  const { recurrence, recurrenceUntil, recurrenceCount, occurrences = null } = stored
  return { base: { ...seen, recurrence, recurrenceUntil, recurrenceCount }, counts: occurrences }
}

/** Changes the times of a failed write on this device and sends it again. */
function changeFailed(writeId: string, shift: Shift, zone: string): void {
  const write = currentWrites().find(({ id }) => id === writeId)
  if (write === undefined || write.kind === 'delete') return
  const times = shiftTimes(timesOfForm(write.form), shift, zone)
  tryAgain(writeId, { ...write.form, ...formOfTimes(write.form.title, times) })
}
