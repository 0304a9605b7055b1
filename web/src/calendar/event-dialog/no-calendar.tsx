import { useText } from '../../i18n'
import { Button } from '../../ui/button'
import { closeDialog, Dialog } from '../../ui/dialog'

/** In the place of a form that could not be saved: what is missing, and the way to it. */
export function NoCalendar({ onClose }: { onClose: () => void }) {
  const { common, calendar } = useText()
  const { noCalendar } = calendar
  return (
    <Dialog
      title={noCalendar.title}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={(event) => closeDialog(event.currentTarget)}>
            {common.cancel}
          </Button>
          <a class="button primary" href="/account">
            {noCalendar.action}
          </a>
        </>
      }
    >
      <p>{noCalendar.body}</p>
    </Dialog>
  )
}
