import { useListsText } from '../i18n/lists'
import { Lock, Users } from '../ui/icons'

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
