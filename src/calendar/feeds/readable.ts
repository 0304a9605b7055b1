import { IcalError } from '../ical/error'
import { findAll, parse, property } from '../ical/parse'
import { parseTime } from '../ical/values'
import { MOST_OBJECT_BYTES } from '../sync/read-objects'

/** Whether an event can be read by itself: its start is a time and, of an override, what it replaces. Pure. */
export function isReadable(text: string): boolean {
  // In UTF-8 no text is shorter than that.
  if (text.length > MOST_OBJECT_BYTES) return false
  try {
    const [event] = findAll(parse(text), 'VEVENT')
    const start = event && property(event, 'DTSTART')
    if (start === undefined) return false
    parseTime(start.value)
    const replaced = property(event!, 'RECURRENCE-ID')
    if (replaced !== undefined) parseTime(replaced.value)
    return true
  } catch (error) {
    if (error instanceof IcalError) return false
    throw error
  }
}
