import type { Earlier } from '../../outbox/earlier'
import { wholeEvent } from '../event-ref'
import { type Appearance, WHOLE, type Write } from './write'

/** A write as the first versions kept it, as far as it is not the same today. */
interface EarlierWrite {
  id: string
  kind: Write['kind']
  uid: string
  calendarId: number | null
  look?: Appearance
  /** The end of the time to take it back, or of a pause that the service had asked for. */
  sendAfter: number
}

/** What the very first did not know of: they sent without a key, and read nothing of what waits at the service. */
const notKnownThen = ({ id, kind }: Pick<EarlierWrite, 'id' | 'kind'>) => ({
  key: id,
  unclearSince: null,
  rowId: null,
  replaces: null,
  current: null,
  isSecondTry: false,
  ...(kind === 'edit' && { base: null }),
})

export const earlierCalendarWrites: Earlier<Write> = {
  keyOf: (member) => `calendar-writes-${member}`,
  convert: (kept) =>
    (kept as EarlierWrite[]).map(({ uid, calendarId, look, ...same }) => {
      const isRemoval = same.kind === 'delete'
      return {
        ...notKnownThen(same),
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
