import type { PeopleNames } from '../ical/categories'
import { IcalError } from '../ical/error'
import type { StoredForm } from '../ical/form'
import { type CheckedForm, checkEventForm } from './check-form'
import type { OutboxRow } from './jobs'

/** The form that a row's author has submitted, checked anew. */
export const storedForm = ({ payload, base }: Pick<OutboxRow, 'payload' | 'base'>): CheckedForm =>
  checkEventForm(storedPayload(payload), storedPayload(base))

/** The form that a row's author started from. @throws IcalError when it is not there */
export function storedBase({ base }: Pick<OutboxRow, 'base'>): StoredForm {
  const value = storedPayload(base)
  if (typeof value !== 'object' || value === null) throw new IcalError('a write without the form it started from')
  return value as StoredForm
}

/** The form with the people whom an event can name: those who are there, and of two with one name the first. */
export function withNameable<Form extends { personIds?: number[] }>(form: Form, people: PeopleNames): Form {
  const { personIds } = form
  return personIds === undefined ? form : { ...form, personIds: people.personsOf(people.namesOf(personIds)) }
}

/** JSON that a row holds; null where there is none, or none that can be read. */
export function storedPayload(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
