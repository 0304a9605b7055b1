import { useListsText } from '../i18n/lists'
import { Lock, Users } from '../ui/icons'

/** How far a list is done: a ring that closes, and the number of what is left. */
export function Ring({ done, total }: { done: number; total: number }) {
  const lists = useListsText()
  return (
    <span
      class="ring"
      role="img"
      aria-label={lists.progress(done, total)}
      style={{ '--share': String(total === 0 ? 0 : done / total) }}
    >
      <b>{total - done}</b>
    </span>
  )
}

/** Who sees a list. */
export function Sharing({ isShared }: { isShared: boolean }) {
  const lists = useListsText()
  return (
    <span class="chip">
      {isShared ? <Users aria-hidden="true" /> : <Lock aria-hidden="true" />}
      {isShared ? lists.shared : lists.private}
    </span>
  )
}
