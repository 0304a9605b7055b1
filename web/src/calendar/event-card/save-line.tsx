import type { OpenedEvent } from '../../data/types'
import { RefreshCw } from '../../ui/icons'
import type { Entry } from '../entries'
import { FailedNotice } from '../event-dialog/failed-notice'
import { useWaitOf } from '../parts/waits'
import type { SaveState } from '../writes/drawn'
import { useWrites } from '../writes/waiting'

/** How the saving of an event is by now; null once it is through. */
export function useSave({ save }: Entry): SaveState | null {
  const write = useWrites().find(({ id }) => id === save?.writeId)
  if (write === undefined) return null
  return { writeId: write.id, state: write.stage === 'failed' ? 'failed' : 'saving', reason: write.reason }
}

interface SaveLineProps {
  save: SaveState | null
  /** The event as it stands; null for one that does not exist yet, and where that is not known. */
  current: OpenedEvent | null
  onDone: () => void
}

/** What a change waits for, or why it failed and what can be done. */
export function SaveLine({ save, current, onDone }: SaveLineProps) {
  const wait = useWaitOf(save?.writeId ?? '')
  if (save === null) return null
  if (save.state === 'failed') return <FailedNotice {...{ save, current, onDone }} />
  return (
    <p class="card-saving" role="status">
      <RefreshCw />
      {wait}
    </p>
  )
}
