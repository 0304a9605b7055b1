import { useReachable } from '../data/connection'
import { useUnsent } from '../data/unsent'
import { useText } from '../i18n'
import { CloudOff } from '../ui/icons'

/** A calm word about the connection, only when there is something to say. */
export function StatusChips() {
  const { shell } = useText()
  const reachable = useReachable()
  const unsent = useUnsent()
  return (
    <div class="status-chips" role="status">
      {!reachable && (
        <span class="chip warn">
          <CloudOff aria-hidden="true" />
          {unsent > 0 ? shell.offlineWith(unsent) : shell.offline}
        </span>
      )}
    </div>
  )
}
