import { useText } from '../../i18n'
import { CloudOff, RefreshCw } from '../../ui/icons'
import type { SaveState } from '../writes/overlay'

/** The class that stripes an event while it is saved and outlines it when it is not. */
export function saveClass(save: SaveState | null): string {
  return save === null ? '' : save.state === 'failed' ? 'not-saved' : 'saving'
}

/** The word for it. */
export function SaveMark({ save }: { save: SaveState | null }) {
  const { calendar } = useText()
  if (save === null) return null
  const isFailed = save.state === 'failed'
  return (
    <span class={isFailed ? 'save-mark failed' : 'save-mark'}>
      {isFailed ? <CloudOff aria-hidden="true" /> : <RefreshCw aria-hidden="true" />}
      {isFailed ? calendar.notSaved : calendar.saving}
    </span>
  )
}
