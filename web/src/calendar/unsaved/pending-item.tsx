import { useText } from '../../i18n'
import { useUnsavedText } from '../../i18n/unsaved'
import { isFailed, type Pending } from '../../outbox/pending'
import { isCancellable } from '../../outbox/queued'
import { Button } from '../../ui/button'
import { useWaitWords } from '../parts/waits'
import { Row } from './row'

/** One write of any kind, and the ways on that every kind has. */
export function PendingItem({ pending }: { pending: Pending }) {
  const { common } = useText()
  const { open, discard, takeBack } = useUnsavedText()
  const wordsFor = useWaitWords()
  const { write, queue, describe } = pending
  const { name, what, href, reason } = describe()
  const hasFailed = isFailed(pending)
  // It cannot be taken back without a trace, and may be refused for ever.
  const mayBeDone = write.stage === 'held' && !isCancellable(write)
  const state = hasFailed ? reason : wordsFor(pending)
  return (
    <Row {...{ name, what, state, hasFailed }}>
      {hasFailed && <Button onClick={() => queue.resend(write.id)}>{common.tryAgain}</Button>}
      {href !== null && (
        <a class="button" href={href}>
          {open}
        </a>
      )}
      {(hasFailed || mayBeDone) && (
        <Button kind="danger" onClick={() => queue.letGo(write.id)}>
          {discard}
        </Button>
      )}
      {isCancellable(write) && <Button onClick={() => queue.cancel(write.id)}>{takeBack}</Button>}
    </Row>
  )
}
