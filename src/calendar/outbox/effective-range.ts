import { notFound, Refusal } from '../../platform/http-errors'
import type { EffectiveRange, Range } from '../event-ref'
import type { PeopleNames } from '../ical/categories'
import { changedFields } from '../ical/changes'
import { copyEvent, type EditOptions, editEvent } from '../ical/edit'
import { editInstance, excludeInstance, extractInstance } from '../ical/edit/instance'
import { editSeries } from '../ical/edit/series-change'
import { seriesBefore, seriesFrom } from '../ical/edit/split'
import { IcalError } from '../ical/error'
import { type EventForm, formOf, type StoredForm } from '../ical/form'
import { countInstances, formOfInstance, isExcluded } from '../ical/instance'
import { asOpened } from '../ical/merge'
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
export const formAt = (
  text: string,
  recurrenceId: string | null,
  household: Zone,
  people?: PeopleNames,
): StoredForm | null =>
  recurrenceId === null ? formOf(text, household, people) : formOfInstance(text, recurrenceId, household, people)

/** The columns of a row that say what it is about. */
interface Ranged {
  operation: 'create' | 'update' | 'delete'
  range: Range | null
  formRecurrenceId: string | null
}

type Copying = EditOptions & { uid: string }

interface Changed {
  form: EventForm
  opened: Partial<StoredForm> | null
  household: Zone
  people: PeopleNames
}

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
 * Refuses a change that no text can say, such as a rule whose days cannot move so, before anything is queued.
 * @throws Refusal 422
 */
export function refuseImpossible(text: string, { recurrenceId, range }: EffectiveRange, wanted: Changed): void {
  const { form, opened, household, people } = wanted
  const current = formAt(text, recurrenceId, household, people)
  if (current === null) return
  const changes = changedFields(opened === null ? current : asOpened(current, opened), form)
  const row = { operation: 'update', range, formRecurrenceId: recurrenceId } as const
  const options = { operationId: '', now: new Date(0), household, people }
  try {
    const source = range === 'thisAndFuture' ? copied(text, row, { ...options, uid: '' }) : text
    edited(source, row, changes, options)
    if (range === 'thisAndFuture') remainder(text, row, options)
  } catch (error) {
    if (!(error instanceof IcalError)) throw error
    throw new Refusal(422, 'The series cannot be changed in that way')
  }
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
