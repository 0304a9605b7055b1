import { RefreshCw } from '../../ui/icons'
import { useWaitOf } from './waits'

/** What a write of an event waits for, as a label. */
export default function WaitMark({ writeId }: { writeId: string }) {
  return (
    <span class="save-mark">
      <RefreshCw aria-hidden="true" />
      <span>{useWaitOf(writeId)}</span>
    </span>
  )
}
