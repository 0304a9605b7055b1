import { useEffect, useState } from 'preact/hooks'
import { useReachable } from '../data/connection'
import { useUnsent } from '../data/unsent'
import { useText } from '../i18n'
import { CloudOff } from '../ui/icons'

const SLOW_MS = 2_000

/** A calm word about the connection, only when there is something to say. */
export function StatusChips() {
  const { shell } = useText()
  const reachable = useReachable()
  const unsent = useUnsent()
  const isSlow = useLasting(unsent > 0, SLOW_MS)
  return (
    <div class="status-chips" role="status">
      {!reachable && (
        <span class="chip warn">
          <CloudOff aria-hidden="true" />
          {unsent > 0 ? shell.offlineWith(unsent) : shell.offline}
        </span>
      )}
      {reachable && isSlow && <span class="chip">{shell.saving(unsent)}</span>}
    </div>
  )
}

/** True once something has been so for a while. */
function useLasting(isSo: boolean, milliseconds: number): boolean {
  const [hasLasted, setLasted] = useState(false)
  useEffect(() => {
    setLasted(false)
    if (!isSo) return
    const timer = setTimeout(() => setLasted(true), milliseconds)
    return () => clearTimeout(timer)
  }, [isSo, milliseconds])
  return isSo && hasLasted
}
