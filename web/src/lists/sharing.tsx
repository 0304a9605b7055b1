import { useText } from '../i18n'
import { Lock, Users } from '../ui/icons'

/** Who sees a list. */
export function Sharing({ isShared }: { isShared: boolean }) {
  const { lists } = useText()
  return (
    <span class="chip">
      {isShared ? <Users aria-hidden="true" /> : <Lock aria-hidden="true" />}
      {isShared ? lists.shared : lists.private}
    </span>
  )
}
