import { DAY, parseIsoDate } from './civil'
import { IcalError } from './error'
import type { Clock } from './lines'
import type { Bound } from './recurrence'
import { isUtc, UTC, type Zone } from './zone/table'

/** A form's start and end in seconds: instants, or midnights of dates as if UTC with an exclusive end. */
export interface FormTimes {
  isDate: boolean
  start: number
  end: number
}

/** The times as a form says them. */
interface SaidTimes {
  allDay: boolean
  start: string
  end: string
}

/** Reads the times of a form that has passed validation. @throws IcalError for times that are none */
export function formTimes(form: SaidTimes): FormTimes {
  if (form.allDay) {
    const end = dateOf(form.end) + 1
    return { isDate: true, start: dateOf(form.start) * DAY, end: end * DAY }
  }
  return { isDate: false, start: secondsOf(form.start), end: secondsOf(form.end) }
}

/** A form's times with changes applied, never ending before they start. @throws IcalError for times that are none */
export function changedTimes(form: SaidTimes, changes: Partial<SaidTimes>): FormTimes {
  const { allDay = form.allDay, start = form.start, end = form.end } = changes
  const times = formTimes({ allDay, start, end })
  return { ...times, end: Math.max(times.end, times.isDate ? times.start + DAY : times.start) }
}

/** The bound a form gives for a recurrence; UNTIL wins over COUNT, which validation does not let stand beside it. */
export function formBound(form: { recurrenceUntil?: string; recurrenceCount?: number }): Bound {
  if (form.recurrenceUntil !== undefined) return { untilDay: dateOf(form.recurrenceUntil) }
  return form.recurrenceCount === undefined ? {} : { count: form.recurrenceCount }
}

/** The clock new times are written on. A UTC household needs no zone definition. */
export function clockFor(times: FormTimes, isRecurring: boolean, household: Zone): { clock: Clock; zone: Zone } {
  if (times.isDate) return { clock: { kind: 'date' }, zone: UTC }
  if (!isRecurring || isUtc(household)) return { clock: { kind: 'utc' }, zone: UTC }
  return { clock: { kind: 'tzid', tzid: household.id }, zone: household }
}

function dateOf(text: string): number {
  const day = parseIsoDate(text)
  if (day === null) throw new IcalError('form with an unreadable date')
  return day
}

function secondsOf(text: string): number {
  const milliseconds = Date.parse(text)
  if (Number.isNaN(milliseconds)) throw new IcalError('form with an unreadable time')
  return Math.floor(milliseconds / 1000)
}
