import { accountQuery } from '../../data/calendar-account'
import { useQuery } from '../../data/queries'
import type { OpenedEvent } from '../../data/types'
import { useText } from '../../i18n'
import { useEventFormText } from '../../i18n/event-form'
import { useUnsavedText } from '../../i18n/unsaved'
import { Button } from '../../ui/button'
import { CloudOff } from '../../ui/icons'
import { lazy, withStyle } from '../../ui/lazy'
import { useReason } from '../parts/form-messages'
import { letGo } from '../parts/let-go'
import { tryAgain } from '../writes/actions'
import { isClash } from '../writes/changes'
import type { SaveState } from '../writes/drawn'
import { useWrites } from '../writes/waiting'

const Comparison = lazy(() => withStyle('unsaved', import('../parts/comparison')))

interface FailedNoticeProps {
  save: SaveState
  /** The event as it stands; null for one that does not exist yet. */
  current: OpenedEvent | null
  onDone: () => void
}

/** Why an event could not be saved, and what can be done; the third way out is to edit it right below. */
export function FailedNotice({ save, current, onDone }: FailedNoticeProps) {
  const { common, calendar } = useText()
  const { discard } = useUnsavedText()
  const { connectAgain } = useEventFormText()
  const isOwnRefused = useQuery(accountQuery).data?.state === 'refused'
  const reasonOf = useReason()
  const write = useWrites().find(({ id }) => id === save.writeId)
  if (write === undefined) return null
  return (
    <div class="notice bad failed-notice">
      <p role="alert">
        <CloudOff aria-hidden="true" />
        <span>
          <b>{calendar.notSaved}.</b> {reasonOf(save.reason)}
        </span>
      </p>
      {current !== null && isClash(write, current) ? (
        <Comparison write={write} current={current} onDone={onDone} />
      ) : (
        <div>
          {isOwnRefused && save.reason === 'wrongPassword' && (
            <a class="button primary" href="/account?reconnect">
              {connectAgain}
            </a>
          )}
          <Button
            onClick={() => {
              onDone()
              tryAgain(write.id)
            }}
          >
            {common.tryAgain}
          </Button>
          <Button
            kind="danger"
            onClick={() => {
              onDone()
              void letGo(write)
            }}
          >
            {discard}
          </Button>
        </div>
      )}
    </div>
  )
}
