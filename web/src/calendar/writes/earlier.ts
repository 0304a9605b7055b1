import type { Earlier } from '../../outbox/earlier'
import { wholeEvent } from '../event-ref'
import { type Appearance, WHOLE, type Write } from './write'

/** A write as the first version kept it, as far as it is not the same today. */
interface EarlierWrite {
  kind: Write['kind']
  uid: string
  calendarId: number | null
  look?: Appearance
  /** The end of the time to take it back, or of a pause that the service had asked for. */
  sendAfter: number
}

export const earlierCalendarWrites: Earlier<Write> = {
  keyOf: (member) => `calendar-writes-${member}`,
  convert: (kept) =>
    (kept as EarlierWrite[]).map(({ uid, calendarId, look, ...same }) => {
      const isRemoval = same.kind === 'delete'
      return {
        isSecondTry: false,
        ...WHOLE,
        seriesStart: null,
        ...same,
        ...(look && { appearance: look }),
        ref: wholeEvent(uid, calendarId),
        isIdempotent: isRemoval,
        undoUntil: isRemoval ? same.sendAfter : 0,
        tries: 0,
      } as Write
    }),
}
