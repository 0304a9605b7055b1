import type { EventForm } from './form'
import type { Zone } from './zones'

export interface BuildOptions {
  uid: string
  operationId: string
  now: Date
  household: Zone
}

/** A complete VCALENDAR for a validated form. */
export function buildEvent(_form: EventForm, _options: BuildOptions): string {
  throw new Error('not built yet')
}

/** X-CORKBOARD-OP of the master, null when there is none or the text is unreadable. */
export function operationIdOf(_text: string): string | null {
  throw new Error('not built yet')
}
