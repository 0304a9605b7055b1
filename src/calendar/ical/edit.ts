import type { EventForm, StoredForm } from './form'
import type { Zone } from './zones'

export interface EditOptions {
  operationId: string
  now: Date
  household: Zone
}

/** What the form says that differs from the base; an absent optional field means "keep". Start, end and allDay travel together. */
export function changedFields(_base: StoredForm, _form: EventForm): Partial<EventForm> {
  throw new Error('not built yet')
}

/** The object with the changes written into its master; every byte not meant to change stays. */
export function editEvent(_text: string, _changes: Partial<EventForm>, _options: EditOptions): string {
  throw new Error('not built yet')
}

/** The whole object (masters, overrides, zones, alarms) under a new uid. */
export function copyEvent(_text: string, _options: EditOptions & { uid: string }): string {
  throw new Error('not built yet')
}
