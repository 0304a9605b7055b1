import { useText } from '../../i18n'
import { Button } from '../../ui/button'

interface FooterProps {
  /** False when nothing of the event is known. */
  isKnown: boolean
  onClose: () => void
  /** Nothing of what was typed is wanted any more. */
  onGiveUp: () => void
}

/** The ways out of the dialog. */
export function Footer({ isKnown, onClose, onGiveUp }: FooterProps) {
  const { common } = useText()
  if (!isKnown) return <Button onClick={onClose}>{common.close}</Button>
  return (
    <>
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
