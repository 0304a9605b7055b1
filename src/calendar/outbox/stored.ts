import { IcalError } from '../ical/error'
import type { StoredForm } from '../ical/form'
import { type CheckedForm, checkEventForm } from './check-form'
import type { OutboxRow } from './rows'

/** The form that a row's author has submitted, checked anew. */
export const storedForm = ({ payload }: Pick<OutboxRow, 'payload'>): CheckedForm => checkEventForm(parsed(payload))

/** The form that a row's author started from. @throws IcalError when it is not there */
export function storedBase({ base }: Pick<OutboxRow, 'base'>): StoredForm {
  const value = parsed(base)
  if (typeof value !== 'object' || value === null) throw new IcalError('a write without the form it started from')
  return value as StoredForm
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
