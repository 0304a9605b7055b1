import type { TimeSlice } from '../platform/time-slice'
import { IcalError } from './ical/error'
import { findAll, parse, property } from './ical/parse'
import { parseTime } from './ical/values'
import { MAX_OBJECT_BYTES } from './sync/read-objects'

/**
 * The events of one UID that can be read, so that one of them takes no other along; all where none can, so that what is
 * cached of it is known to be there.
 */
export async function readableOf<T>(
  events: readonly T[],
  textOf: (event: T) => string,
  slice: TimeSlice,
): Promise<readonly T[]> {
  if (events.length === 1) return events
  const readable: T[] = []
  for (const event of events) {
    await slice.giveWay()
    if (isReadable(textOf(event))) readable.push(event)
  }
  return readable.length > 0 ? readable : events
}

/** Whether an event can be read by itself: its start is a time and, of an override, what it replaces. Pure. */
function isReadable(text: string): boolean {
  // In UTF-8 no text is shorter than that.
  if (text.length > MAX_OBJECT_BYTES) return false
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
