import { notFound } from '../../platform/http-errors'
import type { EffectiveRange, Range } from '../event-ref'
import { copyEvent, type EditOptions, editEvent } from '../ical/edit'
import { editInstance, excludeInstance, extractInstance } from '../ical/edit/instance'
import { seriesBefore, seriesFrom } from '../ical/edit/split'
import { type EventForm, formOf, type StoredForm } from '../ical/form'
import { countInstances, formOfInstance } from '../ical/instance'
import type { Zone } from '../ical/zone'

/** What writes of occurrences mean for the text of their object; pure, and `@throws` IcalError where it is unreadable. */

/**
 * How much of a series a request is about: this and all later ones, from the first that is left, are all.
 * @throws Refusal 404 for an occurrence that the series does not have
 */
export function effectiveOn(text: string, effective: EffectiveRange, household: Zone): EffectiveRange {
  const { recurrenceId, range } = effective
  if (formOfInstance(text, recurrenceId, household) === null) throw notFound()
  if (range !== 'thisAndFuture' || !countInstances(text, recurrenceId, household).isFirst) return effective
  return { recurrenceId, range: 'all' }
}

/** The form of an event, or of the occurrence that is named; null: the series has no such occurrence. */
export const formAt = (text: string, recurrenceId: string | null, household: Zone): StoredForm | null =>
  recurrenceId === null ? formOf(text, household) : formOfInstance(text, recurrenceId, household)

/** The columns of a row that say what it is about. */
interface Ranged {
  operation: 'create' | 'update' | 'delete'
  range: Range | null
  formRecurrenceId: string | null
}

type Copying = EditOptions & { uid: string }

/** The object with the changes that a row's form makes; of a copy, what was copied is all there is. */
export function edited(text: string, row: Ranged, changes: Partial<EventForm>, options: EditOptions): string {
  const { operation, range, formRecurrenceId } = row
  if (formRecurrenceId === null) return editEvent(text, changes, options)
  if (range !== 'this') return editEvent(text, ofFirst(text, formRecurrenceId, changes, options.household), options)
  return operation === 'create'
    ? editEvent(text, changes, options)
    : editInstance(text, formRecurrenceId, changes, options)
}

/** What changes of an occurrence are for the first one of its series: the times move by as much. */
function ofFirst(text: string, recurrenceId: string, changes: Partial<EventForm>, household: Zone): Partial<EventForm> {
  const [first, at] = [formOf(text, household), formAt(text, recurrenceId, household)]
  const { start, end } = changes
  if (start === undefined || end === undefined || at === null) return changes
  const shift = Date.parse(first.start) - Date.parse(at.start)
  const shifted = (moment: string) => {
    const text = new Date(Date.parse(moment) + shift).toISOString()
    return changes.allDay ? text.slice(0, 10) : text
  }
  return { ...changes, start: shifted(start), end: shifted(end) }
}

/** What a row copies of an object, under a new uid. */
export function copied(text: string, { range, formRecurrenceId }: Ranged, options: Copying): string {
  if (formRecurrenceId === null || range === 'all') return copyEvent(text, options)
  const copy = range === 'this' ? extractInstance : seriesFrom
  return copy(text, formRecurrenceId, options)
}

/** The object without what a row removes from it, the same text where that is not there; null: nothing is left. */
export function remainder(text: string, { range, formRecurrenceId }: Ranged, options: EditOptions): string | null {
  const { all, isFirst } = countInstances(text, formRecurrenceId!, options.household)
  if (range === 'thisAndFuture') return isFirst ? null : seriesBefore(text, formRecurrenceId!, options)
  if (formOfInstance(text, formRecurrenceId!, options.household) === null) return text
  return all === 1 ? null : excludeInstance(text, formRecurrenceId!, options)
}
