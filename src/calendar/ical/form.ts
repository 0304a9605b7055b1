import type { Zone } from './zones'

export type RecurrencePreset = 'daily' | 'weekly' | 'monthly' | 'yearly'

/** The event form of the interface; `end` of an all-day event is inclusive. */
export interface EventForm {
  title: string
  allDay: boolean
  start: string
  end: string
  location?: string
  description?: string
  recurrence?: 'none' | RecurrencePreset
  recurrenceUntil?: string
  recurrenceCount?: number
  calendarUrl?: string
  reminderLeadMinutes?: number | null
}

/** An event read back as a form: timed `start`/`end` as UTC `Z`, all-day as dates with an inclusive end. */
export interface StoredForm {
  title: string
  allDay: boolean
  start: string
  end: string
  location: string
  description: string
  recurrence: 'none' | RecurrencePreset | 'custom'
  recurrenceUntil?: string
  recurrenceCount?: number
  reminderLeadMinutes: number | null
  reminderIsCustom: boolean
}

/** The master (or the only event) of an object as a form. Throws IcalError for an unreadable object. */
export function formOf(_text: string, _household: Zone): StoredForm {
  throw new Error('not built yet')
}
