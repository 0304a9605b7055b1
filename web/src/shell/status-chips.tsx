import { type ComponentChildren, h } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useReachable } from '../data/connection'
import { useText } from '../i18n'
import { isFailed, usePending } from '../outbox/pending'
import { CloudOff } from '../ui/icons'

const SLOW_MS = 2_000

/**
 * A calm word about the connection and what is not saved, only when there is something to say; the calendar speaks of
 * failures itself. What waits is named where the word leads to.
 */
export function StatusChips({ current }: { current: string | undefined }) {
  const { shell, calendar } = useText()
  const reachable = useReachable()
  const pending = usePending()
  const failed = pending.filter(isFailed).length
  const waiting = pending.length - failed
  const isSlow = useLasting(waiting > 0, SLOW_MS)
  const offline = waiting > 0 ? shell.offlineWith(waiting) : shell.offline
  return (
    <div class="status-chips" role="status">
      {failed > 0 && current !== 'calendar' && current !== 'unsaved' && (
        <Chip isWarning isLink>
          {calendar.notSavedCount(failed)}
        </Chip>
      )}
      {!reachable && (
        <Chip isWarning isLink={waiting > 0}>
          <CloudOff aria-hidden="true" />
          {offline}
        </Chip>
      )}
      {reachable && isSlow && <Chip isLink>{shell.saving(waiting)}</Chip>}
    </div>
  )
}

interface ChipProps {
  isWarning?: boolean
  isLink: boolean
  children: ComponentChildren
}

const Chip = ({ isWarning = false, isLink, children }: ChipProps) =>
  h(isLink ? 'a' : 'span', { class: isWarning ? 'chip warn' : 'chip', href: isLink ? '/unsaved' : undefined }, children)

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
