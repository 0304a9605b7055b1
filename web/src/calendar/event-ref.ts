import { covers, type EventRef, wholeEvent } from '../../../src/calendar/event-ref'

export type { EventRef, Range as SeriesRange } from '../../../src/calendar/event-ref'
export { covers, wholeEvent }

/** Whether two name the same event, or the same occurrence of one. Where one names no calendar, any is meant. */
export const sameEvent = (one: EventRef, other: EventRef): boolean => covers(one, other) && covers(other, one)

const NEW = 'new:'

/** One that the service has not named yet, by the write that makes it. */
export const newEvent = (writeId: string): EventRef => wholeEvent(NEW + writeId)
export const isNew = ({ uid }: EventRef): boolean => uid.startsWith(NEW)
