import { useText } from '../../i18n'
import { Button } from '../../ui/button'
import { discard, tryAgain } from '../writes/actions'
import { useWrites } from '../writes/store'
import { useReason } from './reason'

/** Every write that failed, wherever in the calendar it belongs. */
export function Unsaved({ onDone }: { onDone: () => void }) {
  const { common, calendar } = useText()
  const reasonOf = useReason()
  const failed = useWrites().filter(({ stage }) => stage === 'failed')
  const finish = (action: (id: string) => void, id: string) => {
    action(id)
    if (failed.length === 1) onDone()
  }
  return (
    <>
      <p>{calendar.notSavedIntro}</p>
      <ul class="unsaved">
        {failed.map(({ id, kind, title, reason }) => (
          <li key={id}>
            <p>
              <span class="chip">{calendar.kinds[kind]}</span> <b>{title}</b>
            </p>
            <p class="hint">{reasonOf(reason)}</p>
            <div>
              <Button onClick={() => finish(tryAgain, id)}>{common.tryAgain}</Button>
              <Button kind="danger" onClick={() => finish(discard, id)}>
                {calendar.discard}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
