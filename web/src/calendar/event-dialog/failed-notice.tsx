import { useText } from '../../i18n'
import { useUnsavedText } from '../../i18n/unsaved'
import { Button } from '../../ui/button'
import { CloudOff } from '../../ui/icons'
import { useReason } from '../parts/reason'
import { discard, tryAgain } from '../writes/actions'
import type { SaveState } from '../writes/overlay'

/** Why an event could not be saved, and what can be done; the third way out is to edit it right below. */
export function FailedNotice({ save, onDone }: { save: SaveState; onDone: () => void }) {
  const { common, calendar } = useText()
  const { discard: letGo } = useUnsavedText()
  const reasonOf = useReason()
  const finish = (action: (id: string) => void) => {
    onDone()
    action(save.writeId)
  }
  return (
    <div class="notice bad failed-notice" role="alert">
      <p>
        <CloudOff aria-hidden="true" />
        <span>
          <b>{calendar.notSaved}.</b> {reasonOf(save.reason)}
        </span>
      </p>
      <div>
        <Button onClick={() => finish(tryAgain)}>{common.tryAgain}</Button>
        <Button kind="danger" onClick={() => finish(discard)}>
          {letGo}
        </Button>
      </div>
    </div>
  )
}
