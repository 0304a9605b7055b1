import type { Occurrence } from '../../data/types'
import type { EventRef } from '../event-ref'

/** What the calendar says about a write of an event. */
export interface SaveState {
  writeId: string
  state: 'saving' | 'failed'
  reason: string | null
}

/** An occurrence as it is drawn: the server's, or one the server does not have yet. */
export interface Drawn extends Omit<Occurrence, 'uid' | 'calendarId' | 'recurrenceId'> {
  ref: EventRef
  save: SaveState | null
}

/** What the server has, with nothing on its way. */
export const drawnAs = (occurrences: readonly Occurrence[]): Drawn[] =>
  occurrences.map(({ uid, calendarId, recurrenceId, ...one }) => ({
    ...one,
    ref: { calendarId, uid, recurrenceId },
    save: null,
  }))
