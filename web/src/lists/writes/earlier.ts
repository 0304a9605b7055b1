import type { ItemChange } from '../../data/types'
import type { Earlier } from '../../outbox/earlier'
import { unsent } from '../../outbox/queued'
import { type ItemName, isIdempotent, type ListChange, type ListWrite } from './write'

/** A write as the first version kept it. Its id was its key. */
interface EarlierWrite {
  id: string
  write: EarlierChange
  heldUntil: number
}

/** Each change of an item was a kind of its own. */
type EarlierChange =
  | Exclude<ListChange, { kind: 'change' }>
  | { kind: 'check'; listId: number; item: ItemName; text: string; checked: boolean }
  | { kind: 'rename'; listId: number; item: ItemName; text: string }
  | { kind: 'move'; listId: number; item: ItemName; text: string; position: string }

function changeOf(earlier: EarlierChange): ListChange {
  switch (earlier.kind) {
    case 'check':
      return changed(earlier, { checked: earlier.checked })
    case 'rename':
      return changed(earlier, { text: earlier.text })
    case 'move':
      return changed(earlier, { position: earlier.position })
    default:
      return earlier
  }
}

const changed = (
  { listId, item, text }: { listId: number; item: ItemName; text: string },
  change: ItemChange,
): ListChange => ({ kind: 'change', listId, item, text, change })

export const earlierListWrites: Earlier<ListWrite> = {
  keyOf: (member) => `queue:lists:${member}`,
  // Nobody noted whether it had been sent; that it may have been is the safe reading.
  convert: (kept, now) =>
    (kept as EarlierWrite[]).map(({ id, write, heldUntil }) => {
      const change = changeOf(write)
      return {
        ...change,
        ...unsent(),
        id,
        key: id,
        isIdempotent: isIdempotent(change),
        isSecondTry: false,
        since: now,
        undoUntil: heldUntil,
        unclearSince: now,
      }
    }),
}
