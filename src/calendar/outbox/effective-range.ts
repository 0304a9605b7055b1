import { notFound } from '../../platform/http-errors'
import type { EffectiveRange, Range } from '../event-ref'
import { copyEvent, type EditOptions, editEvent } from '../ical/edit'
import { editInstance, excludeInstance, extractInstance } from '../ical/edit/instance'
import { editSeries } from '../ical/edit/series-change'
import { seriesBefore, seriesFrom } from '../ical/edit/split'
import { type EventForm, formOf, type StoredForm } from '../ical/form'
import { countInstances, formOfInstance, isExcluded } from '../ical/instance'
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
  if (range !== 'this') return editSeries(text, formRecurrenceId, changes, options)
  return operation === 'create'
    ? editEvent(text, changes, options)
    : editInstance(text, formRecurrenceId, changes, options)
}

/** What a row copies of an object, under a new uid. */
export function copied(text: string, { range, formRecurrenceId }: Ranged, options: Copying): string {
  if (formRecurrenceId === null || range === 'all') return copyEvent(text, options)
  const copy = range === 'this' ? extractInstance : seriesFrom
  return copy(text, formRecurrenceId, options)
}

/**
 * The object without what a row removes from it: the same text where that is left out already, null where nothing is
 * left, undefined where the series has no such instance any more.
 */
export function remainder(text: string, { range, formRecurrenceId }: Ranged, options: EditOptions) {
  const { household } = options
  const recurrenceId = formRecurrenceId!
  const stands = formOfInstance(text, recurrenceId, household) !== null
  if (!stands && !isExcluded(text, recurrenceId, household)) return undefined
  const { all, isFirst } = countInstances(text, recurrenceId, household)
  if (range === 'thisAndFuture') return isFirst ? null : seriesBefore(text, recurrenceId, options)
  if (!stands) return text
  return all === 1 ? null : excludeInstance(text, recurrenceId, options)
}
