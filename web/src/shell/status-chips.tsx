import { useReachable } from '../data/connection'
import { useText } from '../i18n'
import { useLasting } from '../lib/lasting'
import { isFailed, usePending } from '../outbox/pending'
import { CloudOff } from '../ui/icons'

const SLOW_MS = 2_000
const UNSAVED = '/unsaved'

/**
 * A calm word about the connection and what is not saved, only when there is something to say; the calendar speaks of
 * failures itself. What waits is named where the word leads to.
 */
export default function StatusChips({ current }: { current: string | undefined }) {
  const { shell, calendar } = useText()
  const reachable = useReachable()
  const pending = usePending()
  const failed = pending.filter(isFailed).length
  const waiting = pending.length - failed
  const isSlow = useLasting(waiting > 0, SLOW_MS)
  return (
    <div class="status-chips" role="status">
      {failed > 0 && current !== 'calendar' && current !== 'unsaved' && (
        <a class="chip warn" href={UNSAVED}>
          {calendar.notSavedCount(failed)}
        </a>
      )}
      {!reachable && (
        <a class="chip warn" href={waiting > 0 ? UNSAVED : undefined}>
          <CloudOff aria-hidden="true" />
          {waiting > 0 ? shell.offlineWith(waiting) : shell.offline}
        </a>
      )}
      {reachable && isSlow && (
        <a class="chip" href={UNSAVED}>
          {shell.saving(waiting)}
        </a>
      )}
    </div>
  )
}
