import type { Earlier } from '../../outbox/earlier'
import { unsent } from '../../outbox/queued'
import { isIdempotent, type ListChange, type ListWrite } from './write'

/** A write as the first version kept it. Its id was its key. */
interface EarlierWrite {
  id: string
  write: ListChange
  heldUntil: number
}

export const earlierListWrites: Earlier<ListWrite> = {
  keyOf: (member) => `queue:lists:${member}`,
  // Nobody noted whether it had been sent; that it may have been is the safe reading.
  convert: (kept, now) =>
    (kept as EarlierWrite[]).map(({ id, write, heldUntil }) => ({
      ...write,
      ...unsent(),
      id,
      key: id,
      isIdempotent: isIdempotent(write),
      isSecondTry: false,
      since: now,
      undoUntil: heldUntil,
      unclearSince: now,
    })),
}
