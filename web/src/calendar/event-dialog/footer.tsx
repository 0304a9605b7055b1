import { useText } from '../../i18n'
import { Button } from '../../ui/button'
import type { Entry } from '../entries'
import type { Opened } from './opened'

interface FooterProps {
  entry: Entry | null
  /** Null when nothing of the event is known. */
  opened: Opened | null
  onClose: () => void
  /** Nothing of what was typed is wanted any more. */
  onGiveUp: () => void
  onRemove: (entry: Entry) => Promise<void>
}

/** The ways out of the dialog. */
export function Footer({ entry, opened, onClose, onGiveUp, onRemove }: FooterProps) {
  const { common } = useText()
  if (opened === null) return <Button onClick={onClose}>{common.close}</Button>
  const isCreated = entry?.save?.state === 'failed' && opened.original === null
  return (
    <>
      {entry !== null && !isCreated && (
        <Button kind="danger" class="start" onClick={() => void onRemove(entry)}>
          {common.delete}
        </Button>
      )}
      <Button
        kind="quiet"
        onClick={() => {
          onGiveUp()
          onClose()
        }}
      >
        {common.cancel}
      </Button>
      <Button kind="primary" type="submit">
        {common.save}
      </Button>
    </>
  )
}
